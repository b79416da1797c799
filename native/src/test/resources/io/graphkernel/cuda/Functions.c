/*
 * FUNCTION(name, result type, operand type, expression of a, b, c): the same source for the host and, as OpenCL C, for
 * PTX. An element has 8 bytes, of which a type occupies the first ones.
 */
typedef signed char gk_s8;
typedef unsigned char gk_u8;
typedef unsigned short gk_u16;
typedef unsigned int gk_u32;
typedef struct {
    unsigned long slot[5];
} gk_arguments;

#if defined(__OPENCL_C_VERSION__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define GLOBAL __global
#define CONSTANT __constant
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define KERNEL(name)                                                                                                   \
    __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void name(const gk_arguments arguments)
#define FIRST ((long)__nvvm_read_ptx_sreg_ctaid_x() * 256 + __nvvm_read_ptx_sreg_tid_x())
#define STEP ((long)__nvvm_read_ptx_sreg_nctaid_x() * 256)
#define SLOT(n) arguments.slot[n]
#else
#define GLOBAL
#define CONSTANT static const
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define KERNEL(name)                                                                                                   \
    void __attribute__((visibility("default")))                                                                        \
    name(const unsigned long *slots, long begin, long end, void *scratch __attribute__((unused)))
#define FIRST begin
#define STEP ((long)((void)end, 1))
#define SLOT(n) slots[n]
#endif

#define FUNCTION(name, to, from, expression)                                                                           \
    INLINE to name##_of(from a, from b, from c) {                                                                      \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return (to)(expression);                                                                                       \
    }                                                                                                                  \
    KERNEL(name) {                                                                                                     \
        GLOBAL unsigned long *output = (GLOBAL unsigned long *)SLOT(0);                                                \
        GLOBAL const unsigned long *x = (GLOBAL const unsigned long *)SLOT(1);                                         \
        GLOBAL const unsigned long *y = (GLOBAL const unsigned long *)SLOT(2);                                         \
        GLOBAL const unsigned long *z = (GLOBAL const unsigned long *)SLOT(3);                                         \
        for (long i = FIRST; i < (long)SLOT(4); i += STEP) {                                                           \
            union {                                                                                                    \
                to value;                                                                                              \
                unsigned long bits;                                                                                    \
            } result = {.bits = 0};                                                                                    \
            result.value =                                                                                             \
                name##_of(*(GLOBAL const from *)(x + i), *(GLOBAL const from *)(y + i), *(GLOBAL const from *)(z + i)); \
            output[i] = result.bits & (sizeof(to) < 8 ? (1ul << (8 * sizeof(to) & 63)) - 1 : ~0ul);                    \
        }                                                                                                              \
    }

INLINE int within(double value, double limit) {
    return value < limit && value > -limit;
}

FUNCTION(add_f32, float, float, a + b)
FUNCTION(sub_f32, float, float, a - b)
FUNCTION(mul_f32, float, float, a * b)
FUNCTION(div_f32, float, float, a / b)
FUNCTION(sqrt_f32, float, float, __builtin_sqrtf(a))
FUNCTION(fma_f32, float, float, __builtin_fmaf(a, b, c))
FUNCTION(horner_f32, float, float, (a * b + c) * a - b * b / (c * c + 1))
FUNCTION(abs_f32, float, float, __builtin_fabsf(a))
FUNCTION(copysign_f32, float, float, __builtin_copysignf(a, b))
FUNCTION(floor_f32, float, float, __builtin_floorf(a))
FUNCTION(ceil_f32, float, float, __builtin_ceilf(a))
FUNCTION(trunc_f32, float, float, __builtin_truncf(a))
FUNCTION(rint_f32, float, float, __builtin_rintf(a))
FUNCTION(select_f32, float, float, a < b ? a : c)
FUNCTION(unordered_f32, int, float, !(a < b) + 2 * (a == b) + 4 * (a != b) + 8 * !(a >= c) + 16 * __builtin_isnan(c))
FUNCTION(add_f64, double, double, a + b)
FUNCTION(mul_f64, double, double, a * b)
FUNCTION(div_f64, double, double, a / b)
FUNCTION(sqrt_f64, double, double, __builtin_sqrt(a))
FUNCTION(fma_f64, double, double, __builtin_fma(a, b, c))
FUNCTION(rint_f64, double, double, __builtin_rint(a))
FUNCTION(floor_f64, double, double, __builtin_floor(a))
FUNCTION(compare_f64, int, double, (a < b) + 2 * (a <= c) + 4 * (a != b) + 8 * !(a > c))

FUNCTION(f32_of_f64, float, double, a)
FUNCTION(f64_of_f32, double, float, a)
FUNCTION(f32_of_s32, float, int, a)
FUNCTION(f32_of_u32, float, gk_u32, a)
FUNCTION(f32_of_s64, float, long, a)
FUNCTION(f32_of_u64, float, unsigned long, a)
FUNCTION(f64_of_s64, double, long, a)
FUNCTION(f64_of_u64, double, unsigned long, a)
FUNCTION(s32_of_f32, int, float, within(a, 2e9) ? (int)a : 7)
FUNCTION(s64_of_f64, long, double, within(a, 9e18) ? (long)a : 7)
FUNCTION(u32_of_f64, gk_u32, double, within(a - 2e9, 1.9e9) ? (gk_u32)a : 7)
FUNCTION(s8_of_f32, gk_s8, float, within(a, 127) ? (gk_s8)a : 7)
FUNCTION(s8_of_s32, int, int, (gk_s8)a)
FUNCTION(u8_of_s64, unsigned long, long, (gk_u8)a)
FUNCTION(s16_of_s64, long, long, (short)a)

FUNCTION(arithmetic_s32, int, gk_u32, a * b + (c - a) * 7 - (b ^ c))
FUNCTION(divide_s32, int, int, b == 0 || b == -1 ? c : a / b + a % b)
FUNCTION(divide_u32, gk_u32, gk_u32, b == 0 ? c : a / b + a % b)
FUNCTION(divide_by_constant, int, int, a / 7 + a % 10 + (int)((gk_u32)b / 3u))
FUNCTION(shift_s32, int, int, (a >> (b & 31)) ^ (int)((gk_u32)a << (c & 31)))
FUNCTION(rotate_u32, gk_u32, gk_u32, a << (b & 31) | a >> (-b & 31))
FUNCTION(bits_u32, gk_u32, gk_u32, __builtin_popcount(a) + 64 * (b ? __builtin_clz(b) : 5) + 4096 * (c ? __builtin_ctz(c) : 9))
FUNCTION(reverse_u32, gk_u32, gk_u32, __builtin_bitreverse32(a) + __builtin_bswap32(b))
FUNCTION(field_u32, gk_u32, gk_u32, (a >> 5 & 0xfff) | (b & 0xff) << 20 | (c >> 24))
FUNCTION(arithmetic_s64, unsigned long, unsigned long, a * b + (c - a) * 7 - (b & c))
FUNCTION(divide_s64, long, long, b == 0 || b == -1 ? c : a / b + a % b)
FUNCTION(shift_s64, long, long, (a >> (b & 63)) ^ (long)((unsigned long)a << (c & 63)))
FUNCTION(high_u64, unsigned long, unsigned long, (unsigned long)((unsigned __int128)a * b >> 64))
FUNCTION(wide_add, unsigned long, unsigned long, (unsigned long)(((unsigned __int128)a * b + c) >> 64))
FUNCTION(wide_u32, unsigned long, gk_u32, (unsigned long)a * b + c)
FUNCTION(bits_u64, unsigned long, unsigned long, __builtin_popcountl(a) + 128 * (b ? __builtin_clzl(b) : 5))
FUNCTION(reverse_u64, unsigned long, unsigned long, __builtin_bitreverse64(a) ^ __builtin_bswap64(b))
FUNCTION(arithmetic_u16, gk_u16, gk_u16, (gk_u16)(a * b) + (gk_u16)(c << 3) - (a >> 2))
FUNCTION(arithmetic_s16, short, short, (b == 0 ? c : a / b) + (a < c ? a : c))
FUNCTION(arithmetic_s8, gk_s8, gk_s8, (gk_s8)(a * b) + (gk_s8)(c >> 2))

/* Lanes with different trip counts of a loop, and a return from its middle. */
NOINLINE int steps(unsigned long start) {
    unsigned long n = start % 1000 + 1;
    for (int i = 0; i < 200; i++) {
        if (n == 1) {
            return i;
        }
        n = n & 1 ? 3 * n + 1 : n / 2;
    }
    return -1;
}

FUNCTION(collatz, int, unsigned long, steps(a) * 1000 + steps(b))

NOINLINE long branches(long a, long b) {
    switch (a & 15) {
        case 0:
            return b + 1;
        case 1:
            return b * 3;
        case 2:
            return b < 0 ? -b : b ^ 5;
        case 3:
            return steps((unsigned long)b);
        case 5:
            return b >> 3;
        case 7:
            return b & 255;
        case 8:
            a += 9;
            /* fall through */
        case 9:
            return a - b;
        case 12:
            return a / (b | 1);
        default:
            return a > b ? 77 : 78;
    }
}

FUNCTION(switches, long, long, branches(a, b) ^ branches(b, c))

CONSTANT float table[9] = {1, -2, 3.5f, 4, 5, 1e-40f, 7, 8, 9};

INLINE float looked_up(gk_u32 a, gk_u32 b) {
    float own[16];
    for (int i = 0; i < 16; i++) {
        own[i] = table[(a + i) % 9] * i;
    }
    own[b & 15] += 100;
    float sum = 0;
    for (gk_u32 i = 0; i <= (a & 15); i++) {
        sum += own[(i * b) & 15];
    }
    return sum;
}

FUNCTION(arrays, float, gk_u32, looked_up(a, b))

INLINE long nested(int a, int b) {
    long sum = 0;
    for (int i = 0; i < (a & 15); i++) {
        for (int j = i; j < (b & 15); j++) {
            if ((i ^ j) & 1) {
                continue;
            }
            sum += i * 17 + j;
            if (sum > 3000) {
                break;
            }
        }
    }
    return sum;
}

FUNCTION(loops, long, int, nested(a, b))
