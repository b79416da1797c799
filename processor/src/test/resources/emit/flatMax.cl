/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * flatMax_0 of flatMax: full reduction.
 * Abs, ReduceMax
 */
GK_KERNEL(flatMax_0, 8) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_d = GK_INTEGER(2);
    const gk_int64 n_n = GK_INTEGER(3);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_1_1 = GK_POINTER(float, 1);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 5);
    const gk_int64 block = GK_INTEGER(6);
    const gk_int64 blocks = GK_INTEGER(7);
    const gk_int64 inner = (n_d*n_n);
    const int packed = gk_is_multiple(block, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, inner);
        gk_f32 packed_acc_1[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_1[e] = gk_splat(GK_IDENTITY_max_f32);
        }
        __global const float *const p_x_row = p_x;
        if (packed) {
            gk_int64 i = first + 4 * GK_THREAD;
            const gk_int64 whole_end = aligned ? last : first;
            for (; i + 4 <= whole_end; i += 4 * GK_BLOCK_THREADS) {
                gk_f32 in_p_x[4];
                gk_load_4(in_p_x, p_x_row + i, 4, 1);
                GK_UNROLL
                for (int e = 0; e < 4; ++e) {
                    const gk_int64 i0 = i + e;
                    const gk_f32 v_x = in_p_x[e];
                    const gk_f32 v_0 = gk_abs(v_x);
                    packed_acc_1[e] = gk_combine_max(packed_acc_1[e], v_0);
                }
            }
            for (; i < last; i += 4 * GK_BLOCK_THREADS) {
                const int available = gk_clamped_count(last - i);
                gk_f32 in_p_x[4];
                gk_load_4(in_p_x, p_x_row + i, available, 0);
                GK_UNROLL
                for (int e = 0; e < 4; ++e) {
                    const int present = e < available;
                    const gk_int64 i0 = i + e;
                    const gk_f32 v_x = in_p_x[e];
                    const gk_f32 v_0 = gk_abs(v_x);
                    packed_acc_1[e] = present ? gk_combine_max(packed_acc_1[e], v_0) : packed_acc_1[e];
                }
            }
        } else {
            GK_UNROLL_SOME
            for (gk_int64 i0 = first + GK_THREAD; i0 < last; i0 += GK_BLOCK_THREADS) {
                const gk_f32 v_x = gk_load(p_x_row + i0);
                const gk_f32 v_0 = gk_abs(v_x);
                packed_acc_1[0] = gk_combine_max(packed_acc_1[0], v_0);
            }
        }
        const gk_f32 acc_1 = gk_join_max(gk_fold_max(packed_acc_1, 4), 1, GK_BLOCK_THREADS, exchange);
        if (GK_THREAD == 0) {
            gk_store((__global float *) (partial + 8 * (0 * blocks + item)), acc_1);
        }
    }
}

GK_KERNEL(flatMax_0_finish, 8) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_d = GK_INTEGER(2);
    const gk_int64 n_n = GK_INTEGER(3);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_1_1 = GK_POINTER(float, 1);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 5);
    const gk_int64 block = GK_INTEGER(6);
    const gk_int64 blocks = GK_INTEGER(7);
    gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
    for (gk_int64 partial_block = GK_THREAD; partial_block < blocks; partial_block += GK_BLOCK_THREADS) {
        acc_1 = gk_combine_max(acc_1, gk_load((__global float *) (partial + 8 * (0 * blocks + partial_block))));
    }
    acc_1 = gk_join_max(acc_1, 1, GK_BLOCK_THREADS, exchange);
    const gk_f32 v_1 = acc_1;
    if (GK_BLOCK_INDEX == 0 && GK_THREAD == 0) {
        gk_store(p_1_1, v_1);
    }
}

