#include "acl_program.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

/* The model, file by file. */
typedef struct {
    const char *name;
    const u8 *content;
    u64 bytes;
} header;

#define MODEL(FILES)                                                                                                   \
    FILES(kernel_operator)                                                                                             \
    FILES(model_state)                                                                                                 \
    FILES(model_cost)                                                                                                  \
    FILES(model_order)                                                                                                 \
    FILES(model_types)                                                                                                 \
    FILES(model_math)                                                                                                  \
    FILES(model_memory)                                                                                                \
    FILES(model_copy)                                                                                                  \
    FILES(model_vector)                                                                                                \
    FILES(model_cast)                                                                                                  \
    FILES(model_mask)                                                                                                  \
    FILES(model_repeat)                                                                                                \
    FILES(model_gather)                                                                                                \
    FILES(model_run)

static const u8 kernel_operator[] = {
#embed "model/kernel_operator.h"
};
static const u8 model_state[] = {
#embed "model/model_state.h"
};
static const u8 model_cost[] = {
#embed "model/model_cost.h"
};
static const u8 model_order[] = {
#embed "model/model_order.h"
};
static const u8 model_types[] = {
#embed "model/model_types.h"
};
static const u8 model_math[] = {
#embed "model/model_math.h"
};
static const u8 model_memory[] = {
#embed "model/model_memory.h"
};
static const u8 model_copy[] = {
#embed "model/model_copy.h"
};
static const u8 model_vector[] = {
#embed "model/model_vector.h"
};
static const u8 model_cast[] = {
#embed "model/model_cast.h"
};
static const u8 model_mask[] = {
#embed "model/model_mask.h"
};
static const u8 model_repeat[] = {
#embed "model/model_repeat.h"
};
static const u8 model_gather[] = {
#embed "model/model_gather.h"
};
static const u8 model_run[] = {
#embed "model/model_run.h"
};

static const header headers[] = {
#define HEADER(name) {#name ".h", name, sizeof name},
    MODEL(HEADER)
#undef HEADER
};

stamp this_stamp(u64 arch) {
    u64 hash = 14695981039346656037ull;
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        for (u64 byte = 0; byte < headers[i].bytes; byte++) {
            hash = (hash ^ headers[i].content[byte]) * 1099511628211ull;
        }
    }
    return (stamp){hash, arch};
}

void put_model(const char *directory) {
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        put(directory, headers[i].name, headers[i].content, headers[i].bytes);
    }
}

void drop_model(const char *directory) {
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        drop(directory, headers[i].name);
    }
}
