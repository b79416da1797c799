/*
 * The mathematical functions, named by the ops. Every function states its error bound in units in the last place (ulp)
 * of the exact result, for all arguments of all signs and magnitudes, subnormal arguments and results included. The
 * result of a NaN argument is NaN. Rounding is to nearest; floating-point exception flags are unspecified.
 *
 * "Own fit" at coefficients: a minimax fit of this project (weighted least squares, re-weighted by Lawson's rule, of
 * the relative error against 150-bit arithmetic); a power of two after it bounds that error. For f32 the coefficients
 * are rounded from the lowest power upwards; the remaining ones are fitted again after each.
 */
#ifndef GK_MATH_H
#define GK_MATH_H

#include "gk_math_constants.h"

#include "gk_math_basic.h"

#include "gk_math_double.h"

#include "gk_math_vector_mod.h"

#include "gk_math_divide.h"

#if defined(__AVX512F__)
#include "gk_math_avx512.h"

#include "gk_math_avx512_tables.h"

#include "gk_math_avx512_exp.h"

#include "gk_math_avx512_erfc.h"

#include "gk_math_avx512_pow.h"
#else
#include "gk_math_portable.h"

#include "gk_math_portable_exp.h"

#include "gk_math_portable_pow.h"
#endif

#include "gk_math_exp.h"

#include "gk_math_hyperbolic.h"

#include "gk_math_pow.h"

#include "gk_math_trig.h"

#include "gk_math_arc.h"

#include "gk_math_f64.h"

#include "gk_math_random.h"

#endif
