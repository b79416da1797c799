/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(9)

/*
 * norm_0 of norm: full reduction.
 * Add, Mul, ReduceSum, Sqrt
 */
GK_KERNEL(norm_0, 9) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_bias = GK_POINTER(const float, 1);
    __global float *const p_3_2 = GK_POINTER(float, 2);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 6);
    const gk_int64 block = GK_INTEGER(7);
    const gk_int64 blocks = GK_INTEGER(8);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_bias, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        gk_f32 packed_acc_2[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
        }
        for (gk_int64 row = first + GK_THREAD / team; row < last; row += teams) {
            const gk_int64 i0 = row;
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_bias_row = p_bias;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_bias[4];
                        gk_load_4(in_p_bias, p_bias_row + i, 4, 1);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_bias = in_p_bias[e];
                            const gk_f32 v_0 = v_x + v_bias;
                            const gk_f32 v_1 = v_0 * v_0;
                            packed_acc_2[e] = gk_combine_sum(packed_acc_2[e], v_1);
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_bias[4];
                        gk_load_4(in_p_bias, p_bias_row + i, available, 0);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_bias = in_p_bias[e];
                            const gk_f32 v_0 = v_x + v_bias;
                            const gk_f32 v_1 = v_0 * v_0;
                            packed_acc_2[e] = present ? gk_combine_sum(packed_acc_2[e], v_1) : packed_acc_2[e];
                        }
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_bias = gk_load(p_bias_row + i1);
                        const gk_f32 v_0 = v_x + v_bias;
                        const gk_f32 v_1 = v_0 * v_0;
                        packed_acc_2[0] = gk_combine_sum(packed_acc_2[0], v_1);
                    }
                }
            }
        }
        const gk_f32 acc_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, GK_BLOCK_THREADS, exchange);
        if (GK_THREAD == 0) {
            gk_store((__global float *) (partial + 8 * (0 * blocks + item)), acc_2);
        }
    }
}

GK_KERNEL(norm_0_finish, 9) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_bias = GK_POINTER(const float, 1);
    __global float *const p_3_2 = GK_POINTER(float, 2);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 6);
    const gk_int64 block = GK_INTEGER(7);
    const gk_int64 blocks = GK_INTEGER(8);
    gk_f32 acc_2 = gk_splat(GK_IDENTITY_sum_f32);
    for (gk_int64 partial_block = GK_THREAD; partial_block < blocks; partial_block += GK_BLOCK_THREADS) {
        acc_2 = gk_combine_sum(acc_2, gk_load((__global float *) (partial + 8 * (0 * blocks + partial_block))));
    }
    acc_2 = gk_join_sum(acc_2, 1, GK_BLOCK_THREADS, exchange);
    const gk_f32 v_2 = acc_2;
    const gk_f32 v_3 = gk_sqrt(v_2);
    if (GK_BLOCK_INDEX == 0 && GK_THREAD == 0) {
        gk_store(p_3_2, v_3);
    }
}

