def write_account(game, path, title): return []
