/*
 * The single header of generated CPU kernels: the kernel ABI, the vector types of the instruction set and the
 * mathematical functions. Freestanding C11 with clang's vector extensions; no system header, no library call.
 *
 * The same kernel source is compiled once per instruction set variant with
 *    -DGK_TAG=<tag of the user's class> -DGK_VARIANT=<v2 | v3 | v4 | neon>
 * and must be compiled with -ffp-contract=off: fused multiply-adds are explicit in the functions.
 */
#ifndef GRAPHKERNEL_H
#define GRAPHKERNEL_H

#include "gk_abi.h"

#include "gk_vector.h"

#include "gk_vector_order.h"

#include "gk_memory.h"

#include "gk_integer_memory.h"

#include "gk_half.h"

#include "gk_float8.h"

#include "gk_half_memory.h"

#include "gk_integer.h"

#include "gk_bits.h"

#include "gk_math.h"

#include "gk_cast.h"

#include "gk_bitcast.h"

#include "gk_reduce.h"

#include "gk_scan.h"

#include "gk_access.h"

#include "gk_transpose.h"

#include "gk_rows.h"

#include "gk_kernel.h"

#endif
