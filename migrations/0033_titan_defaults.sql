-- Titan has had other defaults since version 3 of its rules: what games of before do not name of these is written down as it was, by
-- the names of now. A game keeps the version that it began with.

UPDATE game SET options = json_insert(
    options,
    '$.archangel_choice', 'may_take_angel',
    '$.raise_strike_number', 'one_further'
)
WHERE ruleset = 'titan' AND version < 3 AND status <> 'lobby';

UPDATE game SET options = json_set(
    json_insert(options, '$.offboard_scores', 'off'),
    '$.fled_returns', CASE json_extract(options, '$.fled_returns') WHEN 'on' THEN 'fled_and_agreed' ELSE 'none' END
)
WHERE ruleset = 'titan' AND version < 3 AND status <> 'lobby' AND json_extract(options, '$.variant') = 'battle_titan';

-- What nobody has begun yet begins by the rules and the defaults of now, with what was agreed on as far as it can still be chosen.
UPDATE game SET version = 3, options = json_replace(
    json_remove(options, '$.tower_round_order'),
    '$.fled_returns', CASE json_extract(options, '$.fled_returns') WHEN 'on' THEN 'fled_and_agreed' ELSE 'none' END
)
WHERE ruleset = 'titan' AND version < 3 AND status = 'lobby';
