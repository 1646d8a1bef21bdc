"""The addresses by which other machines reach this one. Sends nothing and asks no other machine."""
from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterator
from pathlib import Path

EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # addresses that stand for all of this machine's of a family
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # of no machine: set aside for documentation
IPV4_TABLE, IPV6_TABLE = Path("/proc/net/fib_trie"), Path("/proc/net/if_inet6")  # where Linux lists its own


def is_loopback(host: str) -> bool:
    """Whether a host is reached from this machine alone."""
    return host == "localhost" or _is_address(host) and ipaddress.ip_address(host).is_loopback


def names() -> list[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"] if name else []


def reachable(family: socket.AddressFamily) -> list[str]:
    """The addresses of a family that this machine's interfaces have, the one that it reaches others from first."""
    found = [*_of_the_default_route(family), *_of_the_interfaces(family), *_of_the_name(family)]
    return [address for address in dict.fromkeys(found) if _is_for_others(address)]


def _of_the_default_route(family) -> Iterator[str]:
    """The address that a packet would be sent from; to connect a UDP socket sends none."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        yield probe.getsockname()[0]


def _of_the_interfaces(family) -> Iterator[str]:
    with contextlib.suppress(OSError):
        if family == socket.AF_INET:
            yield from re.findall(r"\|-- (\S+)\n\s+/32 host LOCAL", IPV4_TABLE.read_text())
        else:
            for digits in re.findall(r"^[0-9a-f]{32}\b", IPV6_TABLE.read_text(), re.MULTILINE):
                yield str(ipaddress.IPv6Address(int(digits, 16)))


def _of_the_name(family) -> Iterator[str]:
    """Those that this machine's own name stands for: where the system has no such tables, mostly all of them."""
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield address[0]


def _is_for_others(address: str) -> bool:
    """Whether a browser on another machine can open an address: not one of this machine alone, or of one cable."""
    if not _is_address(address):
        return False
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_multicast or known.version == 6 and known.is_link_local)


def _is_address(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(host))
    return False
