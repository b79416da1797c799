/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(12)

/*
 * crossedShort_0 of crossedShort: column reduction.
 * ReduceMax, Sub, Add, Add, ReduceMax, Maximum, Assign, Assign
 */
GK_KERNEL(crossedShort_0, 12) {
    GK_EXCHANGE(exchange, 4);
    const gk_int64 n_n = GK_INTEGER(7);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_g = GK_POINTER(const float, 1);
    __global const float *const p_p = GK_POINTER(const float, 2);
    __global float *const p_0_3 = GK_POINTER(float, 3);
    __global float *const p_4_4 = GK_POINTER(float, 4);
    __global float *const p_6_5 = GK_POINTER(float, 5);
    __global float *const p_7_6 = GK_POINTER(float, 6);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 9);
    const gk_int64 block = GK_INTEGER(10);
    const gk_int64 blocks = GK_INTEGER(11);
    const gk_int64 inner = 5L;
    const gk_int64 rows = n_n;
    const int packed = gk_is_multiple(5L, 4);
    const int aligned = packed && gk_is_aligned(p_x, 16) && gk_is_aligned(p_g, 16) && gk_is_aligned(p_p, 16) && gk_is_aligned(p_7_6, 16);
    const gk_int64 across = packed ? gk_block_count(inner, 4) : inner;
    const int team = packed ? gk_team(across, 4) : gk_threads(across, GK_BLOCK_THREADS);
    const int teams = GK_BLOCK_THREADS / team;
    const int member = GK_THREAD & (team - 1);
    for (gk_int64 item = GK_BLOCK_INDEX; item < blocks; item += GK_BLOCK_COUNT) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        __global float *const partial_4 = (__global float *) (partial + item * 64L);
        const int one = across <= team;
        gk_f32 packed_acc_4[4][4];
        GK_UNROLL
        for (int v = 0; v < 4; ++v) {
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_4[v][e] = gk_splat(GK_IDENTITY_max_f32);
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
            gk_f32 row_in_p_x[4][4];
            gk_f32 packed_acc_0[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_0[e] = gk_splat(GK_IDENTITY_max_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
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
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
                __global const float *const p_g_row = p_g;
                __global const float *const p_p_row = p_p + i0 * 5L;
                __global float *const p_7_6_row = p_7_6 + i0 * 5L;
                GK_UNROLL
                for (int v = 0; v < 4; ++v) {
                    const int i = 4 * (member + v * team);
                    if (i < inner) {
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, 4, aligned);
                        gk_f32 in_p_p[4];
                        gk_load_4(in_p_p, p_p_row + i, 4, aligned);
                        gk_f32 out_p_7_6[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = row_in_p_x[v][e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_p = in_p_p[e];
                            const gk_f32 v_1 = v_x - v_0;
                            const gk_f32 v_2 = v_1 + v_g;
                            const gk_f32 v_3 = v_2 + v_p;
                            packed_acc_4[v][e] = active ? gk_combine_max(packed_acc_4[v][e], v_3) : packed_acc_4[v][e];
                            out_p_7_6[e] = v_3;
                        }
                        if (active) {
                            gk_store_4(p_7_6_row + i, out_p_7_6, 4, aligned);
                        }
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_0_3 + i0, v_0);
            }
        }
        const gk_int64 end_row = kept ? last : first;
        for (gk_int64 begin = fits_end; begin < end_row; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < end_row;
            const gk_int64 row = active ? team_row : end_row - 1;
            const gk_int64 i0 = row;
            gk_f32 packed_acc_0[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_0[e] = gk_splat(GK_IDENTITY_max_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    packed_acc_0[0] = gk_combine_max(packed_acc_0[0], v_x);
                }
            }
            const gk_f32 v_0 = gk_join_max(gk_fold_max(packed_acc_0, 4), 1, team, exchange);
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
                __global const float *const p_g_row = p_g;
                __global const float *const p_p_row = p_p + i0 * 5L;
                __global float *const p_7_6_row = p_7_6 + i0 * 5L;
                GK_UNROLL_SOME
                for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                    const gk_f32 v_x = gk_load(p_x_row + i1);
                    const gk_f32 v_g = gk_load(p_g_row + i1);
                    const gk_f32 v_p = gk_load(p_p_row + i1);
                    const gk_f32 v_1 = v_x - v_0;
                    const gk_f32 v_2 = v_1 + v_g;
                    const gk_f32 v_3 = v_2 + v_p;
                    packed_acc_4[0][0] = active ? gk_combine_max(packed_acc_4[0][0], v_3) : packed_acc_4[0][0];
                    if (active) {
                        gk_store(p_7_6_row + i1, v_3);
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_0_3 + i0, v_0);
            }
        }
        GK_UNROLL
        for (int v = 0; v < 4; ++v) {
            gk_join_teams_max(packed_acc_4[v], 4, team, exchange);
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const int own = packed ? 4 * (member + v * team) + e : member + v * team;
                if (kept && GK_THREAD < team && own < inner && (packed || e == 0)) {
                    gk_store(partial_4 + own, packed_acc_4[v][e]);
                }
            }
        }
        for (gk_int64 begin = end_row; begin < last; begin += teams) {
            const gk_int64 team_row = begin + GK_THREAD / team;
            const int active = team_row < last;
            const gk_int64 row = active ? team_row : last - 1;
            const gk_int64 i0 = row;
            gk_f32 packed_acc_0[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                packed_acc_0[e] = gk_splat(GK_IDENTITY_max_f32);
            }
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
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
            {
                __global const float *const p_x_row = p_x + i0 * 5L;
                __global const float *const p_g_row = p_g;
                __global const float *const p_p_row = p_p + i0 * 5L;
                __global float *const p_7_6_row = p_7_6 + i0 * 5L;
                if (packed) {
                    gk_int64 i = 4 * member;
                    const gk_int64 whole_end = aligned ? inner : 0;
                    for (; i + 4 <= whole_end; i += 4 * team) {
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, 4, 1);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, 4, 1);
                        gk_f32 in_p_p[4];
                        gk_load_4(in_p_p, p_p_row + i, 4, 1);
                        gk_f32 out_p_7_6[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_p = in_p_p[e];
                            const gk_f32 v_1 = v_x - v_0;
                            const gk_f32 v_2 = v_1 + v_g;
                            const gk_f32 v_3 = v_2 + v_p;
                            gk_store(partial_4 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_4 + i1), v_3));
                            out_p_7_6[e] = v_3;
                        }
                        if (active) {
                            gk_store_4(p_7_6_row + i, out_p_7_6, 4, 1);
                        }
                    }
                    for (; i < inner; i += 4 * team) {
                        const int available = gk_clamped_count(inner - i);
                        gk_f32 in_p_x[4];
                        gk_load_4(in_p_x, p_x_row + i, available, 0);
                        gk_f32 in_p_g[4];
                        gk_load_4(in_p_g, p_g_row + i, available, 0);
                        gk_f32 in_p_p[4];
                        gk_load_4(in_p_p, p_p_row + i, available, 0);
                        gk_f32 out_p_7_6[4];
                        GK_UNROLL
                        for (int e = 0; e < 4; ++e) {
                            const int present = e < available;
                            const gk_int64 i1 = i + e;
                            const gk_f32 v_x = in_p_x[e];
                            const gk_f32 v_g = in_p_g[e];
                            const gk_f32 v_p = in_p_p[e];
                            const gk_f32 v_1 = v_x - v_0;
                            const gk_f32 v_2 = v_1 + v_g;
                            const gk_f32 v_3 = v_2 + v_p;
                            if (present) {
                                gk_store(partial_4 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_4 + i1), v_3));
                            }
                            out_p_7_6[e] = v_3;
                        }
                        gk_store_4(p_7_6_row + i, out_p_7_6, active ? available : 0, 0);
                    }
                } else {
                    GK_UNROLL_SOME
                    for (gk_int64 i1 = member; i1 < inner; i1 += team) {
                        const gk_f32 v_x = gk_load(p_x_row + i1);
                        const gk_f32 v_g = gk_load(p_g_row + i1);
                        const gk_f32 v_p = gk_load(p_p_row + i1);
                        const gk_f32 v_1 = v_x - v_0;
                        const gk_f32 v_2 = v_1 + v_g;
                        const gk_f32 v_3 = v_2 + v_p;
                        gk_store(partial_4 + i1, gk_combine_max(row == first ? gk_splat(GK_IDENTITY_max_f32) : gk_load(partial_4 + i1), v_3));
                        if (active) {
                            gk_store(p_7_6_row + i1, v_3);
                        }
                    }
                }
            }
            if (active && member == 0) {
                gk_store(p_0_3 + i0, v_0);
            }
        }
    }
}

GK_KERNEL(crossedShort_0_finish, 12) {
    GK_EXCHANGE(exchange, 2);
    const gk_int64 n_n = GK_INTEGER(7);
    __global const float *const p_x = GK_POINTER(const float, 0);
    __global const float *const p_g = GK_POINTER(const float, 1);
    __global const float *const p_p = GK_POINTER(const float, 2);
    __global float *const p_0_3 = GK_POINTER(float, 3);
    __global float *const p_4_4 = GK_POINTER(float, 4);
    __global float *const p_6_5 = GK_POINTER(float, 5);
    __global float *const p_7_6 = GK_POINTER(float, 6);
    __global gk_uint8 *const partial = GK_POINTER(gk_uint8, 9);
    const gk_int64 block = GK_INTEGER(10);
    const gk_int64 blocks = GK_INTEGER(11);
    const gk_int64 inner = 5L;
    const int column_threads = gk_ways(blocks);
    const int width = GK_BLOCK_THREADS / column_threads;
    const int column_thread = GK_THREAD / width;
    const gk_int64 tiles = gk_block_count(inner, width);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles; item += GK_BLOCK_COUNT) {
        const gk_int64 own = item * width + (GK_THREAD & (width - 1));
        const int present = own < inner;
        const gk_int64 i1 = present ? own : inner - 1;
        gk_f32 acc_4 = gk_splat(GK_IDENTITY_max_f32);
        GK_UNROLL_SOME
        for (gk_int64 partial_block = column_thread; partial_block < blocks; partial_block += column_threads) {
            __global float *const partial_4 = (__global float *) (partial + partial_block * 64L);
            acc_4 = gk_combine_max(acc_4, gk_load(partial_4 + i1));
        }
        acc_4 = gk_join_max(acc_4, width, column_threads, exchange);
        const gk_f32 v_4 = acc_4;
        const gk_f32 v_g = gk_load(p_g + i1);
        const gk_f32 v_5 = gk_maximum(v_g, v_4);
        if (present && column_thread == 0) {
            gk_store(p_4_4 + i1, v_4);
            gk_store(p_6_5 + i1, v_5);
        }
    }
}

