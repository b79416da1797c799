/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(4)
GK_DECLARE_SLOTS(5)

/*
 * numbered_0 of numbered: elementwise.
 * RowMajorIndex, Index, Sub
 */
GK_KERNEL(numbered_0, 4) {
    const gk_int64 n_n = GK_INTEGER(1);
    const gk_int64 n_d = GK_INTEGER(2);
    __global gk_int64 *const p_2_0 = GK_POINTER(gk_int64, 0);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 2);
    const int aligned = packed && gk_is_aligned(p_2_0, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 2) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i0 = row;
        {
            __global gk_int64 *const p_2_0_row = p_2_0 + i0 * n_d;
            if (packed) {
                gk_int64 i = 2 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 2 <= whole_end; i += 2 * team) {
                    gk_i64 out_p_2_0[2];
                    GK_UNROLL
                    for (int e = 0; e < 2; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_i64 v_0 = i0 * n_d + i1;
                        const gk_i64 v_1 = i1;
                        const gk_i64 v_2 = gk_sub(v_0, v_1);
                        out_p_2_0[e] = v_2;
                    }
                    gk_store_2(p_2_0_row + i, out_p_2_0, 2, 1);
                }
                for (; i < inner; i += 2 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_i64 out_p_2_0[2];
                    GK_UNROLL
                    for (int e = 0; e < 2; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_i64 v_0 = i0 * n_d + i1;
                        const gk_i64 v_1 = i1;
                        const gk_i64 v_2 = gk_sub(v_0, v_1);
                        out_p_2_0[e] = v_2;
                    }
                    gk_store_2(p_2_0_row + i, out_p_2_0, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_i64 v_0 = i0 * n_d + i1;
                    const gk_i64 v_1 = i1;
                    const gk_i64 v_2 = gk_sub(v_0, v_1);
                    gk_store(p_2_0_row + i1, v_2);
                }
            }
        }
    }
}

/*
 * numbered_1 of numbered: elementwise.
 * Index, Cast, Add
 */
GK_KERNEL(numbered_1, 5) {
    const gk_int64 n_n = GK_INTEGER(2);
    const gk_int64 n_d = GK_INTEGER(3);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_5_1 = GK_POINTER(float, 1);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_5_1, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i0 = row;
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global float *const p_5_1_row = p_5_1 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 out_p_5_1[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_i64 v_3 = i1;
                        const gk_f32 v_4 = gk_cast_f32(v_3);
                        const gk_f32 v_5 = v_x + v_4;
                        out_p_5_1[e] = v_5;
                    }
                    gk_store_4(p_5_1_row + i, out_p_5_1, 4, 1);
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 out_p_5_1[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_i64 v_3 = i1;
                        const gk_f32 v_4 = gk_cast_f32(v_3);
                        const gk_f32 v_5 = v_x + v_4;
                        out_p_5_1[e] = v_5;
                    }
                    gk_store_4(p_5_1_row + i, out_p_5_1, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_i64 v_3 = i1;
                    const gk_f32 v_4 = gk_cast_f32(v_3);
                    const gk_f32 v_5 = v_x + v_4;
                    gk_store(p_5_1_row + i1, v_5);
                }
            }
        }
    }
}

