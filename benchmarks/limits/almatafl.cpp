// Random games of basic AlmaTafl (73 points, stacks of up to three), with tables and lists of active discs.
//
// Some one random game in 150,000 strands the King on a stack of three that he cannot leave, and may then last
// for millions of turns; of the rest hardly any outlasts 1,000. Games are cut short at LONGEST turns and counted
// as draws, of which AlmaTafl has no others.
//
// Usage: almatafl SECONDS SEED
#include "limits.hpp"

using namespace limits;

namespace {

constexpr int ROWS = 11, POINTS = 73, NOWHERE = POINTS, DIRECTIONS = 6, HIGHEST = 3;
constexpr int INVADERS = 24;
constexpr int LONGEST = 2000;

// A stack is its discs, two bits each, the top disc lowest; 0 is an empty point.
using Stack = uint8_t;
enum Disc : Stack { BLACK = 1, WHITE = 2, KING = 3 };

int top(Stack stack) { return stack & 3; }
bool is_full(Stack stack) { return stack >> 4; }
int height(Stack stack) { return (stack > 0) + (stack > 3) + (stack > 15); }
int seat_of(int disc) { return disc != BLACK; }  // Black begins

// The star, row a first: x throne, e escape spot, b invader, w defender, . free point.
constexpr const char* STAR[ROWS] = {
    "  ee  ",
    " bbbbb ",
    "eb....be",
    "eb..w..be",
    " b.wwww.b ",
    " b..wxw..b ",
    " b.wwww.b ",
    "eb..w..be",
    "eb....be",
    " bbbbb ",
    "  ee  ",
};

struct Board {
    uint8_t reach[HIGHEST + 1][POINTS][DIRECTIONS];  // by height of the stack left: where a disc comes down
    bool is_escape[POINTS] = {}, is_reserved[POINTS + 1] = {};  // reserved: for the King alone
    Stack start[POINTS] = {};
    int throne = 0;

    Board() {
        // Rows grow up to f and shrink after it; slanting the columns makes every line straight.
        int at[ROWS][ROWS], point = 0;
        for (auto& row : at) {
            for (int& entry : row) entry = NOWHERE;
        }
        for (int row = 0; row < ROWS; ++row) {
            for (int i = 0; STAR[row][i]; ++i) {
                if (STAR[row][i] != ' ') at[row][slant(row, i)] = mark(point++, STAR[row][i]);
            }
        }
        for (int row = 0; row < ROWS; ++row) {
            for (int column = 0; column < ROWS; ++column) {
                if (at[row][column] != NOWHERE) fill_reach(at, row, column);
            }
        }
    }

private:
    static int slant(int row, int i) { return i + (row > 5 ? row - 5 : 0); }

    int mark(int point, char sign) {
        is_escape[point] = sign == 'e';
        is_reserved[point] = sign == 'e' || sign == 'x';
        start[point] = sign == 'b' ? BLACK : sign == 'w' ? WHITE : sign == 'x' ? KING : 0;
        if (sign == 'x') throne = point;
        return point;
    }

    void fill_reach(const int (&at)[ROWS][ROWS], int row, int column) {
        constexpr int UP[DIRECTIONS] = {0, 1, 1, 0, -1, -1}, RIGHT[DIRECTIONS] = {1, 1, 0, -1, -1, 0};
        for (int far = 1; far <= HIGHEST; ++far) {
            for (int d = 0; d < DIRECTIONS; ++d) {
                const int r = row + far * UP[d], c = column + far * RIGHT[d];
                const bool inside = r >= 0 && r < ROWS && c >= 0 && c < ROWS;
                reach[far][at[row][column]][d] = inside ? at[r][c] : NOWHERE;
            }
        }
    }
};

const Board board;

// The points where one side has an active disc, the King apart, in no order.
struct ActiveDiscs {
    uint8_t points[INVADERS];
    int count = 0;

    void add(int point, uint8_t* slot) {
        slot[point] = count;
        points[count++] = point;
    }

    void remove(int point, uint8_t* slot) {
        const uint8_t last = points[--count];
        points[slot[point]] = last;
        slot[last] = slot[point];
    }
};

struct Move {
    uint8_t from, to;
};

struct Game {
    Stack stack[POINTS + 1] = {};
    uint8_t has_room[POINTS + 1];  // may a disc other than the King land here?
    uint8_t slot[POINTS];          // where the point stands in its list of active discs
    ActiveDiscs active[2];
    int king = board.throne;

    Game() {
        for (int point = 0; point < POINTS; ++point) {
            stack[point] = board.start[point];
            if (stack[point] && point != king) active[seat_of(stack[point])].add(point, slot);
            has_room[point] = !board.is_reserved[point];
        }
        stack[NOWHERE] = 0xff;
        has_room[NOWHERE] = 0;
    }

    // Lists all legal moves of the side. Black may land on the King, on his throne too; White may not.
    int legal_moves(int seat, Move* out) {
        has_room[king] = seat == FIRST && !is_full(stack[king]);
        int n = 0;
        for (int i = 0; i < active[seat].count; ++i) {
            const uint8_t from = active[seat].points[i];
            for (uint8_t to : board.reach[height(stack[from])][from]) {
                out[n] = {from, to};
                n += has_room[to];
            }
        }
        return seat == FIRST ? n : n + king_moves(out + n);
    }

    // One move for each point where the King can stop, directly or after bouncing off black discs.
    int king_moves(Move* out) const {
        bool seen[POINTS + 1] = {};
        seen[king] = true;
        int n = hops(king, height(stack[king]), seen, out, 0);
        for (int i = 0; i < n; ++i) {
            const int landing = out[i].to;
            if (top(stack[landing]) == BLACK) n = hops(landing, height(stack[landing]) + 1, seen, out, n);
        }
        return n;
    }

    int hops(int from, int far, bool* seen, Move* out, int n) const {
        for (uint8_t to : board.reach[far][from]) {
            if (seen[to] || is_full(stack[to])) continue;
            seen[to] = true;
            out[n++] = {uint8_t(king), to};
        }
        return n;
    }

    void play(int seat, Move move) {
        const int disc = top(stack[move.from]), covered = top(stack[move.to]);
        if (disc != KING) active[seat].remove(move.from, slot);
        stack[move.from] >>= 2;
        if (stack[move.from]) active[seat_of(top(stack[move.from]))].add(move.from, slot);
        has_room[move.from] = !board.is_reserved[move.from];
        if (covered && covered != KING) active[seat_of(covered)].remove(move.to, slot);
        stack[move.to] = stack[move.to] << 2 | disc;
        has_room[move.to] = !board.is_reserved[move.to] && !is_full(stack[move.to]);
        if (disc == KING) {
            king = move.to;
        } else {
            active[seat].add(move.to, slot);
        }
    }
};

Result play_game(Random& random) {
    Game game;
    Move moves[INVADERS * DIRECTIONS + POINTS + 1];
    for (int turn = 0; turn < LONGEST; ++turn) {
        const int seat = turn & 1;
        const int n = game.legal_moves(seat, moves);
        if (n == 0) return {other(seat), turn};
        game.play(seat, moves[random.below(n)]);
        if (top(game.stack[game.king]) != KING) return {FIRST, turn + 1};
        if (game.active[SECOND].count == 0) return {FIRST, turn + 1};
        if (board.is_escape[game.king]) return {SECOND, turn + 1};
    }
    return {NOBODY, LONGEST};
}

}  // namespace

int main(int argc, char** argv) {
    measure(read_arguments(argc, argv, 2, "SECONDS SEED"), play_game);
}
