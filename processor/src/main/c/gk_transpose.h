/*
 * Transposes of tiles. A square of one vector width each way is transposed in registers. Two steps interleave pairs of
 * vectors, which transposes squares of 4 lanes but for the order of the two middle vectors. Each later step swaps
 * halves of growing blocks between vectors. On x86, no step needs a vector of indices.
 */
#ifndef GK_TRANSPOSE_H
#define GK_TRANSPOSE_H

#if GK_LANES == 4
#define GK_FIRST_2_1(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 2)
#define GK_SECOND_2_1(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 1, 3)
#define GK_TRANSPOSE_SQUARE_2(v)                                                                                       \
    GK_EXCHANGE(v, 2, 1)
#endif

#if GK_LANES <= 8
#define GK_FIRST_4_1(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define GK_SECOND_4_1(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define GK_FIRST_4_2(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define GK_SECOND_4_2(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 2, 3, 6, 7)
#define GK_TRANSPOSE_SQUARE_4(v)                                                                                       \
    GK_EXCHANGE(v, 4, 1)                                                                                               \
    GK_EXCHANGE(v, 4, 2)                                                                                               \
    GK_SWAP_MIDDLE(v, 4)
#endif

#if GK_LANES >= 8
#define GK_FIRST_8_1(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define GK_SECOND_8_1(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define GK_FIRST_8_2(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define GK_SECOND_8_2(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define GK_FIRST_8_4(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define GK_SECOND_8_4(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#define GK_TRANSPOSE_SQUARE_8(v)                                                                                       \
    GK_EXCHANGE(v, 8, 1)                                                                                               \
    GK_EXCHANGE(v, 8, 2)                                                                                               \
    GK_SWAP_MIDDLE(v, 8)                                                                                               \
    GK_EXCHANGE(v, 8, 4)
#endif

#if GK_LANES == 16
#define GK_FIRST_16_1(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define GK_SECOND_16_1(a, b)                                                                                           \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define GK_FIRST_16_2(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define GK_SECOND_16_2(a, b)                                                                                           \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define GK_FIRST_16_4(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27)
#define GK_SECOND_16_4(a, b)                                                                                           \
    __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31)
#define GK_FIRST_16_8(a, b)                                                                                            \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
#define GK_SECOND_16_8(a, b)                                                                                           \
    __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)
#define GK_TRANSPOSE_SQUARE_16(v)                                                                                      \
    GK_EXCHANGE(v, 16, 1)                                                                                              \
    GK_EXCHANGE(v, 16, 2)                                                                                              \
    GK_SWAP_MIDDLE(v, 16)                                                                                              \
    GK_EXCHANGE(v, 16, 4)                                                                                              \
    GK_EXCHANGE(v, 16, 8)
#endif

/* Bytes of a cache line. */
#define GK_LINE 64

#define GK_UNROLLED _Pragma("clang loop unroll(full)")

/* Restores the order of vectors after two steps of interleaving. */
#define GK_SWAP_MIDDLE(v, size)                                                                                        \
    GK_UNROLLED                                                                                                        \
    for (int k = 1; k < size; k += 4) {                                                                                \
        __typeof__(v[0]) middle = v[k];                                                                                \
        v[k] = v[k + 1];                                                                                               \
        v[k + 1] = middle;                                                                                             \
    }

/* Replaces each pair of vectors whose numbers differ in one bit. */
#define GK_EXCHANGE(v, size, bit)                                                                                      \
    GK_UNROLLED                                                                                                        \
    for (int k = 0; k < size; k++) {                                                                                   \
        if ((k & bit) == 0) {                                                                                          \
            __typeof__(v[0]) first = GK_FIRST_##size##_##bit(v[k], v[k + bit]);                                        \
            v[k + bit] = GK_SECOND_##size##_##bit(v[k], v[k + bit]);                                                   \
            v[k] = first;                                                                                              \
        }                                                                                                              \
    }

#if GK_LANES == 16
#define GK_TRANSPOSE_SQUARE(v) GK_TRANSPOSE_SQUARE_16(v)
#define GK_TRANSPOSE_HALF_SQUARE(v) GK_TRANSPOSE_SQUARE_8(v)
#elif GK_LANES == 8
#define GK_TRANSPOSE_SQUARE(v) GK_TRANSPOSE_SQUARE_8(v)
#define GK_TRANSPOSE_HALF_SQUARE(v) GK_TRANSPOSE_SQUARE_4(v)
#else
#define GK_TRANSPOSE_SQUARE(v) GK_TRANSPOSE_SQUARE_4(v)
#define GK_TRANSPOSE_HALF_SQUARE(v) GK_TRANSPOSE_SQUARE_2(v)
#endif

/*
 * gk_transpose(source, stride, target, width, rows, columns): element (r, c) is source[r + c * stride] and is stored in
 * target[r * width + c]. 64-bit elements are transposed in squares of half the width.
 *
 * gk_put_transposed: the same, with non-temporal stores if `stream` and each store fills an aligned cache line.
 * gk_transpose_edge: the same as gk_transpose, out of line.
 */
#define GK_DEFINE_TRANSPOSE(element, bits, size, transpose)                                                            \
    GK_OVERLOAD void gk_transpose_square(                                                                              \
            const element *source, gk_int64 stride, element *target, gk_int64 width, int stream) {                     \
        typedef bits square_row __attribute__((ext_vector_type(size)));                                                \
        typedef square_row square_row_unaligned __attribute__((aligned(sizeof(bits))));                                \
        square_row v[size];                                                                                            \
        GK_UNROLLED                                                                                                    \
        for (int k = 0; k < size; k++) {                                                                               \
            v[k] = *(const square_row_unaligned *) (source + k * stride);                                              \
        }                                                                                                              \
        transpose(v);                                                                                                  \
        GK_UNROLLED                                                                                                    \
        for (int k = 0; k < size; k++) {                                                                               \
            if (stream) {                                                                                              \
                __builtin_nontemporal_store(v[k], (square_row *) (target + k * width));                                \
            } else {                                                                                                   \
                *(square_row_unaligned *) (target + k * width) = v[k];                                                 \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_transpose(                                                                                     \
            const element *source, gk_int64 stride, element *target, gk_int64 width, gk_int64 rows,                    \
            gk_int64 columns) {                                                                                        \
        gk_int64 c = 0;                                                                                                \
        for (; c + size <= columns; c += size) {                                                                       \
            gk_int64 r = 0;                                                                                            \
            for (; r + size <= rows; r += size) {                                                                      \
                gk_transpose_square(source + r + c * stride, stride, target + r * width + c, width, 0);                \
            }                                                                                                          \
            for (; r < rows; r++) {                                                                                    \
                GK_UNROLLED                                                                                            \
                for (int k = 0; k < size; k++) {                                                                       \
                    target[r * width + c + k] = source[r + (c + k) * stride];                                          \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        for (; c < columns; c++) {                                                                                     \
            for (gk_int64 r = 0; r < rows; r++) {                                                                      \
                target[r * width + c] = source[r + c * stride];                                                        \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_put_transposed(                                                                                \
            const element *source, gk_int64 stride, element *target, gk_int64 width, gk_int64 rows,                    \
            gk_int64 columns, int stream) {                                                                            \
        const int line = sizeof(bits) * (size);                                                                        \
        const int aligned = (gk_uint64) target % GK_LINE == 0 && width * sizeof(bits) % GK_LINE == 0;                  \
        if (line != GK_LINE || !stream || !aligned || rows % (size) != 0 || columns % (size) != 0) {                   \
            gk_transpose(source, stride, target, width, rows, columns);                                                \
            return;                                                                                                    \
        }                                                                                                              \
        for (gk_int64 c = 0; c < columns; c += size) {                                                                 \
            for (gk_int64 r = 0; r < rows; r += size) {                                                                \
                gk_transpose_square(source + r + c * stride, stride, target + r * width + c, width, 1);                \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    GK_APART __attribute__((overloadable)) void gk_transpose_edge(                                                     \
            const element *source, gk_int64 stride, element *target, gk_int64 width, gk_int64 rows,                    \
            gk_int64 columns) {                                                                                        \
        gk_transpose(source, stride, target, width, rows, columns);                                                    \
    }

GK_DEFINE_TRANSPOSE(float, int, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(int, int, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(double, gk_int64, GK_LANES / 2, GK_TRANSPOSE_HALF_SQUARE)
GK_DEFINE_TRANSPOSE(gk_int64, gk_int64, GK_LANES / 2, GK_TRANSPOSE_HALF_SQUARE)
GK_DEFINE_TRANSPOSE(gk_half, short, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_bfloat, short, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_e4m3, gk_int8, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_e5m2, gk_int8, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_int8, gk_int8, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_uint8, gk_int8, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_int16, gk_int16, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_uint16, gk_int16, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_uint32, int, GK_LANES, GK_TRANSPOSE_SQUARE)
GK_DEFINE_TRANSPOSE(gk_uint64, gk_int64, GK_LANES / 2, GK_TRANSPOSE_HALF_SQUARE)
GK_DEFINE_TRANSPOSE(gk_bool, gk_int8, GK_LANES, GK_TRANSPOSE_SQUARE)

#undef GK_DEFINE_TRANSPOSE
#undef GK_LINE

#endif
