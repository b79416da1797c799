/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(10)

/*
 * biasGradient_0 of biasGradient: column reduction.
 * Mul, ReduceSum, ReduceSum, Mul
 */
GK_KERNEL(biasGradient_0, 10) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_dy = GK_POINTER(const float, 0);
    __global const float *const p_x = GK_POINTER(const float, 1);
    __global float *const p_gamma_2 = GK_POINTER(float, 2);
    __global float *const p_1_3 = GK_POINTER(float, 3);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 7);
    const gk_int64 block = GK_INTEGER(8);
    const gk_int64 blocks = GK_INTEGER(9);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int column_threads = gk_ways(block);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks * tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item / tiles * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        __global float *const partial_gamma = (__global float *) (partial + item / tiles * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
        __global float *const partial_beta = (__global float *) (partial_gamma + n_d);
        const gk_int64 own = item % tiles * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_gamma = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_beta = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 row = first + column_thread; row < last; row += column_threads) {
            const gk_int64 i0 = row;
            const gk_f32 v_dy = gk_load(p_dy + i0 * n_d + i1);
            const gk_f32 v_x = gk_load(p_x + i0 * n_d + i1);
            const gk_f32 v_0 = v_dy * v_x;
            acc_gamma = gk_combine_sum(acc_gamma, v_0);
            acc_beta = gk_combine_sum(acc_beta, v_dy);
        }
        acc_gamma = gk_join_sum(acc_gamma, width, column_threads, exchange);
        acc_beta = gk_join_sum(acc_beta, width, column_threads, exchange);
        if (present && column_thread == 0) {
            gk_store(partial_gamma + i1, acc_gamma);
            gk_store(partial_beta + i1, acc_beta);
        }
    }
}

GK_KERNEL(biasGradient_0_finish, 10) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_dy = GK_POINTER(const float, 0);
    __global const float *const p_x = GK_POINTER(const float, 1);
    __global float *const p_gamma_2 = GK_POINTER(float, 2);
    __global float *const p_1_3 = GK_POINTER(float, 3);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 7);
    const gk_int64 block = GK_INTEGER(8);
    const gk_int64 blocks = GK_INTEGER(9);
    const gk_int64 inner = n_d;
    const int column_threads = gk_ways(blocks);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 own = item * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_gamma = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_beta = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global float *const partial_gamma = (__global float *) (partial + partial_block * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
            __global float *const partial_beta = (__global float *) (partial_gamma + n_d);
            acc_gamma = gk_combine_sum(acc_gamma, gk_load(partial_gamma + i1));
            acc_beta = gk_combine_sum(acc_beta, gk_load(partial_beta + i1));
        }
        acc_gamma = gk_join_sum(acc_gamma, width, column_threads, exchange);
        acc_beta = gk_join_sum(acc_beta, width, column_threads, exchange);
        const gk_f32 v_gamma = acc_gamma;
        const gk_f32 v_beta = acc_beta;
        const gk_f32 v_1 = v_beta * gk_splat(0.5f);
        if (present && column_thread == 0) {
            gk_store(p_gamma_2 + i1, v_gamma);
            gk_store(p_1_3 + i1, v_1);
        }
    }
}

