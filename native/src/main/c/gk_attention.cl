/*
 * Attention of one dtype: softmax(query · keyᵀ · scale + mask) · value. The kernel is in gk_attention_tile.cl.
 */
#include "gk_attention_gpu.h"
