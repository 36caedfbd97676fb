"""A variant is told as the same rules written out: which file a step stands in decides nothing."""

import pytest

from tests.heads import head

KNOCK = head("Knock")
KNOCK += """\

state of one_deal
  knocker: Seat or none = none

state
  bonus of Seat: 0..99 = 0

match
  repeat 3 times
    one_deal
  win seats

phase one_deal
  for seat in seats, round and round until knocker is not none at most 90 times, else end match
    choose seat
      wait
      knock
        say "{seat} is content"
        knocker = seat
"""
BONUS = (
    KNOCK
    + """\
  if knocker is not none
    bonus of knocker += 5
    say "{knocker} ends the deal"
"""
)


@pytest.mark.parametrize(
    ("game", "step", "line"),
    [
        # who knocks has made the move, so `knocker: ann` need not be told
        (KNOCK, "one_deal.knock before knocker", '        say "{seat} is content"\n'),
        # it is the reason of the points before it
        (BONUS, "one_deal after bonus", '    say "{knocker} ends the deal"\n'),
    ],
)
def test_a_sentence_that_a_variant_adds_stands_for_what_it_stands_for_in_the_game(
    hoyle, tmp_path, monkeypatch, game, step, line
):
    monkeypatch.chdir(tmp_path)
    assert game.count(line) == 1
    (tmp_path / "knock.cards").write_text(game, encoding="utf-8")
    written = hoyle("run", "knock.cards", "--seed", 1).stdout.splitlines()[1:]
    (tmp_path / "quiet.cards").write_text(game.replace(line, ""), encoding="utf-8")
    variant = (
        f'edition 1\n\nvariant told "Told" of quiet\n  add step to {step}\n    {line.strip()}\n'
    )
    (tmp_path / "told.cards").write_text(variant, encoding="utf-8")
    assert hoyle("run", "told.cards", "--seed", 1).stdout.splitlines()[1:] == written
