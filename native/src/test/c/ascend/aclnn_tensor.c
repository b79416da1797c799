#include "aclnn.h"

static u64 at_most(u64 value, u64 most) {
    return value < most ? value : most;
}

u64 bytes_of(s32 type) {
    switch (type) {
        case INT8:
        case UINT8:
        case BOOL:
            return 1;
        case FLOAT16:
        case BFLOAT16:
            return 2;
        case FLOAT:
        case INT32:
            return 4;
        case INT64:
        case DOUBLE:
            return 8;
        default:
            return 0;
    }
}

boolean is_float(s32 type) {
    return type == FLOAT || type == FLOAT16 || type == BFLOAT16;
}

s64 elements(const tensor *t) {
    s64 count = 1;
    for (u32 axis = 0; axis < t->rank; axis++) {
        count *= t->dims[axis];
    }
    return count;
}

EXPORT tensor *aclCreateTensor(const s64 *dims, u64 rank, s32 type, const s64 *strides, s64 offset, s32 format,
    const s64 *storage, u64 storage_rank, u64 address) {
    if (rank > MAX_DIMS || storage_rank > MAX_DIMS || !bytes_of(type) || offset < 0 || (rank && !dims)) {
        reject(ACLNN_PARAM_INVALID, "no tensor of %llu dims of type %d", rank, type);
        return null;
    }
    tensor *t = calloc(1, sizeof *t);
    *t = (tensor){.type = type, .format = format, .rank = (u32)rank, .offset = offset, .storage = 1, .address = address};
    s64 next = 1, last = offset;
    for (u64 axis = at_most(rank, MAX_DIMS); axis-- > 0;) {
        t->dims[axis] = dims[axis];
        t->strides[axis] = strides ? strides[axis] : next;
        next *= dims[axis];
        last += dims[axis] > 0 ? (dims[axis] - 1) * t->strides[axis] : 0;
    }
    for (u64 axis = 0; axis < storage_rank; axis++) {
        t->storage *= storage[axis];
    }
    if (elements(t) > 0 && last >= t->storage) {
        reject(ACLNN_PARAM_INVALID, "the view ends at element %lld of %lld", last, t->storage);
        free(t);
        return null;
    }
    enter(false);
    keep(TENSOR, t);
    leave(ACL_SUCCESS);
    return t;
}

EXPORT scalar *aclCreateScalar(const void *value, s32 type) {
    scalar *s = calloc(1, sizeof *s);
    s->type = type;
    switch (type) {
        case FLOAT:
            s->value = *(const f32 *)value;
            break;
        case DOUBLE:
            s->value = *(const f64 *)value;
            break;
        default:
            reject(ACLNN_PARAM_INVALID, "no scalar of type %d", type);
            free(s);
            return null;
    }
    enter(false);
    keep(SCALAR, s);
    leave(ACL_SUCCESS);
    return s;
}

EXPORT integers *aclCreateIntArray(const s64 *from, u64 count) {
    if (count > MAX_DIMS) {
        reject(ACLNN_PARAM_INVALID, "%llu numbers are more than there may be", count);
        return null;
    }
    integers *handle = calloc(1, sizeof *handle);
    handle->count = count;
    memcpy(handle->values, from, count * sizeof *from);
    enter(false);
    keep(INTEGERS, handle);
    leave(ACL_SUCCESS);
    return handle;
}

static s32 destroyed(enum handle_kind kind, void *value) {
    s32 code = enter(false);
    code = code ? code : require(kind, value);
    if (!code) {
        forget(value);
        free(value);
    }
    return leave(code ? ACLNN_PARAM_NULLPTR : ACL_SUCCESS);
}

EXPORT s32 aclDestroyTensor(tensor *t) {
    return destroyed(TENSOR, t);
}

EXPORT s32 aclDestroyScalar(scalar *s) {
    return destroyed(SCALAR, s);
}

EXPORT s32 aclDestroyIntArray(integers *i) {
    return destroyed(INTEGERS, i);
}

s32 check(const char *op, const tensor *t, s32 type) {
    if (!t || require(TENSOR, t)) {
        return reject(ACLNN_PARAM_NULLPTR, "aclnn%s: a tensor is null, or destroyed", op);
    }
    return type >= 0 && t->type != type ? INVALID("aclnn%s: a tensor is of type %d in place of %d", op, t->type, type)
                                        : ACL_SUCCESS;
}

boolean same_dims(const tensor *a, const tensor *b) {
    boolean same = a->rank == b->rank;
    for (u32 axis = 0; same && axis < a->rank; axis++) {
        same = a->dims[axis] == b->dims[axis];
    }
    return same;
}

boolean broadcasts(const tensor *from, const tensor *to) {
    boolean fits = from->rank <= to->rank;
    for (u32 axis = 0; fits && axis < from->rank; axis++) {
        s64 dim = from->dims[axis];
        fits = dim == 1 || dim == to->dims[axis + to->rank - from->rank];
    }
    return fits;
}

static f64 loaded(s32 type, const u8 *from) {
    switch (type) {
        case FLOAT:
            return *(const f32 *)from;
        case FLOAT16:
            return (f32) * (const f16 *)from;
        case BFLOAT16:
            return __builtin_bit_cast(f32, (u32) * (const u16 *)from << 16);
        case DOUBLE:
            return *(const f64 *)from;
        case INT8:
            return *(const s8 *)from;
        case INT32:
            return *(const s32 *)from;
        case INT64:
            return (f64) * (const s64 *)from;
        default:
            return *from;
    }
}

static void stored(s32 type, u8 *to, f64 value) {
    switch (type) {
        case FLOAT:
            *(f32 *)to = (f32)value;
            break;
        case FLOAT16:
            *(f16 *)to = (f16)(f32)value;
            break;
        case BFLOAT16: {
            u32 bits = __builtin_bit_cast(u32, (f32)value);
            *(u16 *)to = (u16)(value != value ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
            break;
        }
        case DOUBLE:
            *(f64 *)to = value;
            break;
        case INT32:
            *(s32 *)to = (s32)(s64)value;
            break;
        case INT8:
            *(s8 *)to = (s8)(value < -128 ? -128 : value > 127 ? 127 : value);
            break;
        default:
            *to = (u8)value;
    }
}

/* The offset of an element of a view, by its row-major index. */
static u8 *place(const tensor *t, s64 number) {
    s64 element = t->offset;
    for (u32 axis = t->rank; axis-- > 0;) {
        element += number % t->dims[axis] * t->strides[axis];
        number /= t->dims[axis];
    }
    return (u8 *)(t->address - FAR) + (u64)element * bytes_of(t->type);
}

f64 *values(const tensor *t) {
    s64 count = elements(t);
    f64 *all = malloc((size_type)(count + 1) * sizeof *all);
    for (s64 i = 0; i < count; i++) {
        all[i] = loaded(t->type, place(t, i));
    }
    return all;
}

void store(const tensor *t, f64 *from) {
    s64 count = elements(t);
    for (s64 i = 0; i < count; i++) {
        stored(t->type, place(t, i), from[i]);
    }
    free(from);
}
