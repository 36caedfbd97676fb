/* Scotch Whist for four, written by hand on bit boards with Hoyle's generator (docs/language.md): the
 * yardstick for native code. It plays the games of the seeds first, first + 1, ...: the same moves at
 * random, the same winners. results: decisions, then the games that each seat has won. */
#include <immintrin.h>
#include <stdint.h>

typedef uint64_t u64;
#define GOLDEN 0x9E3779B97F4A7C15ULL
#define SEATS 4
#define CARDS 36
#define RANKS 9

static u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static u64 keyed(u64 state, const char *word) {
    for (; *word; word++) state = mix(state + GOLDEN + (unsigned char)*word);
    return state;
}

/* A number below n from a stream, which is its key and GOLDEN for each draw. */
static u64 below(u64 *stream, u64 n) {
    if (n <= 1) return 0;
    for (;;) {
        unsigned __int128 product = (unsigned __int128)mix(*stream += GOLDEN) * n;
        if ((u64)product >= n || (u64)product >= -n % n) return (u64)(product >> 64);
    }
}

/* What each card is worth in a trick, by trumps and the suit that was led. */
static uint8_t strength[4][4][CARDS];

static void make_strength(void) {
    static const int of_trumps[RANKS] = {1, 2, 3, 4, 5, 9, 6, 7, 8};
    for (int trump = 0; trump < 4; trump++)
        for (int led = 0; led < 4; led++)
            for (int card = 0; card < CARDS; card++) {
                int suit = card / RANKS, rank = card % RANKS;
                strength[trump][led][card] =
                    suit == trump ? 20 + of_trumps[rank] : suit == led ? rank + 1 : 0;
            }
}

static int first_home(const int *score, int eldest) {
    int best = -1, most = 40;
    for (int k = 0; k < SEATS; k++) {
        int seat = (eldest + k) % SEATS;
        if (score[seat] > most) most = score[seat], best = seat;
    }
    return best;
}

static u64 choose(u64 *hand, u64 among, u64 *stream) {
    u64 card = _pdep_u64(1ULL << below(stream, __builtin_popcountll(among)), among);
    *hand ^= card;
    return card;
}

void play_by_hand(u64 first, int64_t count, int64_t *results) {
    static const int honour[5] = {4, 8, 7, 6, 5}, points[5] = {10, 4, 3, 2, 11};
    make_strength();
    for (int k = 0; k <= SEATS; k++) results[k] = 0;
    for (int64_t game = 0; game < count; game++) {
        u64 seed = mix(first + game), bot = keyed(seed, "bot"), chance = keyed(seed, "chance");
        u64 event = 0, streams[SEATS];
        for (int seat = 0; seat < SEATS; seat++) streams[seat] = mix(bot + GOLDEN + seat);
        u64 luck = mix(chance + GOLDEN + event++);
        int dealer = below(&luck, SEATS), winner = -1, score[SEATS] = {0};
        while (winner < 0) {
            uint8_t pack[CARDS];
            u64 hand[SEATS] = {0}, won[SEATS] = {0};
            int eldest = (dealer + 1) % SEATS, lead = eldest;
            luck = mix(chance + GOLDEN + event++);
            for (int k = 0; k < CARDS; k++) pack[k] = k;
            for (int k = CARDS - 1; k > 0; k--) {
                int other = below(&luck, k + 1);
                uint8_t card = pack[k];
                pack[k] = pack[other], pack[other] = card;
            }
            for (int k = CARDS - 1, seat = eldest; k >= 0; k--, seat = (seat + 1) % SEATS)
                hand[seat] |= 1ULL << pack[k];
            int trump = pack[0] / RANKS;
            for (int trick = 0; trick < RANKS; trick++) {
                u64 card = choose(&hand[lead], hand[lead], &streams[lead]), cards = card;
                int led = __builtin_ctzll(card) / RANKS;
                const uint8_t *worth = strength[trump][led];
                u64 suit = 0x1FFULL << led * RANKS;
                int best = worth[__builtin_ctzll(card)] << 2 | 3;
                for (int k = 1; k < SEATS; k++) {
                    int seat = (lead + k) % SEATS;
                    u64 among = hand[seat] & suit;
                    card = choose(&hand[seat], among ? among : hand[seat], &streams[seat]);
                    cards |= card;
                    int value = worth[__builtin_ctzll(card)] << 2 | (3 - k);
                    best = value > best ? value : best;
                }
                lead = (lead + 3 - (best & 3)) % SEATS;
                won[lead] |= cards;
                results[0] += SEATS;
            }
            for (int k = 0; k <= 5 && winner < 0; k++) {
                for (int seat = 0; seat < SEATS; seat++) {
                    int beyond = __builtin_popcountll(won[seat]) - RANKS, row = k > 1 ? k - 1 : 0;
                    if (k == 1) score[seat] += beyond > 0 ? beyond : 0;
                    else if (won[seat] >> (trump * RANKS + honour[row]) & 1) score[seat] += points[row];
                }
                winner = first_home(score, eldest);
            }
            dealer = eldest;
        }
        results[1 + winner]++;
    }
}
