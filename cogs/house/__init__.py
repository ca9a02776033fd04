"""What runs games, for every ruleset alike. It knows no game and no Discord.

`house` has the `table` of each game: a game as it is `kept`, and by subject what people do to it (`lobby`, `settings`,
`past`, `moderation`). `store` keeps it, by subject (`store.games.append`), `announce` says who is told of what,
`outbox` and `delivery` tell it, and `bots` play.
"""
