// Random games of base Mammalath (6 x 6, six types of animal, 18 tokens a side), on bitboards.
//
// Usage: mammalath SECONDS SEED
#include <utility>

#include "limits.hpp"

using namespace limits;

namespace {

constexpr int SIDE = 6, TYPES = 6, TOKENS = 18;

// Row r, column c is bit 8r + c. Two bits of each row are no squares: they keep shapes from
// running over an edge.
constexpr uint64_t BOARD = 0x00003f3f3f3f3f3f;
constexpr int LINES[4] = {1, 7, 8, 9};

// The first squares of all threes in one direction whose squares are all in `bits`.
uint64_t threes(uint64_t bits, int step) { return bits & bits >> step & bits >> 2 * step; }

uint64_t squares_of_three(uint64_t first, int step) { return first | first << step | first << 2 * step; }

// The squares of every shape the tokens make.
uint64_t shapes(uint64_t tokens) {
    uint64_t made = 0;
    for (int step : LINES) made |= squares_of_three(threes(tokens, step), step);
    return made;
}

struct Game {
    uint64_t type[TYPES] = {};  // where the animals of a type began
    uint64_t animals = BOARD;   // where animals still are
    uint64_t tokens[2] = {0, 0};

    explicit Game(Random& random) {
        int order[SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; ++i) order[i] = i / SIDE * 8 + i % SIDE;
        for (int i = SIDE * SIDE - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
        for (int i = 0; i < SIDE * SIDE; ++i) type[i % TYPES] |= uint64_t(1) << order[i];
    }

    // Plays the release of this rank: types first, then shapes.
    void release(int rank, int types, const uint64_t free_threes[4]) {
        if (rank < types) {
            int chosen = 0;
            while (!(type[chosen] & animals) || rank-- > 0) ++chosen;
            animals &= ~type[chosen];
            return;
        }
        rank -= types;
        int line = 0;
        while (rank >= count(free_threes[line])) rank -= count(free_threes[line++]);
        animals &= ~squares_of_three(pick(free_threes[line], rank), LINES[line]);
    }
};

Result play_game(const Game& start, Random& random) {
    Game game = start;
    game.tokens[FIRST] = pick(BOARD, random.below(SIDE * SIDE));  // the first turn must be a placement
    for (int turn = 1;; ++turn) {
        const int seat = turn & 1;
        uint64_t& own = game.tokens[seat];
        const uint64_t open = BOARD & ~(own | game.tokens[1 - seat]);
        const int placements = count(open);
        int types = 0;
        for (uint64_t squares : game.type) types += (squares & game.animals) != 0;
        uint64_t free_threes[4];
        int releases = types;
        for (int i = 0; i < 4; ++i) {
            free_threes[i] = threes(game.animals, LINES[i]);
            releases += count(free_threes[i]);
        }
        const int swaps = turn == 1;
        const int choice = random.below(placements + releases + swaps);
        if (choice < placements) {
            own |= pick(open, choice);
            const uint64_t made = shapes(own);
            if (made & game.animals) return {other(seat), turn + 1};
            if (made) return {Winner(seat), turn + 1};
            if (count(own) == TOKENS) return {NOBODY, turn + 1};
        } else if (choice < placements + releases) {
            game.release(choice - placements, types, free_threes);
        } else {
            std::swap(own, game.tokens[1 - seat]);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments = read_arguments(argc, argv, 2, "SECONDS SEED");
    Random arranger(arguments.seed);
    const Game start(arranger);  // one arrangement for all games
    measure(arguments, [&](Random& random) { return play_game(start, random); });
}
