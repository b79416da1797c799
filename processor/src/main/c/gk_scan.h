/*
 * Scans of the lanes of one vector in log2 steps. Within four lanes, which processors shift at once, each lane is
 * combined with its predecessor, then with the one two before it. Then the width doubles, and each second half is
 * combined with the last lane of the first half.
 */
#ifndef GK_SCAN_H
#define GK_SCAN_H

/*
 * Permutations of the scan steps, from the first lane to the last (UP) or from the last to the first (DOWN). Lanes
 * without a predecessor are those of `rest`.
 */
#if GK_LANES == 16
#define GK_UP_1(a, rest) __builtin_shufflevector(a, rest, 16, 0, 1, 2, 20, 4, 5, 6, 24, 8, 9, 10, 28, 12, 13, 14)
#define GK_DOWN_1(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 19, 5, 6, 7, 23, 9, 10, 11, 27, 13, 14, 15, 31)
#define GK_UP_2(a, rest) __builtin_shufflevector(a, rest, 16, 17, 0, 1, 20, 21, 4, 5, 24, 25, 8, 9, 28, 29, 12, 13)
#define GK_DOWN_2(a, rest) __builtin_shufflevector(a, rest, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define GK_UP_4(a, rest) __builtin_shufflevector(a, rest, 16, 17, 18, 19, 3, 3, 3, 3, 24, 25, 26, 27, 11, 11, 11, 11)
#define GK_DOWN_4(a, rest) __builtin_shufflevector(a, rest, 4, 4, 4, 4, 20, 21, 22, 23, 12, 12, 12, 12, 28, 29, 30, 31)
#define GK_UP_8(a, rest) __builtin_shufflevector(a, rest, 16, 17, 18, 19, 20, 21, 22, 23, 7, 7, 7, 7, 7, 7, 7, 7)
#define GK_DOWN_8(a, rest) __builtin_shufflevector(a, rest, 8, 8, 8, 8, 8, 8, 8, 8, 24, 25, 26, 27, 28, 29, 30, 31)
#define GK_NEXT_UP(a, rest) __builtin_shufflevector(a, rest, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
#define GK_NEXT_DOWN(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 31)
#define GK_SCAN_STEPS(scanned, rest, combine, move)                                                                    \
    scanned = combine(move##_1(scanned, rest), scanned);                                                               \
    scanned = combine(move##_2(scanned, rest), scanned);                                                               \
    scanned = combine(move##_4(scanned, rest), scanned);                                                               \
    scanned = combine(move##_8(scanned, rest), scanned);
#elif GK_LANES == 8
#define GK_UP_1(a, rest) __builtin_shufflevector(a, rest, 8, 0, 1, 2, 12, 4, 5, 6)
#define GK_DOWN_1(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 11, 5, 6, 7, 15)
#define GK_UP_2(a, rest) __builtin_shufflevector(a, rest, 8, 9, 0, 1, 12, 13, 4, 5)
#define GK_DOWN_2(a, rest) __builtin_shufflevector(a, rest, 2, 3, 10, 11, 6, 7, 14, 15)
#define GK_UP_4(a, rest) __builtin_shufflevector(a, rest, 8, 9, 10, 11, 3, 3, 3, 3)
#define GK_DOWN_4(a, rest) __builtin_shufflevector(a, rest, 4, 4, 4, 4, 12, 13, 14, 15)
#define GK_NEXT_UP(a, rest) __builtin_shufflevector(a, rest, 8, 0, 1, 2, 3, 4, 5, 6)
#define GK_NEXT_DOWN(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 4, 5, 6, 7, 15)
#define GK_SCAN_STEPS(scanned, rest, combine, move)                                                                    \
    scanned = combine(move##_1(scanned, rest), scanned);                                                               \
    scanned = combine(move##_2(scanned, rest), scanned);                                                               \
    scanned = combine(move##_4(scanned, rest), scanned);
#else
#define GK_UP_1(a, rest) __builtin_shufflevector(a, rest, 4, 0, 1, 2)
#define GK_DOWN_1(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 7)
#define GK_UP_2(a, rest) __builtin_shufflevector(a, rest, 4, 5, 0, 1)
#define GK_DOWN_2(a, rest) __builtin_shufflevector(a, rest, 2, 3, 6, 7)
#define GK_NEXT_UP(a, rest) __builtin_shufflevector(a, rest, 4, 0, 1, 2)
#define GK_NEXT_DOWN(a, rest) __builtin_shufflevector(a, rest, 1, 2, 3, 7)
#define GK_SCAN_STEPS(scanned, rest, combine, move)                                                                    \
    scanned = combine(move##_1(scanned, rest), scanned);                                                               \
    scanned = combine(move##_2(scanned, rest), scanned);
#endif

/*
 * gk_scan_<combiner>(value, carry, lanes, exclusive, reverse): each lane combined with its predecessors (reverse: its
 * successors) and with the carry, which becomes the carry of the next vector. An exclusive scan omits the lane itself.
 */
#define GK_DEFINE_SCAN(name, vector, identity, combine)                                                                \
    GK_OVERLOAD vector gk_scan_##name(vector value, vector *carry, int lanes, int exclusive, int reverse) {            \
        const vector rest = (vector) (identity);                                                                       \
        const vector before = *carry;                                                                                  \
        vector scanned = lanes == GK_LANES ? value : gk_select(gk_lane_mask(lanes), value, rest);                      \
        if (reverse) {                                                                                                 \
            GK_SCAN_STEPS(scanned, rest, combine, GK_DOWN)                                                             \
        } else {                                                                                                       \
            GK_SCAN_STEPS(scanned, rest, combine, GK_UP)                                                               \
        }                                                                                                              \
        *carry = combine(before, (vector) scanned[reverse ? 0 : GK_LANES - 1]);                                        \
        if (exclusive) {                                                                                               \
            scanned = reverse ? GK_NEXT_DOWN(scanned, rest) : GK_NEXT_UP(scanned, rest);                               \
        }                                                                                                              \
        return combine(before, scanned);                                                                               \
    }
#define GK_DEFINE_SCANS(vector, dtype)                                                                                 \
    GK_DEFINE_SCAN(sum, vector, GK_IDENTITY_sum_##dtype, gk_add)                                                       \
    GK_DEFINE_SCAN(prod, vector, GK_IDENTITY_prod_##dtype, gk_mul)                                                     \
    GK_DEFINE_SCAN(max, vector, GK_IDENTITY_max_##dtype, gk_maximum)                                                   \
    GK_DEFINE_SCAN(min, vector, GK_IDENTITY_min_##dtype, gk_minimum)

GK_DEFINE_SCANS(gk_f32, f32)
GK_DEFINE_SCANS(gk_f64, f64)
GK_DEFINE_SCANS(gk_i32, i32)
GK_DEFINE_SCANS(gk_u32, u32)
GK_DEFINE_SCANS(gk_i64, i64)
GK_DEFINE_SCANS(gk_u64, u64)

#undef GK_DEFINE_SCANS
#undef GK_DEFINE_SCAN
#undef GK_SCAN_STEPS

#endif
