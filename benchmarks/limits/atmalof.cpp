// Random games of classic Atmalof (7 x 7, six-sided die, 22 pieces, lines of five), on bitboards.
//
// Usage: atmalof SECONDS SEED
#include "limits.hpp"

using namespace limits;

namespace {

constexpr int SIDE = 7, DIE = 6, PIECES = 22;
constexpr int ANNOUNCEMENTS = 2 * SIDE;

// Row r, column c is bit 8r + c. Bit 7 of each row is no square: it keeps lines and steps from
// running over an edge.
constexpr uint64_t BOARD = 0x007f7f7f7f7f7f7f;
constexpr int LINES[4] = {1, 7, 8, 9};

uint64_t square(int row, int column) { return uint64_t(1) << (8 * row + column); }

bool has_five(uint64_t own) {
    uint64_t fives = 0;
    for (int step : LINES) {
        const uint64_t twos = own & own >> step;
        const uint64_t fours = twos & twos >> 2 * step;
        fives |= fours & own >> 4 * step;
    }
    return fives != 0;
}

// Where there is no five, every four in line is exactly four.
int count_fours(uint64_t own) {
    int fours = 0;
    for (int step : LINES) {
        const uint64_t twos = own & own >> step;
        fours += count(twos & twos >> 2 * step);
    }
    return fours;
}

// Announcements 0-6 are rows, 7-13 columns; the die gives the other coordinate.
uint64_t rolled_square(int announcement, Random& random) {
    const int roll = random.below(DIE);
    return announcement < SIDE ? square(announcement, roll) : square(roll, announcement - SIDE);
}

// Squares that some piece could move to, once for each of the eight directions it can come from.
struct Steps {
    uint64_t up[4], down[4];
    int total = 0;

    Steps(uint64_t own, uint64_t empty) {
        for (int i = 0; i < 4; ++i) {
            up[i] = own << LINES[i] & empty;
            down[i] = own >> LINES[i] & empty;
            total += count(up[i]) + count(down[i]);
        }
    }

    // The two squares, start and end, that the move of this rank changes.
    uint64_t change(int rank) const {
        for (int i = 0; i < 4; ++i) {
            const int ups = count(up[i]), downs = count(down[i]);
            if (rank < ups) {
                const uint64_t to = pick(up[i], rank);
                return to | to >> LINES[i];
            }
            rank -= ups;
            if (rank < downs) {
                const uint64_t to = pick(down[i], rank);
                return to | to << LINES[i];
            }
            rank -= downs;
        }
        return 0;
    }
};

Winner tie_break(const uint64_t pieces[2]) {
    const int first = count_fours(pieces[FIRST]), second = count_fours(pieces[SECOND]);
    return first > second ? FIRST : second > first ? SECOND : NOBODY;
}

Result play_game(Random& random) {
    uint64_t pieces[2] = {0, 0};
    for (int turn = 0;; ++turn) {
        const int seat = turn & 1;
        uint64_t& own = pieces[seat];
        const uint64_t empty = BOARD & ~(own | pieces[1 - seat]);
        const Steps steps(own, empty);
        const int choice = random.below(ANNOUNCEMENTS + steps.total);
        if (choice < ANNOUNCEMENTS) {
            const uint64_t piece = rolled_square(choice, random) & empty;
            if (!piece) continue;  // an occupied square: the turn is lost
            own |= piece;
            if (has_five(own)) return {Winner(seat), turn + 1};
            if (count(own) == PIECES) return {tie_break(pieces), turn + 1};
        } else {
            own ^= steps.change(choice - ANNOUNCEMENTS);
            if (has_five(own)) return {Winner(seat), turn + 1};
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    measure(read_arguments(argc, argv, 2, "SECONDS SEED"), play_game);
}
