"""What a game may grow to, what may be asked how often, first turns that never come, lag, names, deleting."""

import pytest
from sittings import START, Played, refusal, started

from ludejo.play import records
from ludejo.play.records import UNFINISHED
from ludejo.table.rooms.openings import next_game
from ludejo.table.sitting import bounds
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import Act, open_acts, time_is_up
from ludejo.table.sitting.clock import DAY
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.lag import LONGEST, Lag
from ludejo.table.sitting.recording import record_of

MINUTE = {"kind": "sudden", "seconds": 60, "increment": 0}


def hex_game(**terms) -> Played:
    played = started("atoll:hex-9", **terms)
    played.act(1, "join", name="Bo")
    return played


def left(played: Played) -> tuple[int, int]:
    """On both clocks, when the last turn was made."""
    assert played.sitting.clock is not None
    return played.sitting.clock.remaining


def turns(played: Played, *texts: str) -> None:
    for text in texts:
        played.act(played.sitting.position.to_move, "move", text=text)


# ---------------------------------------------------------------- length


def test_a_series_has_an_end(monkeypatch):
    monkeypatch.setattr(bounds, "SERIES", 2)
    played = started("atoll:hex-9", "same-device")
    played.act("both", "resign")
    assert "rematch" in open_acts(played.sitting, "both")
    played.act("both", "rematch")
    following = next_game(played.sitting, {"a": 2})
    last = Played(following.sitting, [following.start], None)
    last.act("both", "resign")
    assert refusal(last.act, "both", "rematch") == "offer/too-often"
    assert "rematch" not in open_acts(last.sitting, "both")


def test_no_game_that_must_end_is_cut_short():
    """A cell is filled with every turn, and there can be a swap: the bound must lie beyond."""
    for spec in ("atoll", "atoll:hex-9", "atoll:size=25", "mammalath:plus"):
        game = started(spec, seed=1).sitting.game
        assert bounds.most_turns(game) > 2 * game.board.cells
        assert bounds.most_events(game) > 4 * bounds.most_turns(game)


def test_a_game_without_end_is_cut_short_as_a_draw(monkeypatch):
    monkeypatch.setattr(bounds, "_TURNS", 3 - 2 * 81)
    played = hex_game()
    turns(played, "a1", "a2", "a3")
    result = played.sitting.result
    assert (result.winner, result.how, str(result.reason)) == (None, "length", "cut short after 3 turns")
    assert played.sitting.score == (0.5, 0.5)
    assert refusal(played.act, 1, "move", text="a4") == "table/over"
    assert [event.kind for event in played.log[-2:]] == ["move", "cut"]
    assert played.replayed().result == result
    kept = records.read(records.write(record_of(played.sitting, None)))
    assert (kept.result.winner, kept.result.how) == (None, "length")


def test_a_turn_with_a_die_counts_when_it_is_rolled(monkeypatch):
    monkeypatch.setattr(bounds, "_TURNS", 1 - 2 * 49)
    played = started("atmalof", "same-device")
    played.act("both", "move", text="R1", roll=False)
    assert not played.sitting.is_over
    played.act("both", "roll")
    assert played.sitting.result.how == "length"


def test_a_game_in_which_too_much_happens_is_cut_short_too(monkeypatch):
    monkeypatch.setattr(bounds, "_EVENTS_A_TURN", 0)
    played = hex_game()
    assert refusal(played.act, 0, "draw") == "offer/too-often"
    assert "draw" not in open_acts(played.sitting, 0)
    turns(played, "a1")
    assert played.sitting.result.how == "length"


def test_turns_are_taken_back_only_so_often(monkeypatch):
    monkeypatch.setattr(bounds, "TAKEBACKS", 2)
    played = started("atoll:hex-9", "same-device")
    for _ in range(2):
        played.act("both", "move", text="a1")
        played.act("both", "takeback")
    played.act("both", "move", text="a1")
    assert "takeback" not in open_acts(played.sitting, "both")
    assert refusal(played.act, "both", "takeback") == "offer/too-often"


# ---------------------------------------------------------------- offers


def test_a_draw_is_offered_again_only_when_the_game_has_gone_on():
    played = hex_game()
    turns(played, "a1")
    played.act(0, "draw")
    played.act(1, "decline")
    assert "draw" not in open_acts(played.sitting, 0)
    assert refusal(played.act, 0, "draw") == "offer/too-soon"
    assert "draw" in open_acts(played.sitting, 1)  # the other player may
    cells = [f"{column}{row}" for row in (2, 3) for column in "abcdefghi"]
    turns(played, *cells[: bounds.DRAW_PAUSE - 1])
    assert refusal(played.act, 0, "draw") == "offer/too-soon"
    turns(played, cells[bounds.DRAW_PAUSE])
    played.act(0, "draw")
    assert played.act(1, "draw").result.how == "agreement"


def test_an_offer_is_met_by_the_same_even_soon_after_an_own_one():
    played = hex_game()
    played.act(0, "draw")
    turns(played, "a1")
    played.act(1, "draw")
    assert "draw" in open_acts(played.sitting, 0)
    assert played.act(0, "draw").result.how == "agreement"


def test_whoever_may_not_take_back_asks_again_a_turn_later():
    played = hex_game()
    turns(played, "a1", "a2")
    played.act(0, "takeback")
    played.act(1, "decline")
    assert refusal(played.act, 0, "takeback") == "offer/too-soon"
    turns(played, "a3", "a4")
    played.act(0, "takeback")
    played.act(1, "accept")
    assert played.sitting.turns == ("a1", "a2")
    played.act(0, "takeback")  # further back: the last one was granted
    played.act(1, "accept")
    assert played.sitting.turns == ()


def test_nobody_asks_for_another_game_for_ever():
    played = hex_game()
    played.act(0, "resign")
    for _ in range(bounds.ASKS):
        played.act(0, "rematch")
        played.act(1, "decline")
    assert refusal(played.act, 0, "rematch") == "offer/too-often"
    assert "rematch" not in open_acts(played.sitting, 0)
    assert "rematch" in open_acts(played.sitting, 1)


# ---------------------------------------------------------------- first turns


@pytest.mark.parametrize("made", [0, 1])
def test_a_game_whose_first_turns_never_come_is_aborted_and_counts_for_nothing(made):
    played = hex_game(clock=MINUTE)
    played.now += 100_000
    turns(played, *["a1"][:made])
    began = START if made == 0 else played.now
    assert played.sitting.due == began + bounds.FIRST_MOVE_MS
    aborted = played.take(played.sitting.at_due)
    assert (aborted.result.winner, aborted.result.how) == (None, "aborted")
    assert "made no first move" in str(aborted.result.reason)
    assert aborted.score == (0, 0)
    assert aborted.due is None
    assert record_of(aborted, None).result == UNFINISHED
    records.read(records.write(record_of(aborted, None)))
    played.act(0, "rematch")
    again = played.act(1, "rematch")
    assert next_game(again, {"ada": 0, "bo": 1}).sitting.terms.series.score == (0, 0)


def test_nobody_is_hurried_before_the_friend_is_there_or_without_a_clock():
    assert started("atoll:hex-9", clock=MINUTE).sitting.due is None
    assert hex_game().sitting.due is None
    assert started("atoll:hex-9", "engine", clock=MINUTE).sitting.due is None


def test_a_first_turn_in_time_ends_the_wait_and_the_clock_takes_over():
    played = hex_game(clock=MINUTE)
    turns(played, "a1", "a2")
    assert not played.sitting.is_unbegun
    played.now += 90_000
    played.take(played.sitting.at_due)
    assert played.sitting.result.how == "time"


def test_a_first_turn_that_takes_days_is_aborted_and_not_lost():
    played = hex_game(clock={"kind": "days", "days": 2})
    assert played.sitting.due == START + 2 * DAY
    assert played.sitting.at_due.kind == ev.ABORT
    turns(played, "a1", "a2")
    assert played.sitting.at_due.kind == ev.FLAG


def test_a_server_that_was_down_aborts_nothing():
    played = hex_game(clock=MINUTE)
    played.now += 500_000
    played.take(Event(ev.PAUSE, played.now, None, {"ms": 450_000}))
    assert played.sitting.due == START + 450_000 + bounds.FIRST_MOVE_MS


def test_games_of_before_are_not_aborted():
    played = hex_game(clock=MINUTE)
    old = {key: value for key, value in played.log[0].data.items() if key not in ("first_move", "lag")}
    played.log[0] = Event(ev.START, START, None, old)
    assert played.replayed().due is None


# ---------------------------------------------------------------- lag


def running() -> Played:
    """A game in which seat 0's clock runs, from now on."""
    played = hex_game(clock=MINUTE)
    turns(played, "a1", "a2")
    return played


def test_short_lag_is_forgiven():
    played = running()
    played.now += 1000
    played.act(0, "move", text="a3", lag=120)
    assert left(played) == (60_000 - 880, 60_000)
    assert played.sitting.running_since == played.now  # the other player's time began when the move was here
    assert played.replayed().clock == played.sitting.clock


def test_a_turn_is_forgiven_no_more_than_the_bound_and_no_more_than_it_took():
    played = running()
    played.now += 1000
    played.act(0, "move", text="a3", lag=5000)
    assert left(played)[0] == 60_000 - 1000 + bounds.LAG_A_TURN_MS
    played.now += 50
    played.act(1, "move", text="a4", lag=5000)
    assert left(played)[1] == 60_000


def test_whoever_always_claims_lag_gains_no_more_than_the_bound_of_a_game(monkeypatch):
    monkeypatch.setattr(bounds, "LAG_A_GAME_MS", 700)
    played = running()
    for turn in range(6):
        played.now += 1000
        played.act(turn % 2, "move", text=f"b{turn + 1}", lag=300 if turn % 2 == 0 else 0)
    assert left(played) == (60_000 - 3000 + 700, 60_000 - 3000)
    assert played.sitting.lags == (0, 700)


def test_a_turn_that_comes_a_little_late_by_lag_is_in_time():
    played = running()
    act = Act("move", played.sitting.number, "a3", lag=250)
    late = played.now + 60_000
    assert not time_is_up(played.sitting, 0, act, late + 249)
    assert time_is_up(played.sitting, 0, act, late + 250)
    assert time_is_up(played.sitting, 0, Act("move", 1, "a3"), late)  # no lag, no excuse
    assert not time_is_up(played.sitting, 1, Act("draw", 1), late)  # nobody else can hurry the flag
    assert not time_is_up(played.sitting, None, None, late + bounds.LAG_A_TURN_MS - 1)
    assert time_is_up(played.sitting, None, None, late + bounds.LAG_A_TURN_MS)
    played.now = late + 100
    played.act(0, "move", text="a3", lag=250)
    assert left(played)[0] == 150


def test_days_and_engines_know_no_lag():
    played = hex_game(clock={"kind": "days", "days": 1})
    turns(played, "a1", "a2")
    assert played.sitting.forgivable(0, 300, played.now + 1000) == 0
    engine = started("atoll:hex-9", "engine", clock=MINUTE)
    assert engine.sitting.forgivable(1, 300, engine.now + 1000) == 0


def test_the_shortest_of_the_latest_echoes_is_the_lag():
    lag = Lag()
    assert lag.ms == 0
    for asked_at, took in ((0.0, 0.4), (10.0, 0.08), (20.0, 0.2)):
        lag.heard(lag.asked(asked_at), asked_at + took)
    assert lag.ms == 80
    for _ in range(5):
        lag.heard(lag.asked(30.0), 30.25)
    assert lag.ms == 250  # what was measured long ago is forgotten


def test_an_echo_counts_once_and_only_for_what_was_asked_last():
    lag = Lag()
    first = lag.asked(0.0)
    second = lag.asked(1.0)
    lag.heard(first, 9.0)
    lag.heard("2", 9.0)
    lag.heard(None, 9.0)
    assert lag.ms == 0
    lag.heard(second, 1.05)
    lag.heard(second, 9.0)
    assert lag.ms in (49, 50)
    lag.heard(lag.asked(0.0), LONGEST + 1)
    assert lag.ms in (49, 50)


# ---------------------------------------------------------------- names, links, deleting


def test_a_player_is_called_otherwise_and_not_for_ever(monkeypatch):
    monkeypatch.setattr(bounds, "NAMES", 1)
    played = hex_game(name="Ada")
    played.act(0, "name", name="Eva")
    assert played.sitting.names == ("Eva", "Bo")
    played.act(1, "name", name="")
    assert played.sitting.names == ("Eva", "")
    assert refusal(played.act, 0, "name", name="Ivo") == "offer/too-often"
    assert refusal(played.act, None, "name", name="Ivo") == "seat/needed"


def test_a_game_is_deleted_alone_where_no_other_person_has_played():
    alone = started("atoll:hex-9")
    assert alone.act(0, "delete").is_deleted
    engine = started("atoll:hex-9", "engine")
    engine.act(0, "move", text="a1")
    engine.act(0, "resign")
    assert engine.act(0, "delete").is_deleted
    assert refusal(engine.act, 0, "rematch") == "table/no-such-game"
    begun = hex_game()
    turns(begun, "a1")
    assert begun.act(1, "delete").is_deleted


def test_a_game_that_two_people_have_played_is_deleted_when_both_want_it():
    played = hex_game()
    turns(played, "a1", "a2")
    played.act(0, "delete")
    assert not played.sitting.is_deleted
    played.act(1, "decline")
    assert played.sitting.offers == ()
    played.act(0, "resign")
    played.act(1, "delete")
    assert "accept" in open_acts(played.sitting, 0)
    assert played.act(0, "accept").is_deleted
    assert (played.sitting.due, played.sitting.engine_due) == (None, False)
    assert refusal(played.act, None, "delete") == "table/no-such-game"


# ---------------------------------------------------------------- what each player may use up


@pytest.mark.parametrize(
    ("kind", "most", "details"),
    [
        ("name", bounds.NAMES, {"name": "x"}),
        ("renew", bounds.RENEWALS, {"key": "old", "new_key": "new"}),
        ("hold", bounds.HOLDS, {"new_key": "*ada"}),
    ],
)  # fmt: skip
def test_a_player_uses_up_nothing_that_is_the_others(kind, most, details):
    played = hex_game()
    for _ in range(most):
        played.act(0, kind, **details)
    assert refusal(played.act, 0, kind, **details) == "offer/too-often"
    played.act(1, kind, **details)
    assert played.replayed() == played.sitting


def test_new_links_for_an_empty_seat_leave_the_friend_some_of_their_own():
    played = started("atoll:hex-9", seat=0)
    for _ in range(bounds.INVITATIONS):
        played.act(0, "invite", key="old", new_key="new")
    assert refusal(played.act, 0, "invite", key="old", new_key="new") == "offer/too-often"
    played.act(1, "join", name="Bo")
    played.act(1, "renew", key="old", new_key="new")


def test_a_challenge_is_taken_however_often_it_was_put_into_a_list():
    played = started("atoll:hex-9", seat=0)
    for _ in range(bounds.HOLDS):
        played.act(0, "hold", new_key="*ada")
    played.act(1, "hold", new_key="*bo")


def test_who_plays_on_the_same_device_uses_up_what_is_theirs():
    played = started("atoll:hex-9", "same-device")
    for _ in range(bounds.HOLDS):
        played.act("both", "hold", new_key="*ada")
    assert refusal(played.act, "both", "hold", new_key="*ada") == "offer/too-often"
