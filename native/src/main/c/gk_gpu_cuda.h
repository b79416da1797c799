/*
 * What differs between GPU targets, for CUDA: how a kernel is declared, which thread this is, how the threads of a group
 * wait for each other and exchange values.
 */
#ifndef GK_GPU_CUDA_H
#define GK_GPU_CUDA_H

/** Which thread of which group of the launch this is. */
#define GK_GROUP ((gk_int64) __nvvm_read_ptx_sreg_ctaid_x())
#define GK_GROUPS ((gk_int64) __nvvm_read_ptx_sreg_nctaid_x())
#define GK_THREAD ((int) __nvvm_read_ptx_sreg_tid_x())

/** Waits for the threads of the group, and makes visible what they wrote to local memory. */
#define GK_BARRIER() __nvvm_bar_sync(0)

/** As GK_BARRIER, which makes all memory visible to the group. */
#define GK_MEMORY_BARRIER() GK_BARRIER()

/** How many neighbouring threads exchange values without local memory: a warp. */
#define GK_SHUFFLE_WIDTH 32

/*
 * gk_shuffle(value, mask): the value of the thread of the warp whose number differs in the bits of the mask.
 * gk_shuffle_from(value, thread): the value of a thread of the warp, by its number's lower bits.
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
