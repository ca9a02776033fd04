"""What runs games, for every ruleset alike: tables, the store, the outbox, bots. It knows no game and no Discord."""
