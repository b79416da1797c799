/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * lanes_0 of lanes: strided reduction.
 * ReduceMax, Sub, ReduceSum, Add, Add
 */
GK_KERNEL(lanes_0, 8) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_b = GK_INTEGER(4);
    const gk_int64 n_n = GK_INTEGER(5);
    const gk_int64 n_d = GK_INTEGER(6);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global float *const p_3_2 = GK_POINTER(float, 2);
    __global float *const p_4_3 = GK_POINTER(float, 3);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_b;
    const gk_int64 iterations = n_n;
    const int column_threads = gk_ways(iterations);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < rows * tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 row = item / tiles;
        const gk_int64 i0 = row;
        const gk_int64 own = item % tiles * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i2 = present ? own : inner - 1;
        const gk_f32 v_y = gk_load(p_y + i2);
        gk_f32 acc_0 = gk_splat(GK_IDENTITY_max_f32);
        for (gk_int64 begin = 0; begin < iterations; begin += 64 * column_threads) {
            const gk_int64 end = gk_dim_min(begin + 64 * column_threads, iterations);
            const gk_f32 before_acc_0 = acc_0;
            acc_0 = gk_splat(GK_IDENTITY_max_f32);
            GK_UNROLL_SOME
            for (gk_int64 iteration = begin + column_thread; iteration < end; iteration += column_threads) {
                const gk_int64 i1 = iteration;
                const gk_f32 v_x = gk_load(p_x + i0 * (n_d*n_n) + i1 * n_d + i2);
                acc_0 = gk_combine_max(acc_0, v_x);
            }
            acc_0 = gk_combine_max(before_acc_0, acc_0);
        }
        acc_0 = gk_join_max(acc_0, width, column_threads, exchange);
        const gk_f32 v_0 = acc_0;
        gk_f32 acc_2 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 begin = 0; begin < iterations; begin += 64 * column_threads) {
            const gk_int64 end = gk_dim_min(begin + 64 * column_threads, iterations);
            const gk_f32 before_acc_2 = acc_2;
            acc_2 = gk_splat(GK_IDENTITY_sum_f32);
            GK_UNROLL_SOME
            for (gk_int64 iteration = begin + column_thread; iteration < end; iteration += column_threads) {
                const gk_int64 i1 = iteration;
                const gk_f32 v_x = gk_load(p_x + i0 * (n_d*n_n) + i1 * n_d + i2);
                const gk_f32 v_1 = v_x - v_0;
                acc_2 = gk_combine_sum(acc_2, v_1);
            }
            acc_2 = gk_combine_sum(before_acc_2, acc_2);
        }
        acc_2 = gk_join_sum(acc_2, width, column_threads, exchange);
        const gk_f32 v_2 = acc_2;
        const gk_f32 v_4 = v_2 + v_y;
        GK_UNROLL_SOME
        for (gk_int64 iteration = column_thread; iteration < iterations; iteration += column_threads) {
            const gk_int64 i1 = iteration;
            const gk_f32 v_x = gk_load(p_x + i0 * (n_d*n_n) + i1 * n_d + i2);
            const gk_f32 v_1 = v_x - v_0;
            const gk_f32 v_3 = v_1 + v_2;
            if (present) {
                gk_store(p_3_2 + i0 * (n_d*n_n) + i1 * n_d + i2, v_3);
            }
        }
        if (present && column_thread == 0) {
            gk_store(p_4_3 + i0 * n_d + i2, v_4);
        }
    }
}

