"""Another deal for a seat: what the state holds of the cards that change places."""

from __future__ import annotations

from hoyle.interpreter.testing.lockstep_run import Redeal

PLAYED_BY = 'always "somebody or nobody": player of 7♠ is none or player of 7♠ is not none\n'


def test_who_played_a_card_changes_places_with_it(lay, small_games):
    table = lay(small_games["kings"], PLAYED_BY).table(2)
    position = table.start(3)
    while not (position.move and position.seat == 0):
        position = position.play(position.legal().kth(0))
    machine, s = table.machine, position.slots
    played = next(card for card in range(machine.pack.size) if s[machine.player_of + card] == 1)
    other = next(card for card in range(machine.pack.size) if s[machine.player_of + card] == -1)
    changed = Redeal(0, 0, 0, {played: other, other: played}).change_state(machine, s)
    assert changed[machine.player_of + other] == 1
    assert changed[machine.player_of + played] == -1
    zones = {zone.slot: zone for zone in machine.zones}
    for slot, zone in zones.items():
        held = table.engine.zones.cards(changed, slot)
        swap = {played: other, other: played}
        before = [swap.get(card, card) for card in table.engine.zones.cards(s, slot)]
        assert list(held) == (before if zone.pile else sorted(before))
