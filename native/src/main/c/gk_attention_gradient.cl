/*
 * The gradient of attention, of one dtype; its formulas are in gk_attention_gradient.c. The kernels are in
 * gk_attention_gradient_tile.cl.
 */
#include "gk_attention_gpu.h"
