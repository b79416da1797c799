/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * scalars_0 of scalars: elementwise.
 * Mul, Add, Assign
 */
static void scalars_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const float *const p_s = arguments[0].pointer;
    const float *const p_t = arguments[1].pointer;
    float *const p_0_2 = arguments[2].pointer;
    float *const p_0_3 = arguments[3].pointer;
    float *const p_2_4 = arguments[4].pointer;
    const gk_f32 v_a = gk_splat(arguments[5].scalar);
    const gk_f32 v_s = gk_load_one(p_s);
    const gk_f32 v_t = gk_load_one(p_t);
    const gk_f32 v_0 = v_s * v_a;
    const gk_f32 v_1 = v_0 + v_t;
    (void) scratch;
    gk_store_one(p_0_2 + 0, v_0);
    gk_store_one(p_0_3 + 0, v_0);
    gk_store_one(p_2_4 + 0, v_1);
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    scalars_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
