/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * clipped_0 of clipped: elementwise.
 * Greater, Select, Select
 */
GK_KERNEL(clipped_0, 8) {
    const gk_int64 n_n = GK_INTEGER(5);
    const gk_int64 n_d = GK_INTEGER(6);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_limit = GK_POINTER(const float, 1);
    __global const gk_bool *const p_keep = GK_POINTER(const gk_bool, 2);
    __global gk_bool *const p_above_3 = GK_POINTER(gk_bool, 3);
    __global float *const p_1_4 = GK_POINTER(float, 4);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_limit, 16) && gk_is_aligned(p_above_3, 4) && gk_is_aligned(p_1_4, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i0 = row;
        const gk_mask v_keep = gk_load(p_keep + i0);
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global const float *const p_limit_row = p_limit;
            __global gk_bool *const p_above_3_row = p_above_3 + i0 * n_d;
            __global float *const p_1_4_row = p_1_4 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 in_p_limit[4];
                    gk_load_4(in_p_limit, p_limit_row + i, 4, 1);
                    gk_mask out_p_above_3[4];
                    gk_f32 out_p_1_4[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_limit = in_p_limit[e];
                        const gk_mask v_above = gk_greater(v_x, v_limit);
                        const gk_f32 v_0 = gk_select(v_above, v_limit, v_x);
                        const gk_f32 v_1 = gk_select(v_keep, v_x, v_0);
                        out_p_above_3[e] = v_above;
                        out_p_1_4[e] = v_1;
                    }
                    gk_store_4(p_above_3_row + i, out_p_above_3, 4, 1);
                    gk_store_4(p_1_4_row + i, out_p_1_4, 4, 1);
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 in_p_limit[4];
                    gk_load_4(in_p_limit, p_limit_row + i, available, 0);
                    gk_mask out_p_above_3[4];
                    gk_f32 out_p_1_4[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_limit = in_p_limit[e];
                        const gk_mask v_above = gk_greater(v_x, v_limit);
                        const gk_f32 v_0 = gk_select(v_above, v_limit, v_x);
                        const gk_f32 v_1 = gk_select(v_keep, v_x, v_0);
                        out_p_above_3[e] = v_above;
                        out_p_1_4[e] = v_1;
                    }
                    gk_store_4(p_above_3_row + i, out_p_above_3, available, 0);
                    gk_store_4(p_1_4_row + i, out_p_1_4, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_limit = gk_load(p_limit_row + i1);
                    const gk_mask v_above = gk_greater(v_x, v_limit);
                    const gk_f32 v_0 = gk_select(v_above, v_limit, v_x);
                    const gk_f32 v_1 = gk_select(v_keep, v_x, v_0);
                    gk_store(p_above_3_row + i1, v_above);
                    gk_store(p_1_4_row + i1, v_1);
                }
            }
        }
    }
}

