/*
 * The mathematical functions of f64.
 */
#ifndef GK_MATH_F64_H
#define GK_MATH_F64_H

#include "gk_math_double.h"

#include "gk_math_f64_basic.h"

#include "gk_math_f64_mod.h"

#include "gk_math_f64_exp.h"

#include "gk_math_f64_pow.h"

#include "gk_math_f64_trig.h"

#include "gk_math_f64_arc.h"

#include "gk_math_f64_hyperbolic.h"

#include "gk_math_f64_error.h"

#endif
