"""The house runs games, whatever their rules. It imports no game, and nothing of Discord.

`House` has the `Table` of each game. A table is a stored game, and its parts are what people do to it (`table.lobby`,
`table.settings`, `table.history`, `table.moderation`). `store` keeps it, with an object for each topic
(`store.games.append`), `announce` works out who is told what, `outbox` and `delivery` send it, and `bots` play.
"""
