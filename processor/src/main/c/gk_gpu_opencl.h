/*
 * The OpenCL C 1.2 target layer: work-group and work-item indices, barriers, and sub-group shuffles.
 */
#ifndef GK_GPU_OPENCL_H
#define GK_GPU_OPENCL_H

/* Unrolling is only a hint; the warning of a driver that ignores it would reach the user's terminal. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/** Work-group index, number of work-groups, and work-item index within the work-group. */
#define GK_BLOCK_INDEX ((gk_int64) get_group_id(0))
#define GK_BLOCK_COUNT ((gk_int64) get_num_groups(0))
#define GK_THREAD ((int) get_local_id(0))

/** Waits for all work-items of the work-group, and makes their writes to local memory visible. */
#define GK_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)

/** As GK_BARRIER, and makes writes to global memory visible within the work-group. */
#define GK_MEMORY_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

/*
 * GK_SHUFFLE_WIDTH: number of adjacent threads that exchange values without local memory, a power of two, or 1. The
 * threads of a sub-group are adjacent: work-groups have one dimension, and their size is a multiple of the sub-group
 * size.
 * gk_shuffle(value, mask): the value of the thread whose index differs in the bits of the mask, below that width.
 * gk_shuffle_from(value, thread): the value of a thread, by the bits of its index below that width.
 */
#if defined(cl_khr_subgroups) && defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define GK_SHUFFLE_WIDTH ((int) get_max_sub_group_size())
#define GK_DEFINE_SHUFFLE(type)                                                                                        \
    GK_OVERLOAD type gk_shuffle(type value, int mask) {                                                                \
        return sub_group_shuffle_xor(value, (unsigned int) mask);                                                      \
    }                                                                                                                  \
    GK_OVERLOAD type gk_shuffle_from(type value, int thread) {                                                         \
        return sub_group_shuffle(value, (unsigned int) thread & (get_max_sub_group_size() - 1));                       \
    }
GK_DEFINE_SHUFFLE(float)
GK_DEFINE_SHUFFLE(int)
GK_DEFINE_SHUFFLE(gk_uint32)
GK_DEFINE_SHUFFLE(gk_int64)
GK_DEFINE_SHUFFLE(gk_uint64)
#if GK_HAS_F64
GK_DEFINE_SHUFFLE(double)
#endif
#undef GK_DEFINE_SHUFFLE
#else
#define GK_SHUFFLE_WIDTH 1
#define gk_shuffle(value, mask) (value)
#define gk_shuffle_from(value, thread) (value)
#endif

#endif
