/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(7)

/*
 * gathered_0 of gathered: elementwise.
 * Gather, Neg
 */
GK_KERNEL(gathered_0, 7) {
    const gk_int64 n_b = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    const gk_int64 n_n = GK_INTEGER(5);
    __global const float *const p_0 = GK_POINTER(const float, 0);
    __global const gk_int64 *const p_rows = GK_POINTER(const gk_int64, 1);
    __global float *const p_1_2 = GK_POINTER(float, 2);
    const gk_int64 inner = n_d;
    const gk_int64 rows = (n_b*n_d);
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_1_2, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i0 = row;
        const gk_i64 v_rows = gk_load(p_rows + i0);
        {
            __global float *const p_1_2_row = p_1_2 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 out_p_1_2[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_int64 place_0 = gk_normalized_index(gk_cast_i64(v_rows), n_n);
                        const gk_f32 v_0 = gk_load_if(place_0 >= 0, p_0 + i1 + place_0 * n_d);
                        const gk_f32 v_1 = gk_neg(v_0);
                        out_p_1_2[e] = v_1;
                    }
                    gk_store_4(p_1_2_row + i, out_p_1_2, 4, 1);
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 out_p_1_2[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_int64 place_0 = present ? gk_normalized_index(gk_cast_i64(v_rows), n_n) : -1;
                        const gk_f32 v_0 = gk_load_if(place_0 >= 0, p_0 + i1 + place_0 * n_d);
                        const gk_f32 v_1 = gk_neg(v_0);
                        out_p_1_2[e] = v_1;
                    }
                    gk_store_4(p_1_2_row + i, out_p_1_2, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_int64 place_0 = gk_normalized_index(gk_cast_i64(v_rows), n_n);
                    const gk_f32 v_0 = gk_load_if(place_0 >= 0, p_0 + i1 + place_0 * n_d);
                    const gk_f32 v_1 = gk_neg(v_0);
                    gk_store(p_1_2_row + i1, v_1);
                }
            }
        }
    }
}

/*
 * gathered_1 of gathered: elementwise.
 * Gather, Add
 */
GK_KERNEL(gathered_1, 7) {
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_2 = GK_POINTER(const float, 0);
    __global const int *const p_columns = GK_POINTER(const int, 1);
    __global const float *const p_x = GK_POINTER(const float, 2);
    __global float *const p_3_3 = GK_POINTER(float, 3);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_columns, 16) && gk_is_aligned(p_x, 16) && gk_is_aligned(p_3_3, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i0 = row;
        {
            __global const int *const p_columns_row = p_columns;
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global float *const p_3_3_row = p_3_3 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_i32 in_p_columns[4];
                    gk_load_4(in_p_columns, p_columns_row + i, 4, 1);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 out_p_3_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_i32 v_columns = in_p_columns[e];
                        const gk_f32 v_x = in_p_x[e];
                        const gk_int64 place_2 = gk_normalized_index(gk_cast_i64(v_columns), n_d);
                        const gk_f32 v_2 = gk_load_if(place_2 >= 0, p_2 + i0 * n_d + place_2);
                        const gk_f32 v_3 = v_2 + v_x;
                        out_p_3_3[e] = v_3;
                    }
                    gk_store_4(p_3_3_row + i, out_p_3_3, 4, 1);
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_i32 in_p_columns[4];
                    gk_load_4(in_p_columns, p_columns_row + i, available, 0);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 out_p_3_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_i32 v_columns = in_p_columns[e];
                        const gk_f32 v_x = in_p_x[e];
                        const gk_int64 place_2 = present ? gk_normalized_index(gk_cast_i64(v_columns), n_d) : -1;
                        const gk_f32 v_2 = gk_load_if(place_2 >= 0, p_2 + i0 * n_d + place_2);
                        const gk_f32 v_3 = v_2 + v_x;
                        out_p_3_3[e] = v_3;
                    }
                    gk_store_4(p_3_3_row + i, out_p_3_3, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_i32 v_columns = gk_load(p_columns_row + i1);
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_int64 place_2 = gk_normalized_index(gk_cast_i64(v_columns), n_d);
                    const gk_f32 v_2 = gk_load_if(place_2 >= 0, p_2 + i0 * n_d + place_2);
                    const gk_f32 v_3 = v_2 + v_x;
                    gk_store(p_3_3_row + i1, v_3);
                }
            }
        }
    }
}

