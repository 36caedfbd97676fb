"""A line among the steps: a condition and what is done in one, and what begins with no verb."""

from __future__ import annotations

import re
from functools import cache

import attrs

from hoyle.dsl.nearest import listed
from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.page_names import find_doer, has_all_names, is_asked
from hoyle.dsl.parser.repairs import SETTING, ParseFailure, Repair, accept_line_end, is_name
from hoyle.dsl.parser.rewordings import read_line, write_out
from hoyle.dsl.parser.vocabulary import (
    OPERATIONS,
    ParserState,
    Token,
    find_reserved,
    list_step_words,
    list_terminals,
    split_lines,
)

BELOW = "what is done then stands below, further in"
UNDER = "what is done under a condition stands below it, further in"
FOLLOWING = ("at", "by", "for", "from", "if", "to", "when")  # they stand behind no name alone
CONDITIONS = {"if": "if ", "when": "if ", "unless": "if not "}
BEFORE_QUESTIONS = ("else", "if", "otherwise", "then", "unless", "when", "where")
TO_WHAT = re.compile(r" (?:to )?(?:the )?(?:first|next) (?:trick|round|card)$")  # one leads
# What stands between an action and what it asks.
ASKING = {"if": "must {}", "when": "must {}", "where": "must {}", "unless": "must not ({})"}


@cache
def _begin_step() -> ParserState:
    """Where one stands before a step."""
    state = ParserState.at("one_declaration").accept_kinds("MATCH", "_NEWLINE", "_INDENT")
    assert state is not None
    return state


def _is_step(tokens: tuple[Token, ...]) -> bool:
    """Whether these words are one step, with nothing below it."""
    states = _begin_step().accept_all(tokens)
    after = states[-1].accept_kind("_NEWLINE") if len(states) == len(tokens) > 0 else None
    return after is not None and after.accept_kind("_INDENT") is None


def find_step_beside(failure: ParseFailure) -> Repair | None:
    """`else stop`, `if done stop`, `stop if done`: what is done stands under its condition."""
    at, tokens = failure.at, failure.tokens
    if (failure.first, failure.text) == ("end", "when") and _begins_phase(failure):
        return None  # `ends when …`
    if failure.first == "else" and at == 1 and failure.text not in ("", "if", ":"):
        return Repair(1, says=BELOW)
    if not 0 < at < len(tokens) or "MOVE" not in failure.states[0].find_actions():
        return None
    if failure.first in ("if", "for", "repeat", "else"):
        complete = failure.here.accept_kind("_NEWLINE") is not None
        begins = failure.text in list_step_words() - {"for", "else"}
        runs = at + 1 < len(tokens) or failure.is_phase(failure.text)
        done = complete and (begins or (runs and _is_step(tokens[at:])))
        beside = done and not failure.opens and failure.text not in CONDITIONS
        return Repair(at, says=BELOW) if beside else None
    if any(word.text == "in" for word in tokens[:at]) and "WHERE" in failure.here.list_allowed():
        return None  # `any card in board if …`: which of them
    joined = "\n" in failure.page[tokens[at - 1].end : tokens[at].start]
    alone = at == 1 and failure.first not in list_step_words()
    if joined or (alone and not failure.is_phase(failure.first)):
        return None
    if failure.text not in CONDITIONS or not _is_expression(tokens[at + 1 :]):
        return None
    if not _is_step(tokens[:at]):
        return None
    return Repair(at, CONDITIONS[failure.text], says=UNDER)


def find_narrowed_choice(failure: ParseFailure) -> Repair | None:
    """`choose seat where pot > 0`, of a seat that has its name already: an `if` says when."""
    at, tokens = failure.at, failure.tokens
    who = tokens[1].text if failure.first == "choose" and 1 < at < len(tokens) - 1 else ""
    asked = {**CONDITIONS, "where": "if "}.get(failure.text, "")
    if not who or not asked or not _is_expression(tokens[at + 1 :]):
        return None
    above = failure.page[: tokens[0].start]
    if failure.text == "where" and not re.search(rf"\b(?:for|let|of) {who}\b|\({who}:", above):
        return None  # one of all: the first
    says = "who is asked stands alone here; when, is said by an `if` above it"
    return Repair(at, asked, accept_line_end(failure.here, opens=True), says)


def _is_expression(tokens: tuple[Token, ...]) -> bool:
    """Whether these words are one expression."""
    states = ParserState.at("one_expression").accept_all(tokens)
    return len(states) == len(tokens) > 0 and states[-1].accept_kind("_NEWLINE") is not None


def _begins_phase(failure: ParseFailure) -> bool:
    """Whether the line is the first of a phase, or of the match."""
    above = failure.page[: failure.tokens[0].start].rstrip().rpartition("\n")[2]
    return re.match(r"(?: *(?:add|replace) )?(?:phase \w+|match)\b", above) is not None


def find_asking_action(failure: ParseFailure) -> Repair | None:
    """`pass if bet is 0`: what an action asks is a condition below it."""
    words = [word.text for word in failure.tokens]
    asks = (at for at in range(1, min(failure.at + 1, len(words) - 1)) if words[at] in ASKING)
    for at in asks:
        end = at
        while end > 1 and words[end - 1] in ("only", ",", "but"):
            end -= 1
        after = _end_action(failure.states[0], failure.tokens[:end])
        chosen = [words[k - 1] for k in range(2, end) if words[k] == "in"]
        narrows = {"it", "its", *(chosen if len(chosen) == 1 else ())}
        if after is None or (chosen and not narrows.isdisjoint(words[at:])):
            continue  # those that fit are found with `where`
        last = -1 if words[-1].startswith('"') else len(words)  # what it says where it refuses
        asked = write_out(failure.tokens[at + 1 : last])
        said = f" {words[-1]}" if last < 0 else ""
        must = f"{ASKING[words[at]].format(asked)}{said}"
        if _is_condition(after, next(split_lines(must + "\n")).tokens):
            says = "what an action asks stands below it, further in, and begins with `must`"
            return Repair(at, f"{write_out(failure.tokens[:end])}\n  {must}", after, says)
    return None


def find_labelled_action(failure: ParseFailure) -> Repair | None:
    """`pass: stop`: what an action does stands below it."""
    at = next((k for k, word in enumerate(failure.tokens) if word.text == ":"), 0)
    after = _end_action(failure.states[0], failure.tokens[:at]) if at else None
    done = failure.tokens[at + 1 :]
    if after is None or not done:
        return None
    lines = f"{write_out(failure.tokens[:at])}\n  {write_out(done)}"
    meant = lines if _is_step(done) else ""
    return Repair(at, meant, after, "what an action does stands below it, further in")


def _end_action(state: ParserState, tokens: tuple[Token, ...]) -> ParserState | None:
    """Where one stands behind these words, if they are an action that can have conditions."""
    states = state.accept_all(tokens)
    after = states[-1].accept_kind("_NEWLINE") if len(states) == len(tokens) else None
    return after if after is not None and after.accept_kinds("_INDENT", "MUST") else None


def _is_condition(after: ParserState, tokens: tuple[Token, ...]) -> bool:
    """Whether these words are a condition of the action behind which one stands."""
    below = after.accept_kind("_INDENT")
    states = below.accept_all(tokens) if below is not None else []
    return len(states) == len(tokens) and states[-1].accept_kind("_NEWLINE") is not None


def find_may(failure: ParseFailure) -> Repair | None:
    """`dealer may rob card in hand of dealer`, among the steps."""
    words = [word.text for word in failure.tokens]
    at = next((k for k, word in enumerate(words) if word in ("may", "can")), 0)
    if not 0 < at < len(words) - 1 or "LET" not in failure.states[0].list_allowed():
        return None
    who, done = write_out(failure.tokens[:at]), failure.tokens[at + 1 :]
    after = read_line(attrs.evolve(failure, opens=True), f"choose {who}")
    below = after.accept_kind("_INDENT") if after is not None else None
    if below is None or _end_action(below, done) is None:
        return None
    says = "who chooses stands behind `choose`, and what can be done below it, further in"
    return Repair(at, f"choose {who}\n  {write_out(done)}", says=says)


def find_unquoted(failure: ParseFailure) -> Repair | None:
    """A sentence without its quotes, behind a condition."""
    at, said = failure.at, failure.tokens[failure.at :]
    bare = len(said) > 2 and all(re.fullmatch(r"[^\W\d_]+", word.text) for word in said)
    if not bare or failure.text in BEFORE_QUESTIONS or "STRING" not in failure.here.list_allowed():
        return None
    named = failure.first == "say" and failure.is_given(said[0].text)
    # as it is written, with what stands in braces, which are no words of a line
    rest = failure.page[said[0].start :].partition("\n")[0].partition("#")[0]
    written = " ".join(rest.split())
    written = written if "{" in written and '"' not in written else write_out(said)
    sentence = f"{{{said[0].text}}} {write_out(said[1:])}" if named else written
    meant = f'{write_out(failure.tokens[:at])} "{sentence}"'
    after = read_line(failure, meant) if at else None
    return Repair(at, meant, after, mends_all="{" in sentence) if after is not None else None


def find_loop_behind(failure: ParseFailure) -> Repair | None:
    """`score of seat += 1 for seat in seats`: a step that is done for each stands below."""
    at, words = failure.at, [word.text for word in failure.tokens]
    if failure.text != "for" or words[at + 2 : at + 3] != ["in"] or not at:
        return None
    sets = next((k for k in range(at) if words[k] in SETTING), at)
    if words[at + 1] in words[sets:at] and words[at + 1] not in words[:sets]:
        return None  # a total of all
    head = failure.states[0].accept_all(failure.tokens[at:])
    after = head[-1].accept_kind("_NEWLINE") if len(head) == len(words) - at else None
    if after is None or after.accept_kind("_INDENT") is None or not _is_step(failure.tokens[:at]):
        return None
    meant = f"{write_out(failure.tokens[at:])}\n  {write_out(failure.tokens[:at])}"
    after = failure.states[0].accept_all(failure.tokens[:at])[-1].accept_kind("_NEWLINE")
    return Repair(at, meant, after, "what is done for each of them stands below, further in")


def show_two_lines(_: ParseFailure, repair: Repair) -> tuple[str, ...]:
    """An action with its condition below it, or a loop with what is done."""
    if not repair.meant:
        return ()
    return ("in two lines:", *(f"  {line}" for line in repair.meant.split("\n")))


def find_condition_behind(failure: ParseFailure) -> Repair | None:
    """`n += 1 if done`, which was read as the first of two values."""
    behind = [at for at, word in enumerate(failure.tokens) if word.text == "if"]
    if failure.text or not behind:
        return None
    if failure.first in ("let", "announce"):  # below an `if` nothing else could use the name
        return Repair(behind[-1], says="behind the condition stands `else`, and what it is then")
    return find_step_beside(attrs.evolve(failure, at=behind[-1]))


def show_under(failure: ParseFailure, repair: Repair) -> tuple[str, ...]:
    """A step that stood before its condition, below it."""
    if not repair.meant:
        return ()
    first, condition, last = failure.tokens[0], failure.tokens[repair.at], failure.tokens[-1]
    step = failure.page[first.start : condition.start].strip()
    test = failure.page[condition.end : last.end].strip()
    return ("in two lines:", f"  {repair.meant}{test}", f"    {step}")


def find_doing(failure: ParseFailure) -> Repair | None:
    """`taker leads`, where a piece of state says who the leader is."""
    at = len(failure.tokens) - 1
    if TO_WHAT.search(write_out(failure.tokens)):
        at = failure.at
    verb = failure.tokens[at].text
    if at == 0 or not verb.endswith("s") or "MOVE" not in failure.states[0].find_actions():
        return None
    doer = find_doer(failure.page, verb[:-1])
    meant = f"{doer} = {failure.page[failure.tokens[0].start : failure.tokens[at - 1].end]}"
    after = read_line(failure, meant) if doer else None
    return Repair(at, meant, after, f"who {verb} is set with `=`") if after is not None else None


def find_unnamed_verb(failure: ParseFailure) -> Repair | None:
    """The same where a library may have something of this name."""
    return None if has_all_names(failure.page) else _find_verb(failure)


def find_unknown_verb(failure: ParseFailure) -> Repair | None:
    """A line among the steps that begins with a verb which nothing here is called."""
    return _find_verb(failure) if has_all_names(failure.page) else None


def _find_verb(failure: ParseFailure) -> Repair | None:
    """A line among the steps that begins with a verb which the language does not have."""
    steps = "MOVE" in failure.states[0].find_actions() and failure.line.indent
    if failure.at == 0 or not steps or failure.first in find_reserved():
        return None
    if failure.at > 1 and (
        failure.quote(1) == "(" or any(w.text in SETTING for w in failure.tokens)
    ):
        return None  # it sets, or asks, something
    if failure.quote(2) == "in":
        return None  # an action
    if not is_name(failure.first) or failure.is_given(failure.first):
        return None
    if failure.text in list_terminals() and failure.text not in FOLLOWING:
        return None
    return Repair(0, says=listed(sorted(list_step_words()), most=30))


def find_sunken_action(failure: ParseFailure) -> Repair | None:
    """An action that stands below another one: `throw card in hand`, and further in `pass`."""
    named = is_name(failure.first) and failure.first not in list_step_words()
    steps = "MOVE" in failure.states[0].find_actions()
    if not (steps and named) or not (failure.opens or failure.quote(1) == "in"):
        return None
    above = failure.page[: failure.tokens[0].start]
    heads = list[str]()
    indent = failure.line.indent
    for line in reversed(above.split("\n")[:-1]):
        inner = len(line) - len(line.lstrip())
        if line.strip() and inner < indent:
            heads.append(line.strip())
            indent = inner
    if len(heads) < 2 or not heads[1].startswith("choose "):
        return None
    action = heads[0].split(" ")[0]
    says = f"what is chosen too stands below `{action}`, as far in as it does"
    return Repair(0, says=says) if action != "otherwise" else None


def find_while(failure: ParseFailure) -> Repair | None:
    """`repeat while …`, where what is asked has a mistake of its own."""
    at = next((k for k in (0, 1) if failure.quote(k) == "while"), None)
    begins = at == 0 or failure.first == "repeat"
    if at is None or not begins or "MOVE" not in failure.states[0].find_actions():
        return None
    return Repair(at, says="a loop says when it ends: `repeat until …`, with the contrary of this")


def find_name_first(failure: ParseFailure) -> Repair | None:
    """A line among the steps that begins with a name, and neither sets it nor runs it."""
    here = failure.here.list_allowed()
    begins = "LET" in failure.states[0].list_allowed() and {"EQUAL", "_NEWLINE"} <= here
    if failure.at == 0 or not failure.text or not begins:
        return None
    named = failure.page[failure.tokens[0].start : failure.tokens[failure.at - 1].end]
    params = failure.list_parameters(failure.first)
    if params:
        takes = f"{failure.first}({', '.join(params)})"
        return Repair(failure.at, says=f"all that it takes stands in brackets: `{takes}`")
    says = "no step begins with this name"
    if failure.is_zone(failure.first):
        says = f"cards are brought there by `move … to {named}`"
    elif failure.is_phase(failure.first):
        says = "a phase is run by its name alone"
    elif (verb := failure.text.removesuffix("s")) in list_step_words() - {"win"}:
        return Repair(failure.at, verb, says=f"what is done begins with `{verb}`")
    elif failure.at == 1 and failure.text.startswith('"'):
        return Repair(0, says=f"a condition begins with `must`:  must {named} {failure.text}")
    elif failure.is_kept(failure.first):
        if says := _say_what_is_set(failure, named):
            return Repair(failure.at, says=says)
        says = f"`{named}` is set with `=`"
    elif not failure.is_given(failure.first):
        return None
    return Repair(failure.at, meant=listed(sorted(list_step_words()), most=30), says=says)


def _say_what_is_set(failure: ParseFailure, named: str) -> str:
    """What stands before `+=` further on, where words are turned round: `score of leader side`."""
    setter = next((word.text for word in failure.tokens[failure.at :] if word.text in SETTING), "")
    if not setter:
        return ""
    owner = named.removeprefix(failure.first)
    says = f"before `{setter}` stands what is set, and of whom"
    if failure.text not in OPERATIONS and not is_asked(failure.page, failure.text):
        return says
    if not owner.startswith(" of ") or failure.quote(failure.at + 1) != setter:
        return says
    return f"{says}: `{failure.first} of {failure.text}{owner}`"


def show_steps(failure: ParseFailure, repair: Repair) -> tuple[str, ...]:
    """An example of the step that was meant, or all words that a step can begin with."""
    if not repair.meant:
        return ()
    return as_help(repair.meant) or (f"what else is done begins with: {repair.meant}",)
