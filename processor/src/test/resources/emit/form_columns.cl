/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(9)
GK_DECLARE_SLOTS(10)

/*
 * columns_0 of columns: column reduction.
 * ReduceSum, ReduceMax, Add
 */
GK_KERNEL(columns_0, 10) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global float *const p_1_2 = GK_POINTER(float, 2);
    __global float *const p_2_3 = GK_POINTER(float, 3);
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
        __global float *const partial_0 = (__global float *) (partial + item / tiles * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
        __global float *const partial_1 = (__global float *) (partial_0 + n_d);
        const gk_int64 own = item % tiles * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
        GK_UNROLL_SOME
        for (gk_int64 row = first + column_thread; row < last; row += column_threads) {
            const gk_int64 i0 = row;
            const gk_f32 v_x = gk_load(p_x + i0 * n_d + i1);
            acc_0 = gk_combine_sum(acc_0, v_x);
            acc_1 = gk_combine_max(acc_1, v_x);
        }
        acc_0 = gk_join_sum(acc_0, width, column_threads, exchange);
        acc_1 = gk_join_max(acc_1, width, column_threads, exchange);
        if (present && column_thread == 0) {
            gk_store(partial_0 + i1, acc_0);
            gk_store(partial_1 + i1, acc_1);
        }
    }
}

GK_KERNEL(columns_0_finish, 10) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global float *const p_1_2 = GK_POINTER(float, 2);
    __global float *const p_2_3 = GK_POINTER(float, 3);
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
        gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global float *const partial_0 = (__global float *) (partial + partial_block * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
            __global float *const partial_1 = (__global float *) (partial_0 + n_d);
            acc_0 = gk_combine_sum(acc_0, gk_load(partial_0 + i1));
            acc_1 = gk_combine_max(acc_1, gk_load(partial_1 + i1));
        }
        acc_0 = gk_join_sum(acc_0, width, column_threads, exchange);
        acc_1 = gk_join_max(acc_1, width, column_threads, exchange);
        const gk_f32 v_0 = acc_0;
        const gk_f32 v_1 = acc_1;
        const gk_f32 v_y = gk_load(p_y + i1);
        const gk_f32 v_2 = v_0 + v_y;
        if (present && column_thread == 0) {
            gk_store(p_1_2 + i1, v_1);
            gk_store(p_2_3 + i1, v_2);
        }
    }
}

/*
 * columns_1 of columns: column reduction.
 * ReduceAll, ReduceAny
 */
GK_KERNEL(columns_1, 9) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const gk_bool *const p_m = GK_POINTER(const gk_bool, 0);
    __global gk_bool *const p_3_1 = GK_POINTER(gk_bool, 1);
    __global gk_bool *const p_4_2 = GK_POINTER(gk_bool, 2);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 6);
    const gk_int64 block = GK_INTEGER(7);
    const gk_int64 blocks = GK_INTEGER(8);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int column_threads = gk_ways(block);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks * tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item / tiles * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        __global int *const partial_3 = (__global int *) (partial + item / tiles * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
        __global int *const partial_4 = (__global int *) (partial_3 + n_d);
        const gk_int64 own = item % tiles * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
        gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
        GK_UNROLL_SOME
        for (gk_int64 row = first + column_thread; row < last; row += column_threads) {
            const gk_int64 i0 = row;
            const gk_mask v_m = gk_load(p_m + i0 * n_d + i1);
            acc_3 = gk_combine_all(acc_3, v_m);
            acc_4 = gk_combine_any(acc_4, v_m);
        }
        acc_3 = gk_join_all(acc_3, width, column_threads, exchange);
        acc_4 = gk_join_any(acc_4, width, column_threads, exchange);
        if (present && column_thread == 0) {
            gk_store(partial_3 + i1, acc_3);
            gk_store(partial_4 + i1, acc_4);
        }
    }
}

GK_KERNEL(columns_1_finish, 9) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const gk_bool *const p_m = GK_POINTER(const gk_bool, 0);
    __global gk_bool *const p_3_1 = GK_POINTER(gk_bool, 1);
    __global gk_bool *const p_4_2 = GK_POINTER(gk_bool, 2);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 6);
    const gk_int64 block = GK_INTEGER(7);
    const gk_int64 blocks = GK_INTEGER(8);
    const gk_int64 inner = n_d;
    const int column_threads = gk_ways(blocks);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 own = item * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
        gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global int *const partial_3 = (__global int *) (partial + partial_block * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
            __global int *const partial_4 = (__global int *) (partial_3 + n_d);
            acc_3 = gk_combine_all(acc_3, gk_load(partial_3 + i1));
            acc_4 = gk_combine_any(acc_4, gk_load(partial_4 + i1));
        }
        acc_3 = gk_join_all(acc_3, width, column_threads, exchange);
        acc_4 = gk_join_any(acc_4, width, column_threads, exchange);
        const gk_mask v_3 = acc_3;
        const gk_mask v_4 = acc_4;
        if (present && column_thread == 0) {
            gk_store(p_3_1 + i1, v_3);
            gk_store(p_4_2 + i1, v_4);
        }
    }
}

