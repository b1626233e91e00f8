"""The table: people and engines play here, in the browser or by program. `ludejo serve` starts it.

Folders, from top to bottom; each uses only what stands below it (import-linter sees to that):

    web/        HTTP and websockets: the application, routes, the page in static/
    rooms/      the games in memory, who is connected to them, and all that happens in them
    thinking/   the engine: a fair queue for its time, its moves, warming up
    reading/    lessons, puzzles and rules, as the page shows them; lines and records that visitors bring
    storage/    the database: events, seats, studies; written many at a time
    messages/   what goes over the wire: every request and every answer, described once
    sitting/    the game of two seats: its events, what they come to, what an act adds to them

Where a click becomes an event: the page sends an act (static/js/game/live.js), web/live.py reads it, Rooms.act() in
rooms/rooms.py sees it through, decided() in sitting/acting.py says which events it adds, storage/writing.py puts them
on disk, and Room.tell_all() in rooms/room.py shows everybody the new view. Sitting.after() in sitting/sitting.py is
what an event does to the game; nothing else changes one.

Beside them: command.py (`ludejo serve`), config.py, client.py (for bots and tests), limits.py (how often), refusals.py
(why not), metrics.py (how much), pools.py and children.py (threads and processes beside the loop), fairness.py (whose
turn it is).
"""
