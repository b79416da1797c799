/*
 * Arguments of the kernels that sort rows, on CPUs and GPUs, and the keys by which they compare elements: from x
 * [before, count, after] the positions along the middle axis in ascending or descending order, as 64-bit integers. A
 * row is the elements along that axis. Before this header, GK_SORT_MEMORY is the address space of x.
 */
#ifndef GK_SORT_ORDER_H
#define GK_SORT_ORDER_H

enum {
    GK_SORT_X = 0,
    GK_SORT_RESULT = 2,
    GK_SORT_BEFORE = 5,
    GK_SORT_COUNT = 6,
    GK_SORT_AFTER = 7,
    /** Dtype of x, in the order of the enum DType of the runtime. */
    GK_SORT_DTYPE = 8,
    /** 1 for descending order, else 0. */
    GK_SORT_DESCENDING = 9
};

enum {
    GK_SORT_F32,
    GK_SORT_F64,
    GK_SORT_F16,
    GK_SORT_BF16,
    GK_SORT_I8,
    GK_SORT_U8,
    GK_SORT_I16,
    GK_SORT_U16,
    GK_SORT_I32,
    GK_SORT_U32,
    GK_SORT_I64,
    GK_SORT_U64
};

/** Key of a float from its bits, of which `largest` are the magnitude. NaN has the largest key; -0 has the key of 0. */
GK_INLINE gk_int64 gk_float_key(gk_int64 bits, gk_int64 infinity, gk_int64 largest) {
    const gk_int64 magnitude = bits & largest;
    return magnitude > infinity ? largest : bits < 0 ? -magnitude : magnitude;
}

/** Integer whose order is that of the elements. */
GK_INLINE gk_int64 gk_sort_key(GK_SORT_MEMORY const void *elements, gk_int64 dtype, gk_int64 i) {
    switch (dtype) {
        case GK_SORT_F32:
            return gk_float_key(((GK_SORT_MEMORY const int *) elements)[i], 0x7f800000, 0x7fffffff);
        case GK_SORT_F64:
            return gk_float_key(
                ((GK_SORT_MEMORY const gk_int64 *) elements)[i], 0x7ff0000000000000, 0x7fffffffffffffff);
        case GK_SORT_F16:
            return gk_float_key(((GK_SORT_MEMORY const short *) elements)[i], 0x7c00, 0x7fff);
        case GK_SORT_BF16:
            return gk_float_key(((GK_SORT_MEMORY const short *) elements)[i], 0x7f80, 0x7fff);
        case GK_SORT_I8:
            return ((GK_SORT_MEMORY const gk_int8 *) elements)[i];
        case GK_SORT_I16:
            return ((GK_SORT_MEMORY const gk_int16 *) elements)[i];
        case GK_SORT_U16:
            return ((GK_SORT_MEMORY const gk_uint16 *) elements)[i];
        case GK_SORT_U32:
            return ((GK_SORT_MEMORY const gk_uint32 *) elements)[i];
        case GK_SORT_U64:
            /* Flips the highest bit: the order of signed integers. */
            return (gk_int64) (((GK_SORT_MEMORY const gk_uint64 *) elements)[i] ^ (gk_uint64) 1 << 63);
        case GK_SORT_I32:
            return ((GK_SORT_MEMORY const int *) elements)[i];
        case GK_SORT_I64:
            return ((GK_SORT_MEMORY const gk_int64 *) elements)[i];
        default:
            return ((GK_SORT_MEMORY const gk_uint8 *) elements)[i];
    }
}

#endif
