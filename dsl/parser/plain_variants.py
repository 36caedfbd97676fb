"""What plain English says of the changes of a variant, and how it is written here."""

from __future__ import annotations

from hoyle.dsl.parser.plain_english import CARD, NAMED_RANKS, English

PACK_ANEW = "a variant writes the pack anew: `replace pack`, and below it all its lines"
PLAIN_VARIANTS: tuple[English, ...] = (
    (
        r"^(?:remove|add|leave out|take (?:out|away)) (?:(?:the|all|every|both|each) )*"
        rf"(?:(?:(?:cards?|ranks?|suits?|jokers?) )?(?:{CARD}|[♠♥♦♣]|\d+)(?: .*)?"
        rf"|(?:cards?|ranks?|suits?) \S.*|jokers?|(?:{'|'.join(NAMED_RANKS)})(?:e?s)?(?: .*)?"
        r"|\w+ (?:from|in|to|of) (?:the )?(?:pack|deck))$", "replace players 2", PACK_ANEW, False,
    ),
    (
        r'^(variant \w+ "[^"]*" of) (\w+(?: (?!with\b|and\b)\w+)+)$',
        lambda line: f"{line[1]} {line[2].lower().replace(' ', '_')}",
        "a game is called here as its file is",
    ),
    (
        r'^remove (?:the )?example "[^"]*"$', "remove example",
        "nothing is to be removed: the examples of the base are not run under a variant", False,
    ),
    (
        r'^replace (?:the )?(example "[^"]*")$', r"\1",
        "it stands without `replace`: the examples of the base are not run under a variant",
    ),
    (
        r"^add row (?:(?:to|in) (?P<table>\w+)\b ?:? ?)?\S.*\|[^|]*?(?: (?:to|in) (?P<in>\w+))?$",
        lambda line: f"add row to {line['table'] or line['in']}",
        "the row itself stands below, further in", False,
    ),
    (
        r"^(add row (?:to|in)) (?:the )?(?:policy|table|ranking) (\w+)\b", r"\1 \2",
        "a row is added to what is named, without its kind",
    ),
    (
        r"^(add|replace) (option|zone) \w+(?: of \w+)?$", r"\1 \2s",
        "what is declared below it begins with its name",
    ),
    (
        r"^(?P<verb>add|replace) (?P<part>option|zone)s? \w+[^:]*: .+$", "replace players 2",
        "this stands in two lines: `{verb} {part}s`, and below it what is declared", False,
    ),
    (
        r"^(?P<verb>add|replace) (?:the )?state(?: of)? \w+[^:]*: .+$", "replace players 2",
        "this stands in two lines: `{verb} state`, and below it what is declared", False,
    ),
    (
        r"^(?P<verb>add|replace) \w+(?: of \w+)?: .+$", "replace players 2",
        "this stands in two lines: `{verb} state`, or what it is of, and below it the declaration",
        False,
    ),
    (
        r"^add (?P<one>[a-z]\w*) to (?P<whole>\w+)(?: (?:before|after) \S.*)?$",
        "replace players 2",
        "a step is added in two lines: `add step to {whole}`, which may go on with `before` or "
        "`after` another, and below it `{one}`", False,
    ),
    (
        r"^(add step to .+?) at (?:the|its) end$", r"\1",
        "it comes behind all others, unless it is said `before` or `after` which",
    ),
    (
        r"^(add row(?: to \w+)?) (above|below|under|over) (.+)$",
        lambda line: f"{line[1]} {'before' if line[2] in ('above', 'over') else 'after'} {line[3]}",
        "a row comes `before` another or `after` it",
    ),
    (
        r"^(?P<verb>remove|replace) (?P<one>\w+)(?:,| and)+ (?P<other>\w+)$", r"remove \2",
        "each stands on a line of its own: `{verb} {one}`, and below it `{verb} {other}`", False,
    ),
    (
        r"^remove (?:(?:zone|state|family|list) )?([a-z]\w+)(?: of \w+| ?\([^()]*\))$",
        r"remove \1", "what is taken away is named alone",
    ),
    (
        r"^remove (?:option|table|define|phase|action|zone|state) ([a-z]\w+(?: ?\. ?\w+)*)$",
        lambda line: f"remove {line[1].replace(' ', '')}",
        "what is taken away is named by its path alone",
    ),
    (
        r"^add ((?:example|always|never) .+)$", r"\1",
        "examples and laws stand in a variant without `add`",
    ),
    *(
        (
            rf"^replace (?P<{kind}>[a-z]\w*) = (.+)$", r"default \1 = \2",
            "a variant changes what is usual with `default`",
        )
        for kind in ("option", "unknown")
    ),
)  # fmt: skip
