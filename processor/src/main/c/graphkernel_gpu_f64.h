/*
 * The single header of generated GPU kernels if some of them use f64. Those are under GK_HAS_F64, since a device may
 * not support it.
 */
#ifndef GRAPHKERNEL_GPU_F64_H
#define GRAPHKERNEL_GPU_F64_H

#if defined(__NVPTX__) || defined(cl_khr_fp64) || defined(__opencl_c_fp64)
#define GK_USES_F64
#endif

#include "graphkernel_gpu.h"

#if GK_HAS_F64
#include "gk_math_f64.h"
#endif

#endif
