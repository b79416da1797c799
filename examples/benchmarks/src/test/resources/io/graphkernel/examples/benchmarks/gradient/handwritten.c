/*
 * Row operations as one writes them by hand for this processor: vectors of its instruction set, fused multiply-adds, no
 * call, one row at a time so that only its first reading goes beyond the L1 cache. An item of the parallel range
 * is a row. Each is here with ordinary stores and with non-temporal stores; rows are whole, aligned vectors.
 */
#include "gk_abi.h"

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX2__)
#define LANES 8
#else
#define LANES 4
#endif

/** Vectors in flight: sums of one accumulator would wait for each other. */
#define UNROLL 4

/** The longest row that is kept between two loops. */
#define MAX_COLUMNS 8192

typedef float vector __attribute__((ext_vector_type(LANES)));
typedef int integers __attribute__((ext_vector_type(LANES)));

GK_INLINE vector splat(float value) {
    return (vector) value;
}

GK_INLINE vector load(const float *source) {
    return *(const vector *) source;
}

GK_INLINE void store(float *target, vector value, int streaming) {
    if (streaming) {
        __builtin_nontemporal_store(value, (vector *) target);
    } else {
        *(vector *) target = value;
    }
}

/** Non-temporal stores are not ordered with the signal that a thread is done. */
GK_INLINE void finish(int streaming) {
#if defined(__x86_64__)
    if (streaming) {
        __builtin_ia32_sfence();
    }
#else
    (void) streaming;
#endif
}

GK_INLINE vector multiply_add(vector a, vector b, vector c) {
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

GK_INLINE vector larger(vector a, vector b) {
    return a > b ? a : b;
}

GK_INLINE float total(const vector *parts) {
    vector sum = (parts[0] + parts[1]) + (parts[2] + parts[3]);
#pragma clang loop unroll(full)
    for (int half = LANES / 2; half > 0; half /= 2) {
#pragma clang loop unroll(full)
        for (int lane = 0; lane < half; lane++) {
            sum[lane] += sum[lane + half];
        }
    }
    return sum[0];
}

GK_INLINE float largest(const vector *parts) {
    vector most = larger(larger(parts[0], parts[1]), larger(parts[2], parts[3]));
#pragma clang loop unroll(full)
    for (int half = LANES / 2; half > 0; half /= 2) {
#pragma clang loop unroll(full)
        for (int lane = 0; lane < half; lane++) {
            most[lane] = most[lane] > most[lane + half] ? most[lane] : most[lane + half];
        }
    }
    return most[0];
}

/** e^x for x from -87 to 0, and 0 below: 2^n times the Taylor series of the rest. */
GK_INLINE vector exponential(vector x) {
    const vector rounding = splat(12582912.0f);
    vector n = multiply_add(x, splat(1.44269504f), rounding) - rounding;
    vector rest = multiply_add(n, splat(-0.693145752f), x);
    rest = multiply_add(n, splat(-1.42860677e-6f), rest);
    vector series = splat(1.0f / 720);
    series = multiply_add(series, rest, splat(1.0f / 120));
    series = multiply_add(series, rest, splat(1.0f / 24));
    series = multiply_add(series, rest, splat(1.0f / 6));
    series = multiply_add(series, rest, splat(0.5f));
    series = multiply_add(series, rest, splat(1));
    series = multiply_add(series, rest, splat(1));
    integers bits = __builtin_convertvector(n, integers) << 23;
    vector result = (vector) ((integers) series + bits);
    return x < splat(-87) ? splat(0) : result;
}

/** ln x for a positive, normal x. */
GK_INLINE float logarithm(float x) {
    union {
        float number;
        int bits;
    } of = {x};
    int exponent = (of.bits - 0x3f3504f3) >> 23;
    of.bits -= exponent << 23;
    double ratio = ((double) of.number - 1) / ((double) of.number + 1);
    double square = ratio * ratio;
    double series = 1.0 / 11;
    for (int power = 9; power > 0; power -= 2) {
        series = series * square + 1.0 / power;
    }
    return (float) (2 * ratio * series + exponent * 0.69314718055994531);
}

GK_INLINE float root(float x) {
#if defined(__x86_64__)
    typedef float four __attribute__((vector_size(16)));
    return __builtin_ia32_sqrtss((four) {x, 0, 0, 0})[0];
#else
    return __builtin_sqrtf(x);
#endif
}

#define FOR_VECTORS(i, columns)                                                                                        \
    for (gk_int64 i = 0; i < (columns); i += UNROLL * LANES)                                                           \
    _Pragma("clang loop unroll(full)") for (int k = 0; k < UNROLL; k++)
#define AT(i) ((i) + k * LANES)

/** Normalizes a row, given its sum. */
GK_INLINE void normalize(
    const float *row, float sum, const float *gamma, const float *beta, float *y, gk_int64 columns, float epsilon,
    int streaming) {
    vector mean = splat(sum / (float) columns);
    vector squares[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
    FOR_VECTORS(i, columns) {
        vector centred = load(row + AT(i)) - mean;
        squares[k] = multiply_add(centred, centred, squares[k]);
    }
    vector scale = splat(1 / root(total(squares) / (float) columns + epsilon));
    FOR_VECTORS(i, columns) {
        vector normal = (load(row + AT(i)) - mean) * scale;
        store(y + AT(i), multiply_add(normal, load(gamma + AT(i)), load(beta + AT(i))), streaming);
    }
}

/** x, gamma, beta, y, columns, epsilon. */
GK_INLINE void layer_norm(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const gk_int64 columns = arguments[4].integer;
    for (gk_int64 row = begin; row < end; row++) {
        const float *x = (const float *) arguments[0].pointer + row * columns;
        vector sums[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
        FOR_VECTORS(i, columns) {
            sums[k] += load(x + AT(i));
        }
        normalize(
            x, total(sums), arguments[1].pointer, arguments[2].pointer, (float *) arguments[3].pointer + row * columns,
            columns, arguments[5].scalar, streaming);
    }
    finish(streaming);
}

/** x, y, columns. */
GK_INLINE void softmax(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const gk_int64 columns = arguments[2].integer;
    float kept[MAX_COLUMNS] __attribute__((aligned(64)));
    for (gk_int64 row = begin; row < end; row++) {
        const float *x = (const float *) arguments[0].pointer + row * columns;
        float *y = (float *) arguments[1].pointer + row * columns;
        vector most[UNROLL] = {load(x), load(x), load(x), load(x)};
        FOR_VECTORS(i, columns) {
            most[k] = larger(most[k], load(x + AT(i)));
        }
        vector maximum = splat(largest(most));
        vector sums[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
        FOR_VECTORS(i, columns) {
            vector power = exponential(load(x + AT(i)) - maximum);
            store(kept + AT(i), power, 0);
            sums[k] += power;
        }
        vector scale = splat(1 / total(sums));
        FOR_VECTORS(i, columns) {
            store(y + AT(i), load(kept + AT(i)) * scale, streaming);
        }
    }
    finish(streaming);
}

/** x, gamma, y, columns, epsilon. */
GK_INLINE void rms_norm(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const float *gamma = arguments[1].pointer;
    const gk_int64 columns = arguments[3].integer;
    for (gk_int64 row = begin; row < end; row++) {
        const float *x = (const float *) arguments[0].pointer + row * columns;
        float *y = (float *) arguments[2].pointer + row * columns;
        vector squares[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
        FOR_VECTORS(i, columns) {
            vector value = load(x + AT(i));
            squares[k] = multiply_add(value, value, squares[k]);
        }
        vector scale = splat(1 / root(total(squares) / (float) columns + arguments[4].scalar));
        FOR_VECTORS(i, columns) {
            store(y + AT(i), load(x + AT(i)) * scale * load(gamma + AT(i)), streaming);
        }
    }
    finish(streaming);
}

/** x, residual, gamma, beta, y, columns, epsilon. */
GK_INLINE void add_layer_norm(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const gk_int64 columns = arguments[5].integer;
    float kept[MAX_COLUMNS] __attribute__((aligned(64)));
    for (gk_int64 row = begin; row < end; row++) {
        const float *x = (const float *) arguments[0].pointer + row * columns;
        const float *residual = (const float *) arguments[1].pointer + row * columns;
        vector sums[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
        FOR_VECTORS(i, columns) {
            vector sum = load(x + AT(i)) + load(residual + AT(i));
            store(kept + AT(i), sum, 0);
            sums[k] += sum;
        }
        normalize(
            kept, total(sums), arguments[2].pointer, arguments[3].pointer,
            (float *) arguments[4].pointer + row * columns, columns, arguments[6].scalar, streaming);
    }
    finish(streaming);
}

/** logits, labels, the loss of each row, columns. */
static void cross_entropy(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    const int *labels = arguments[1].pointer;
    float *losses = arguments[2].pointer;
    const gk_int64 columns = arguments[3].integer;
    for (gk_int64 row = begin; row < end; row++) {
        const float *x = (const float *) arguments[0].pointer + row * columns;
        vector most[UNROLL] = {load(x), load(x), load(x), load(x)};
        FOR_VECTORS(i, columns) {
            most[k] = larger(most[k], load(x + AT(i)));
        }
        float maximum = largest(most);
        vector sums[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
        FOR_VECTORS(i, columns) {
            sums[k] += exponential(load(x + AT(i)) - splat(maximum));
        }
        losses[row] = logarithm(total(sums)) + maximum - x[labels[row]];
    }
}

/** The losses of rows, their mean, how many there are. */
static void mean(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) begin;
    (void) end;
    (void) scratch;
    const float *losses = arguments[0].pointer;
    const gk_int64 count = arguments[2].integer;
    vector sums[UNROLL] = {splat(0), splat(0), splat(0), splat(0)};
    FOR_VECTORS(i, count) {
        sums[k] += load(losses + AT(i));
    }
    *(float *) arguments[1].pointer = total(sums) / (float) count;
}

#define DEFINE_BOTH(name)                                                                                              \
    static void name##_ordinary(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {               \
        (void) scratch;                                                                                                \
        name(arguments, begin, end, 0);                                                                                \
    }                                                                                                                  \
    static void name##_streaming(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {              \
        (void) scratch;                                                                                                \
        name(arguments, begin, end, 1);                                                                                \
    }

DEFINE_BOTH(layer_norm)
DEFINE_BOTH(softmax)
DEFINE_BOTH(rms_norm)
DEFINE_BOTH(add_layer_norm)

extern const gk_kernel GK_TABLE[];

GK_EXPORT const gk_kernel GK_TABLE[] = {
    layer_norm_ordinary,
    layer_norm_streaming,
    softmax_ordinary,
    softmax_streaming,
    rms_norm_ordinary,
    rms_norm_streaming,
    add_layer_norm_ordinary,
    add_layer_norm_streaming,
    cross_entropy,
    mean,
};
