/*
 * Matmuls of the emulated cuBLASLt, element by element in doubles.
 */
#include "cublaslt.h"

u64 element_bytes(s32 type) {
    return type == REAL_F64 ? 8 : type == REAL_F32 ? 4 : 2;
}

static f64 element(const context *c, s32 type, u64 address, s64 index) {
    const u8 *from = arena_host(&c->memory, address) + (u64)index * element_bytes(type);
    switch (type) {
        case REAL_F64:
            return *(const f64 *)from;
        case REAL_F32:
            return *(const f32 *)from;
        case REAL_F16:
            return (f32) * (const f16 *)from;
        default:
            return __builtin_bit_cast(f32, (u32) * (const u16 *)from << 16);
    }
}

static void set_element(const context *c, s32 type, u64 address, s64 index, f64 value) {
    u8 *to = arena_host(&c->memory, address) + (u64)index * element_bytes(type);
    switch (type) {
        case REAL_F64:
            *(f64 *)to = value;
            break;
        case REAL_F32:
            *(f32 *)to = (f32)value;
            break;
        case REAL_F16:
            *(f16 *)to = (f16)(f32)value;
            break;
        default: {
            u32 bits = __builtin_bit_cast(u32, (f32)value);
            *(u16 *)to = (u16)(value != value ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
        }
    }
}

/* By repeated squaring for a small argument: 13 digits. Large magnitudes return almost 0 or infinity. */
static f64 exponential(f64 x) {
    f64 limited = x < -700 ? -700 : x > 700 ? 700 : x, small = limited / 1024, power = 1;
    for (s32 i = 14; i > 0; i--) {
        power = 1 + small / i * power;
    }
    for (s32 i = 0; i < 10; i++) {
        power *= power;
    }
    return power;
}

static f64 activated(u32 epilogue, f64 x) {
    return epilogue & EPILOGUE_RELU   ? x < 0 ? 0 : x
           : epilogue & EPILOGUE_GELU ? x / (1 + exponential(-1.5957691216057308 * (x + 0.044715 * x * x * x)))
                                      : x;
}

static f64 dot(const context *c, const product *p, s64 batch, u64 row, u64 column) {
    u64 depth = p->what.transpose_a ? p->a.rows : p->a.columns;
    s64 a = batch * p->a.batch_stride, b = batch * p->b.batch_stride;
    f64 sum = 0;
    for (u64 k = 0; k < depth; k++) {
        u64 left = p->what.transpose_a ? k + row * (u64)p->a.leading_dimension : row + k * (u64)p->a.leading_dimension;
        u64 right = p->what.transpose_b ? column + k * (u64)p->b.leading_dimension : k + column * (u64)p->b.leading_dimension;
        sum += element(c, p->a.type, p->address_a, a + (s64)left) * element(c, p->b.type, p->address_b, b + (s64)right);
    }
    return sum;
}

static boolean covered(context *c, const layout *l, u64 address) {
    s64 last = (l->batch_count - 1) * l->batch_stride + l->leading_dimension * (s64)(l->columns - 1) + (s64)l->rows;
    return arena_covers(&c->memory, address, (u64)last * element_bytes(l->type));
}

s32 run_product(context *c, const operation *o) {
    const product *p = (const product *)o->staged;
    u64 bias_bytes = p->d.rows * element_bytes(p->d.type);
    boolean there = covered(c, &p->a, p->address_a) && covered(c, &p->b, p->address_b) && covered(c, &p->d, p->address_d)
                    && (p->beta == 0 || covered(c, &p->c, p->address_c))
                    && (!(p->what.epilogue & EPILOGUE_BIAS) || arena_covers(&c->memory, p->what.bias, bias_bytes))
                    && arena_covers(&c->memory, p->workspace, ALGORITHM_WORKSPACE);
    if (!there) {
        return reject(CUDA_ERROR_ILLEGAL_ADDRESS, "a product reads or writes what is not allocated");
    }
    memset(arena_host(&c->memory, p->workspace), 0xab, ALGORITHM_WORKSPACE);
    for (s64 batch = 0; batch < p->d.batch_count; batch++) {
        for (u64 column = 0; column < p->d.columns; column++) {
            for (u64 row = 0; row < p->d.rows; row++) {
                s64 at = batch * p->d.batch_stride + (s64)(row + column * (u64)p->d.leading_dimension);
                f64 value = p->alpha * dot(c, p, batch, row, column);
                if (p->beta != 0) {
                    s64 added = batch * p->c.batch_stride + (s64)(row + column * (u64)p->c.leading_dimension);
                    value += p->beta * element(c, p->c.type, p->address_c, added);
                }
                if (p->what.epilogue & EPILOGUE_BIAS) {
                    value += element(c, p->d.type, p->what.bias, (s64)row);
                }
                set_element(c, p->d.type, p->address_d, at, activated(p->what.epilogue, value));
            }
        }
    }
    return CUDA_SUCCESS;
}
