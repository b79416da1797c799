/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(7)

/*
 * scalars_0 of scalars: elementwise.
 * Mul, Add, Assign
 */
GK_KERNEL(scalars_0, 7) {
    __global const float *const p_s = GK_POINTER(const float, 0);
    __global const float *const p_t = GK_POINTER(const float, 1);
    __global float *const p_0_2 = GK_POINTER(float, 2);
    __global float *const p_0_3 = GK_POINTER(float, 3);
    __global float *const p_2_4 = GK_POINTER(float, 4);
    const gk_f32 v_a = gk_splat(GK_SCALAR(5));
    const gk_f32 v_s = gk_load(p_s);
    const gk_f32 v_t = gk_load(p_t);
    const gk_f32 v_0 = v_s * v_a;
    const gk_f32 v_1 = v_0 + v_t;
    const gk_int64 inner = 1L;
    const gk_int64 threads = GK_BLOCK_COUNT * GK_BLOCK_THREADS;
    const gk_int64 member = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD;
    const int packed = 0;
    if (GK_BLOCK_INDEX == 0 && GK_THREAD == 0) {
        gk_store(p_0_2, v_0);
        gk_store(p_0_3, v_0);
        gk_store(p_2_4, v_1);
    }
}

