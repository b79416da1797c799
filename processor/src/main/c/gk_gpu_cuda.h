/*
 * The CUDA target layer: block and thread indices, barriers, and warp shuffles.
 */
#ifndef GK_GPU_CUDA_H
#define GK_GPU_CUDA_H

/** Block index, number of blocks in the grid, and thread index within the block. */
#define GK_BLOCK_INDEX ((gk_int64) __nvvm_read_ptx_sreg_ctaid_x())
#define GK_BLOCK_COUNT ((gk_int64) __nvvm_read_ptx_sreg_nctaid_x())
#define GK_THREAD ((int) __nvvm_read_ptx_sreg_tid_x())

/** Waits for all threads of the block, and makes their writes to shared memory visible. */
#define GK_BARRIER() __nvvm_bar_sync(0)

/** As GK_BARRIER, which makes all memory visible within the block. */
#define GK_MEMORY_BARRIER() GK_BARRIER()

/** Number of adjacent threads that exchange values without shared memory: a warp. */
#define GK_SHUFFLE_WIDTH 32

/*
 * gk_shuffle(value, mask): the value of the thread of the warp whose number differs in the bits of the mask.
 * gk_shuffle_from(value, thread): the value of a thread of the warp, by the lower bits of its index.
 */
#define GK_DEFINE_SHUFFLE(name, exchange)                                                                              \
    GK_OVERLOAD int name(int value, int which) {                                                                       \
        return exchange(-1, value, which, 31);                                                                         \
    }                                                                                                                  \
    GK_OVERLOAD gk_int64 name(gk_int64 value, int which) {                                                             \
        const unsigned int low = (unsigned int) exchange(-1, (int) value, which, 31);                                  \
        const unsigned int high = (unsigned int) exchange(-1, (int) (value >> 32), which, 31);                         \
        return (gk_int64) ((gk_uint64) high << 32 | low);                                                              \
    }                                                                                                                  \
    GK_OVERLOAD gk_uint32 name(gk_uint32 value, int which) {                                                           \
        return (gk_uint32) exchange(-1, (int) value, which, 31);                                                       \
    }                                                                                                                  \
    GK_OVERLOAD gk_uint64 name(gk_uint64 value, int which) {                                                           \
        return (gk_uint64) name((gk_int64) value, which);                                                              \
    }                                                                                                                  \
    GK_OVERLOAD gk_f32 name(gk_f32 value, int which) {                                                                 \
        return gk_from_bits(exchange(-1, gk_bits(value), which, 31));                                                  \
    }
GK_DEFINE_SHUFFLE(gk_shuffle, __nvvm_shfl_sync_bfly_i32)
GK_DEFINE_SHUFFLE(gk_shuffle_from, __nvvm_shfl_sync_idx_i32)
#undef GK_DEFINE_SHUFFLE

#if GK_HAS_F64
GK_OVERLOAD gk_f64 gk_shuffle(gk_f64 value, int mask) {
    return gk_from_bits(gk_shuffle(gk_bits(value), mask));
}

GK_OVERLOAD gk_f64 gk_shuffle_from(gk_f64 value, int thread) {
    return gk_from_bits(gk_shuffle_from(gk_bits(value), thread));
}
#endif

#endif
