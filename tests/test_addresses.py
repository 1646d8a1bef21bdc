"""The addresses of this machine, as other machines reach it, from tables as Linux writes them."""
import socket

import pytest

from surflab import addresses

IPV4 = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
           |-- 127.0.0.1
              /32 host LOCAL
     +-- 192.168.7.0/24 2 0 2
        |-- 192.168.7.0
           /24 link UNICAST
        |-- 192.168.7.23
           /32 host LOCAL
        |-- 192.168.7.255
           /32 link BROADCAST
     |-- 10.1.2.3
        /32 host LOCAL
"""
IPV6 = """fe8000000000000000fc00fffe000001 04 40 20 80     eth0
00000000000000000000000000000001 01 80 10 80       lo
20010db8000000000000000000000042 04 40 00 82     eth0
"""


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with two interfaces, of which the second leads to the rest of the world."""
    for name, table in (("IPV4_TABLE", IPV4), ("IPV6_TABLE", IPV6)):
        (tmp_path / name).write_text(table)
        monkeypatch.setattr(addresses, name, tmp_path / name)
    monkeypatch.setattr(addresses, "_of_the_default_route", lambda family: ["10.1.2.3"] if family == socket.AF_INET else [])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked: [(None, None, None, "", ("127.0.1.1", 0)), (None, None, None, "", ("192.168.7.23", 0))])


def test_all_interfaces_are_told_and_the_way_out_comes_first(machine):
    assert addresses.reachable(socket.AF_INET) == ["10.1.2.3", "192.168.7.23"]
    assert addresses.reachable(socket.AF_INET6) == ["2001:db8::42", "192.168.7.23"]


def test_where_there_is_no_table_the_name_helps(machine, monkeypatch, tmp_path):
    monkeypatch.setattr(addresses, "IPV4_TABLE", tmp_path / "nothing")
    assert addresses.reachable(socket.AF_INET) == ["10.1.2.3", "192.168.7.23"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked: (_ for _ in ()).throw(socket.gaierror("no such name")))
    assert addresses.reachable(socket.AF_INET) == ["10.1.2.3"]


def test_this_machine_is_told_truly():
    for address in addresses.reachable(socket.AF_INET):
        with socket.socket() as there:
            there.bind((address, 0))


@pytest.mark.parametrize("host, alone", [("localhost", True), ("127.0.0.1", True), ("127.9.9.9", True), ("::1", True),
                                         ("0.0.0.0", False), ("192.0.2.1", False), ("example.org", False), ("fd00::2", False)])
def test_loopback_is_this_machine_alone(host, alone):
    assert addresses.is_loopback(host) == alone
