// What the limit programs share: chance, the clock, the arguments and the one line of output.
//
// A limit program plays random whole games of one game, on one thread, every legal turn equally
// likely, for about the time it is given. It is the plainest fast program for that work, and is
// built with: g++ -O3 -march=native -std=c++17 NAME.cpp -o NAME
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace limits {

// xoshiro256++ (Blackman and Vigna), its state filled by splitmix64.
class Random {
public:
    explicit Random(uint64_t seed) {
        for (uint64_t& word : state_) word = splitmix(seed);
    }

    uint64_t next() {
        const uint64_t result = rotated(state_[0] + state_[3], 23) + state_[0];
        const uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotated(state_[3], 45);
        return result;
    }

    // One of 0 ... bound-1, each exactly as likely (Lemire's method: the division is hardly ever reached).
    uint32_t below(uint32_t bound) {
        uint64_t product = draw32() * bound;
        if (uint32_t(product) < bound) {
            const uint32_t uneven = -bound % bound;
            while (uint32_t(product) < uneven) product = draw32() * bound;
        }
        return uint32_t(product >> 32);
    }

private:
    static uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

    static uint64_t splitmix(uint64_t& seed) {
        uint64_t word = seed += 0x9e3779b97f4a7c15;
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        return word ^ word >> 31;
    }

    uint64_t draw32() { return next() >> 32; }

    uint64_t state_[4];
};

inline int count(uint64_t bits) { return __builtin_popcountll(bits); }

// The set bit of `bits` that has `rank` set bits below it, alone.
inline uint64_t pick(uint64_t bits, int rank) {
#ifdef __BMI2__
    return _pdep_u64(uint64_t(1) << rank, bits);
#else
    while (rank-- > 0) bits &= bits - 1;
    return bits & -bits;
#endif
}

enum Winner { FIRST = 0, SECOND = 1, NOBODY = 2 };  // seats: FIRST moves first

inline Winner other(int seat) { return Winner(1 - seat); }

struct Result {
    Winner winner;
    int turns;
};

struct Arguments {
    double seconds;
    uint64_t seed;
};

[[noreturn]] inline void refuse(const char* expected, const char* given) {
    std::fprintf(stderr, "Expected %s, got \"%s\".\n", expected, given);
    std::exit(2);
}

// Reads the last two words of the command line: SECONDS SEED.
inline Arguments read_arguments(int argc, char** argv, int wanted, const char* usage) {
    if (argc != wanted + 1) {
        std::fprintf(stderr, "Usage: %s %s\n", argv[0], usage);
        std::exit(2);
    }
    const char* seconds_text = argv[wanted - 1];
    const char* seed_text = argv[wanted];
    char* end;
    const double seconds = std::strtod(seconds_text, &end);
    if (end == seconds_text || *end || !(seconds > 0) || std::isinf(seconds)) {
        refuse("a number of seconds above 0", seconds_text);
    }
    const uint64_t seed = std::strtoull(seed_text, &end, 10);
    if (*seed_text < '0' || *seed_text > '9' || *end) refuse("a whole number as seed", seed_text);
    return {seconds, seed};
}

// Plays games until the time is up and prints the tally. `play_game(random)` plays one, to a Result.
template <typename PlayGame>
void measure(const Arguments& arguments, PlayGame play_game) {
    using Clock = std::chrono::steady_clock;
    constexpr int BETWEEN_LOOKS = 16;  // games played between two looks at the clock
    Random random(arguments.seed);
    long long games = 0, moves = 0, ended[3] = {0, 0, 0};
    double seconds = 0;
    const auto begun = Clock::now();
    while (seconds < arguments.seconds) {
        for (int i = 0; i < BETWEEN_LOOKS; ++i) {
            const Result result = play_game(random);
            moves += result.turns;
            ++ended[result.winner];
        }
        games += BETWEEN_LOOKS;
        seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    }
    std::printf("{\"games\": %lld, \"moves\": %lld, \"seconds\": %.6f, ", games, moves, seconds);
    std::printf("\"first\": %lld, \"second\": %lld, \"draws\": %lld}\n", ended[FIRST], ended[SECOND], ended[NOBODY]);
}

}  // namespace limits
