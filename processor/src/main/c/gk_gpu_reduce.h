/*
 * Reductions of the accumulators of a thread block. Their order depends only on thread indices, so that results are bitwise
 * reproducible.
 */
#ifndef GK_GPU_REDUCE_H
#define GK_GPU_REDUCE_H

/** Shared memory for the exchange of some values, at least two, among all threads of a block between two barriers. */
#define GK_EXCHANGE(name, values) __local gk_uint64 name[(values) * GK_BLOCK_THREADS]

/* Conversions between a value and a word of the exchange. */

GK_OVERLOAD gk_uint64 gk_to_word(gk_i32 value) {
    return (unsigned int) value;
}

GK_OVERLOAD gk_uint64 gk_to_word(gk_u32 value) {
    return value;
}

GK_OVERLOAD gk_uint64 gk_to_word(gk_u64 value) {
    return value;
}

GK_OVERLOAD gk_uint64 gk_to_word(gk_i64 value) {
    return (gk_uint64) value;
}

GK_OVERLOAD gk_uint64 gk_to_word(gk_f32 value) {
    return (unsigned int) gk_bits(value);
}

GK_OVERLOAD void gk_from_word(gk_i32 *value, gk_uint64 word) {
    *value = (gk_i32) word;
}

GK_OVERLOAD void gk_from_word(gk_u32 *value, gk_uint64 word) {
    *value = (gk_u32) word;
}

GK_OVERLOAD void gk_from_word(gk_u64 *value, gk_uint64 word) {
    *value = word;
}

GK_OVERLOAD void gk_from_word(gk_i64 *value, gk_uint64 word) {
    *value = (gk_i64) word;
}

GK_OVERLOAD void gk_from_word(gk_f32 *value, gk_uint64 word) {
    *value = gk_from_bits((gk_i32) word);
}

#if GK_HAS_F64
GK_OVERLOAD gk_uint64 gk_to_word(gk_f64 value) {
    return (gk_uint64) gk_bits(value);
}

GK_OVERLOAD void gk_from_word(gk_f64 *value, gk_uint64 word) {
    *value = gk_from_bits((gk_i64) word);
}
#endif

/**
 * True if the device runs the threads of a block sequentially, as a CPU does: then one thread combines all values. On
 * such a device, a barrier splits its enclosing loop, which takes a driver minutes to compile.
 */
#ifndef GK_THREADS_IN_TURN
#define GK_THREADS_IN_TURN 0
#endif

/*
 * For each combiner:
 *     gk_combine_<combiner>(a, b)
 *     gk_fold_<combiner>(values, count)   the values of a vector, whose number is a power of two; they are overwritten
 *     gk_join_<combiner>(value, stride, count, exchange)
 *                                         the values of `count` threads whose numbers are `stride` apart, in each of
 *                                         them; both are powers of two, and all threads of the group take part
 *     gk_join_teams_<combiner>(values, count, team, exchange)
 *                                         some values of each thread with those of the same member of all teams, in the
 *                                         first team; the exchange has room for `count` values of each thread
 */
#define GK_DEFINE_JOIN(name, value, combined)                                                                          \
    GK_OVERLOAD value gk_combine_##name(value a, value b) {                                                            \
        return combined;                                                                                               \
    }                                                                                                                  \
    GK_OVERLOAD value gk_fold_##name(value *values, int count) {                                                       \
        GK_UNROLL                                                                                                      \
        for (int folded = count / 2; folded > 0; folded /= 2) {                                                        \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < folded; ++e) {                                                                         \
                values[e] = gk_combine_##name(values[e], values[e + folded]);                                          \
            }                                                                                                          \
        }                                                                                                              \
        return values[0];                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD value gk_join_##name(value own, int stride, int count, __local gk_uint64 *exchange) {                  \
        const int end = stride * count;                                                                                \
        int mask = stride;                                                                                             \
        if (GK_THREADS_IN_TURN) {                                                                                      \
            exchange[GK_THREAD] = gk_to_word(own);                                                                     \
            GK_BARRIER();                                                                                              \
            if ((GK_THREAD & (end - 1)) < stride) {                                                                    \
                for (; mask < end; mask <<= 1) {                                                                       \
                    for (int low = GK_THREAD; low < GK_THREAD + end; low += 2 * mask) {                                \
                        value high;                                                                                    \
                        gk_from_word(&own, exchange[low]);                                                             \
                        gk_from_word(&high, exchange[low + mask]);                                                     \
                        exchange[low] = gk_to_word(gk_combine_##name(own, high));                                      \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
            GK_BARRIER();                                                                                              \
            gk_from_word(&own, exchange[(GK_THREAD & ~(end - 1)) + (GK_THREAD & (stride - 1))]);                       \
            GK_BARRIER();                                                                                              \
            return own;                                                                                                \
        }                                                                                                              \
        for (; mask < end && mask < GK_SHUFFLE_WIDTH; mask <<= 1) {                                                    \
            own = gk_combine_##name(own, gk_shuffle(own, mask));                                                       \
        }                                                                                                              \
        if (GK_SHUFFLE_WIDTH == 1 || mask < end) {                                                                     \
            int side = 0;                                                                                              \
            for (; mask < end; mask <<= 1) {                                                                           \
                value other;                                                                                           \
                exchange[side + GK_THREAD] = gk_to_word(own);                                                          \
                GK_BARRIER();                                                                                          \
                gk_from_word(&other, exchange[side + (GK_THREAD ^ mask)]);                                             \
                own = gk_combine_##name(own, other);                                                                   \
                side = GK_BLOCK_THREADS - side;                                                                        \
            }                                                                                                          \
            GK_BARRIER();                                                                                              \
        }                                                                                                              \
        return own;                                                                                                    \
    }                                                                                                                  \
    GK_OVERLOAD void gk_join_teams_##name(value *values, int count, int team, __local gk_uint64 *exchange) {           \
        GK_UNROLL                                                                                                      \
        for (int e = 0; e < count; ++e) {                                                                              \
            exchange[e * GK_BLOCK_THREADS + GK_THREAD] = gk_to_word(values[e]);                                        \
        }                                                                                                              \
        GK_BARRIER();                                                                                                  \
        for (int other = GK_THREAD + team; GK_THREAD < team && other < GK_BLOCK_THREADS; other += team) {              \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < count; ++e) {                                                                          \
                value joined;                                                                                          \
                gk_from_word(&joined, exchange[e * GK_BLOCK_THREADS + other]);                                         \
                values[e] = gk_combine_##name(values[e], joined);                                                      \
            }                                                                                                          \
        }                                                                                                              \
        GK_BARRIER();                                                                                                  \
    }
#define GK_DEFINE_JOINS(value)                                                                                         \
    GK_DEFINE_JOIN(sum, value, gk_add(a, b))                                                                           \
    GK_DEFINE_JOIN(prod, value, gk_mul(a, b))                                                                          \
    GK_DEFINE_JOIN(max, value, gk_maximum(b, a))                                                                       \
    GK_DEFINE_JOIN(min, value, gk_minimum(b, a))

GK_DEFINE_JOINS(gk_f32)
GK_DEFINE_JOINS(gk_i32)
GK_DEFINE_JOINS(gk_u32)
GK_DEFINE_JOINS(gk_i64)
GK_DEFINE_JOINS(gk_u64)
GK_DEFINE_JOIN(all, gk_mask, a &b)
GK_DEFINE_JOIN(any, gk_mask, a | b)

#if GK_HAS_F64
GK_DEFINE_JOINS(gk_f64)
#endif

#undef GK_DEFINE_JOINS
#undef GK_DEFINE_JOIN

/*
 * gk_scan_<combiner>(value, carry, team, direction, exclusive, exchange): each thread's value combined with those of the
 * team's threads before it and with the carry, which then is the carry for the team's next values. Direction 1: those
 * with lower numbers are before it; -1: those with higher ones. An exclusive scan leaves the own value out.
 */
#define GK_DEFINE_SCAN(name, value, identity)                                                                          \
    GK_OVERLOAD value gk_scan_##name(                                                                                  \
            value own, value *carry, int team, int direction, int exclusive, __local gk_uint64 *exchange) {            \
        const int member = GK_THREAD & (team - 1);                                                                     \
        const int before = direction > 0 ? member : team - 1 - member;                                                 \
        const int near = team < GK_SHUFFLE_WIDTH ? team : GK_SHUFFLE_WIDTH;                                            \
        const int after = near - 1 - (before & (near - 1));                                                            \
        value other;                                                                                                   \
        for (int distance = 1; distance < near; distance <<= 1) {                                                      \
            other = gk_shuffle_from(own, GK_THREAD - direction * distance);                                            \
            own = (before & (near - 1)) >= distance ? gk_combine_##name(other, own) : own;                             \
        }                                                                                                              \
        value all = gk_shuffle_from(own, GK_THREAD + direction * after);                                               \
        int side = 0;                                                                                                  \
        for (int distance = near; distance < team; distance <<= 1) {                                                   \
            exchange[side + GK_THREAD] = gk_to_word(all);                                                              \
            GK_BARRIER();                                                                                              \
            if ((before & -near) >= distance) {                                                                        \
                gk_from_word(&other, exchange[side + GK_THREAD - direction * distance]);                               \
                own = gk_combine_##name(other, own);                                                                   \
                all = gk_combine_##name(other, all);                                                                   \
            }                                                                                                          \
            side = GK_BLOCK_THREADS - side;                                                                            \
        }                                                                                                              \
        exchange[side + GK_THREAD] = gk_to_word(own);                                                                  \
        GK_BARRIER();                                                                                                  \
        gk_from_word(&all, exchange[side + GK_THREAD + direction * (team - 1 - before)]);                              \
        if (exclusive) {                                                                                               \
            own = identity;                                                                                            \
            if (before > 0) {                                                                                          \
                gk_from_word(&own, exchange[side + GK_THREAD - direction]);                                            \
            }                                                                                                          \
        }                                                                                                              \
        GK_BARRIER();                                                                                                  \
        own = gk_combine_##name(*carry, own);                                                                          \
        *carry = gk_combine_##name(*carry, all);                                                                       \
        return own;                                                                                                    \
    }
#define GK_DEFINE_SCANS(value, dtype)                                                                                  \
    GK_DEFINE_SCAN(sum, value, GK_IDENTITY_sum_##dtype)                                                                \
    GK_DEFINE_SCAN(prod, value, GK_IDENTITY_prod_##dtype)                                                              \
    GK_DEFINE_SCAN(max, value, GK_IDENTITY_max_##dtype)                                                                \
    GK_DEFINE_SCAN(min, value, GK_IDENTITY_min_##dtype)

GK_DEFINE_SCANS(gk_f32, f32)
GK_DEFINE_SCANS(gk_i32, i32)
GK_DEFINE_SCANS(gk_u32, u32)
GK_DEFINE_SCANS(gk_i64, i64)
GK_DEFINE_SCANS(gk_u64, u64)

#if GK_HAS_F64
GK_DEFINE_SCANS(gk_f64, f64)
#endif

#undef GK_DEFINE_SCANS
#undef GK_DEFINE_SCAN

#endif
