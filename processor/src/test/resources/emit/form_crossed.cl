/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(15)

/*
 * crossed_0 of crossed: column reduction.
 * Sub, FloorMod, Add, ReduceSum, Sub, ReduceMin, Add, ReduceSum, ReduceMax, ReduceSum, Add
 */
GK_KERNEL(crossed_0, 15) {
    GK_EXCHANGE(exchange, 4);
    const gk_int64 n_n = GK_INTEGER(9);
    const gk_int64 n_d = GK_INTEGER(10);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_w = GK_POINTER(const float, 1);
    __global const float *const p_g = GK_POINTER(const float, 2);
    __global const float *const p_y = GK_POINTER(const float, 3);
    __global float *const p_3_4 = GK_POINTER(float, 4);
    __global float *const p_6_5 = GK_POINTER(float, 5);
    __global float *const p_8_6 = GK_POINTER(float, 6);
    __global float *const p_9_7 = GK_POINTER(float, 7);
    __global float *const p_10_8 = GK_POINTER(float, 8);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 12);
    const gk_int64 block = GK_INTEGER(13);
    const gk_int64 blocks = GK_INTEGER(14);
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(n_d, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_g, 16) && gk_is_aligned(p_y, 16) && gk_is_aligned(p_6_5, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = packed ? gk_team(across, 2) : gk_threads(across, GK_BLOCK_THREADS);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        __global float *const partial_7 = (__global float *) (partial + item * (64L*gk_dim_floorDiv(12L*n_d + 63L, 64L)));
        __global float *const partial_8 = (__global float *) (partial_7 + n_d);
        __global float *const partial_9 = (__global float *) (partial_8 + n_d);
        const int one = across <= team;
        gk_f32 packed_acc_7[2][4];
        gk_f32 packed_acc_8[2][4];
        gk_f32 packed_acc_9[2][4];
        GK_UNROLL
        for (int v = 0; v < 2; ++v) {
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_7[v][e] = gk_splat(GK_IDENTITY_sum_f32);
                packed_acc_8[v][e] = gk_splat(GK_IDENTITY_max_f32);
                packed_acc_9[v][e] = gk_splat(GK_IDENTITY_sum_f32);
            }
        }
        const int fits = packed && (0 < across && across <= 2 * team);
        const int kept = fits || one;
        const gk_int64 fits_end = fits ? last : first;
        for (gk_int64 begin = first; begin < fits_end; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < fits_end;
            const gk_int64 row = active ? team_row : fits_end - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_w = gk_load(p_w + i0);
            gk_f32 row_in_p_y[2][4];
            gk_f32 saved_2[2][4];
            gk_f32 packed_acc_3[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_3[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_g_row = p_g;
                __global const float *const p_y_row = p_y + i0 * n_d;
                gk_f32 row_in_p_x[2][4];
                if (aligned) {
                    GK_UNROLL
                    for (int v = 0; v < 2; ++v) {
                        const int i = 4 * (member + v * team);
                        const int loaded = i < inner ? i : 0;
                        gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 1);
                        gk_load_4(row_in_p_y[v], p_y_row + loaded, 4, 1);
                    }
                } else {
                    GK_UNROLL
                    for (int v = 0; v < 2; ++v) {
                        const int i = 4 * (member + v * team);
                        const int loaded = i < inner ? i : 0;
                        gk_load_4(row_in_p_x[v], p_x_row + loaded, 4, 0);
                        gk_load_4(row_in_p_y[v], p_y_row + loaded, 4, 0);
                    }
                }
                GK_UNROLL
                for (int v = 0; v < 2; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, 4, aligned);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = row_in_p_x[v][e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_y = row_in_p_y[v][e];
                            const gk_f32 v_0 = v_x - v_w;
                            const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                            const gk_f32 v_2 = v_1 + v_g;
                            saved_2[v][e] = v_2;
                            packed_acc_3[e] = gk_combine_sum(packed_acc_3[e], v_2);
                            packed_acc_7[v][e] = active ? gk_combine_sum(packed_acc_7[v][e], v_y) : packed_acc_7[v][e];
                        }
                    }
                }
            }
            const gk_f32 v_3 = gk_join_sum(gk_fold_sum(packed_acc_3, 4), 1, team, exchange);
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_5[e] = gk_splat(GK_IDENTITY_min_f32);
            }
            {
                GK_UNROLL
                for (int v = 0; v < 2; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_2 = saved_2[v][e];
                            const gk_f32 v_4 = v_2 - v_3;
                            packed_acc_5[e] = gk_combine_min(packed_acc_5[e], v_4);
                            packed_acc_8[v][e] = active ? gk_combine_max(packed_acc_8[v][e], v_4) : packed_acc_8[v][e];
                        }
                    }
                }
            }
            const gk_f32 v_5 = gk_join_min(gk_fold_min(packed_acc_5, 4), 1, team, exchange);
            {
                __global const float *const p_y_row = p_y + i0 * n_d;
                __global float *const p_6_5_row = p_6_5 + i0 * n_d;
                GK_UNROLL
                for (int v = 0; v < 2; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        gk_f32 out_p_6_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_y = row_in_p_y[v][e];
                            const gk_f32 v_6 = v_y + v_5;
                            packed_acc_9[v][e] = active ? gk_combine_sum(packed_acc_9[v][e], v_6) : packed_acc_9[v][e];
                            out_p_6_5[e] = v_6;
                        }
                        if (active) {
                            gk_store_4(p_6_5_row + i, out_p_6_5, 4, aligned);
                        }
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_3_4 + i0, v_3);
            }
        }
        const gk_int64 end_row = kept ? last : first;
        for (gk_int64 begin = fits_end; begin < end_row; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < end_row;
            const gk_int64 row = active ? team_row : end_row - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_w = gk_load(p_w + i0);
            gk_f32 packed_acc_3[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_3[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_g_row = p_g;
                __global const float *const p_y_row = p_y + i0 * n_d;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_g = gk_load(p_g_row + i1);
                    const gk_f32 v_y = gk_load(p_y_row + i1);
                    const gk_f32 v_0 = v_x - v_w;
                    const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                    const gk_f32 v_2 = v_1 + v_g;
                    packed_acc_3[0] = gk_combine_sum(packed_acc_3[0], v_2);
                    packed_acc_7[0][0] = active ? gk_combine_sum(packed_acc_7[0][0], v_y) : packed_acc_7[0][0];
                }
            }
            const gk_f32 v_3 = gk_join_sum(gk_fold_sum(packed_acc_3, 4), 1, team, exchange);
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_5[e] = gk_splat(GK_IDENTITY_min_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_g_row = p_g;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_g = gk_load(p_g_row + i1);
                    const gk_f32 v_0 = v_x - v_w;
                    const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                    const gk_f32 v_2 = v_1 + v_g;
                    const gk_f32 v_4 = v_2 - v_3;
                    packed_acc_5[0] = gk_combine_min(packed_acc_5[0], v_4);
                    packed_acc_8[0][0] = active ? gk_combine_max(packed_acc_8[0][0], v_4) : packed_acc_8[0][0];
                }
            }
            const gk_f32 v_5 = gk_join_min(gk_fold_min(packed_acc_5, 4), 1, team, exchange);
            {
                __global const float *const p_y_row = p_y + i0 * n_d;
                __global float *const p_6_5_row = p_6_5 + i0 * n_d;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_y = gk_load(p_y_row + i1);
                    const gk_f32 v_6 = v_y + v_5;
                    packed_acc_9[0][0] = active ? gk_combine_sum(packed_acc_9[0][0], v_6) : packed_acc_9[0][0];
                    if (active) {
                        gk_store(p_6_5_row + i1, v_6);
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_3_4 + i0, v_3);
            }
        }
        GK_UNROLL
        for (int v = 0; v < 2; ++v) {
            gk_join_teams_sum(packed_acc_7[v], 4, team, exchange);
            gk_join_teams_max(packed_acc_8[v], 4, team, exchange);
            gk_join_teams_sum(packed_acc_9[v], 4, team, exchange);
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const int own = packed ? 4 * (member + v * team) + e : member + v * team;
                if (kept && GK_THREAD < team && own < inner && (packed || e == 0)) {
                    gk_store(partial_7 + own, packed_acc_7[v][e]);
                    gk_store(partial_8 + own, packed_acc_8[v][e]);
                    gk_store(partial_9 + own, packed_acc_9[v][e]);
                }
            }
        }
        for (gk_int64 begin = end_row; begin < last; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < last;
            const gk_int64 row = active ? team_row : last - 1;
            const gk_int64 i0 = row;
            const gk_f32 v_w = gk_load(p_w + i0);
            gk_f32 packed_acc_3[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_3[e] = gk_splat(GK_IDENTITY_sum_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_g_row = p_g;
                __global const float *const p_y_row = p_y + i0 * n_d;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, 4, 1);
                        gk_f32 in_p_y[4];
                        gk_load_4(in_p_y, p_y_row + i, 4, 1);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_y = in_p_y[e];
                            const gk_f32 v_0 = v_x - v_w;
                            const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                            const gk_f32 v_2 = v_1 + v_g;
                            packed_acc_3[e] = gk_combine_sum(packed_acc_3[e], v_2);
                            gk_store(partial_7 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_7 + i1), v_y));
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, available, 0);
                        gk_f32 in_p_y[4];
                        gk_load_4(in_p_y, p_y_row + i, available, 0);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_y = in_p_y[e];
                            const gk_f32 v_0 = v_x - v_w;
                            const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                            const gk_f32 v_2 = v_1 + v_g;
                            packed_acc_3[e] = present ? gk_combine_sum(packed_acc_3[e], v_2) : packed_acc_3[e];
                            if (present) {
                                gk_store(partial_7 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_7 + i1), v_y));
                            }
                        }
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_g = gk_load(p_g_row + i1);
                        const gk_f32 v_y = gk_load(p_y_row + i1);
                        const gk_f32 v_0 = v_x - v_w;
                        const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                        const gk_f32 v_2 = v_1 + v_g;
                        packed_acc_3[0] = gk_combine_sum(packed_acc_3[0], v_2);
                        gk_store(partial_7 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_7 + i1), v_y));
                    }
                }
            }
            const gk_f32 v_3 = gk_join_sum(gk_fold_sum(packed_acc_3, 4), 1, team, exchange);
            gk_f32 packed_acc_5[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_5[e] = gk_splat(GK_IDENTITY_min_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * n_d;
                __global const float *const p_g_row = p_g;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, 4, 1);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_0 = v_x - v_w;
                            const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                            const gk_f32 v_2 = v_1 + v_g;
                            const gk_f32 v_4 = v_2 - v_3;
                            packed_acc_5[e] = gk_combine_min(packed_acc_5[e], v_4);
                            gk_store(partial_8 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_8 + i1), v_4));
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, available, 0);
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_0 = v_x - v_w;
                            const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                            const gk_f32 v_2 = v_1 + v_g;
                            const gk_f32 v_4 = v_2 - v_3;
                            packed_acc_5[e] = present ? gk_combine_min(packed_acc_5[e], v_4) : packed_acc_5[e];
                            if (present) {
                                gk_store(partial_8 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_8 + i1), v_4));
                            }
                        }
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_g = gk_load(p_g_row + i1);
                        const gk_f32 v_0 = v_x - v_w;
                        const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
                        const gk_f32 v_2 = v_1 + v_g;
                        const gk_f32 v_4 = v_2 - v_3;
                        packed_acc_5[0] = gk_combine_min(packed_acc_5[0], v_4);
                        gk_store(partial_8 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_8 + i1), v_4));
                    }
                }
            }
            const gk_f32 v_5 = gk_join_min(gk_fold_min(packed_acc_5, 4), 1, team, exchange);
            {
                __global const float *const p_y_row = p_y + i0 * n_d;
                __global float *const p_6_5_row = p_6_5 + i0 * n_d;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_y[4];
                        gk_load_4(in_p_y, p_y_row + i, 4, 1);
                        gk_f32 out_p_6_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_y = in_p_y[e];
                            const gk_f32 v_6 = v_y + v_5;
                            gk_store(partial_9 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_9 + i1), v_6));
                            out_p_6_5[e] = v_6;
                        }
                        if (active) {
                            gk_store_4(p_6_5_row + i, out_p_6_5, 4, 1);
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_y[4];
                        gk_load_4(in_p_y, p_y_row + i, available, 0);
                        gk_f32 out_p_6_5[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_y = in_p_y[e];
                            const gk_f32 v_6 = v_y + v_5;
                            if (present) {
                                gk_store(partial_9 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_9 + i1), v_6));
                            }
                            out_p_6_5[e] = v_6;
                        }
                        gk_store_4(p_6_5_row + i, out_p_6_5, active ? available : 0, 0);
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_y = gk_load(p_y_row + i1);
                        const gk_f32 v_6 = v_y + v_5;
                        gk_store(partial_9 + i1, gk_combine_sum(row == first ? gk_splat(GK_IDENTITY_sum_f32) : gk_load(partial_9 + i1), v_6));
                        if (active) {
                            gk_store(p_6_5_row + i1, v_6);
                        }
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_3_4 + i0, v_3);
            }
        }
    }
}

GK_KERNEL(crossed_0_finish, 15) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(9);
    const gk_int64 n_d = GK_INTEGER(10);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_w = GK_POINTER(const float, 1);
    __global const float *const p_g = GK_POINTER(const float, 2);
    __global const float *const p_y = GK_POINTER(const float, 3);
    __global float *const p_3_4 = GK_POINTER(float, 4);
    __global float *const p_6_5 = GK_POINTER(float, 5);
    __global float *const p_8_6 = GK_POINTER(float, 6);
    __global float *const p_9_7 = GK_POINTER(float, 7);
    __global float *const p_10_8 = GK_POINTER(float, 8);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 12);
    const gk_int64 block = GK_INTEGER(13);
    const gk_int64 blocks = GK_INTEGER(14);
    const gk_int64 inner = n_d;
    const int column_threads = gk_ways(blocks);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 own = item * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_7 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_8 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_9 = gk_splat(GK_IDENTITY_sum_f32);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global float *const partial_7 = (__global float *) (partial + partial_block * (64L*gk_dim_floorDiv(12L*n_d + 63L, 64L)));
            __global float *const partial_8 = (__global float *) (partial_7 + n_d);
            __global float *const partial_9 = (__global float *) (partial_8 + n_d);
            acc_7 = gk_combine_sum(acc_7, gk_load(partial_7 + i1));
            acc_8 = gk_combine_max(acc_8, gk_load(partial_8 + i1));
            acc_9 = gk_combine_sum(acc_9, gk_load(partial_9 + i1));
        }
        acc_7 = gk_join_sum(acc_7, width, column_threads, exchange);
        acc_8 = gk_join_max(acc_8, width, column_threads, exchange);
        acc_9 = gk_join_sum(acc_9, width, column_threads, exchange);
        const gk_f32 v_7 = acc_7;
        const gk_f32 v_8 = acc_8;
        const gk_f32 v_9 = acc_9;
        const gk_f32 v_g = gk_load(p_g + i1);
        const gk_f32 v_10 = v_7 + v_g;
        if (present && column_thread == 0) {
            gk_store(p_8_6 + i1, v_8);
            gk_store(p_9_7 + i1, v_9);
            gk_store(p_10_8 + i1, v_10);
        }
    }
}

