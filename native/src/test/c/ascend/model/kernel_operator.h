/*
 * A model of an Ascend vector core: the API that generated Ascend C calls, with its documented semantics and limits,
 * compiled for the host in place of the toolkit's header of this name. It ends a kernel at the first construct that the
 * chip rejects, or executes differently than written. Based only on names, signatures and documented behavior. Without
 * standard headers.
 */
#ifndef KERNEL_OPERATOR_H
#define KERNEL_OPERATOR_H

#include "model_state.h"
#include "model_order.h"
#include "model_types.h"
#include "model_math.h"

#define __NPU_ARCH__ ASCEND_MODEL_NPU_ARCH
#define __global__ __attribute__((visibility("default")))
#define __aicore__
#define __gm__
#define GM_ADDR uint8_t *

/* The cores that run a kernel: vector cores, or, on the 310P, unified cores. */
enum KernelClassDeclaration { KERNEL_TYPE_AIV_ONLY, KERNEL_TYPE_AICORE };
#define KERNEL_TASK_TYPE_DEFAULT(type)                                                                                 \
    static_assert((type) == (model::IS_310P ? KERNEL_TYPE_AICORE : KERNEL_TYPE_AIV_ONLY),                              \
        "T14: a kernel of vector cores, on the 310P of AI cores");                                                     \
    model::requireArguments(__PRETTY_FUNCTION__, __LINE__)

enum pipe_t { PIPE_S = model::SCALAR, PIPE_V = model::VECTOR, PIPE_MTE2 = model::LOAD, PIPE_MTE3 = model::STORE };

namespace AscendC {

#include "model_memory.h"
#include "model_copy.h"
#include "model_vector.h"
#include "model_cast.h"
#include "model_mask.h"
#include "model_repeat.h"
#include "model_gather.h"

}

using AscendC::GetTPipePtr;

#include "model_run.h"

#endif
