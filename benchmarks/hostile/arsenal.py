"""All attacks, by name, in the order in which they are tried."""

from collections.abc import Awaitable, Callable

from benchmarks.hostile import attacks, meeting, showing, wires
from benchmarks.hostile.visitors import Visitor

Attack = Callable[[Visitor], Awaitable[None]]

ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        attacks.record_looks, attacks.broad_looks, attacks.study_gets, attacks.game_looks, attacks.pictures,
        attacks.exports, attacks.refused_records, attacks.codes, attacks.boards, attacks.lists, attacks.deaf_readers,
        attacks.hints, attacks.evaluations, attacks.game_evaluations, attacks.engine_games, attacks.engines_watched,
        attacks.pings, attacks.slower_pings, attacks.messages, attacks.frames, attacks.churn, attacks.deaf_watchers,
        attacks.watchers, attacks.halves,
        attacks.stored_studies, attacks.stored_records, attacks.offers, attacks.endless_games, attacks.new_games,
        attacks.deep_json, attacks.newcomers,
        showing.films, showing.shared_looks, showing.shared_changes, showing.embeds, showing.explored,
        showing.puzzles, showing.readers,
        meeting.profiles, meeting.strangers, meeting.guesses, meeting.challenges, meeting.lobbies, meeting.blocks,
        meeting.long_lists, meeting.passkeys, meeting.phrases, meeting.phrases_anew, meeting.rematches,
        meeting.push_addresses,
        wires.chunks, wires.wrong_keys, wires.arrivals,
        attacks.asked_lines,
    )
}  # fmt: skip
WIDTHS = {  # tasks of one visitor; else 24
    "halves": 1000, "engines-watched": 150, "deaf-watchers": 150, "watchers": 150, "deaf-readers": 150,
}  # fmt: skip
