/*
 * Matrix products of one dtype. Products of floats have the tile 128 beside the tile 64.
 */
#include "graphkernel_gpu.h"

#include "gk_library.h"

#define GK_TILE 64
#include "gk_library_tile.h"
#include "gk_matmul_tile.h"
#undef GK_TILE

#if GK_SUM_BYTES == 4
#define GK_TILE 128
#include "gk_library_tile.h"
#include "gk_matmul_tile.h"
#undef GK_TILE
#endif
