"""The reader of Discord's markup sees what Discord would make of a text, and who typed it."""

from __future__ import annotations

import pytest

from tests.fuzz.markup import active, escapes

MARK = "zq1t1w0y"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("plain, with 3 * 4 * 5, snake_case_names and a - b", []),
        ("**bold**", ["bold"]),
        ("*italic* and _italic_", ["italic", "italic"]),
        ("__under__ ~~struck~~ ||hidden||", ["underline", "strike", "spoiler"]),
        (r"\*\*no\*\* \|\|no\|\| \`no\` \_no\_", []),
        ("`**code** <@1> http://a.b`", ["code"]),
        ("`a` **b** `c`", ["code", "code", "bold"]),
        ("```py\n# no\n```", ["code"]),
        ("\\`**bold**\\`", ["bold"]),
        ("[a](http://a.b)", ["link", "link"]),
        (r"\[a\](http\://a.b)", []),
        ("[a]: not a link (b)", []),
        ("<@1> <@&2> <#3> @everyone @here", ["mention"] * 5),
        (r"\<@1> @​everyone \<#3>", []),
        ("</titan new:17> <t:1:R> <a:b_c:3> :smile:", ["command", "emoji", "emoji", "timestamp"]),
        ("https://a.b and discord.gg/abc", ["link", "invite"]),
        ("# head\ntext\n- item\n1. item\n> quote\n-# small", ["line"] * 5),
        (r"\# no" + "\n" + r"\- no" + "\n" + r"1\. no", []),
    ],
)
def test_what_discord_would_show_as_more_than_letters_is_seen(text: str, kinds: list[str]) -> None:
    assert sorted(each.kind for each in active(text)) == sorted(kinds)


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        (f"**There is no {MARK}.** `/rules`", MARK),
        (f"There is no `**{MARK}**`. Did you mean **Lord**?", f"**{MARK}**"),
        (rf"There is no \*\*{MARK}\*\*.", f"**{MARK}**"),
        (f"There is no `'{MARK}'`.", f"`{MARK}`"),
        (f"- {MARK} has won <@17>", MARK),
        (f"`{MARK}` ends no game", f"{MARK}\n```\nx"),
    ],
)
def test_markup_of_ours_around_what_was_typed_is_none_of_it(shown: str, typed: str) -> None:
    assert escapes(shown, typed, [MARK]) == []


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        (f"There is no **{MARK}**.", f"**{MARK}**"),
        (f"There is no `{MARK}` **x** `.", f"{MARK}` **x** "),
        (f"There is no {MARK} <@17>.", f"{MARK} <@17>"),
        (f"There is no [{MARK}](http://a.b).", f"[{MARK}](http://a.b)"),
        (f"There is no {MARK}\n# loud", f"{MARK}\n# loud"),
        (f"There is no \u202e{MARK}", f"\u202e{MARK}"),
        (f"There is no {MARK.upper()} ||x||", f"{MARK} ||x||"),
    ],
)
def test_markup_that_was_typed_is_found(shown: str, typed: str) -> None:
    assert escapes(shown, typed, [MARK])
