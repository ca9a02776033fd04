-- Bots have names, and no longer numbers: those that sit somewhere get theirs, one that nobody at their table has, the same
-- in every copy of the database. Who only holds a seat open is no bot.

WITH bot_name (number, latin, cyrillic) AS (VALUES
    (0, 'Ada', 'Ада'),
    (1, 'Boris', 'Борис'),
    (2, 'Chloe', 'Хлоя'),
    (3, 'Dora', 'Дора'),
    (4, 'Edgar', 'Эдгар'),
    (5, 'Flora', 'Флора'),
    (6, 'Gus', 'Гус'),
    (7, 'Hilda', 'Хильда'),
    (8, 'Igor', 'Игорь'),
    (9, 'Juno', 'Юна'),
    (10, 'Klara', 'Клара'),
    (11, 'Leo', 'Лео'),
    (12, 'Mira', 'Мира'),
    (13, 'Nils', 'Нильс'),
    (14, 'Olga', 'Ольга'),
    (15, 'Pavel', 'Павел'),
    (16, 'Quinn', 'Квинн'),
    (17, 'Rosa', 'Роза'),
    (18, 'Sven', 'Свен'),
    (19, 'Thea', 'Тея'),
    (20, 'Ugo', 'Уго'),
    (21, 'Vera', 'Вера'),
    (22, 'Wanda', 'Ванда'),
    (23, 'Xenia', 'Ксения'),
    (24, 'Yorick', 'Йорик'),
    (25, 'Zeno', 'Зенон')
)
UPDATE seat SET name = (
    SELECT name FROM (
        SELECT
            CASE game.language WHEN 'ru' THEN cyrillic ELSE latin END AS name,
            row_number() OVER (ORDER BY (number + 7 * game.id) % 26) AS place
        FROM bot_name JOIN game ON game.id = seat.game_id
        WHERE NOT EXISTS (
            SELECT 1 FROM seat AS person
            WHERE person.game_id = game.id AND person.user_id IS NOT NULL AND person.name IN (latin, cyrillic)
        )
    )
    WHERE place = seat.seat + 1
)
WHERE bot IS NOT NULL AND bot <> 'sitter';
