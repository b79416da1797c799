/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(6)

/*
 * anyRow_0 of anyRow: row reduction.
 * ReduceMax, Greater
 */
GK_KERNEL(anyRow_0, 6) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(3);
    const gk_int64 n_d = GK_INTEGER(4);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_0_1 = GK_POINTER(float, 1);
    __global gk_bool *const p_positive_2 = GK_POINTER(gk_bool, 2);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 8);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 first = GK_BLOCK_INDEX * teams; first < rows; first += GK_BLOCK_COUNT * teams) {
        const gk_int64 team_row = first + GK_THREAD / team;
        const int active = team_row < rows;
        const gk_int64 row = active ? team_row : rows - 1;
        const gk_int64 i0 = row;
        gk_f32 packed_acc_0[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_0[e] = gk_splat(GK_IDENTITY_max_f32);
        }
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                GK_UNROLL_SOME
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        packed_acc_0[e] = gk_combine_max(packed_acc_0[e], v_x);
                    }
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        packed_acc_0[e] = present ? gk_combine_max(packed_acc_0[e], v_x) : packed_acc_0[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    packed_acc_0[0] = gk_combine_max(packed_acc_0[0], v_x);
                }
            }
        }
        const gk_f32 v_0 = gk_join_max(gk_fold_max(packed_acc_0, 4), 1, team, exchange);
        const gk_mask v_positive = gk_greater(v_0, gk_splat(0.0f));
        if (active && member == 0) {
            gk_store(p_0_1 + i0, v_0);
            gk_store(p_positive_2 + i0, v_positive);
        }
    }
}

