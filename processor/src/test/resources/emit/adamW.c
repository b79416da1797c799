/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * adamW_0 of adamW: elementwise.
 * Mul, Mul, Add, Mul, Mul, Mul, Add, Assign, Assign, Sqrt, Add, RealDiv, Mul, Add, Mul, Sub, Assign
 */
GK_INLINE void adamW_0_stage1(
        gk_int64 i, const int lanes, const float *p_moment, const float *p_gradient, const float *p_variance, const float *p_parameter, const gk_f32 v_decay, const gk_f32 v_rate, float *p_5_4, float *p_6_5, float *p_14_6, const int stream) {
    const gk_f32 v_moment = gk_load(p_moment + i, lanes);
    const gk_f32 v_gradient = gk_load(p_gradient + i, lanes);
    const gk_f32 v_variance = gk_load(p_variance + i, lanes);
    const gk_f32 v_parameter = gk_load(p_parameter + i, lanes);
    const gk_f32 v_0 = v_moment * gk_splat(0.9f);
    const gk_f32 v_1 = v_gradient * gk_splat(0.1f);
    const gk_f32 v_newMoment = v_0 + v_1;
    const gk_f32 v_2 = v_variance * gk_splat(0.999f);
    const gk_f32 v_3 = v_gradient * v_gradient;
    const gk_f32 v_4 = v_3 * gk_splat(0.001f);
    const gk_f32 v_newVariance = v_2 + v_4;
    const gk_f32 v_7 = gk_sqrt(v_newVariance);
    const gk_f32 v_8 = v_7 + gk_splat(1.0E-8f);
    const gk_f32 v_9 = v_newMoment / v_8;
    const gk_f32 v_10 = v_parameter * v_decay;
    const gk_f32 v_11 = v_9 + v_10;
    const gk_f32 v_12 = v_11 * v_rate;
    const gk_f32 v_13 = v_parameter - v_12;
    gk_put(p_5_4 + i, v_newMoment, lanes, stream);
    gk_put(p_6_5 + i, v_newVariance, lanes, stream);
    gk_put(p_14_6 + i, v_13, lanes, stream);
}

static void adamW_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[7].integer;
    const float *const p_moment = arguments[0].pointer;
    const float *const p_gradient = arguments[1].pointer;
    const float *const p_variance = arguments[2].pointer;
    const float *const p_parameter = arguments[3].pointer;
    float *const p_5_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_14_6 = arguments[6].pointer;
    const gk_f32 v_decay = gk_splat(arguments[8].scalar);
    const gk_f32 v_rate = gk_splat(arguments[9].scalar);
    const int streaming = arguments[10].integer > 1;
    (void) scratch;
    {
        gk_int64 i = begin;
        const int stream = streaming && gk_is_aligned(p_5_4 + begin) && gk_is_aligned(p_6_5 + begin) && gk_is_aligned(p_14_6 + begin);
        for (; i + GK_LANES <= end; i += GK_LANES) {
            adamW_0_stage1(i, GK_LANES, p_moment, p_gradient, p_variance, p_parameter, v_decay, v_rate, p_5_4, p_6_5, p_14_6, stream);
        }
        if (i < end) {
            adamW_0_stage1(i, (int) (end - i), p_moment, p_gradient, p_variance, p_parameter, v_decay, v_rate, p_5_4, p_6_5, p_14_6, stream);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    adamW_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
