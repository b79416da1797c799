/*
 * The one header that generated GPU kernels with f64 include.
 */
#ifndef GRAPHKERNEL_GPU_F64_H
#define GRAPHKERNEL_GPU_F64_H

#define GK_USES_F64

#include "graphkernel_gpu.h"

#include "gk_math_f64.h"

#endif
