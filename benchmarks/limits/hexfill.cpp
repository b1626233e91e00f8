// Random games of Hex 11 or Atoll 11, finished by filling: every cell gets a stone at random, then
// the full board is judged once, by flooding from the islands.
//
// Usage: hexfill BOARD SECONDS SEED, where BOARD is hex-11 or atoll-11
#include <utility>
#include <vector>

#include "limits.hpp"

using namespace limits;

namespace {

constexpr int SIZE = 11;
constexpr int MOST_CELLS = SIZE * SIZE, MOST_ISLANDS = 8;
constexpr int DEGREE = 6;          // an edge cell has at most five neighbours and one black island
constexpr int ISLAND_DEGREE = 12;  // and an island touches at most eleven cells

// Cells are nodes 0 ... cells-1; then come the islands, then NOWHERE, which fills up short rows.
constexpr int NODES = MOST_CELLS + MOST_ISLANDS + 1;
constexpr int NOWHERE = NODES - 1;

struct Board {
    int cells = 0, islands = 0;
    uint8_t near_cell[MOST_CELLS][DEGREE];  // neighbours, and the black island the cell touches
    uint8_t near_island[MOST_ISLANDS][ISLAND_DEGREE];

    int node(int island) const { return cells + island; }
};

using Place = std::pair<int, int>;  // column and row

// Builds the tables from the places of the cells, the places next to each, and the edge cells each
// island touches. Only black islands are entered: White has won where Black has not.
template <typename Around>
Board build(const std::vector<Place>& places, Around around, const std::vector<std::vector<Place>>& islands) {
    Board board;
    board.cells = int(places.size());
    board.islands = int(islands.size());
    std::memset(board.near_cell, NOWHERE, sizeof board.near_cell);
    std::memset(board.near_island, NOWHERE, sizeof board.near_island);
    const auto cell_at = [&](Place place) {
        for (int cell = 0; cell < board.cells; ++cell) {
            if (places[cell] == place) return cell;
        }
        return NOWHERE;
    };
    std::vector<int> degree(board.cells, 0);
    for (int cell = 0; cell < board.cells; ++cell) {
        for (Place place : around(places[cell])) {
            const int neighbour = cell_at(place);
            if (neighbour != NOWHERE) board.near_cell[cell][degree[cell]++] = neighbour;
        }
    }
    for (int island = 0; island < board.islands; island += 2) {
        int touched = 0;
        for (Place place : islands[island]) {
            const int cell = cell_at(place);
            board.near_cell[cell][degree[cell]++] = board.node(island);
            board.near_island[island][touched++] = cell;
        }
    }
    return board;
}

Board hex_board() {
    std::vector<Place> places, top, bottom;
    for (int row = 0; row < SIZE; ++row) {
        for (int column = 0; column < SIZE; ++column) places.push_back({column, row});
    }
    for (int column = 0; column < SIZE; ++column) {
        top.push_back({column, 0});
        bottom.push_back({column, SIZE - 1});
    }
    const auto around = [](Place place) {
        const auto [c, r] = place;
        return std::vector<Place>{{c - 1, r}, {c + 1, r}, {c, r - 1}, {c, r + 1}, {c + 1, r - 1}, {c - 1, r + 1}};
    };
    return build(places, around, {top, {}, bottom, {}});
}

Board atoll_board() {
    std::vector<Place> places;
    for (int x = 0; x < SIZE; ++x) {
        for (int y = 1; y <= SIZE - 2 + x % 2; ++y) places.push_back({x, y});
    }
    const auto around = [](Place place) {
        const auto [x, y] = place;
        const int beside = x % 2 == 0 ? y + 1 : y - 1;  // even columns sit half a cell higher
        return std::vector<Place>{{x, y - 1}, {x, y + 1}, {x - 1, y}, {x + 1, y}, {x - 1, beside}, {x + 1, beside}};
    };
    const std::vector<Place> upper_right = {{5, 10}, {6, 9}, {7, 10}, {8, 9}, {9, 10}, {10, 9}};
    const std::vector<Place> lower_right = {{10, 5}, {10, 4}, {10, 3}, {10, 2}, {10, 1}};
    const std::vector<Place> lower_left = {{5, 1}, {4, 1}, {3, 1}, {2, 1}, {1, 1}, {0, 1}};
    const std::vector<Place> upper_left = {{0, 5}, {0, 6}, {0, 7}, {0, 8}, {0, 9}};
    return build(places, around, {upper_right, {}, lower_right, {}, lower_left, {}, upper_left, {}});
}

class Filler {
public:
    explicit Filler(const Board& board) : board_(board) {
        for (int cell = 0; cell < board.cells; ++cell) order_[cell] = cell;
    }

    Result play_game(Random& random) {
        fill(random);
        return {black_wins() ? FIRST : SECOND, board_.cells};
    }

private:
    // Black begins and gets the odd stone. Drawing White's cells settles Black's as well, and
    // the order left over from the last game serves as well as any.
    void fill(Random& random) {
        const int white = board_.cells / 2;
        std::memset(black_, 1, board_.cells + board_.islands);
        for (int i = 0; i < white; ++i) {
            std::swap(order_[i], order_[i + random.below(board_.cells - i)]);
            black_[order_[i]] = 0;
        }
    }

    // With four or eight islands the winner joins two opposite ones, so one of the first half.
    bool black_wins() {
        const int half = board_.islands / 2;
        for (int island = 0; island < half; island += 2) {
            if (flood_reaches(board_.node(island), board_.node(island + half))) return true;
        }
        return false;
    }

    // Floods from one island over black stones and islands, unmarking what it has seen. At most one
    // flood came before: if it saw both islands they are joined, if it saw one of them they are not.
    bool flood_reaches(int from, int goal) {
        if (!black_[from] || !black_[goal]) return black_[from] == black_[goal];
        uint8_t waiting[NODES];
        int top = 0;
        black_[from] = 0;
        waiting[top++] = from;
        while (top > 0) {
            const int here = waiting[--top];
            if (here < board_.cells) {
                top = push(board_.near_cell[here], DEGREE, waiting, top);
            } else {
                top = push(board_.near_island[here - board_.cells], ISLAND_DEGREE, waiting, top);
            }
            if (!black_[goal]) return true;
        }
        return false;
    }

    // Without a branch: the node is written anyway, and kept if it is black and new.
    int push(const uint8_t* nodes, int degree, uint8_t* waiting, int top) {
        for (int i = 0; i < degree; ++i) {
            const int node = nodes[i];
            waiting[top] = node;
            top += black_[node];
            black_[node] = 0;
        }
        return top;
    }

    const Board board_;
    uint8_t order_[MOST_CELLS];
    uint8_t black_[NODES] = {};  // 1: black, not flooded yet
};

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments = read_arguments(argc, argv, 3, "hex-11|atoll-11 SECONDS SEED");
    const bool hex = std::strcmp(argv[1], "hex-11") == 0;
    if (!hex && std::strcmp(argv[1], "atoll-11") != 0) refuse("hex-11 or atoll-11", argv[1]);
    Filler filler(hex ? hex_board() : atoll_board());
    measure(arguments, [&](Random& random) { return filler.play_game(random); });
}
