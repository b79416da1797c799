/*
 * Matrix instructions of a warp: fragments and products, with the layouts of the PTX ISA (mma.m16n8k16, mma.m16n8k32,
 * ldmatrix). Operands are lists of registers.
 */
#include "lanes.h"

enum { ROWS = 16, COLUMNS = 8, MAX_DEPTH = 32, SUMMED_TOGETHER = 8 };

static inline const u32 *list_of(const warp *w, const instruction *in) {
    return &w->group->grid->kernel->lists[in->immediate];
}

/* Matrix `matrix` of 8 rows of 16 bytes: lane 8 * matrix + row has the address of the row. */
static boolean read_matrix(warp *w, const instruction *in, u32 matrix, u8 (*rows)[16]) {
    w->group->counts.bank_conflicts += bank_conflicts(&REGISTER(u64, in->operand[0])[matrix * 8], 0xff);
    for (u32 row = 0; row < 8; row++) {
        u32 lane = matrix * 8 + row;
        const u8 *from = lanes_resolve(w, in, lane, REGISTER(u64, in->operand[0])[lane], 16, ACCESS_READ, in->space);
        if (!from) {
            return false;
        }
        memcpy(rows[row], from, 16);
    }
    return true;
}

/* Lane i receives the elements 2 (i % 4) and the next of row i / 4, or of column i / 4. */
static void load_matrices(warp *w, const instruction *in, boolean transposed) {
    u8 rows[4][8][16];
    for (u32 matrix = 0; matrix < in->count; matrix++) {
        if (!read_matrix(w, in, matrix, rows[matrix])) {
            return;
        }
    }
    for (u32 matrix = 0; matrix < in->count; matrix++) {
        for (u32 i = 0; i < WARP_LANES; i++) {
            u16 pair[2];
            for (u32 half = 0; half < 2; half++) {
                u32 along = i % 4 * 2 + half;
                memcpy(&pair[half], &rows[matrix][transposed ? along : i / 4][2 * (transposed ? i / 4 : along)], 2);
            }
            memcpy(&REGISTER(u32, in->operand[matrix + 1])[i], pair, 4);
        }
    }
}

HANDLER(ldmatrix) {
    (void)mask;
    load_matrices(w, in, false);
}

HANDLER(ldmatrix_trans) {
    (void)mask;
    load_matrices(w, in, true);
}

/* A product of fragments: registers 0 to 3 are the result, 4 to 7 are of a, 8 and 9 of b, 10 to 13 of c. */
enum { FIRST_OF_A = 4, FIRST_OF_B = 8, FIRST_OF_C = 10 };

/* The bits of element n of a register of a lane, of which a register has 4 / bytes. */
static inline u32 element_of(const warp *w, u32 offset, u32 lane, u32 n, u32 bytes) {
    return REGISTER(u32, offset)[lane] >> n * bytes * 8;
}

static inline u32 row_of_sum(u32 lane, u32 n) {
    return lane / 4 + n / 2 * 8;
}

static inline u32 column_of_sum(u32 lane, u32 n) {
    return lane % 4 * 2 + n % 2;
}

typedef f64 (*widening)(u32 bits);

static f64 widened_half(u32 bits) {
    return (f64)of_half((u16)bits);
}

static f64 widened_bfloat(u32 bits) {
    return (f64) __builtin_bit_cast(f32, bits << 16);
}

static f64 widened_byte(u32 bits) {
    return (f64)(s8)bits;
}

typedef struct {
    f64 a[ROWS][MAX_DEPTH], b[MAX_DEPTH][COLUMNS];
} factors;

static void read_factors(const warp *w, const u32 *list, u32 bytes, widening widen, factors *f) {
    u32 elements = 4 / bytes;
    for (u32 lane = 0; lane < WARP_LANES; lane++) {
        for (u32 i = 0; i < elements; i++) {
            u32 depth = lane % 4 * elements + i;
            for (u32 n = 0; n < 4; n++) {
                f->a[lane / 4 + n % 2 * 8][depth + n / 2 * 4 * elements] =
                    widen(element_of(w, list[FIRST_OF_A + n], lane, i, bytes));
            }
            for (u32 n = 0; n < 2; n++) {
                f->b[depth + n * 4 * elements][lane / 4] = widen(element_of(w, list[FIRST_OF_B + n], lane, i, bytes));
            }
        }
    }
}

/* Rounds towards zero; an overflow is infinite. */
static inline f32 truncated(f64 number) {
    f32 value = (f32)number;
    u32 bits = __builtin_bit_cast(u32, value);
    boolean finite = (bits & 0x7f800000) != 0x7f800000;
    return finite && __builtin_fabs((f64)value) > __builtin_fabs(number) ? __builtin_bit_cast(f32, bits - 1)
                                                                         : canonical(value);
}

/*
 * The order and the rounding of sums are unspecified. These are the least accurate ones observed on devices (Fasi et
 * al., "Numerical behavior of NVIDIA tensor cores"): a sum of 8 products and the accumulator is truncated.
 */
static void multiply_floats(warp *w, const instruction *in, widening widen) {
    const u32 *list = list_of(w, in);
    w->group->counts.products++;
    factors f;
    f32 sums[ROWS][COLUMNS];
    read_factors(w, list, 2, widen, &f);
    for (u32 n = 0; n < 4; n++) {
        for (u32 lane = 0; lane < WARP_LANES; lane++) {
            sums[row_of_sum(lane, n)][column_of_sum(lane, n)] = REGISTER(f32, list[FIRST_OF_C + n])[lane];
        }
    }
    for (u32 row = 0; row < ROWS; row++) {
        for (u32 first = 0; first < 16; first += SUMMED_TOGETHER) {
            f64 exact[COLUMNS];
            for (u32 column = 0; column < COLUMNS; column++) {
                exact[column] = (f64)sums[row][column];
            }
            for (u32 depth = first; depth < first + SUMMED_TOGETHER; depth++) {
                for (u32 column = 0; column < COLUMNS; column++) {
                    exact[column] += f.a[row][depth] * f.b[depth][column];
                }
            }
            for (u32 column = 0; column < COLUMNS; column++) {
                sums[row][column] = truncated(exact[column]);
            }
        }
    }
    for (u32 n = 0; n < 4; n++) {
        for (u32 lane = 0; lane < WARP_LANES; lane++) {
            REGISTER(f32, list[n])[lane] = sums[row_of_sum(lane, n)][column_of_sum(lane, n)];
        }
    }
}

HANDLER(mma_f16) {
    (void)mask;
    multiply_floats(w, in, widened_half);
}

HANDLER(mma_bf16) {
    (void)mask;
    multiply_floats(w, in, widened_bfloat);
}

/* Sums wrap around. */
HANDLER(mma_s8) {
    (void)mask;
    const u32 *list = list_of(w, in);
    w->group->counts.products++;
    factors f;
    u32 results[4][WARP_LANES];
    read_factors(w, list, 1, widened_byte, &f);
    for (u32 n = 0; n < 4; n++) {
        for (u32 lane = 0; lane < WARP_LANES; lane++) {
            f64 sum = 0;
            for (u32 depth = 0; depth < MAX_DEPTH; depth++) {
                sum += f.a[row_of_sum(lane, n)][depth] * f.b[depth][column_of_sum(lane, n)];
            }
            results[n][lane] = REGISTER(u32, list[FIRST_OF_C + n])[lane] + (u32)(s32)sum;
        }
    }
    for (u32 n = 0; n < 4; n++) {
        memcpy(REGISTER(u32, list[n]), results[n], sizeof results[n]);
    }
}

static const opcode_row rows[] = {
    {"ldmatrix.sync.aligned.m8n8.b16", ldmatrix, 2},
    {"ldmatrix.sync.aligned.m8n8.trans.b16", ldmatrix_trans, 2},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", mma_f16, 4},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", mma_bf16, 4},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", mma_s8, 4},
};

const opcode_table matrix_opcodes = {rows, COUNT_OF(rows)};
