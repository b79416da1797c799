/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(11)

/*
 * adamW_0 of adamW: elementwise.
 * Mul, Mul, Add, Mul, Mul, Mul, Add, Assign, Assign, Sqrt, Add, RealDiv, Mul, Add, Mul, Sub, Assign
 */
GK_KERNEL(adamW_0, 11) {
    const gk_int64 n_n = GK_INTEGER(7);
    __global const float *const p_moment = GK_POINTER(const float, 0);
    __global const float *const p_gradient = GK_POINTER(const float, 1);
    __global const float *const p_variance = GK_POINTER(const float, 2);
    __global const float *const p_parameter = GK_POINTER(const float, 3);
    __global float *const p_5_4 = GK_POINTER(float, 4);
    __global float *const p_6_5 = GK_POINTER(float, 5);
    __global float *const p_14_6 = GK_POINTER(float, 6);
    const gk_f32 v_decay = gk_splat(GK_SCALAR(8));
    const gk_f32 v_rate = gk_splat(GK_SCALAR(9));
    const gk_int64 inner = n_n;
    const gk_int64 threads = GK_BLOCK_COUNT * GK_BLOCK_THREADS;
    const gk_int64 member = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD;
    const int packed = 1;
    const int aligned = packed && gk_is_aligned(p_moment, 16) && gk_is_aligned(p_gradient, 16) && gk_is_aligned(p_variance, 16) && gk_is_aligned(p_parameter, 16) && gk_is_aligned(p_5_4, 16) && gk_is_aligned(p_6_5, 16) && gk_is_aligned(p_14_6, 16);
    __global const float *const p_moment_row = p_moment;
    __global const float *const p_gradient_row = p_gradient;
    __global const float *const p_variance_row = p_variance;
    __global const float *const p_parameter_row = p_parameter;
    __global float *const p_5_4_row = p_5_4;
    __global float *const p_6_5_row = p_6_5;
    __global float *const p_14_6_row = p_14_6;
    if (packed) {
        gk_int64 i = 4 * member;
        const gk_int64 whole_end = aligned ? inner : 0;
        for (; i + 4 <= whole_end; i += 4 * threads) {
            gk_f32 in_p_moment[4];
            gk_load_4(in_p_moment, p_moment_row + i, 4, 1);
            gk_f32 in_p_gradient[4];
            gk_load_4(in_p_gradient, p_gradient_row + i, 4, 1);
            gk_f32 in_p_variance[4];
            gk_load_4(in_p_variance, p_variance_row + i, 4, 1);
            gk_f32 in_p_parameter[4];
            gk_load_4(in_p_parameter, p_parameter_row + i, 4, 1);
            gk_f32 out_p_5_4[4];
            gk_f32 out_p_6_5[4];
            gk_f32 out_p_14_6[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const gk_int64 i0 = i + e;
                const gk_f32 v_moment = in_p_moment[e];
                const gk_f32 v_gradient = in_p_gradient[e];
                const gk_f32 v_variance = in_p_variance[e];
                const gk_f32 v_parameter = in_p_parameter[e];
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
                out_p_5_4[e] = v_newMoment;
                out_p_6_5[e] = v_newVariance;
                out_p_14_6[e] = v_13;
            }
            gk_store_4(p_5_4_row + i, out_p_5_4, 4, 1);
            gk_store_4(p_6_5_row + i, out_p_6_5, 4, 1);
            gk_store_4(p_14_6_row + i, out_p_14_6, 4, 1);
        }
        for (; i < inner; i += 4 * threads) {
            const int available = gk_clamped_count(inner - i);
            gk_f32 in_p_moment[4];
            gk_load_4(in_p_moment, p_moment_row + i, available, 0);
            gk_f32 in_p_gradient[4];
            gk_load_4(in_p_gradient, p_gradient_row + i, available, 0);
            gk_f32 in_p_variance[4];
            gk_load_4(in_p_variance, p_variance_row + i, available, 0);
            gk_f32 in_p_parameter[4];
            gk_load_4(in_p_parameter, p_parameter_row + i, available, 0);
            gk_f32 out_p_5_4[4];
            gk_f32 out_p_6_5[4];
            gk_f32 out_p_14_6[4];
            GK_UNROLL
            for (int e = 0; e < 4; ++e) {
                const int present = e < available;
                const gk_int64 i0 = i + e;
                const gk_f32 v_moment = in_p_moment[e];
                const gk_f32 v_gradient = in_p_gradient[e];
                const gk_f32 v_variance = in_p_variance[e];
                const gk_f32 v_parameter = in_p_parameter[e];
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
                out_p_5_4[e] = v_newMoment;
                out_p_6_5[e] = v_newVariance;
                out_p_14_6[e] = v_13;
            }
            gk_store_4(p_5_4_row + i, out_p_5_4, available, 0);
            gk_store_4(p_6_5_row + i, out_p_6_5, available, 0);
            gk_store_4(p_14_6_row + i, out_p_14_6, available, 0);
        }
    } else {
        for (gk_int64 i0 = member; i0 < inner; i0 += threads) {
            const gk_f32 v_moment = gk_load(p_moment_row + i0);
            const gk_f32 v_gradient = gk_load(p_gradient_row + i0);
            const gk_f32 v_variance = gk_load(p_variance_row + i0);
            const gk_f32 v_parameter = gk_load(p_parameter_row + i0);
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
            gk_store(p_5_4_row + i0, v_newMoment);
            gk_store(p_6_5_row + i0, v_newVariance);
            gk_store(p_14_6_row + i0, v_13);
        }
    }
}

