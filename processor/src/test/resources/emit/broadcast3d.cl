/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * broadcast3d_0 of broadcast3d: elementwise.
 * Mul, Exp, Add
 */
GK_KERNEL(broadcast3d_0, 8) {
    const gk_int64 n_b = GK_INTEGER(4);
    const gk_int64 n_n = GK_INTEGER(5);
    const gk_int64 n_d = GK_INTEGER(6);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global const float *const p_z = GK_POINTER(const float, 2);
    __global float *const p_2_3 = GK_POINTER(float, 3);
    const gk_int64 inner = n_d;
    const gk_int64 rows = (n_b*n_n);
    const int packed = gk_is_multiple((n_d*n_n) | n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_y, 16) && gk_is_aligned(p_2_3, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 row = GK_BLOCK_INDEX * teams + GK_THREAD / team; row < rows; row += GK_BLOCK_COUNT * teams) {
        const gk_int64 i1 = row % n_n;
        const gk_int64 i0 = row / n_n;
        const gk_f32 v_z = gk_load(p_z + i1);
        const gk_f32 v_1 = gk_exp(v_z);
        {
            __global const float *const p_x_row = p_x + row * n_d;
            __global const float *const p_y_row = p_y + i0 * n_d;
            __global float *const p_2_3_row = p_2_3 + row * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 in_p_y[4];
                    gk_load_4(in_p_y, p_y_row + i, 4, 1);
                    gk_f32 out_p_2_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_y = in_p_y[e];
                        const gk_f32 v_0 = v_x * v_y;
                        const gk_f32 v_2 = v_0 + v_1;
                        out_p_2_3[e] = v_2;
                    }
                    gk_store_4(p_2_3_row + i, out_p_2_3, 4, 1);
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 in_p_y[4];
                    gk_load_4(in_p_y, p_y_row + i, available, 0);
                    gk_f32 out_p_2_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i2 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_y = in_p_y[e];
                        const gk_f32 v_0 = v_x * v_y;
                        const gk_f32 v_2 = v_0 + v_1;
                        out_p_2_3[e] = v_2;
                    }
                    gk_store_4(p_2_3_row + i, out_p_2_3, available, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i2 = member; i2 < inner; i2 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i2);
                    const gk_f32 v_y = gk_load(p_y_row + i2);
                    const gk_f32 v_0 = v_x * v_y;
                    const gk_f32 v_2 = v_0 + v_1;
                    gk_store(p_2_3_row + i2, v_2);
                }
            }
        }
    }
}

