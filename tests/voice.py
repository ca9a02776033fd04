"""How the bot talks, as data: what kind of text each key is, how long it may be, and what no text may say.

A kind is named by the keys that are of it; the first that fits counts. What is left is said in a panel or a post.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from cogs.house.words.words import Words, languages
from cogs.titan.words.terms import Terms

BUDGETS: Mapping[str, int] = {
    "button": 34, "event": 120, "call": 100, "confirmation": 60, "refusal": 200, "bold line": 90, "panel": 400,
}  # fmt: skip
"""Characters that a text of a kind may have with its longest facts. A bold line is a part of any text."""

KINDS: Mapping[str, str] = {
    "button": r"button-(?!seat-|told).*|discord\.(button\.(?!yes-).*|hint\.(button|next|odds)|verb\..*)"
    r"|discord\.(admin|mine)\.yes-.*|discord\.seat\.(offer|leave|keep|call-off|take|act-for)|discord\.list\.(join|look)"
    r"|discord\.(back\.withdraw|foretell\.(drop|best|be-\w+)|leaders\.(before|after)|vote\.ask|orders\.again)"
    r"|memory\.(menu|at-a-line|first|older|newer|last|near)|rulebook\.(before|after)|tutorial\.(back|leave|on|go-on|again|play)"
    r"|titan\.plan\.(button|leave|stop|change|always|once|settle|auto-\w+|ask-\w+)"
    r"|titan\.ahead\.(button\..*|file|cancel|to-front|write|take-out)|skirmish\.button\..*",
    "event": r"(titan|skirmish)\.event\.(?!eliminated|agreed-lost|gameended|spawned-own).*|skirmish\.tale\..*",
    "call": r"remind-.*|(titan|skirmish)\.calls?\..*",
    "confirmation": r"discord\.(seat\.(done-\w+|vote|replaced|opened|acted|called-off)|orders\.first)"
    r"|discord\.back\.(taken|gone|refused|withdrawn)|discord\.foretell\.(kept|dropped)|discord\.wish\.(done|refused)"
    r"|discord\.vote\.asked|discord\.admin\.(moved|unfrozen|rolled-back|not-frozen)|memory\.shared",
    "refusal": r"(titan\.|skirmish\.)?refusal\..*",
    "description": r"(titan|skirmish)\.alt\..*|discord\.(command|option)\..*",
    "list": r"titan\.(event|position|cards|chronicle|ends)\..*|skirmish\.position\..*|discord\.(doctor|defaults)\..*"
    r"|(titan|skirmish)\.(about|option\.\w+\.help)|discord\.record\..*|discord\.admin\.(imported|setup-(lost|none))",
}
"""The keys of each kind.

Descriptions have Discord's limits (tests/house/words/test_languages.py); a list may be long.
"""

NEVER: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"\bwhoever\b": "you",
        r"\b(is|are) to be\b": "will, should, can",
        r"\bit is for you to\b": "what to do",
        r"\ball the same\b": "anyway, still",
        r"\bby the button\b": "with *Button*",
        r"\bin thought\b": "(nothing)",
        r"\bprograms?\b": "bot",
        r"\bnot possible yet\b": "what to do first",
        r"\bbeside\b": "next to, and",
        r"\bas agreed\b": "(nothing: it stands behind *Why?*)",
        r"\bnobody (is told|learns)\b": "secret",
        r"(^|[.;:!] |\n)who [^?]*\.": "a subject with a noun",
        r"\bis to decide\b": "decides",
        r"\bof late\b": "lately",
        r"\bto be had\b": "free",
        r"\bcompulsory\b": "must",
        r"\bnothing is lost\b": "no harm done",
        r"\btake(s|n)? back\b(?! the (seat|end))": "undo, withdraw",
        r"\bforetell|\bforetold\b": "predict",
        r"\blegions without a defense order\b": "a tip to plan ahead",
    },
    "de": {
        r"\bwer auch immer\b": "du",
        r"\b(ist|sind) (noch )?zu (?!haben|Ende|spät|früh|viel|sehen)\w+en\b": "muss, kann, darf",
        r"\bes ist an dir\b": "was zu tun ist",
        r"\bin Gedanken\b": "(nichts)",
        r"\bProgramms?\b|\bProgramme[ns]?\b": "Bot",
        r"\bnoch nicht möglich\b": "was zuerst zu tun ist",
        r"\bwie vereinbart\b": "(nichts)",
        r"\bniemand erfährt, wer\b": "geheim",
        r"(^|[.;:!] |\n)Wer [^?.]*, der\b": "du, oder ein Hauptwort",
        r"\bvoraussag|\bVoraussag|\bvorausgesagt": "vorhersagen",
        r"\bim Voraus\b": "Plan",
    },
    "ru": {
        r"\bпрограмм": "бот",
        r"\bкто бы ни\b": "ты",
        r"\bследует\b(?! из)": "что сделать",
        r"\bнадлежит\b|\bподлежит\b": "что сделать",
        r"\bкак условлено\b|\bкак условились\b": "(ничего)",
        r"\bникто не узнает, кто\b": "тайно",
        r"\bпока невозможно\b": "что сделать сначала",
        r"\bмысленно\b": "(ничего)",
        r"\bнаперёд\b|\bприказы заранее\b": "планы",
    },
}
"""What no player reads, as a pattern, and what stands for it."""

TERMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"\bcommencement\b|\bsplitting\b": "Split",
        r"\bmovement\b(?! die)|\brolling for\b": "Move",
        r"\bengagements phase\b": "Fight",
        r"\benlistments?\b|\bmustering\b": "Muster",
        r"\bcharacters?\b(?! at most)(?!, all)": "creature",
        r"\bcolou?rs?\b(?<!color)(?<!colors)|\bcentre\b|\bdefence\b|\bmanoeuv|\bcancell": "American spelling",
        r"\bgame-turns?\b": "turn",
        r"\breject(s|ed)? (the|that) roll\b": "mulligan",
        r"\borders? (given )?ahead\b": "plan",
        r"\bshoots?\b": "rangestrike",
        r"\bfrom the (bottom|right|left)\b": "from the south, east, west",
        r"\bbanner\b": "marker",
    },
    "de": {
        r"\bBewegung\b(?! \w+bild)|\bBewegungswurf\b": "Ziehen",
        r"\bAufteilung\b|\bTeilung\b": "Teilen",
        r"\bCharakter": "Kreatur",
        r"\bGeschöpf": "Kreatur",
        r"\bKampf in\b|\b(die|der|alle|deine|seine) Kämpfe\b|\bBattle\b(?! Titan)": "Schlacht",
        r"\bSpielrunde": "Zug",
        r"\bPartien?\b": "Spiel",
        r"\bschieß|\bSchuss\b|\bSchüsse": "Fernschlag",
        r"\bübertrag": "Überschuss",
        r"\bverwirft\b": "Mulligan",
        r"\bSpielplan\b|\bauf dem Plan\b|\bauf den Plan\b|\bvom Plan\b": "Brett, Karte",
        r"\bvon (unten|rechts|links)\b": "von Süden, Osten, Westen",
        r"\bVorrat\b": "Verwalter",
    },
    "ru": {
        r"\bразделени": "Деление",
        r"\bвербовк": "Набор",
        r"\bбо(ец|йц)": "существо",
        r"\bбитв": "бой",
        r"\bпарти[яиюе]|\bпартий\b": "игра",
        r"\bотверга": "муллиган",
        r"\bпереброс\b": "муллиган",
        r"\bатак(?!а и )": "нападение",
        r"\bигровой круг\b": "круг",
    },
}
"""One word for a thing: other words for it, and the one that stands."""

TYPED: Mapping[str, str] = {r"(titan|skirmish)\.typed\..*": "what people type, whatever they call it"}
"""Texts that nobody is told, and why."""

SPARED: Mapping[str, str] = {
    r"(titan\.order\.(fact|act|of|compared|side)|titan\.side|titan\.short)\..*": "the notation has its own words",
    r"refusal\.(import-.*|text-too-long|form-too-long|word-unfit)": "characters of a text, and files",
    r"skirmish\..*|refusal\.skirmish.*": "Skirmish has the terms that are printed on it",
    r"discord\.(command|option)\.skirmish-.*|discord\.verb\.attack": "the same for its commands",
    **TYPED,
    r"rulebook\.(table|chart)\..*": "tables and charts of the rules",
}
"""Texts in which TERMS are not looked for, and why."""


def kind_of(key: str) -> str:
    """What kind of text a key is."""
    return next((kind for kind, keys in KINDS.items() if re.fullmatch(keys, key)), "panel")


def forms(words: Words, key: str) -> Iterator[str]:
    """Each form of a text with the longest facts that are sensible in it."""
    filled = Sensible({**facts(words.language), **own_facts(words, key)})
    return (form.format_map(filled) for form in words._forms(key))


def seen(said: str) -> str:
    """A text as Discord shows it: without what makes it bold, and without where a link leads."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", said).replace("**", "")


WHOLE = ("remind-where", "remind-until")
"""The calls that say one of the others, what is to be done, and where."""


def own_facts(words: Words, key: str) -> Mapping[str, object]:
    """The facts of a text that mean something else in it than anywhere else."""
    if key in WHOLE:
        todo = (form for todo in words.known if todo.startswith("titan.todo.") for form in words._forms(todo))
        land = str(facts(words.language)["land"])
        what = (words.text(each) for each in words.known if each.startswith("remind-") and each not in WHOLE)
        return {"what": max(what, key=len), "todo": max((each.format(land=land) for each in todo), key=len)}
    if key == "skirmish.event.ignored":
        why = words.text("skirmish.ability.immovable", number=2)
        return {"what": words.text("skirmish.retreats", number=2), "why": words.text("skirmish.because", why=why)}
    return {"what": "Rd02 → Brush 24"} if kind_of(key) == "button" else {}


class Sensible(dict[str, object]):
    """What has no fact of its own is as long as the name of a player."""

    def __missing__(self, name: str) -> str:
        return PLAYER


PLAYER = "Wilhelmina (bot)"
"""A long name of a player at the table."""
TABLE = "Friday night in the pub"
"""A long name of a table."""


@cache
def facts(language: str) -> Mapping[str, object]:
    """The longest sensible fact for a blank of each name."""
    words = Words(language)
    terms = Terms(words)

    def longest(section: str) -> str:
        return max((form for key in words.known if key.startswith(section) for form in words._forms(key)), key=len)

    land = max((terms.land(label) for label in terms.rules.board.lands), key=len)
    creature = max((terms.creature(code) for code in ("ARC", "GUA", "GAR", "CYC", "GOR", "MIN", "UNI")), key=len)
    host = terms.creatures(("GAR", "GAR", "CYC", "CYC", "LIO", "TTN"))
    pair = terms.creatures(("GAR", "GAR", "OGR"))
    link = "https://discord.com/channels/1/2"
    return {
        "creatures": host, "attackers": host, "defenders": host, "losses": pair, "shown": pair, "kinds": pair,
        "recruits": pair, "creature": creature, "recruit": creature, "lord": terms.creature("ARC"), "kind": creature,
        "striker": creature, "target": creature, "character": f"{creature} D4",
        "legion": "Br12", "parent": "Br12", "child": "Br11", "donor": "Br11", "attacker": "Br12", "defender": "Gd11",
        "winner": "Br12", "loser": "Gd11", "survivor": "Br12", "enemy": "Gd11", "marker": "Br12", "lost": "Br12",
        "legions": "Br11, Br12",
        "land": land, "start": land, "hex": "D4", "target_hex": "E4", "from_side": longest("titan.from."),
        "number": 12, "roll": 6, "kept": 4, "left": 4, "turn": 12, "round": 7, "score": 1234, "percent": 99,
        "rolls": "6 5 4 3 2 1 6 5 4 3 2 1", "rounds": words.text("titan.event.rounds", number=7),
        "points": terms.points(120), "hits": terms.hits(12), "dealt": terms.hits(12), "excess": terms.hits(4),
        "outcome": words.text("titan.event.struck-slain", dealt=terms.hits(12)), "dice": terms.dice(12),
        "towers": words.listing(f"Ada (bot) {land}" for land in (100, 200, 300, 400, 500)),
        "end": terms.say("end.score", number=300), "totals": "Ann 300", "total": 1234, "slayer": PLAYER,
        "name": TABLE, "title": TABLE, "titles": TABLE, "until": "<t:1>", "when": "<t:1>", "due": "<t:1>",
        "ends": "<t:1>", "since": "<t:1>", "begins": "22:30", "hours": 48, "group": "titan", "game": "Titan",
        "page": 9, "pages": 9, "seq": 999, "first": 99, "last": 120, "step": 9, "steps": 10, "clause": "R14.1",
        "most": 25, "low": 1, "high": 720, "days": 28, "minutes": 2, "free": 3, "seconds": 20, "size": 9_000_000,
        "ways": 24, "range": 4, "channel": "#board-games", "place": 2, "answer": "Ann", "line": "0 roll",
        "terrain": longest("titan.terrain."), "link": link, "others": "Ann, Ben, Cid", "level": "steady",
        "text": "W" * 24, "term": "W" * 16, "words": "W" * 24, "such": "carry, flee", "near": "carry or flee",
        "commands": "`/titan list`", "seats": 3, "players": "Ann and Ben", "known": "Titan and Skirmish",
        "zone": "Europe/Berlin", "values": "0, 1, 2, 3", "reason": "W" * 40, "where": "W" * 48, "what": "W" * 48,
        "how": longest("discord.vote."), "status": "running", "absent": longest("absent-"),
        "pace": "24 hours", "who": PLAYER, "player": PLAYER, "whom": PLAYER, "by": PLAYER, "before": PLAYER,
        "permissions": "Send Messages", "order": "W" * 60, "why": "W" * 60, "question": "W" * 60, "refusal": "W" * 120,
        "phase": "W" * 40, "time": "W" * 24, "plans": 3, "pings": longest("discord.pings."), "games": TABLE,
        "acts": "W" * 60, "conditions": "W" * 40, "chosen": "W" * 60, "told": "W" * 60, "summary": "W" * 200,
        "figures": "W" * 60, "offer": "W" * 40, "server": TABLE, "happened": "W" * 60,
    }  # fmt: skip


LANGUAGES = languages()
