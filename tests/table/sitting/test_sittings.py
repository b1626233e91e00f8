"""The log and what it comes to: acts, clocks, offers, and that replaying the log gives the same state."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sittings import START, Played, refusal, shown, started

from ludejo.games.errors import IllegalMove, UnreadableMove
from ludejo.play.fair_dice import verify
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import next_game
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import KINDS, Act, ActName, done_before, open_acts
from ludejo.table.sitting.clock import DAY, new_clock
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.recording import record_of
from ludejo.table.sitting.sitting import Holder, replayed

SPECS = ["atmalof:junior", "mammalath", "atoll:rhombus,size=4,pie=yes", "almatafl"]
CLOCKS = [None, {"kind": "sudden", "seconds": 20, "increment": 2}, {"kind": "days", "days": 1}]

LASTING = [kind for kind in KINDS if kind != "delete"]
acts = st.tuples(
    st.sampled_from([0, 1, None]), st.sampled_from([*LASTING, "move", "move", "move", "roll"]),
    st.integers(-2, 1), st.integers(0, 500), st.booleans(), st.integers(0, 6000),
)  # fmt: skip


def held(played: Played, asked: int | None) -> Holder:
    """A seat that somebody can hold there: both seats on the same device, else one of them, or none."""
    return "both" if asked is not None and played.sitting.terms.opponent == ev.SAME_DEVICE else asked


def attempt(played: Played, act: tuple) -> None:
    """One act, sensible or not, as a client could send it."""
    asked, kind, lag, choice, roll, ms = act
    holder = held(played, asked)
    played.now += ms
    known = {"join": {"name": "N", "nonce": "n"}, "nonce": {"nonce": "n"}, "name": {"name": "M"}}
    details: dict[str, Any] = known.get(kind, {})
    moves = played.sitting.position.moves()
    if kind == "move":
        details = {"text": moves[choice % len(moves)] if moves else "a1", "roll": roll}
    sitting = played.sitting
    if sitting.due is not None and played.now >= sitting.due:
        played.take(sitting.at_due)
        return
    try:
        played.act(holder, kind, max(0, sitting.number + lag), **details)
    except (Refusal, IllegalMove, UnreadableMove) as error:
        played.refused.append(str(error))
        assert played.sitting is sitting  # what is refused changes nothing


@settings(max_examples=60)
@given(
    st.sampled_from(SPECS), st.sampled_from(["friend", "same-device", "engine"]), st.sampled_from(CLOCKS),
    st.lists(acts, max_size=40),
)  # fmt: skip
def test_replaying_the_log_gives_the_same_state(spec, opponent, clock, wanted):
    played = started(spec, opponent, clock=clock, seed=3)
    for act in wanted:
        attempt(played, act)
    again = played.replayed()
    assert shown(again, played.now) == shown(played.sitting, played.now)
    assert again.number == len(played.log)
    assert again.position.history == played.sitting.turns
    assert (again.due, again.engine_due, again.kept) == (
        played.sitting.due, played.sitting.engine_due, played.sitting.kept,
    )  # fmt: skip


@settings(max_examples=40)
@given(st.sampled_from(SPECS), st.lists(acts, max_size=40))
def test_what_the_view_offers_is_accepted_and_records_are_sound(spec, wanted):
    played = started(spec, seed=4)
    for act in wanted:
        attempt(played, act)
    for holder in (0, 1):
        for kind in open_acts(played.sitting, holder):
            if kind == "hint" or kind == "evaluate":
                continue
            branch = Played(played.sitting, list(played.log), played.secret, played.now)
            branch.act(holder, kind, text=branch.sitting.position.moves()[0] if kind == "move" else "")
    ended = played.sitting if played.sitting.is_over else played.act(0, "resign")
    fair = verify(record_of(ended, played.secret))
    assert (fair is not None) == ended.has_dice
    if fair:
        assert (fair.rolls, fair.taken_back) == (len(ended.kept), len(ended.rolls) - len(ended.kept))


def hex_game(**terms):
    played = started("atoll:hex-9", **terms)
    played.act(1, "join", name="Bo")
    return played


def test_nobody_moves_for_another_or_out_of_turn_or_twice_or_after_the_end():
    played = hex_game()
    assert refusal(played.act, None, "move", text="a1") == "seat/needed"
    assert refusal(played.act, 1, "move", text="a1") == "move/not-your-turn"
    number = played.sitting.number
    played.act(0, "move", text="a1")
    assert refusal(played.act, 0, "move", number, text="a2") == "table/stale"
    assert refusal(played.act, 0, "move", text="a2") == "move/not-your-turn"
    assert refusal(played.act, 1, "move", number, text="a2") == "table/stale"
    assert refusal(played.act, 1, "move", number + 9, text="a2") == "table/stale"
    played.act(1, "resign")
    for kind in ("move", "roll", "resign", "draw", "takeback", "nonce"):
        assert refusal(played.act, 0, kind, text="b2") == "table/over"


def test_an_event_that_leaves_the_board_alone_makes_no_move_stale():
    played = hex_game()
    number = played.sitting.number
    played.act(1, "draw")
    assert played.act(0, "move", number, text="a1").turns == ("a1",)


def again(played: Played, holder: Holder, kind: ActName, number: int, ref: str) -> int | None:
    """What is answered to an act that is sent again."""
    return done_before(played.sitting, holder, Act(kind, number, ref=ref))


def test_an_act_is_known_by_its_ref_when_it_comes_again():
    played = hex_game()
    number = played.sitting.number
    assert again(played, 0, "draw", number, "a") is None
    played.act(0, "draw", number, ref="a")
    played.act(1, "decline", ref="a")  # the same word, but somebody else's
    assert played.sitting.offers == ()
    for sitting in (played.sitting, played.replayed()):
        assert done_before(sitting, 0, Act("draw", number, ref="a")) == number + 1
        assert done_before(sitting, 1, Act("decline", number + 1, ref="a")) == number + 2
    assert again(played, 0, "draw", number, "b") is None
    assert again(played, 0, "resign", number, "a") is None
    assert again(played, 0, "draw", number + 1, "a") is None
    assert again(played, None, "draw", number, "a") is None


def test_an_announcement_and_its_roll_are_one_act():
    played = started("atmalof", "same-device")
    played.act("both", "move", text="R1", ref=7)
    assert [event.kind for event in played.log] == ["start", "move", "roll"]
    assert done_before(played.replayed(), "both", Act("move", 1, ref=7)) == 3


def test_the_first_roll_waits_until_both_players_can_add_their_part():
    played = started("atmalof")
    played.act(0, "move", text="R1")  # announced, and the die waits
    assert played.sitting.position.is_chance
    assert not played.sitting.rolls
    assert "roll" not in open_acts(played.sitting, 0)
    assert refusal(played.act, 0, "roll") == "table/no-roll"
    played.act(1, "join", nonce="bo")
    assert played.sitting.nonces == ("", "bo")
    assert "roll" in open_acts(played.sitting, 0)
    played.act(0, "roll")
    assert [(roll.k, roll.turn, roll.drop) for roll in played.sitting.rolls] == [(0, 1, "R1")]


def test_whoever_acts_without_joining_first_has_joined_and_the_die_rolls():
    played = started("atmalof", seat=1)
    played.act(0, "move", text="R1")
    assert played.sitting.joined == (True, True)
    assert len(played.sitting.rolls) == 1


def test_an_offer_must_have_been_seen_to_be_accepted():
    played = hex_game()
    number = played.sitting.number
    played.act(0, "draw")
    assert refusal(played.act, 1, "accept", number) == "table/stale"
    assert refusal(played.act, 0, "accept") == "offer/none"
    assert played.act(1, "draw").result.how == "agreement"  # both have offered


def test_a_sudden_clock_starts_after_both_first_turns_and_pays_the_increment():
    played = hex_game(clock={"kind": "sudden", "seconds": 60, "increment": 5})
    played.now += 50_000
    played.act(0, "move", text="a1")
    played.now += 50_000
    played.act(1, "move", text="a2")
    assert played.sitting.clock.read(played.now) == (60_000, 60_000)
    played.now += 10_000
    assert played.sitting.clock.read(played.now) == (50_000, 60_000)
    played.act(0, "move", text="a3")
    assert played.sitting.clock.read(played.now) == (55_000, 60_000)
    assert played.sitting.due == played.now + 60_000 + bounds.LAG_A_TURN_MS


def test_a_clock_of_days_starts_when_both_are_there_and_again_with_each_turn():
    played = started("atoll:hex-9", clock={"kind": "days", "days": 2})
    assert played.sitting.due is None
    played.now += 5 * DAY
    played.act(1, "join")
    assert played.sitting.due == played.now + 2 * DAY
    played.now += DAY
    played.act(0, "move", text="a1")
    assert played.sitting.clock.read(played.now) == (2 * DAY, 2 * DAY)
    assert played.sitting.clock.running == 1


def test_a_pause_stops_the_clock_and_a_flag_ends_the_game():
    played = hex_game(clock={"kind": "sudden", "seconds": 60, "increment": 0})
    played.act(0, "move", text="a1")
    played.act(1, "move", text="a2")
    played.now += 100_000
    played.take(Event(ev.PAUSE, played.now, None, {"ms": 90_000}))
    assert played.sitting.clock.read(played.now) == (50_000, 60_000)
    played.take(Event(ev.FLAG, played.now + 50_000, 0))
    assert (played.sitting.result.winner, played.sitting.result.how) == (1, "time")
    assert played.sitting.due is None


def test_the_clock_of_an_announced_drop_runs_until_the_roll():
    played = started("atmalof", "same-device", clock={"kind": "sudden", "seconds": 60, "increment": 0})
    for text in ("R1", "R2"):
        played.act("both", "move", text=text)
    played.act("both", "move", text="R3", roll=False)
    played.now += 7_000
    played.act("both", "roll")
    assert played.sitting.clock is not None
    assert played.sitting.clock.read(played.now) == (53_000, 60_000)


def test_a_series_alternates_who_begins_and_adds_up():
    played = hex_game()
    played.act(0, "resign")
    played.act(0, "rematch")
    over = played.act(1, "rematch")
    new = next_game(over, {"ada": 0, "bo": 1})
    assert new.hashes == {"ada": 1, "bo": 0}
    assert new.sitting.terms.series.score == (1.0, 0.0)
    assert new.sitting.terms.series.previous == over.id
    assert replayed("next", [new.start]).joined == (True, True)


def test_clocks_never_show_less_than_nothing():
    clock = new_clock({"kind": "sudden", "seconds": 10, "increment": 0}).run_for(0, START)
    assert clock.read(START + 99_000) == (0, 10_000)
    assert clock.is_up(START + 10_000)
    assert not clock.is_up(START + 9_999)


def test_a_hint_is_for_ones_own_turn():
    played = started("atoll:hex-9", "engine", seat=0, level=1)
    assert {"hint", "evaluate"} <= set(open_acts(played.sitting, 0))
    played.act(0, "move", text="e5")
    assert "hint" not in open_acts(played.sitting, 0)  # it would be the engine's move
    assert "evaluate" in open_acts(played.sitting, 0)


def test_a_handicap_of_time_goes_with_its_player():
    clock = {"kind": "sudden", "seconds": 300, "increment": 0, "other_seconds": 60}
    played = started("atoll:hex-9", "friend", seat=1, clock=clock)
    assert played.sitting.clock is not None
    assert played.sitting.clock.remaining == (60_000, 300_000)
    played.act(0, "join", name="Bo")
    played.act(1, "resign")
    played.act(1, "rematch")
    following = next_game(played.act(0, "accept"), {})
    assert following.sitting.clock is not None
    assert following.sitting.clock.remaining == (300_000, 60_000)  # they have changed seats
