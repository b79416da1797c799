/*
 * The one header that generated GPU kernels include. It is OpenCL C 1.2: the driver compiles it when a program is loaded,
 * or clang compiles it to PTX when the user's program is built. Values are scalars; what the functions of the CPU's header
 * compute is computed here by the same text.
 *
 * A block has GK_BLOCK_THREADS threads, a grid any number of blocks: kernels distribute their items by the indices of
 * both. A kernel takes its arguments as one block by value, with the slots of the CPU's block in the same order.
 *
 * Not every device has f64: kernels with it include graphkernel_gpu_f64.h instead. OpenCL programs are built with
 * -cl-std=CL1.2 and, where the device can, -cl-fp32-correctly-rounded-divide-sqrt; gk_scalar_opencl.h says what is
 * without, and clang compiles with the same option for CUDA.
 */
#ifndef GRAPHKERNEL_GPU_H
#define GRAPHKERNEL_GPU_H

#define GK_INLINE static inline __attribute__((always_inline))

/** A function of which there is one per type: generated code names it alike for every dtype. */
#define GK_OVERLOAD static inline __attribute__((always_inline, overloadable))

typedef signed char gk_int8;
typedef unsigned char gk_uint8;
typedef short gk_int16;
typedef unsigned short gk_uint16;
typedef unsigned int gk_uint32;
typedef long gk_int64;
typedef unsigned long gk_uint64;

#include "gk_elements.h"

/** Number of threads per block. */
#define GK_BLOCK_THREADS 256

/** Declares the argument block of kernels with some number of slots. */
#define GK_DECLARE_SLOTS(slots)                                                                                        \
    typedef struct {                                                                                                   \
        gk_uint64 slot[slots];                                                                                         \
    } gk_arguments_##slots;

/** Begins a kernel. */
#define GK_KERNEL(name, slots)                                                                                         \
    __kernel __attribute__((reqd_work_group_size(GK_BLOCK_THREADS, 1, 1))) void name(                                  \
            const gk_arguments_##slots arguments)

/* Contents of a slot: a pointer, an integer or a scalar. */
#define GK_POINTER(type, index) ((__global type *) arguments.slot[index])
#define GK_INTEGER(index) ((gk_int64) arguments.slot[index])
#define GK_SCALAR(index) gk_from_bits((gk_i32) arguments.slot[index])
#define GK_WIDE_SCALAR(index) gk_from_bits((gk_i64) arguments.slot[index])

#include "gk_scalar.h"

#if defined(__NVPTX__)
#include "gk_gpu_cuda.h"
#else
#include "gk_gpu_opencl.h"
#endif

#include "gk_half.h"

#include "gk_float8.h"

#include "gk_integer.h"

#include "gk_bits.h"

#include "gk_math_scalar.h"

#include "gk_cast.h"

#include "gk_identity.h"

#include "gk_dim.h"

#include "gk_gpu_memory.h"

#include "gk_gpu_reduce.h"

#endif
