/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(5)

/*
 * softmax_0 of softmax: row reduction.
 * ReduceMax, Sub, Exp, ReduceSum, RealDiv
 */
GK_KERNEL(softmax_0, 5) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(2);
    const gk_int64 n_d = GK_INTEGER(3);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global float *const p_3_1 = GK_POINTER(float, 1);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_3_1, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = gk_team(across, 4);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    const int fits = packed && (0 < across && across <= 4 * team);
    for (gk_int64 first = GK_BLOCK_INDEX * teams; first < (fits ? rows : 0); first += GK_BLOCK_COUNT * teams) {
        const gk_int64 team_row = first + GK_THREAD / team;
        const int active = team_row < (fits ? rows : 0);
        const gk_int64 row = active ? team_row : (fits ? rows : 0) - 1;
        const gk_int64 i0 = row;
        gk_f32 row_in_p_x[4][4];
        gk_f32 saved_exponential[4][4];
        gk_f32 packed_acc_0[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_0[e] = gk_splat(GK_IDENTITY_max_f32);
        }
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            if (aligned) {
                GK_UNROLL
                for (int v = 0; v < 4; ++v) {
                    const int i = 4 * (member + v * team);
                    const int loaded = i < inner ? i : 0;
                    gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 1);
                }
            } else {
                GK_UNROLL
                for (int v = 0; v < 4; ++v) {
                    const int i = 4 * (member + v * team);
                    const int loaded = i < inner ? i : 0;
                    gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 0);
                }
            }
            GK_UNROLL
            for (int v = 0; v < 4; ++v) {
                const int i = 4 * (member + v * team);
                if (i < inner) {
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = row_in_p_x[v][e];
                        packed_acc_0[e] = gk_combine_max(packed_acc_0[e], v_x);
                    }
                }
            }
        }
        const gk_f32 v_0 = gk_join_max(gk_fold_max(packed_acc_0, 4), 1, team, exchange);
        gk_f32 packed_acc_2[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
        }
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            GK_UNROLL
            for (int v = 0; v < 4; ++v) {
                const int i = 4 * (member + v * team);
                if (i < inner) {
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = row_in_p_x[v][e];
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_exponential = gk_exp(v_1);
                        saved_exponential[v][e] = v_exponential;
                        packed_acc_2[e] = gk_combine_sum(packed_acc_2[e], v_exponential);
                    }
                }
            }
        }
        const gk_f32 v_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, team, exchange);
        {
            __global float *const p_3_1_row = p_3_1 + i0 * n_d;
            GK_UNROLL
            for (int v = 0; v < 4; ++v) {
                const int i = 4 * (member + v * team);
                if (i < inner) {
                    gk_f32 out_p_3_1[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_exponential = saved_exponential[v][e];
                        const gk_f32 v_3 = v_exponential / v_2;
                        out_p_3_1[e] = v_3;
                    }
                    if (active) {
                        gk_store_4(p_3_1_row + i, out_p_3_1, 4, aligned);
                    }
                }
            }
        }
    }
    for (gk_int64 first = GK_BLOCK_INDEX * teams; first < (fits ? 0 : rows); first += GK_BLOCK_COUNT * teams) {
        const gk_int64 team_row = first + GK_THREAD / team;
        const int active = team_row < (fits ? 0 : rows);
        const gk_int64 row = active ? team_row : (fits ? 0 : rows) - 1;
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
        gk_f32 packed_acc_2[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
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
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_exponential = gk_exp(v_1);
                        packed_acc_2[e] = gk_combine_sum(packed_acc_2[e], v_exponential);
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
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_exponential = gk_exp(v_1);
                        packed_acc_2[e] = present ? gk_combine_sum(packed_acc_2[e], v_exponential) : packed_acc_2[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_1 = v_x - v_0;
                    const gk_f32 v_exponential = gk_exp(v_1);
                    packed_acc_2[0] = gk_combine_sum(packed_acc_2[0], v_exponential);
                }
            }
        }
        const gk_f32 v_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, team, exchange);
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global float *const p_3_1_row = p_3_1 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 out_p_3_1[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_exponential = gk_exp(v_1);
                        const gk_f32 v_3 = v_exponential / v_2;
                        out_p_3_1[e] = v_3;
                    }
                    if (active) {
                        gk_store_4(p_3_1_row + i, out_p_3_1, 4, 1);
                    }
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 out_p_3_1[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_exponential = gk_exp(v_1);
                        const gk_f32 v_3 = v_exponential / v_2;
                        out_p_3_1[e] = v_3;
                    }
                    gk_store_4(p_3_1_row + i, out_p_3_1, active ? available : 0, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_1 = v_x - v_0;
                    const gk_f32 v_exponential = gk_exp(v_1);
                    const gk_f32 v_3 = v_exponential / v_2;
                    if (active) {
                        gk_store(p_3_1_row + i1, v_3);
                    }
                }
            }
        }
    }
}

