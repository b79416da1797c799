/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(14)

/*
 * layerNormGradient_0 of layerNormGradient: column reduction.
 * Sub, Mul, Mul, ReduceSum, RealDiv, Mul, ReduceSum, RealDiv, Sub, Mul, Sub, Mul, Mul, ReduceSum, ReduceSum
 */
GK_KERNEL(layerNormGradient_0, 14) {
    GK_EXCHANGE(exchange, 4);
    const gk_int64 n_n = GK_INTEGER(8);
    const gk_int64 n_d = GK_INTEGER(9);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_mean = GK_POINTER(const float, 1);
    __global const float *const p_rstd = GK_POINTER(const float, 2);
    __global const float *const p_dy = GK_POINTER(const float, 3);
    __global const float *const p_gamma = GK_POINTER(const float, 4);
    __global float *const p_10_5 = GK_POINTER(float, 5);
    __global float *const p_12_6 = GK_POINTER(float, 6);
    __global float *const p_13_7 = GK_POINTER(float, 7);
    const gk_f32 v_0 = gk_splat((float) (n_d));
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 11);
    const gk_int64 block = GK_INTEGER(12);
    const gk_int64 blocks = GK_INTEGER(13);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_dy, 16) && gk_is_aligned(p_gamma, 16) && gk_is_aligned(p_10_5, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = packed ? gk_team(across, 4) : gk_threads(across, GK_BLOCK_THREADS);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        __global float *const partial_12 = (__global float *) (partial + item * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
        __global float *const partial_13 = (__global float *) (partial_12 + n_d);
        const int one = across <= team;
        gk_f32 packed_acc_12[4][4];
        gk_f32 packed_acc_13[4][4];
        GK_UNROLL
        for (int v = 0; v < 4; ++v) {
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_12[v][e] = gk_splat(GK_IDENTITY_sum_f32);
                packed_acc_13[v][e] = gk_splat(GK_IDENTITY_sum_f32);
            }
        }
        const int fits = packed && (0 < across && across <= 4 * team);
        const int kept = fits || one;
        const gk_int64 fits_end = fits ? last : first;
        for (gk_int64 begin = first; begin < fits_end; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < fits_end;
            const gk_int64 row = active ? team_row : fits_end - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_mean = gk_load(p_mean + i0);
            const gk_f32 v_rstd = gk_load(p_rstd + i0);
            gk_f32 row_in_p_x[4][4];
            gk_f32 row_in_p_dy[4][4];
            gk_f32 packed_acc_2[4];
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
                packed_acc_5[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                if (aligned) {
                    GK_UNROLL
                    for (int v = 0; v < 4; ++v) {
                        const int i = 4 * (member + v * team);
                        const int loaded = i < inner ? i : 0;
                        gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 1);
                        gk_load_4(row_in_p_dy[v], p_dy_row + loaded, 4, 1);
                    }
                } else {
                    GK_UNROLL
                    for (int v = 0; v < 4; ++v) {
                        const int i = 4 * (member + v * team);
                        const int loaded = i < inner ? i : 0;
                        gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 0);
                        gk_load_4(row_in_p_dy[v], p_dy_row + loaded, 4, 0);
                    }
                }
                GK_UNROLL
                for (int v = 0; v < 4; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, 4, aligned);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = row_in_p_x[v][e];
                            const gk_f32 v_dy = row_in_p_dy[v][e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_4 = v_scaled * v_normal;
                            const gk_f32 v_11 = v_dy * v_normal;
                            packed_acc_2[e] = gk_combine_sum(packed_acc_2[e], v_scaled);
                            packed_acc_5[e] = gk_combine_sum(packed_acc_5[e], v_4);
                            packed_acc_12[v][e] = active ? gk_combine_sum(packed_acc_12[v][e], v_11) : packed_acc_12[v][e];
                            packed_acc_13[v][e] = active ? gk_combine_sum(packed_acc_13[v][e], v_dy) : packed_acc_13[v][e];
                        }
                    }
                }
            }
            const gk_f32 v_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, team, exchange);
            const gk_f32 v_5 = gk_join_sum(gk_fold_sum(packed_acc_5, 4), 1, team, exchange);
            const gk_f32 v_3 = v_2 / v_0;
            const gk_f32 v_6 = v_5 / v_0;
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                __global float *const p_10_5_row = p_10_5 + i0 * n_d;
                GK_UNROLL
                for (int v = 0; v < 4; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, 4, aligned);
                        gk_f32 out_p_10_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = row_in_p_x[v][e];
                            const gk_f32 v_dy = row_in_p_dy[v][e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_7 = v_scaled - v_3;
                            const gk_f32 v_8 = v_normal * v_6;
                            const gk_f32 v_9 = v_7 - v_8;
                            const gk_f32 v_10 = v_9 * v_rstd;
                            out_p_10_5[e] = v_10;
                        }
                        if (active) {
                            gk_store_4(p_10_5_row + i, out_p_10_5, 4, aligned);
                        }
                    }
                }
            }
        }
        const gk_int64 end_row = kept ? last : first;
        for (gk_int64 begin = fits_end; begin < end_row; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < end_row;
            const gk_int64 row = active ? team_row : end_row - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_mean = gk_load(p_mean + i0);
            const gk_f32 v_rstd = gk_load(p_rstd + i0);
            gk_f32 packed_acc_2[4];
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
                packed_acc_5[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_dy = gk_load(p_dy_row + i1);
                    const gk_f32 v_gamma = gk_load(p_gamma_row + i1);
                    const gk_f32 v_1 = v_x - v_mean;
                    const gk_f32 v_normal = v_1 * v_rstd;
                    const gk_f32 v_scaled = v_dy * v_gamma;
                    const gk_f32 v_4 = v_scaled * v_normal;
                    const gk_f32 v_11 = v_dy * v_normal;
                    packed_acc_2[0] = gk_combine_sum(packed_acc_2[0], v_scaled);
                    packed_acc_5[0] = gk_combine_sum(packed_acc_5[0], v_4);
                    packed_acc_12[0][0] = active ? gk_combine_sum(packed_acc_12[0][0], v_11) : packed_acc_12[0][0];
                    packed_acc_13[0][0] = active ? gk_combine_sum(packed_acc_13[0][0], v_dy) : packed_acc_13[0][0];
                }
            }
            const gk_f32 v_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, team, exchange);
            const gk_f32 v_5 = gk_join_sum(gk_fold_sum(packed_acc_5, 4), 1, team, exchange);
            const gk_f32 v_3 = v_2 / v_0;
            const gk_f32 v_6 = v_5 / v_0;
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                __global float *const p_10_5_row = p_10_5 + i0 * n_d;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_dy = gk_load(p_dy_row + i1);
                    const gk_f32 v_gamma = gk_load(p_gamma_row + i1);
                    const gk_f32 v_1 = v_x - v_mean;
                    const gk_f32 v_normal = v_1 * v_rstd;
                    const gk_f32 v_scaled = v_dy * v_gamma;
                    const gk_f32 v_7 = v_scaled - v_3;
                    const gk_f32 v_8 = v_normal * v_6;
                    const gk_f32 v_9 = v_7 - v_8;
                    const gk_f32 v_10 = v_9 * v_rstd;
                    if (active) {
                        gk_store(p_10_5_row + i1, v_10);
                    }
                }
            }
        }
        GK_UNROLL
        for (int v = 0; v < 4; ++v) {
            gk_join_teams_sum(packed_acc_12[v], 4, team, exchange);
            gk_join_teams_sum(packed_acc_13[v], 4, team, exchange);
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const int own = packed ? 4 * (member + v * team) + e : member + v * team;
                if (kept && GK_THREAD < team && own < inner && (packed || e == 0)) {
                    gk_store(partial_12 + own, packed_acc_12[v][e]);
                    gk_store(partial_13 + own, packed_acc_13[v][e]);
                }
            }
        }
        for (gk_int64 begin = end_row; begin < last; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < last;
            const gk_int64 row = active ? team_row : last - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_mean = gk_load(p_mean + i0);
            const gk_f32 v_rstd = gk_load(p_rstd + i0);
            gk_f32 packed_acc_2[4];
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_2[e] = gk_splat(GK_IDENTITY_sum_f32);
                packed_acc_5[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_dy[4];
                        gk_load_4(in_p_dy, p_dy_row + i, 4, 1);
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, 4, 1);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_dy = in_p_dy[e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_4 = v_scaled * v_normal;
                            const gk_f32 v_11 = v_dy * v_normal;
                            packed_acc_2[e] = gk_combine_sum(packed_acc_2[e], v_scaled);
                            packed_acc_5[e] = gk_combine_sum(packed_acc_5[e], v_4);
                            gk_store(partial_12 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_12 + i1), v_11));
                            gk_store(partial_13 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_13 + i1), v_dy));
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_dy[4];
                        gk_load_4(in_p_dy, p_dy_row + i, available, 0);
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, available, 0);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_dy = in_p_dy[e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_4 = v_scaled * v_normal;
                            const gk_f32 v_11 = v_dy * v_normal;
                            packed_acc_2[e] = present ? gk_combine_sum(packed_acc_2[e], v_scaled) : packed_acc_2[e];
                            packed_acc_5[e] = present ? gk_combine_sum(packed_acc_5[e], v_4) : packed_acc_5[e];
                            if (present) {
                                gk_store(partial_12 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_12 + i1), v_11));
                            }
                            if (present) {
                                gk_store(partial_13 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_13 + i1), v_dy));
                            }
                        }
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_dy = gk_load(p_dy_row + i1);
                        const gk_f32 v_gamma = gk_load(p_gamma_row + i1);
                        const gk_f32 v_1 = v_x - v_mean;
                        const gk_f32 v_normal = v_1 * v_rstd;
                        const gk_f32 v_scaled = v_dy * v_gamma;
                        const gk_f32 v_4 = v_scaled * v_normal;
                        const gk_f32 v_11 = v_dy * v_normal;
                        packed_acc_2[0] = gk_combine_sum(packed_acc_2[0], v_scaled);
                        packed_acc_5[0] = gk_combine_sum(packed_acc_5[0], v_4);
                        gk_store(partial_12 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_12 + i1), v_11));
                        gk_store(partial_13 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_13 + i1), v_dy));
                    }
                }
            }
            const gk_f32 v_2 = gk_join_sum(gk_fold_sum(packed_acc_2, 4), 1, team, exchange);
            const gk_f32 v_5 = gk_join_sum(gk_fold_sum(packed_acc_5, 4), 1, team, exchange);
            const gk_f32 v_3 = v_2 / v_0;
            const gk_f32 v_6 = v_5 / v_0;
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_dy_row = p_dy + i0 * n_d;
                __global const float *const p_gamma_row = p_gamma;
                __global float *const p_10_5_row = p_10_5 + i0 * n_d;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_dy[4];
                        gk_load_4(in_p_dy, p_dy_row + i, 4, 1);
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, 4, 1);
                        gk_f32 out_p_10_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_dy = in_p_dy[e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_7 = v_scaled - v_3;
                            const gk_f32 v_8 = v_normal * v_6;
                            const gk_f32 v_9 = v_7 - v_8;
                            const gk_f32 v_10 = v_9 * v_rstd;
                            out_p_10_5[e] = v_10;
                        }
                        if (active) {
                            gk_store_4(p_10_5_row + i, out_p_10_5, 4, 1);
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_dy[4];
                        gk_load_4(in_p_dy, p_dy_row + i, available, 0);
                        gk_f32 in_p_gamma[4];
                        gk_load_4(in_p_gamma, p_gamma_row + i, available, 0);
                        gk_f32 out_p_10_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_dy = in_p_dy[e];
                            const gk_f32 v_gamma = in_p_gamma[e];
                            const gk_f32 v_1 = v_x - v_mean;
                            const gk_f32 v_normal = v_1 * v_rstd;
                            const gk_f32 v_scaled = v_dy * v_gamma;
                            const gk_f32 v_7 = v_scaled - v_3;
                            const gk_f32 v_8 = v_normal * v_6;
                            const gk_f32 v_9 = v_7 - v_8;
                            const gk_f32 v_10 = v_9 * v_rstd;
                            out_p_10_5[e] = v_10;
                        }
                        gk_store_4(p_10_5_row + i, out_p_10_5, active ? available : 0, 0);
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_dy = gk_load(p_dy_row + i1);
                        const gk_f32 v_gamma = gk_load(p_gamma_row + i1);
                        const gk_f32 v_1 = v_x - v_mean;
                        const gk_f32 v_normal = v_1 * v_rstd;
                        const gk_f32 v_scaled = v_dy * v_gamma;
                        const gk_f32 v_7 = v_scaled - v_3;
                        const gk_f32 v_8 = v_normal * v_6;
                        const gk_f32 v_9 = v_7 - v_8;
                        const gk_f32 v_10 = v_9 * v_rstd;
                        if (active) {
                            gk_store(p_10_5_row + i1, v_10);
                        }
                    }
                }
            }
        }
    }
}

GK_KERNEL(layerNormGradient_0_finish, 14) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(8);
    const gk_int64 n_d = GK_INTEGER(9);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_mean = GK_POINTER(const float, 1);
    __global const float *const p_rstd = GK_POINTER(const float, 2);
    __global const float *const p_dy = GK_POINTER(const float, 3);
    __global const float *const p_gamma = GK_POINTER(const float, 4);
    __global float *const p_10_5 = GK_POINTER(float, 5);
    __global float *const p_12_6 = GK_POINTER(float, 6);
    __global float *const p_13_7 = GK_POINTER(float, 7);
    const gk_f32 v_0 = gk_splat((float) (n_d));
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 11);
    const gk_int64 block = GK_INTEGER(12);
    const gk_int64 blocks = GK_INTEGER(13);
    const gk_int64 inner = n_d;
    const int column_threads = gk_ways(blocks);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 own = item * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_12 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_13 = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global float *const partial_12 = (__global float *) (partial + partial_block * (64L*gk_dim_floorDiv(8L*n_d + 63L, 64L)));
            __global float *const partial_13 = (__global float *) (partial_12 + n_d);
            acc_12 = gk_combine_sum(acc_12, gk_load(partial_12 + i1));
            acc_13 = gk_combine_sum(acc_13, gk_load(partial_13 + i1));
        }
        acc_12 = gk_join_sum(acc_12, width, column_threads, exchange);
        acc_13 = gk_join_sum(acc_13, width, column_threads, exchange);
        const gk_f32 v_12 = acc_12;
        const gk_f32 v_13 = acc_13;
        if (present && column_thread == 0) {
            gk_store(p_12_6 + i1, v_12);
            gk_store(p_13_7 + i1, v_13);
        }
    }
}

