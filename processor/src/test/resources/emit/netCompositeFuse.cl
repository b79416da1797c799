/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(21)

/*
 * netCompositeFuse_0 of netCompositeFuse: elementwise.
 * Mul, Add, Pow
 */
GK_KERNEL(netCompositeFuse_0_flat, 21) {
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_2_1 = GK_POINTER(float, 1);
    const int step_x = (int) GK_BROADCAST_STEP(3, 0);
    const gk_int64 inner = GK_BROADCAST_INNER(3) * GK_BROADCAST_ROWS(3);
    __global const float *const p_x_row = p_x;
    __global float *const p_2_1_row = p_2_1;
    const gk_int64 threads = GK_BLOCK_COUNT * GK_BLOCK_THREADS;
    const gk_int64 member = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD;
    const int packed = 1;
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_2_1, 16);
    if (packed) {
        gk_int64 i = 4 * member;
        const gk_int64 whole_end = aligned ? inner : 0;
        for (; i + 4 <= whole_end; i += 4 * threads) {
            gk_f32 in_p_x[4];
            if (step_x) {
                gk_load_4(in_p_x, p_x_row + i, 4, 1);
            } else {
                gk_load_strided_4(in_p_x, p_x_row, 0, 4);
            }
            gk_f32 out_p_2_1[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const gk_int64 i0 = i + e;
                const gk_f32 v_x = in_p_x[e];
                const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
                const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
                const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
                out_p_2_1[e] = v_2;
            }
            gk_store_4(p_2_1_row + i, out_p_2_1, 4, 1);
        }
        for (; i < inner; i += 4 * threads) {
            const int available = gk_clamped_count(inner - i);
            gk_f32 in_p_x[4];
            if (step_x) {
                gk_load_4(in_p_x, p_x_row + i, available, 0);
            } else {
                gk_load_strided_4(in_p_x, p_x_row, 0, available);
            }
            gk_f32 out_p_2_1[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const int present = e < available;
                const gk_int64 i0 = i + e;
                const gk_f32 v_x = in_p_x[e];
                const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
                const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
                const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
                out_p_2_1[e] = v_2;
            }
            gk_store_4(p_2_1_row + i, out_p_2_1, available, 0);
        }
    } else {
        for (gk_int64 i0 = member; i0 < inner; i0 += threads) {
            const gk_f32 v_x = gk_load(p_x_row + i0 * step_x);
            const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
            const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
            const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
            gk_store(p_2_1_row + i0, v_2);
        }
    }
}

GK_KERNEL(netCompositeFuse_0_rows, 21) {
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_2_1 = GK_POINTER(float, 1);
    const int step_x = (int) GK_BROADCAST_STEP(3, 0);
    const gk_int64 inner = GK_BROADCAST_INNER(3);
    const gk_int64 rows = GK_BROADCAST_ROWS(3);
    const int team = gk_team(gk_block_count(inner, 4), 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        gk_int64 offset0 = 0;
        gk_int64 number = row;
        const int axes = (int) GK_INTEGER(3);
        for (int axis_from_innermost = 0; axis_from_innermost < axes; ++axis_from_innermost) {
            const int axis = axes - 1 - axis_from_innermost;
            const gk_int64 dim = GK_INTEGER(3 + GK_BROADCAST_DIMS + axis);
            const gk_int64 index = number % dim;
            offset0 += index * GK_BROADCAST_STRIDE(3, 0, axis);
            number = number / dim;
        }
        __global const float *const p_x_row = p_x + offset0;
        __global float *const p_2_1_row = p_2_1 + row * inner;
        const int packed = gk_is_multiple((row * inner) | offset0, 4);
        const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_2_1, 16);
        if (packed) {
            gk_int64 i = 4 * member;
            const gk_int64 whole_end = aligned ? inner : 0;
            for (; i + 4 <= whole_end; i += 4 * team) {
                gk_f32 in_p_x[4];
                if (step_x) {
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                } else {
                    gk_load_strided_4(in_p_x, p_x_row, 0, 4);
                }
                gk_f32 out_p_2_1[4];
                GK_UNROLL
                for (int e = 0; e < 4; ++e) {
                    const gk_int64 i0 = i + e;
                    const gk_f32 v_x = in_p_x[e];
                    const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
                    const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
                    const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
                    out_p_2_1[e] = v_2;
                }
                gk_store_4(p_2_1_row + i, out_p_2_1, 4, 1);
            }
            for (; i < inner; i += 4 * team) {
                const int available = gk_clamped_count(inner - i);
                gk_f32 in_p_x[4];
                if (step_x) {
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                } else {
                    gk_load_strided_4(in_p_x, p_x_row, 0, available);
                }
                gk_f32 out_p_2_1[4];
                GK_UNROLL
                for (int e = 0; e < 4; ++e) {
                    const int present = e < available;
                    const gk_int64 i0 = i + e;
                    const gk_f32 v_x = in_p_x[e];
                    const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
                    const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
                    const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
                    out_p_2_1[e] = v_2;
                }
                gk_store_4(p_2_1_row + i, out_p_2_1, available, 0);
            }
        } else {
            for (gk_int64 i0 = member; i0 < inner; i0 += team) {
                const gk_f32 v_x = gk_load(p_x_row + i0 * step_x);
                const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
                const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
                const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
                gk_store(p_2_1_row + i0, v_2);
            }
        }
    }
}

