/*
 * Matmuls.
 */
#include "aclnn.h"

enum { MAX_PRODUCT_DIMS = 6 };

/* The index of an operand's matrix for a matrix of the result. */
static s64 matrix(const tensor *from, const tensor *out, s64 product) {
    s64 number = 0, size = 1;
    for (u32 axis = out->rank - 2; axis-- > 0;) {
        s64 index = product % out->dims[axis];
        product /= out->dims[axis];
        s64 at = (s64)axis + from->rank - out->rank;
        if (at >= 0) {
            number += from->dims[at] == 1 ? 0 : index * size;
            size *= from->dims[at];
        }
    }
    return number;
}

static void multiply(const executor *e) {
    const tensor *a = operand(e, 0), *b = operand(e, 1), *out = operand(e, 2);
    s64 m = out->dims[out->rank - 2], n = out->dims[out->rank - 1], depth = a->dims[a->rank - 1];
    f64 *left = values(a), *right = values(b), *result = values(out);
    s64 products = m && n ? elements(out) / (m * n) : 0;
    for (s64 product = 0; product < products; product++) {
        const f64 *x = left + matrix(a, out, product) * m * depth, *y = right + matrix(b, out, product) * depth * n;
        f64 *z = result + product * m * n;
        for (s64 i = 0; i < m; i++) {
            for (s64 j = 0; j < n; j++) {
                z[i * n + j] = 0;
            }
            for (s64 k = 0; k < depth; k++) {
                for (s64 j = 0; j < n; j++) {
                    z[i * n + j] += x[i * depth + k] * y[k * n + j];
                }
            }
        }
    }
    free(left);
    free(right);
    store(out, result);
}

static s32 product(const char *op, tensor *self, tensor *mat2, tensor *out, s8 cube_math_type, u32 least, u32 most,
    u64 *workspace, executor **handle) {
    s32 code = check(op, self, -1);
    code = code ? code : check(op, mat2, -1);
    code = code ? code : check(op, out, -1);
    if (code) {
        return code;
    }
    if (cube_math_type < 0 || cube_math_type > 3) {
        return INVALID("aclnn%s: cubeMathType %d", op, cube_math_type);
    }
    boolean widens = self->type == FLOAT16 && out->type == FLOAT;
    if (!is_float(self->type) || mat2->type != self->type || (out->type != self->type && !widens)) {
        return INVALID("aclnn%s: dtypes %d, %d and %d", op, self->type, mat2->type, out->type);
    }
    if (self->format != ND || mat2->format != ND || out->format != ND) {
        return INVALID("aclnn%s: a format other than ND", op);
    }
    if (self->rank < least || mat2->rank < least || out->rank < least || self->rank > most || mat2->rank > most
        || out->rank != (self->rank > mat2->rank ? self->rank : mat2->rank)) {
        return INVALID("aclnn%s: ranks %u, %u and %u", op, self->rank, mat2->rank, out->rank);
    }
    boolean fits = self->dims[self->rank - 1] == mat2->dims[mat2->rank - 2]
                   && self->dims[self->rank - 2] == out->dims[out->rank - 2]
                   && mat2->dims[mat2->rank - 1] == out->dims[out->rank - 1];
    for (u32 axis = 0; fits && axis + 2 < out->rank; axis++) {
        s64 a = axis + self->rank < out->rank ? 1 : self->dims[axis + self->rank - out->rank];
        s64 b = axis + mat2->rank < out->rank ? 1 : mat2->dims[axis + mat2->rank - out->rank];
        fits = (a == b || a == 1 || b == 1) && out->dims[axis] == (a == 1 ? b : a);
    }
    if (!fits) {
        return INVALID("aclnn%s: the dims do not fit together", op);
    }
    return ready(op, multiply, (tensor *[]){self, mat2, out}, 3, 1, (attributes){0}, workspace, handle);
}

EXPORT s32 aclnnMatmulGetWorkspaceSize(
    tensor *self, tensor *mat2, tensor *out, s8 cube_math_type, u64 *workspace, executor **handle) {
    return product("Matmul", self, mat2, out, cube_math_type, 2, MAX_PRODUCT_DIMS, workspace, handle);
}

SECOND(Matmul)

EXPORT s32 aclnnBatchMatMulGetWorkspaceSize(
    tensor *self, tensor *mat2, tensor *out, s8 cube_math_type, u64 *workspace, executor **handle) {
    return product("BatchMatMul", self, mat2, out, cube_math_type, 3, 3, workspace, handle);
}

SECOND(BatchMatMul)
