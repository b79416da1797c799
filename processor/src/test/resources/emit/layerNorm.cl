/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * layerNorm_0 of layerNorm: row reduction.
 * ReduceSum, RealDiv, Sub, Mul, ReduceSum, RealDiv, Add, Rsqrt, Mul, Mul, Add
 */
GK_KERNEL(layerNorm_0, 8) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(4);
    const gk_int64 n_d = GK_INTEGER(5);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_gamma = GK_POINTER(const float, 1);
    __global const float *const p_beta = GK_POINTER(const float, 2);
    __global float *const p_9_3 = GK_POINTER(float, 3);
    const gk_f32 v_epsilon = gk_splat(GK_SCALAR(6));
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_gamma, 16) && gk_is_aligned(p_beta, 16) && gk_is_aligned(p_9_3, 16);
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
        gk_f32 packed_acc_1[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_1[e] = gk_splat(GK_IDENTITY_sum_f32);
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
                        packed_acc_1[e] = gk_combine_sum(packed_acc_1[e], v_x);
                    }
                }
            }
        }
        const gk_f32 v_1 = gk_join_sum(gk_fold_sum(packed_acc_1, 4), 1, team, exchange);
        const gk_f32 v_2 = v_1 / v_0;
        gk_f32 packed_acc_4[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_4[e] = gk_splat(GK_IDENTITY_sum_f32);
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
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_3 = v_centred * v_centred;
                        packed_acc_4[e] = gk_combine_sum(packed_acc_4[e], v_3);
                    }
                }
            }
        }
        const gk_f32 v_4 = gk_join_sum(gk_fold_sum(packed_acc_4, 4), 1, team, exchange);
        const gk_f32 v_variance = v_4 / v_0;
        const gk_f32 v_5 = v_variance + v_epsilon;
        const gk_f32 v_6 = gk_rsqrt(v_5);
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global const float *const p_gamma_row = p_gamma;
            __global const float *const p_beta_row = p_beta;
            __global float *const p_9_3_row = p_9_3 + i0 * n_d;
            GK_UNROLL
            for (int v = 0; v < 4; ++v) {
                const int i = 4 * (member + v * team);
                if (i < inner) {
                    gk_f32 in_p_gamma[4];
                    gk_load_4(in_p_gamma, p_gamma_row + i, 4, aligned);
                    gk_f32 in_p_beta[4];
                    gk_load_4(in_p_beta, p_beta_row + i, 4, aligned);
                    gk_f32 out_p_9_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = row_in_p_x[v][e];
                        const gk_f32 v_gamma = in_p_gamma[e];
                        const gk_f32 v_beta = in_p_beta[e];
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_7 = v_centred * v_6;
                        const gk_f32 v_8 = v_7 * v_gamma;
                        const gk_f32 v_9 = v_8 + v_beta;
                        out_p_9_3[e] = v_9;
                    }
                    if (active) {
                        gk_store_4(p_9_3_row + i, out_p_9_3, 4, aligned);
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
        gk_f32 packed_acc_1[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_1[e] = gk_splat(GK_IDENTITY_sum_f32);
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
                        packed_acc_1[e] = gk_combine_sum(packed_acc_1[e], v_x);
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
                        packed_acc_1[e] = present ? gk_combine_sum(packed_acc_1[e], v_x) : packed_acc_1[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    packed_acc_1[0] = gk_combine_sum(packed_acc_1[0], v_x);
                }
            }
        }
        const gk_f32 v_1 = gk_join_sum(gk_fold_sum(packed_acc_1, 4), 1, team, exchange);
        const gk_f32 v_2 = v_1 / v_0;
        gk_f32 packed_acc_4[4];
        GK_UNROLL
        for (int e = 0; e < 4; ++e) {
            packed_acc_4[e] = gk_splat(GK_IDENTITY_sum_f32);
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
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_3 = v_centred * v_centred;
                        packed_acc_4[e] = gk_combine_sum(packed_acc_4[e], v_3);
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
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_3 = v_centred * v_centred;
                        packed_acc_4[e] = present ? gk_combine_sum(packed_acc_4[e], v_3) : packed_acc_4[e];
                    }
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_centred = v_x - v_2;
                    const gk_f32 v_3 = v_centred * v_centred;
                    packed_acc_4[0] = gk_combine_sum(packed_acc_4[0], v_3);
                }
            }
        }
        const gk_f32 v_4 = gk_join_sum(gk_fold_sum(packed_acc_4, 4), 1, team, exchange);
        const gk_f32 v_variance = v_4 / v_0;
        const gk_f32 v_5 = v_variance + v_epsilon;
        const gk_f32 v_6 = gk_rsqrt(v_5);
        {
            __global const float *const p_x_row = p_x + i0 * n_d;
            __global const float *const p_gamma_row = p_gamma;
            __global const float *const p_beta_row = p_beta;
            __global float *const p_9_3_row = p_9_3 + i0 * n_d;
            if (packed) {
                gk_int64 i = 4 * member;
                const gk_int64 whole_end = aligned ? inner : 0;
                for (; i + 4 <= whole_end; i += 4 * team) {
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, 4, 1);
                    gk_f32 in_p_gamma[4];
                    gk_load_4(in_p_gamma, p_gamma_row + i, 4, 1);
                    gk_f32 in_p_beta[4];
                    gk_load_4(in_p_beta, p_beta_row + i, 4, 1);
                    gk_f32 out_p_9_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_gamma = in_p_gamma[e];
                        const gk_f32 v_beta = in_p_beta[e];
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_7 = v_centred * v_6;
                        const gk_f32 v_8 = v_7 * v_gamma;
                        const gk_f32 v_9 = v_8 + v_beta;
                        out_p_9_3[e] = v_9;
                    }
                    if (active) {
                        gk_store_4(p_9_3_row + i, out_p_9_3, 4, 1);
                    }
                }
                for (; i < inner; i += 4 * team) {
                    const int available = gk_clamped_count(inner - i);
                    gk_f32 in_p_x[4];
                    gk_load_4(in_p_x, p_x_row + i, available, 0);
                    gk_f32 in_p_gamma[4];
                    gk_load_4(in_p_gamma, p_gamma_row + i, available, 0);
                    gk_f32 in_p_beta[4];
                    gk_load_4(in_p_beta, p_beta_row + i, available, 0);
                    gk_f32 out_p_9_3[4];
                    GK_UNROLL
                    for (int e = 0; e < 4; ++e) {
                        const int present = e < available;
                        const gk_int64 i1 = i + e;
                        const gk_f32 v_x = in_p_x[e];
                        const gk_f32 v_gamma = in_p_gamma[e];
                        const gk_f32 v_beta = in_p_beta[e];
                        const gk_f32 v_centred = v_x - v_2;
                        const gk_f32 v_7 = v_centred * v_6;
                        const gk_f32 v_8 = v_7 * v_gamma;
                        const gk_f32 v_9 = v_8 + v_beta;
                        out_p_9_3[e] = v_9;
                    }
                    gk_store_4(p_9_3_row + i, out_p_9_3, active ? available : 0, 0);
                }
            } else {
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_gamma = gk_load(p_gamma_row + i1);
                    const gk_f32 v_beta = gk_load(p_beta_row + i1);
                    const gk_f32 v_centred = v_x - v_2;
                    const gk_f32 v_7 = v_centred * v_6;
                    const gk_f32 v_8 = v_7 * v_gamma;
                    const gk_f32 v_9 = v_8 + v_beta;
                    if (active) {
                        gk_store(p_9_3_row + i1, v_9);
                    }
                }
            }
        }
    }
}

