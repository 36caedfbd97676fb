"""A transcript being put together: headings, lines of several parts, and lines by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from hoyle.dsl.source import Span
from hoyle.interpreter.narration.doings import Doing, join_doings
from hoyle.interpreter.narration.text_wrap import TextPage

Lead = tuple[str, int, str, Span]  # words, the seat, its name, the rule
MULTIPLE = " ×"  # before how often a move was made
ARROW = " → "  # between a move and what comes of it


class Lines:
    """Writes to a page. With `rules`, the place of the rule stands behind each line."""

    def __init__(
        self, page: TextPage, rules: bool, headings: Mapping[str, str],
        names: Sequence[str], *, by_moves: bool = False,
    ) -> None:  # fmt: skip
        self.page = page
        self.rules = rules
        self.names = names  # of the seats; as many phases of one part each may share a line
        self.by_moves = by_moves  # whether each move has its own line: only one ever plays
        self.headings = headings  # of the phases that have one; `{}` where it is numbered
        self.phases: list[str] = []
        self.told_before: list[int] = []  # how much had been told when each of them began
        self.told = 0  # how many parts and lines
        self.rounds: dict[str, int] = {}
        self.heading = ""  # to be written before what is told next
        self.headed = False  # whether the phase right under the match has a heading
        self.begun = False  # whether anything was written
        self.deep = True  # whether an empty line is due before what stands under no heading
        self.parts: list[str] = []  # the line that is being put together
        self.spans: list[tuple[Span, ...]] = []  # the rules of each of them
        self.depth = 0  # how many phases were running when it was begun
        self.moving = False  # whether its parts are moves
        self.speaker: int | None = None  # whose move its last part is
        self.mover = ""  # who has made the last move on the line
        self.effects = 0  # what is told behind that move
        self.again = ("", 1)  # the last move, and how often it was made on end
        self.doings: list[Doing] = []  # what the last parts, or effects, say of somebody
        self.has_effects = False  # whether anything is told behind a move of the line
        self.beside: Span | None = None  # the rule that all parts of the line are told by
        self.in_phase = 0  # what was told on the line since a phase was left
        self.left = 0  # how many phases on the line were left, of which each had one part
        self.states: dict[str, str] = {}  # what the line tells that places hold
        self.lead: Lead | None = None  # what will stand before a seat's move, once it is made
        self.lead_is_late = False  # the phase in which it happened is over

    # ------------------------------------------------------------------ phases

    def go_on_from(self, before: Lines) -> None:
        """Another transcript has told the game so far, on the same page."""
        before.end_line()
        self.phases, self.told_before = before.phases, before.told_before
        self.rounds, self.told = before.rounds, before.told
        self.heading, self.headed = before.heading, before.headed
        self.begun, self.deep = before.begun, before.deep

    def begin_phase(self, phase: str, *, by_move: bool = False) -> bool:
        """A phase begins. One right under the match has a heading, once something happens in it.

        Not so what a move has begun: that comes of the move, and stands behind it.
        """
        self.phases.append(phase)
        self.told_before.append(self.told)
        if by_move or len(self.phases) != 2 or phase not in self.headings:
            return False
        self.end_line()
        self.headed = True
        self.rounds[phase] = self.rounds.get(phase, 0) + 1
        self.heading = self.headings[phase].format(self.rounds[phase])
        return True

    def leave_phase(self, phase: str) -> None:
        """The phase is over, and with it those that it has cut short."""
        before = self.told
        while self.phases:
            before = self.told_before.pop()
            if self.phases.pop() == phase:
                break
        self.lead_is_late = True
        if len(self.phases) < self.depth and self.parts:
            if self.beside is None:
                self._leave_line(self.told - before)
            else:
                self.end_line(with_lead=False)
        if len(self.phases) < 2 and self.headed:
            self.end_line()
            self.heading, self.headed = "", False

    def _leave_line(self, told: int) -> None:
        """A line ends with its phase; where each of several has told one part, they share one."""
        if self.in_phase:
            self.left += 1
        if told > 1 or self.left >= len(self.names) or len(self.phases) < self.depth - 2:
            self.end_line(with_lead=False)
        self.in_phase, self.speaker = 0, None

    def _end_shared_line(self) -> None:
        """The last phase on a line that several share has more to tell: it has its own."""
        last, speaker, mover, effects = self.parts.pop(), self.speaker, self.mover, self.effects
        span = self.spans.pop()
        depth, moving, again = self.depth, self.moving, self.again
        if moving and not last.startswith(f"{mover}: "):
            last = f"{mover}: {last}"  # it stood behind another move of the same seat
        self.end_line()
        self.parts, self.speaker, self.mover, self.effects = [last], speaker, mover, effects
        self.spans = [span]
        self.depth, self.moving, self.again, self.has_effects = depth, moving, again, effects > 0
        self.in_phase = 1

    # ------------------------------------------------------------------ parts

    def _count_part(self) -> None:
        self.in_phase += 1
        self.told += 1

    def add_move(self, text: str, seat: int, name: str, span: Span) -> None:
        """A move, beside the ones before it in the same phase; the name once for several.

        A move with effects is followed on its line only by those of the same seat; where each
        has its own line, by the same move that names nothing: numbers agree by chance. One that the
        same seat makes in a phase that the first one has led to stands on that line too.
        """
        self._add_lead(seat)
        further = len(self.phases) - self.depth
        if further > 0 and self.moving and self.mover == name and self.left and self.in_phase:
            self._end_shared_line()
        goes_on = further == 0 or (further > 0 and self.mover == name and not self.left)
        other = self.has_effects and self.mover != name
        alone = self.by_moves and (self.again[0] != text or (self.effects > 0 and " " in text))
        if not goes_on or not self.moving or other or alone:
            self.end_line()
        if self.parts and self.mover == name and self.again[0] == text and not self.effects:
            self.again = (text, self.again[1] + 1)
            first = self.parts[-1].split(MULTIPLE)[0]
            self.parts[-1] = f"{first}{MULTIPLE}{self.again[1]}"
            self._count_part()
        else:
            self.add_part(text if self.mover == name else f"{name}: {text}", span, move=True)
            self.again = (text, 1)
        self.speaker, self.mover, self.effects = seat, name, 0

    def add_lead(self, text: str, seat: int, name: str, span: Span) -> None:
        """What happens to a seat that moves next: it stands on the line of that move."""
        self._add_lead(seat)
        self.lead, self.lead_is_late = (text, seat, name, span), False

    def extend_lead(self, text: str) -> None:
        """What is found of that which happens to a seat that moves next: it stands behind it."""
        assert self.lead is not None
        before, seat, name, span = self.lead
        self.lead = (f"{before}, {text}", seat, name, span)

    def _add_lead(self, mover: int | None = None) -> None:
        """What happened to a seat stands before its move; where no move of its follows, alone."""
        lead, self.lead = self.lead, None
        if lead is None:
            return
        text, seat, name, span = lead
        if seat == mover:
            self.add_move(*lead)
        else:
            self.add_part(f"{name} {text}", span)

    def find_mover(self, seat: int | None) -> int | None:
        """The seat, if it has made the last move on the line that is being put together."""
        if seat is None or not self.parts or not self.moving:
            return None
        return seat if self.mover == self.names[seat] else None

    def extend_move(self, text: str) -> None:
        """More words of the last move, before what has come of it."""
        move, arrow, effects = self.parts[-1].partition(ARROW)
        self.parts[-1] = f"{move} {text}{arrow}{effects}"
        self.again = ("", 1)

    def change_move(self, before: str, now: str, *more: str) -> None:
        """Other words for the last move, and more of them behind; once it has them, it stays.

        What has come of it so far goes on behind it.
        """
        move, arrow, effects = self.parts[-1].partition(ARROW)
        if (more or before != now) and move.endswith(before):
            said = " ".join([f"{move.removesuffix(before)}{now}", *more])
            self.parts[-1] = f"{said}{arrow}{effects}"
            self.again = ("", 1)

    def add_part(self, text: str, span: Span, move: bool = False) -> None:
        """One more part of the line; moves stand on one line, what the rules do on another."""
        late = self.lead is not None and self.lead_is_late
        self._add_lead()
        self.told -= late and not move  # this phase has not told it
        alone = self.beside is not None and self.beside != span
        if move != self.moving or alone or (self.left and len(self.phases) != self.depth):
            self.end_line()
        if self.left and self.in_phase:
            self._end_shared_line()
        if not self.parts:
            self.depth, self.moving = len(self.phases), move
        self.parts.append(text)
        self.spans.append((span,))
        self._count_part()
        self.speaker, self.doings = None, []

    def add_points(self, text: str, span: Span) -> None:
        """Points: they share a line with those only that the same line of the rules gave others."""
        who = text.split()[0]
        if self.beside is None or who in [part.split()[0] for part in self.parts]:
            self.end_line()
        self.add_part(text, span)
        self.beside = span

    def add_state(self, name: str, holds: str, span: Span, whole: bool = True) -> None:
        """What a place holds now, behind what has come there: `4♠ to board: 7♦ 4♠`.

        What an earlier move of the line has left there is not told any more, where it is told
        as a `whole`.
        """
        moves = self.moving and len(self.parts) > 1
        if moves and whole and (before := self.states.get(name)) is not None:
            self.parts[:-1] = [_leave_out(part, before) for part in self.parts[:-1]]
        if self.parts and self.parts[-1].endswith(f" to {name}"):
            self.parts[-1] += f": {holds}"
        else:
            self.add_effect(f"{name}: {holds}", span)
        self.states[name] = f"{name}: {holds}"

    def add_doing(self, doing: Doing) -> None:
        """A part, or what comes of a move, that says something of somebody.

        What is said of several is said once.
        """
        behind = self.speaker is not None and bool(self.parts)
        told = self.doings if self.parts and self.moving is behind and self.lead is None else []
        if behind and not self.parts[-1].endswith(self._list_doings(told)):
            told = []  # more was said of the last of them
        now = join_doings(told, doing)
        if len(now) > len(told):
            before = told[-1] if told and not behind else None
            self.add_effect(doing.format(self.names, before), doing.span)
            self.doings = now if behind else now[-len(self.parts) :]
            return
        self.doings = now
        if behind:
            kept = self.parts[-1].removesuffix(self._list_doings(told))
            self.parts[-1] = f"{kept}{self._list_doings(now)}"
            return
        self._count_part()
        gone = len(told) - len(now) + 1  # these and the new one are told as one
        del self.parts[len(self.parts) - gone :]
        self.spans[-gone:] = [(*chain(*self.spans[-gone:]), doing.span)]
        self.parts.append(now[-1].format(self.names, now[-2] if len(now) > 1 else None))

    def _list_doings(self, doings: Iterable[Doing]) -> str:
        """What comes of a move, one after another."""
        return ", ".join(doing.format(self.names) for doing in doings)

    def begin_with(self, doing: Doing) -> None:
        """A line ends that does not tell of the same, before something is said of somebody."""
        if not (self.parts and self.doings and self.doings[-1].is_followed_by(doing)):
            self.end_line()

    def end_other(self, subject: str, span: Span) -> None:
        """End the line if another line of the rules has told it, and not of this `subject`."""
        own = any(subject in part for part in self.parts)
        if self.spans and span not in self.spans[-1] and not own:
            self.end_line()

    def add_effect(self, text: str, span: Span) -> None:
        """What comes of a move stands behind it; else it is a part by itself."""
        if self.speaker is None or not self.parts:
            self.add_part(text, span)
            return
        self.parts[-1] += f"{ARROW if self.effects == 0 else ', '}{text}"
        self.effects += 1
        self.has_effects, self.doings = True, []

    def end_line(self, *, with_lead: bool = True) -> None:
        """Write the line that is being put together; what leads to the next move, if it is due."""
        parts, self.parts = self.parts, []
        spans, self.spans = self.spans, []
        self.states.clear()
        self.speaker, self.mover, self.has_effects = None, "", False
        self.beside, self.in_phase, self.left = None, 0, 0
        if parts:
            self._write_heading()
            self.page.write_parts(parts, self._indent(), self._format_places(chain(*spans)))
        if with_lead and self.lead is not None:
            self._add_lead()
            self.end_line()

    # ------------------------------------------------------------------ writing

    def begin_turn(self) -> None:
        """The heading of what is asked now stands before the question, not under the answer."""
        if self.heading:
            self._write_heading()

    def add_line(self, text: str, span: Span) -> None:
        """A line by itself."""
        self.end_line()
        self.told += 1
        self._write_heading()
        self.page.line(text, self._indent(), self._format_places([span]))

    def _indent(self) -> int:
        """What stands under a heading is indented."""
        return 2 * self.headed

    def _write_heading(self) -> None:
        """An empty line and the heading before what is told first under it."""
        if self.heading:
            self.page.line()
            self.page.heading(self.heading)
            self.heading = ""
        elif (self.deep and not self.headed) or not self.begun:
            self.page.line()
        self.begun, self.deep = True, self.headed

    def _format_places(self, spans: Iterable[Span]) -> str:
        """File and lines of the rules, in the order of what they told, where they are asked for."""
        found: dict[str, dict[int, None]] = {}
        for span in spans if self.rules else ():
            if span.source.text:
                found.setdefault(span.source.name, {})[span.line] = None
        return ", ".join(f"{name}:{', '.join(map(str, lines))}" for name, lines in found.items())


def _leave_out(part: str, state: str) -> str:
    """A move without the effect that it had on a place."""
    name, _, holds = state.partition(": ")
    for told, left in (
        (f" → {state}, ", " → "), (f" → {state}", ""), (f", {state}", ""),
        (f" to {name}: {holds}", f" to {name}"),
    ):  # fmt: skip
        if part.endswith(told) or f"{told}, " in part or (left == " → " and told in part):
            return part.replace(told, left, 1)
    return part
