/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * columns_0 of columns: column reduction.
 * ReduceSum, ReduceMax, Add
 */
GK_INLINE void columns_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0, gk_f32 *acc_1) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_sum(*acc_0, v_x, lanes);
    *acc_1 = gk_accumulate_max(*acc_1, v_x, lanes);
}

static void columns_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_1_2 = arguments[2].pointer;
    float *const p_2_3 = arguments[3].pointer;
    (void) scratch;
    const gk_int64 rows = n_n;
    const gk_int64 inner = n_d;
    gk_uint8 *const partial = arguments[7].pointer;
    const gk_int64 block = arguments[8].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        float *const partial_0 = (float *) (partial + item * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
        float *const partial_1 = (float *) (partial_0 + inner);
        gk_fill(partial_0, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_1, gk_splat(GK_IDENTITY_max_f32), inner);
        gk_int64 row = first;
        for (; row + 4 <= last; row += 4) {
            const float *const p_x_row0 = p_x + row * inner;
            const float *const p_x_row1 = p_x + (row + 1) * inner;
            const float *const p_x_row2 = p_x + (row + 2) * inner;
            const float *const p_x_row3 = p_x + (row + 3) * inner;
            gk_int64 i = 0;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gk_prefetch(p_x_row0 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_x_row1 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_x_row2 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_x_row3 + 4096 + i, inner % GK_LANES);
                gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
                columns_0_stage1(i, GK_LANES, p_x_row0, &acc_0, &acc_1);
                columns_0_stage1(i, GK_LANES, p_x_row1, &acc_0, &acc_1);
                columns_0_stage1(i, GK_LANES, p_x_row2, &acc_0, &acc_1);
                columns_0_stage1(i, GK_LANES, p_x_row3, &acc_0, &acc_1);
                gk_store(partial_0 + i, gk_accumulate_sum(gk_load(partial_0 + i, GK_LANES), acc_0, GK_LANES), GK_LANES);
                gk_store(partial_1 + i, gk_accumulate_max(gk_load(partial_1 + i, GK_LANES), acc_1, GK_LANES), GK_LANES);
            }
            if (i < inner) {
                gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
                columns_0_stage1(i, (int) (inner - i), p_x_row0, &acc_0, &acc_1);
                columns_0_stage1(i, (int) (inner - i), p_x_row1, &acc_0, &acc_1);
                columns_0_stage1(i, (int) (inner - i), p_x_row2, &acc_0, &acc_1);
                columns_0_stage1(i, (int) (inner - i), p_x_row3, &acc_0, &acc_1);
                gk_store(partial_0 + i, gk_accumulate_sum(gk_load(partial_0 + i, (int) (inner - i)), acc_0, (int) (inner - i)), (int) (inner - i));
                gk_store(partial_1 + i, gk_accumulate_max(gk_load(partial_1 + i, (int) (inner - i)), acc_1, (int) (inner - i)), (int) (inner - i));
            }
        }
        for (; row < last; ++row) {
            const float *const p_x_row0 = p_x + row * inner;
            gk_int64 i = 0;
            const gk_int64 head = gk_head((p_x_row0 - p_x), inner);
            if (head > 0) {
                gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
                columns_0_stage1(i, (int) head, p_x_row0, &acc_0, &acc_1);
                gk_store(partial_0 + i, gk_accumulate_sum(gk_load(partial_0 + i, (int) head), acc_0, (int) head), (int) head);
                gk_store(partial_1 + i, gk_accumulate_max(gk_load(partial_1 + i, (int) head), acc_1, (int) head), (int) head);
                i = head;
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gk_prefetch(p_x_row0 + 4096 + i, 1);
                gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
                columns_0_stage1(i, GK_LANES, p_x_row0, &acc_0, &acc_1);
                gk_store(partial_0 + i, gk_accumulate_sum(gk_load(partial_0 + i, GK_LANES), acc_0, GK_LANES), GK_LANES);
                gk_store(partial_1 + i, gk_accumulate_max(gk_load(partial_1 + i, GK_LANES), acc_1, GK_LANES), GK_LANES);
            }
            if (i < inner) {
                gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
                columns_0_stage1(i, (int) (inner - i), p_x_row0, &acc_0, &acc_1);
                gk_store(partial_0 + i, gk_accumulate_sum(gk_load(partial_0 + i, (int) (inner - i)), acc_0, (int) (inner - i)), (int) (inner - i));
                gk_store(partial_1 + i, gk_accumulate_max(gk_load(partial_1 + i, (int) (inner - i)), acc_1, (int) (inner - i)), (int) (inner - i));
            }
        }
    }
}

static void columns_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_1_2 = arguments[2].pointer;
    float *const p_2_3 = arguments[3].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[7].pointer;
    const gk_int64 blocks = arguments[9].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_0 = (float *) (partial + block * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
            float *const partial_1 = (float *) (partial_0 + inner);
            acc_0 = gk_accumulate_sum(acc_0, gk_load(partial_0 + i, lanes), lanes);
            acc_1 = gk_accumulate_max(acc_1, gk_load(partial_1 + i, lanes), lanes);
        }
        const gk_f32 v_0 = acc_0;
        const gk_f32 v_1 = acc_1;
        const gk_f32 v_y = gk_load(p_y + i, lanes);
        const gk_f32 v_2 = v_0 + v_y;
        gk_store(p_1_2 + i, v_1, lanes);
        gk_store(p_2_3 + i, v_2, lanes);
    }
}

/*
 * columns_1 of columns: column reduction.
 * ReduceAll, ReduceAny
 */
GK_INLINE void columns_1_stage1(
        gk_int64 i, const int lanes, const gk_bool *p_m, gk_mask *acc_3, gk_mask *acc_4) {
    const gk_mask v_m = gk_load(p_m + i, lanes);
    *acc_3 = gk_accumulate_all(*acc_3, v_m, lanes);
    *acc_4 = gk_accumulate_any(*acc_4, v_m, lanes);
}

static void columns_1(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const gk_bool *const p_m = arguments[0].pointer;
    gk_bool *const p_3_1 = arguments[1].pointer;
    gk_bool *const p_4_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 rows = n_n;
    const gk_int64 inner = n_d;
    gk_uint8 *const partial = arguments[6].pointer;
    const gk_int64 block = arguments[7].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        int *const partial_3 = (int *) (partial + item * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
        int *const partial_4 = (int *) (partial_3 + inner);
        gk_fill(partial_3, gk_splat_bool(GK_IDENTITY_all_bool), inner);
        gk_fill(partial_4, gk_splat_bool(GK_IDENTITY_any_bool), inner);
        gk_int64 row = first;
        for (; row + 4 <= last; row += 4) {
            const gk_bool *const p_m_row0 = p_m + row * inner;
            const gk_bool *const p_m_row1 = p_m + (row + 1) * inner;
            const gk_bool *const p_m_row2 = p_m + (row + 2) * inner;
            const gk_bool *const p_m_row3 = p_m + (row + 3) * inner;
            gk_int64 i = 0;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gk_prefetch(p_m_row0 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_m_row1 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_m_row2 + 4096 + i, inner % GK_LANES);
                gk_prefetch(p_m_row3 + 4096 + i, inner % GK_LANES);
                gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
                gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
                columns_1_stage1(i, GK_LANES, p_m_row0, &acc_3, &acc_4);
                columns_1_stage1(i, GK_LANES, p_m_row1, &acc_3, &acc_4);
                columns_1_stage1(i, GK_LANES, p_m_row2, &acc_3, &acc_4);
                columns_1_stage1(i, GK_LANES, p_m_row3, &acc_3, &acc_4);
                gk_store(partial_3 + i, gk_accumulate_all(gk_load(partial_3 + i, GK_LANES), acc_3, GK_LANES), GK_LANES);
                gk_store(partial_4 + i, gk_accumulate_any(gk_load(partial_4 + i, GK_LANES), acc_4, GK_LANES), GK_LANES);
            }
            if (i < inner) {
                gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
                gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
                columns_1_stage1(i, (int) (inner - i), p_m_row0, &acc_3, &acc_4);
                columns_1_stage1(i, (int) (inner - i), p_m_row1, &acc_3, &acc_4);
                columns_1_stage1(i, (int) (inner - i), p_m_row2, &acc_3, &acc_4);
                columns_1_stage1(i, (int) (inner - i), p_m_row3, &acc_3, &acc_4);
                gk_store(partial_3 + i, gk_accumulate_all(gk_load(partial_3 + i, (int) (inner - i)), acc_3, (int) (inner - i)), (int) (inner - i));
                gk_store(partial_4 + i, gk_accumulate_any(gk_load(partial_4 + i, (int) (inner - i)), acc_4, (int) (inner - i)), (int) (inner - i));
            }
        }
        for (; row < last; ++row) {
            const gk_bool *const p_m_row0 = p_m + row * inner;
            gk_int64 i = 0;
            const gk_int64 head = gk_head((p_m_row0 - p_m), inner);
            if (head > 0) {
                gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
                gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
                columns_1_stage1(i, (int) head, p_m_row0, &acc_3, &acc_4);
                gk_store(partial_3 + i, gk_accumulate_all(gk_load(partial_3 + i, (int) head), acc_3, (int) head), (int) head);
                gk_store(partial_4 + i, gk_accumulate_any(gk_load(partial_4 + i, (int) head), acc_4, (int) head), (int) head);
                i = head;
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gk_prefetch(p_m_row0 + 4096 + i, 1);
                gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
                gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
                columns_1_stage1(i, GK_LANES, p_m_row0, &acc_3, &acc_4);
                gk_store(partial_3 + i, gk_accumulate_all(gk_load(partial_3 + i, GK_LANES), acc_3, GK_LANES), GK_LANES);
                gk_store(partial_4 + i, gk_accumulate_any(gk_load(partial_4 + i, GK_LANES), acc_4, GK_LANES), GK_LANES);
            }
            if (i < inner) {
                gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
                gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
                columns_1_stage1(i, (int) (inner - i), p_m_row0, &acc_3, &acc_4);
                gk_store(partial_3 + i, gk_accumulate_all(gk_load(partial_3 + i, (int) (inner - i)), acc_3, (int) (inner - i)), (int) (inner - i));
                gk_store(partial_4 + i, gk_accumulate_any(gk_load(partial_4 + i, (int) (inner - i)), acc_4, (int) (inner - i)), (int) (inner - i));
            }
        }
    }
}

static void columns_1_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const gk_bool *const p_m = arguments[0].pointer;
    gk_bool *const p_3_1 = arguments[1].pointer;
    gk_bool *const p_4_2 = arguments[2].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[6].pointer;
    const gk_int64 blocks = arguments[8].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_mask acc_3 = gk_splat_bool(GK_IDENTITY_all_bool);
        gk_mask acc_4 = gk_splat_bool(GK_IDENTITY_any_bool);
        for (gk_int64 block = 0; block < blocks; ++block) {
            int *const partial_3 = (int *) (partial + block * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
            int *const partial_4 = (int *) (partial_3 + inner);
            acc_3 = gk_accumulate_all(acc_3, gk_load(partial_3 + i, lanes), lanes);
            acc_4 = gk_accumulate_any(acc_4, gk_load(partial_4 + i, lanes), lanes);
        }
        const gk_mask v_3 = acc_3;
        const gk_mask v_4 = acc_4;
        gk_store(p_3_1 + i, v_3, lanes);
        gk_store(p_4_2 + i, v_4, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    columns_0,
    columns_0_finish,
    columns_1,
    columns_1_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 4;
