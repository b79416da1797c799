/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(5)
GK_DECLARE_SLOTS(6)

/*
 * scans_0 of scans: scan.
 * Add, CumSum
 */
GK_KERNEL(scans_0, 6) {
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global float *const p_1_2 = GK_POINTER(float, 2);
    const gk_int64 inner = n_d;
    const gk_int64 columns = 1L * inner;
    const gk_int64 iterations = n_n;
    for (gk_int64 item = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD; item < columns; item += GK_BLOCK_COUNT * GK_BLOCK_THREADS) {
        const gk_int64 row = item / inner;
        const gk_int64 i1 = item % inner;
        gk_f32 acc_1 = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 iteration = 0; iteration < iterations; ++iteration) {
            const gk_int64 i0 = iterations - 1 - iteration;
            const gk_f32 v_x = gk_load(p_x + i0 * n_d + i1);
            const gk_f32 v_y = gk_load(p_y + i1);
            const gk_f32 v_0 = v_x + v_y;
            const gk_f32 v_1 = acc_1;
            acc_1 = gk_combine_sum(acc_1, v_0);
            gk_store(p_1_2 + i0 * n_d + i1, v_1);
        }
    }
}

/*
 * scans_1 of scans: scan.
 * CumSum
 */
GK_KERNEL(scans_1, 5) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(2);
    const gk_int64 n_d = GK_INTEGER(3);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_2_1 = GK_POINTER(float, 1);
    const gk_int64 rows = n_n;
    const gk_int64 iterations = n_d;
    const int team = gk_threads(iterations, GK_BLOCK_THREADS);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 first = GK_BLOCK_INDEX * teams; first < rows; first += GK_BLOCK_COUNT * teams) {
        const gk_int64 team_row = first + GK_THREAD / team;
        const int active = team_row < rows;
        const gk_int64 row = active ? team_row : rows - 1;
        const gk_int64 i0 = row;
        gk_f32 acc_2 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 begin = 0; begin < iterations; begin += team) {
            const gk_int64 own = iterations - begin - team + member;
            const int present = active && own >= 0 && own < iterations;
            const gk_int64 i1 = own < 0 ? 0 : own < iterations ? own : iterations - 1;
            const gk_f32 v_x = gk_load(p_x + i0 * n_d + i1);
            const gk_f32 v_2 = gk_scan_sum(present ? v_x : gk_splat(GK_IDENTITY_sum_f32), &acc_2, team, -1, 0, exchange);
            if (present) {
                gk_store(p_2_1 + i0 * n_d + i1, v_2);
            }
        }
    }
}

/*
 * scans_2 of scans: scan.
 * CumSum, Sub
 */
GK_KERNEL(scans_2, 6) {
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global float *const p_4_2 = GK_POINTER(float, 2);
    const gk_int64 inner = n_d;
    const gk_int64 columns = 1L * inner;
    const gk_int64 iterations = n_n;
    for (gk_int64 item = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD; item < columns; item += GK_BLOCK_COUNT * GK_BLOCK_THREADS) {
        const gk_int64 row = item / inner;
        const gk_int64 i1 = item % inner;
        gk_f32 acc_3 = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 iteration = 0; iteration < iterations; ++iteration) {
            const gk_int64 i0 = iteration;
            const gk_f32 v_x = gk_load(p_x + i0 * n_d + i1);
            const gk_f32 v_y = gk_load(p_y + i1);
            acc_3 = gk_combine_sum(acc_3, v_x);
            const gk_f32 v_3 = acc_3;
            const gk_f32 v_4 = v_3 - v_y;
            gk_store(p_4_2 + i0 * n_d + i1, v_4);
        }
    }
}

