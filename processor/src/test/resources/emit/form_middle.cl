/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(7)

/*
 * middle_0 of middle: row reduction.
 * ReduceSum, Sub, ReduceMax, Sub
 */
GK_KERNEL(middle_0, 7) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_b = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_2_1 = GK_POINTER(float, 1);
    __global float *const p_3_2 = GK_POINTER(float, 2);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d | (n_d*n_n), 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_3_2, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const gk_int64 iterations = across > 0 ? n_b : 0;
    const int team = gk_team(across * iterations, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    const int width = gk_threads(across, team);
    for (gk_int64 first = GK_BLOCK_INDEX * teams; first < rows; first += GK_BLOCK_COUNT * teams) {
        const gk_int64 team_row = first + GK_THREAD / team;
        const int active = team_row < rows;
        const gk_int64 row = active ? team_row : rows - 1;
        const gk_int64 i0 = row;
        gk_f32 packed_acc_0[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_0[e] = gk_splat(GK_IDENTITY_sum_f32);
        }
        for (gk_int64 iteration = member / width; iteration < iterations; iteration += team / width) {
            const gk_int64 i1 = iteration;
            __global const float *const p_x_row = p_x + i0 * n_d + i1 * (n_d*n_n);
            if (packed) {
                gk_int64 i = 4 * (member & (width - 1));
                const gk_int64 whole_end = aligned ? inner : 0;
                GK_UNROLL_SOME
                for (; i + 4 <= whole_end; i += 4 * width) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        packed_acc_0[e] = gk_combine_sum(packed_acc_0[e], v_x);
                    }
                }
                for (; i < inner; i += 4 * width) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        packed_acc_0[e] = present ? gk_combine_sum(packed_acc_0[e], v_x) : packed_acc_0[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i2 = member & (width - 1); i2 < inner; i2 += width) {
                    const gk_f32 v_x = gk_load(p_x_row + i2);
                    packed_acc_0[0] = gk_combine_sum(packed_acc_0[0], v_x);
                }
            }
        }
        const gk_f32 v_0 = gk_join_sum(gk_fold_sum(packed_acc_0, 4), 1, team, exchange);
        gk_f32 packed_acc_2[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_2[e] = gk_splat(GK_IDENTITY_max_f32);
        }
        for (gk_int64 iteration = member / width; iteration < iterations; iteration += team / width) {
            const gk_int64 i1 = iteration;
            __global const float *const p_x_row = p_x + i0 * n_d + i1 * (n_d*n_n);
            if (packed) {
                gk_int64 i = 4 * (member & (width - 1));
                const gk_int64 whole_end = aligned ? inner : 0;
                GK_UNROLL_SOME
                for (; i + 4 <= whole_end; i += 4 * width) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        packed_acc_2[e] = gk_combine_max(packed_acc_2[e], v_1);
                    }
                }
                for (; i < inner; i += 4 * width) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        packed_acc_2[e] = present ? gk_combine_max(packed_acc_2[e], v_1) : packed_acc_2[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i2 = member & (width - 1); i2 < inner; i2 += width) {
                    const gk_f32 v_x = gk_load(p_x_row + i2);
                    const gk_f32 v_1 = v_x - v_0;
                    packed_acc_2[0] = gk_combine_max(packed_acc_2[0], v_1);
                }
            }
        }
        const gk_f32 v_2 = gk_join_max(gk_fold_max(packed_acc_2, 4), 1, team, exchange);
        for (gk_int64 iteration = member / width; iteration < iterations; iteration += team / width) {
            const gk_int64 i1 = iteration;
            __global const float *const p_x_row = p_x + i0 * n_d + i1 * (n_d*n_n);
            __global float *const p_3_2_row = p_3_2 + i0 * n_d + i1 * (n_d*n_n);
            if (packed) {
                gk_int64 i = 4 * (member & (width - 1));
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * width) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 out_p_3_2[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_3 = v_1 - v_2;
                        out_p_3_2[e] = v_3;
                    }
                    if (active) {
                        gk_store_4(p_3_2_row + i, out_p_3_2, 4, 1);
                    }
                }
                for (; i < inner; i += 4 * width) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 out_p_3_2[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_3 = v_1 - v_2;
                        out_p_3_2[e] = v_3;
                    }
                    gk_store_4(p_3_2_row + i, out_p_3_2, active ? available : 0, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i2 = member & (width - 1); i2 < inner; i2 += width) {
                    const gk_f32 v_x = gk_load(p_x_row + i2);
                    const gk_f32 v_1 = v_x - v_0;
                    const gk_f32 v_3 = v_1 - v_2;
                    if (active) {
                        gk_store(p_3_2_row + i2, v_3);
                    }
                }
            }
        }
        if (active && member == 0) {
            gk_store(p_2_1 + i0, v_2);
        }
    }
}

