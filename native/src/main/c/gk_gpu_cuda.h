/*
 * What differs between GPU targets, for CUDA: how a kernel is declared, which thread this is, how the threads of a group
 * wait for each other and exchange values.
 */
#ifndef GK_GPU_CUDA_H
#define GK_GPU_CUDA_H

/** Where a thread stands among the groups of the launch. */
#define GK_GROUP ((gk_int64) __nvvm_read_ptx_sreg_ctaid_x())
#define GK_GROUPS ((gk_int64) __nvvm_read_ptx_sreg_nctaid_x())
#define GK_THREAD ((int) __nvvm_read_ptx_sreg_tid_x())

/** Waits for the threads of the group, and makes visible what they wrote to local memory. */
#define GK_BARRIER() __nvvm_bar_sync(0)

/** How many neighbouring threads exchange values without local memory: a warp. */
#define GK_SHUFFLE_WIDTH 32

/** The value of the thread of the warp whose number differs in the bits of the mask. */
GK_OVERLOAD int gk_shuffle(int value, int mask) {
    return __nvvm_shfl_sync_bfly_i32(-1, value, mask, 31);
}

GK_OVERLOAD float gk_shuffle(float value, int mask) {
    return __nvvm_shfl_sync_bfly_f32(-1, value, mask, 31);
}

GK_OVERLOAD gk_int64 gk_shuffle(gk_int64 value, int mask) {
    const unsigned int low = gk_shuffle((int) value, mask);
    const unsigned int high = gk_shuffle((int) (value >> 32), mask);
    return (gk_int64) ((gk_uint64) high << 32 | low);
}

#if GK_HAS_F64
GK_OVERLOAD double gk_shuffle(double value, int mask) {
    return gk_from_bits(gk_shuffle(gk_bits(value), mask));
}
#endif

#endif
