/*
 * Elementwise ops.
 */
#include "aclnn.h"

f64 exponential(f64 x) {
    /* By repeated squaring for a small argument: 13 digits. Large magnitudes return almost 0 or infinity. */
    f64 limited = x < -700 ? -700 : x > 700 ? 700 : x, small = limited / 1024, power = 1;
    for (s32 i = 14; i > 0; i--) {
        power = 1 + small / i * power;
    }
    for (s32 i = 0; i < 10; i++) {
        power *= power;
    }
    return x != x ? x : power;
}

/* By its series, which is accurate enough as long as its terms are small; beyond, the result is 1. */
f64 error_function(f64 x) {
    enum { TERMS = 120 };
    if (x > 5 || x < -5) {
        return x > 0 ? 1 : -1;
    }
    f64 term = x, sum = x;
    for (s32 i = 1; i < TERMS; i++) {
        term *= -x * x / i;
        sum += term / (2 * i + 1);
    }
    return 1.1283791670955126 * sum;
}

static f64 sigmoid(f64 x) {
    return 1 / (1 + exponential(-x));
}

static f64 hyperbolic_tangent(f64 x) {
    return 2 * sigmoid(2 * x) - 1;
}

static f64 silu(f64 x) {
    return x * sigmoid(x);
}

static f64 fast_gelu(f64 x) {
    return x * sigmoid(1.702 * x);
}

static f64 gelu_by_tangent(f64 x) {
    return x * sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x));
}

static f64 gelu_by_error_function(f64 x) {
    return x / 2 * (1 + error_function(x * 0.70710678118654752));
}

static f64 relu(f64 x) {
    return x < 0 ? 0 : x;
}

static void compute_unary(const executor *e, f64 (*function)(f64)) {
    const tensor *to = operand(e, 1);
    f64 *all = values(operand(e, 0));
    for (s64 i = 0; i < elements(to); i++) {
        all[i] = function(all[i]);
    }
    store(to, all);
}

static s32 unary(
    const char *op, void (*compute)(const executor *e), tensor *self, tensor *out, attributes given, u64 *workspace,
    executor **handle) {
    s32 code = check(op, self, -1);
    code = code ? code : check(op, out, self->type);
    if (!code && (!is_float(self->type) || !same_dims(self, out))) {
        code = INVALID("aclnn%s: type %d, or other dims", op, self->type);
    }
    return code ? code : ready(op, compute, (tensor *[]){self, out}, 2, 1, given, workspace, handle);
}

#define UNARY(op, function)                                                                                            \
    static void compute_##op(const executor *e) {                                                                      \
        compute_unary(e, function);                                                                                    \
    }                                                                                                                  \
    EXPORT s32 aclnn##op##GetWorkspaceSize(tensor *self, tensor *out, u64 *workspace, executor **handle) {               \
        return unary(#op, compute_##op, self, out, (attributes){0}, workspace, handle);                                  \
    }                                                                                                                  \
    SECOND(op)

UNARY(Relu, relu)
UNARY(Silu, silu)
UNARY(Sigmoid, sigmoid)
UNARY(Tanh, hyperbolic_tangent)
UNARY(FastGelu, fast_gelu)

static void compute_gelu(const executor *e) {
    compute_unary(e, e->given.numbers[0] ? gelu_by_tangent : gelu_by_error_function);
}

EXPORT s32 aclnnGeluV2GetWorkspaceSize(tensor *x, s64 approximate, tensor *y, u64 *workspace, executor **handle) {
    if (approximate != 0 && approximate != 1) {
        return INVALID("aclnnGeluV2: approximate %lld", approximate);
    }
    return unary("GeluV2", compute_gelu, x, y, (attributes){{approximate}, {0}}, workspace, handle);
}

SECOND(GeluV2)

/* The element index of an operand that is broadcast to the dims of another one. */
static s64 broadcast_element(const tensor *from, const tensor *to, s64 number) {
    s64 element = 0, size = 1;
    for (u32 axis = to->rank; axis-- > 0;) {
        s64 index = number % to->dims[axis];
        number /= to->dims[axis];
        s64 at = (s64)axis + from->rank - to->rank;
        if (at >= 0) {
            element += from->dims[at] == 1 ? 0 : index * size;
            size *= from->dims[at];
        }
    }
    return element;
}

static void compute_add(const executor *e) {
    const tensor *self = operand(e, 0), *other = operand(e, 1), *out = operand(e, 2);
    f64 *left = values(self), *right = values(other), *result = values(out);
    for (s64 i = 0; i < elements(out); i++) {
        result[i] = left[broadcast_element(self, out, i)]
                    + e->given.reals[0] * right[broadcast_element(other, out, i)];
    }
    free(left);
    free(right);
    store(out, result);
}

static void compute_add_in_place(const executor *e) {
    const tensor *self = operand(e, 0), *other = operand(e, 1);
    f64 *result = values(self), *added = values(other);
    for (s64 i = 0; i < elements(self); i++) {
        result[i] += e->given.reals[0] * added[broadcast_element(other, self, i)];
    }
    free(added);
    store(self, result);
}

EXPORT s32 aclnnInplaceAddGetWorkspaceSize(
    tensor *self, tensor *other, const scalar *alpha, u64 *workspace, executor **handle) {
    s32 code = check("InplaceAdd", self, -1);
    code = code ? code : check("InplaceAdd", other, self->type);
    if (!code && (!alpha || require(SCALAR, alpha))) {
        code = reject(ACLNN_PARAM_NULLPTR, "aclnnInplaceAdd: alpha is null, or destroyed");
    }
    if (!code && !broadcasts(other, self)) {
        code = INVALID("aclnnInplaceAdd: the dims do not fit together");
    }
    return code ? code
                : ready("InplaceAdd", compute_add_in_place, (tensor *[]){self, other}, 2, 1,
                      (attributes){{0}, {alpha->value}}, workspace, handle);
}

SECOND(InplaceAdd)

static void compute_mul(const executor *e) {
    const tensor *self = operand(e, 0), *other = operand(e, 1), *out = operand(e, 2);
    f64 *left = values(self), *right = values(other), *result = values(out);
    for (s64 i = 0; i < elements(out); i++) {
        result[i] = left[broadcast_element(self, out, i)] * right[broadcast_element(other, out, i)];
    }
    free(left);
    free(right);
    store(out, result);
}

static s32 binary(const char *op, void (*compute)(const executor *e), tensor *self, tensor *other, tensor *out,
    attributes given, u64 *workspace, executor **handle) {
    s32 code = check(op, self, -1);
    code = code ? code : check(op, other, self->type);
    code = code ? code : check(op, out, self->type);
    if (!code && (!is_float(self->type) || !broadcasts(self, out) || !broadcasts(other, out))) {
        code = INVALID("aclnn%s: type %d, or dims that do not fit together", op, self->type);
    }
    return code ? code : ready(op, compute, (tensor *[]){self, other, out}, 3, 1, given, workspace, handle);
}

EXPORT s32 aclnnAddGetWorkspaceSize(
    tensor *self, tensor *other, const scalar *alpha, tensor *out, u64 *workspace, executor **handle) {
    if (!alpha || require(SCALAR, alpha)) {
        return reject(ACLNN_PARAM_NULLPTR, "aclnnAdd: alpha is null, or destroyed");
    }
    return binary("Add", compute_add, self, other, out, (attributes){{0}, {alpha->value}}, workspace, handle);
}

SECOND(Add)

EXPORT s32 aclnnMulGetWorkspaceSize(tensor *self, tensor *other, tensor *out, u64 *workspace, executor **handle) {
    return binary("Mul", compute_mul, self, other, out, (attributes){0}, workspace, handle);
}

SECOND(Mul)

static void compute_muls(const executor *e) {
    const tensor *to = operand(e, 1);
    f64 *all = values(operand(e, 0));
    for (s64 i = 0; i < elements(to); i++) {
        all[i] *= e->given.reals[0];
    }
    store(to, all);
}

EXPORT s32 aclnnMulsGetWorkspaceSize(tensor *self, const scalar *other, tensor *out, u64 *workspace, executor **handle) {
    if (!other || require(SCALAR, other)) {
        return reject(ACLNN_PARAM_NULLPTR, "aclnnMuls: other is null, or destroyed");
    }
    return unary("Muls", compute_muls, self, out, (attributes){{0}, {other->value}}, workspace, handle);
}

SECOND(Muls)

static void compute_zero(const executor *e) {
    const tensor *self = operand(e, 0);
    store(self, calloc((size_type)elements(self) + 1, sizeof(f64)));
}

EXPORT s32 aclnnInplaceZeroGetWorkspaceSize(tensor *self, u64 *workspace, executor **handle) {
    s32 code = check("InplaceZero", self, -1);
    return code ? code : ready("InplaceZero", compute_zero, (tensor *[]){self}, 1, 1, (attributes){0}, workspace, handle);
}

SECOND(InplaceZero)

static void compute_copy(const executor *e) {
    const tensor *self = operand(e, 0), *from = operand(e, 1);
    f64 *source = values(from), *result = values(self);
    for (s64 i = 0; i < elements(self); i++) {
        result[i] = source[broadcast_element(from, self, i)];
    }
    free(source);
    store(self, result);
}

EXPORT s32 aclnnInplaceCopyGetWorkspaceSize(tensor *self, tensor *from, u64 *workspace, executor **handle) {
    s32 code = check("InplaceCopy", self, -1);
    code = code ? code : check("InplaceCopy", from, -1);
    if (!code && !broadcasts(from, self)) {
        code = INVALID("aclnnInplaceCopy: the dims do not fit together");
    }
    return code ? code
                : ready("InplaceCopy", compute_copy, (tensor *[]){self, from}, 2, 1, (attributes){0}, workspace, handle);
}

SECOND(InplaceCopy)
