/*
 * Random numbers without a state: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) turns the index of an element and
 * two seeds into four words of 32 bits. The Java class io.graphkernel.runtime.generated.jvm.Philox gives the same numbers.
 */
#ifndef GK_MATH_RANDOM_H
#define GK_MATH_RANDOM_H

/** The four words of a block, in the lower halves; the upper halves hold the high parts of products. */
typedef struct {
    gk_u64 word[4];
} gk_philox_block;

/**
 * Product of the lower 32 bits of a word and a 32-bit factor. The mask is free: the multiply instruction ignores the
 * upper bits.
 */
GK_INLINE gk_u64 gk_word_product(gk_u64 word, gk_uint64 factor) {
    return (word & 0xffffffff) * factor;
}

/** Philox with the counter (index, seed2), from the lowest word on, and the key seed. */
GK_INLINE gk_philox_block gk_philox(gk_i64 index, gk_int64 seed, gk_int64 seed2) {
    gk_u64 counter0 = (gk_u64) index;
    gk_u64 counter1 = (gk_u64) index >> 32;
    gk_u64 counter2 = (gk_u64) (gk_uint64) seed2;
    gk_u64 counter3 = (gk_u64) ((gk_uint64) seed2 >> 32);
    gk_uint64 key0 = (gk_uint64) seed & 0xffffffff;
    gk_uint64 key1 = (gk_uint64) seed >> 32;
    for (int round = 0; round < 10; round++) {
        gk_u64 first = gk_word_product(counter0, 0xd2511f53);
        gk_u64 second = gk_word_product(counter2, 0xcd9e8d57);
        counter0 = (second >> 32) ^ counter1 ^ key0;
        counter2 = (first >> 32) ^ counter3 ^ key1;
        counter1 = second;
        counter3 = first;
        key0 = (key0 + 0x9e3779b9) & 0xffffffff;
        key1 = (key1 + 0xbb67ae85) & 0xffffffff;
    }
    return (gk_philox_block) {{counter0, counter1, counter2, counter3}};
}

GK_INLINE gk_i32 gk_philox_word(gk_philox_block block, int number) {
    return GK_CONVERT(gk_i32, block.word[number]);
}

/** A multiple of 2^-24 in [0, 1): the upper 24 bits of the first word. */
GK_INLINE gk_f32 gk_philox_uniform(gk_i64 index, gk_int64 seed, gk_int64 seed2) {
    gk_i32 word = gk_philox_word(gk_philox(index, seed, seed2), 0);
    return GK_CONVERT(gk_f32, (gk_i32) ((gk_u32) word >> 8)) * 0x1p-24f;
}

/**
 * A standard normal number, of magnitude up to 6.7, by the method of Box and Muller: the first word gives the radius, a
 * number in (0, 1] of 31 bits, the second the angle in quarter turns.
 */
GK_INLINE gk_f32 gk_philox_normal(gk_i64 index, gk_int64 seed, gk_int64 seed2) {
    gk_philox_block block = gk_philox(index, seed, seed2);
    gk_i32 first = (gk_i32) ((gk_u32) gk_philox_word(block, 0) >> 1);
    gk_f32 uniform = GK_CONVERT(gk_f32, first) * 0x1p-31f + 0x1p-32f;
    gk_f32 radius = GK_SQRT(gk_log(uniform) * -2.0f);
    gk_i32 second = gk_philox_word(block, 1);
    gk_f32 angle = GK_CONVERT(gk_f32, second << 2) * (0x1.921fb6p+0f * 0x1p-32f);
    return radius * gk_sine_of_quadrant(angle, ((gk_i32) ((gk_u32) second >> 30)) + 1);
}

/** The op of this name; the seeds are uniform. */
GK_INLINE gk_f32 gk_philoxUniform(gk_i64 index, gk_i64 seed, gk_i64 seed2) {
    return gk_philox_uniform(index, GK_LANE(seed, 0), GK_LANE(seed2, 0));
}

/** The op of this name; the seeds are uniform. */
GK_INLINE gk_f32 gk_philoxNormal(gk_i64 index, gk_i64 seed, gk_i64 seed2) {
    return gk_philox_normal(index, GK_LANE(seed, 0), GK_LANE(seed2, 0));
}

#endif
