/*
 * cuBLASLt over the emulated driver: column-major float matmuls with strided batches, a bias, ReLU and GeLU. It
 * enforces the documented requirements, and runs asynchronously in the stream as the driver does.
 */
#include "cublaslt.h"

enum status { OK = 0, NOT_INITIALIZED = 1, INVALID = 7, FAILED = 13, NOT_SUPPORTED = 15 };

enum { DESCRIPTION_MAGIC = 0x64657363, LAYOUT_MAGIC = 0x6c61796f, PREFERENCE_MAGIC = 0x70726566, HANDLE_MAGIC = 0x68616e64 };

/* The numbers of cublasLtMatmulDescAttributes_t, cublasLtMatrixLayoutAttribute_t, cublasLtMatmulPreferenceAttributes_t. */
enum { TRANSPOSE_A = 3, TRANSPOSE_B = 4, EPILOGUE = 7, BIAS_POINTER = 8 };
enum { BATCH_COUNT = 5, BATCH_STRIDE = 6 };
enum { WORKSPACE_BYTES = 1, REDUCTION_SCHEMES = 3, FIRST_ALIGNMENT = 5, LAST_ALIGNMENT = 8 };

typedef struct {
    u32 magic;
    u64 workspace;
    u32 alignments[4];
} preference;

typedef struct {
    u64 data[8];
    u64 workspace;
    s32 state;
    f32 waves;
    s32 reserved[4];
} heuristic_result;

static u32 initialized = HANDLE_MAGIC;

EXPORT u64 cublasLtGetVersion(void) {
    return 120000;
}

EXPORT const char *cublasLtGetStatusName(s32 status) {
    return status == OK                ? "CUBLAS_STATUS_SUCCESS"
           : status == NOT_INITIALIZED ? "CUBLAS_STATUS_NOT_INITIALIZED"
           : status == INVALID         ? "CUBLAS_STATUS_INVALID_VALUE"
           : status == FAILED          ? "CUBLAS_STATUS_EXECUTION_FAILED"
           : status == NOT_SUPPORTED   ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                       : "CUBLAS_STATUS_UNKNOWN";
}

EXPORT s32 cublasLtCreate(u64 *handle) {
    context *c;
    s32 code = leave(enter_context(&c));
    *handle = (u64)&initialized;
    return code ? NOT_INITIALIZED : OK;
}

EXPORT s32 cublasLtMatmulDescCreate(u64 *created, s32 compute_type, s32 scale_type) {
    description *d = calloc(1, sizeof *d);
    *d = (description){.magic = DESCRIPTION_MAGIC, .compute_type = compute_type, .scale_type = scale_type,
                       .epilogue = EPILOGUE_DEFAULT};
    *created = (u64)d;
    return OK;
}

static void *object_of(u64 address, u32 magic) {
    u32 *found = (u32 *)address;
    return found && *found == magic ? found : null;
}

static s32 destroyed(u64 address, u32 magic) {
    u32 *found = object_of(address, magic);
    if (!found) {
        return INVALID;
    }
    *found = 0;
    free(found);
    return OK;
}

EXPORT s32 cublasLtMatmulDescDestroy(u64 address) {
    return destroyed(address, DESCRIPTION_MAGIC);
}

static s32 assign(void *field, u64 bytes, const void *value, u64 given) {
    if (bytes != given) {
        return INVALID;
    }
    memcpy(field, value, bytes);
    return OK;
}

EXPORT s32 cublasLtMatmulDescSetAttribute(u64 address, s32 attribute, const void *value, u64 bytes) {
    description *d = object_of(address, DESCRIPTION_MAGIC);
    if (!d || !value) {
        return INVALID;
    }
    switch (attribute) {
        case TRANSPOSE_A:
            return assign(&d->transpose_a, sizeof d->transpose_a, value, bytes);
        case TRANSPOSE_B:
            return assign(&d->transpose_b, sizeof d->transpose_b, value, bytes);
        case EPILOGUE:
            return assign(&d->epilogue, sizeof d->epilogue, value, bytes);
        case BIAS_POINTER:
            return assign(&d->bias, sizeof d->bias, value, bytes);
        default:
            return INVALID;
    }
}

EXPORT s32 cublasLtMatrixLayoutCreate(u64 *created, s32 type, u64 rows, u64 columns, s64 leading_dimension) {
    if (!rows || !columns || leading_dimension < (s64)rows) {
        return INVALID;
    }
    layout *l = calloc(1, sizeof *l);
    *l = (layout){.magic = LAYOUT_MAGIC, .type = type, .batch_count = 1, .rows = rows, .columns = columns,
                  .leading_dimension = leading_dimension};
    *created = (u64)l;
    return OK;
}

EXPORT s32 cublasLtMatrixLayoutDestroy(u64 address) {
    return destroyed(address, LAYOUT_MAGIC);
}

EXPORT s32 cublasLtMatrixLayoutSetAttribute(u64 address, s32 attribute, const void *value, u64 bytes) {
    layout *l = object_of(address, LAYOUT_MAGIC);
    return !l || !value                 ? INVALID
           : attribute == BATCH_COUNT   ? assign(&l->batch_count, sizeof l->batch_count, value, bytes)
           : attribute == BATCH_STRIDE ? assign(&l->batch_stride, sizeof l->batch_stride, value, bytes)
                                        : INVALID;
}

EXPORT s32 cublasLtMatmulPreferenceCreate(u64 *created) {
    preference *p = calloc(1, sizeof *p);
    *p = (preference){.magic = PREFERENCE_MAGIC, .alignments = {256, 256, 256, 256}};
    *created = (u64)p;
    return OK;
}

EXPORT s32 cublasLtMatmulPreferenceDestroy(u64 address) {
    return destroyed(address, PREFERENCE_MAGIC);
}

EXPORT s32 cublasLtMatmulPreferenceSetAttribute(u64 address, s32 attribute, const void *value, u64 bytes) {
    preference *p = object_of(address, PREFERENCE_MAGIC);
    u32 mask;
    return !p || !value                     ? INVALID
           : attribute == WORKSPACE_BYTES   ? assign(&p->workspace, sizeof p->workspace, value, bytes)
           : attribute == REDUCTION_SCHEMES ? assign(&mask, sizeof mask, value, bytes)
           : attribute >= FIRST_ALIGNMENT && attribute <= LAST_ALIGNMENT
               ? assign(&p->alignments[attribute - FIRST_ALIGNMENT], sizeof p->alignments[0], value, bytes)
               : INVALID;
}

static boolean is_float(s32 type) {
    return type == REAL_F32 || type == REAL_F64 || type == REAL_F16 || type == REAL_BF16;
}

/* Checks shapes, types and epilogues; for f64 only the default epilogue is supported, as in cuBLASLt. */
static s32 supported(const description *d, const layout *a, const layout *b, const layout *c, const layout *result) {
    boolean wide = a->type == REAL_F64;
    u64 m = d->transpose_a ? a->columns : a->rows, depth = d->transpose_a ? a->rows : a->columns;
    u64 n = d->transpose_b ? b->rows : b->columns;
    boolean fits = depth == (d->transpose_b ? b->columns : b->rows) && result->rows == m && result->columns == n
                   && c->rows == m && c->columns == n && a->batch_count == b->batch_count
                   && a->batch_count == c->batch_count && a->batch_count == result->batch_count;
    if (!fits || a->type != b->type || a->type != c->type || a->type != result->type) {
        return INVALID;
    }
    boolean types = is_float(a->type) && d->compute_type == (wide ? COMPUTE_F64 : COMPUTE_F32)
                    && d->scale_type == (wide ? REAL_F64 : REAL_F32);
    u32 activation = d->epilogue & ~(u32)EPILOGUE_BIAS;
    boolean epilogue = d->epilogue == EPILOGUE_DEFAULT
                       || (!wide && (activation == 0 || activation == EPILOGUE_RELU || activation == EPILOGUE_GELU));
    return types && epilogue ? OK : NOT_SUPPORTED;
}

static s32 find_operands(
    product *p, u64 what, u64 a, u64 b, u64 c, u64 d) {
    const description *w = object_of(what, DESCRIPTION_MAGIC);
    const layout *layouts[] = {object_of(a, LAYOUT_MAGIC), object_of(b, LAYOUT_MAGIC), object_of(c, LAYOUT_MAGIC), object_of(d, LAYOUT_MAGIC)};
    for (u32 i = 0; i < COUNT_OF(layouts); i++) {
        if (!w || !layouts[i]) {
            return INVALID;
        }
    }
    p->what = *w;
    p->a = *layouts[0];
    p->b = *layouts[1];
    p->c = *layouts[2];
    p->d = *layouts[3];
    return supported(&p->what, &p->a, &p->b, &p->c, &p->d);
}

EXPORT s32 cublasLtMatmulAlgoGetHeuristic(
    u64 handle, u64 what, u64 a, u64 b, u64 c, u64 d, u64 wanted, s32 most, heuristic_result *results, s32 *count) {
    const preference *p = object_of(wanted, PREFERENCE_MAGIC);
    product found;
    if (!object_of(handle, HANDLE_MAGIC) || !p || most < 1 || !results || !count) {
        return INVALID;
    }
    *count = 0;
    s32 status = find_operands(&found, what, a, b, c, d);
    for (u32 i = 0; !status && i < COUNT_OF(p->alignments); i++) {
        status = p->alignments[i] < ALGORITHM_ALIGNMENT ? NOT_SUPPORTED : OK;
    }
    if (status || p->workspace < ALGORITHM_WORKSPACE) {
        return status ? status : NOT_SUPPORTED;
    }
    if (found.what.epilogue & EPILOGUE_BIAS && (!found.what.bias || found.what.bias % ALGORITHM_ALIGNMENT)) {
        return NOT_SUPPORTED;
    }
    *results = (heuristic_result){.data = {ALGORITHM_MAGIC}, .workspace = ALGORITHM_WORKSPACE, .state = OK, .waves = 1};
    *count = 1;
    return OK;
}

EXPORT s32 cublasLtMatmul(
    u64 handle, u64 what, const void *alpha, u64 a, u64 layout_a, u64 b, u64 layout_b, const void *beta, u64 c, u64 layout_c,
    u64 d, u64 layout_d, const u64 *algorithm, u64 workspace, u64 workspace_bytes, u64 stream_handle) {
    product p;
    s32 status = object_of(handle, HANDLE_MAGIC) ? find_operands(&p, what, layout_a, layout_b, layout_c, layout_d) : NOT_INITIALIZED;
    if (status || !alpha || !beta || !algorithm || *algorithm != ALGORITHM_MAGIC || workspace_bytes < ALGORITHM_WORKSPACE) {
        return status ? status : INVALID;
    }
    if ((a | b | c | d | p.what.bias) % ALGORITHM_ALIGNMENT) {
        return INVALID;
    }
    boolean wide = p.a.type == REAL_F64;
    p.alpha = wide ? *(const f64 *)alpha : *(const f32 *)alpha;
    p.beta = wide ? *(const f64 *)beta : *(const f32 *)beta;
    p.address_a = a;
    p.address_b = b;
    p.address_c = c;
    p.address_d = d;
    p.workspace = workspace;
    context *current;
    stream *s;
    s32 code = enter_context(&current);
    code = code ? code : find_stream(current, stream_handle, &s);
    if (!code) {
        operation *o = new_operation(OPERATION_CALL);
        o->call = run_product;
        o->bytes = sizeof p;
        o->staged = malloc(sizeof p);
        memcpy(o->staged, &p, sizeof p);
        code = submit(current, s, o);
    }
    return leave(code) ? FAILED : OK;
}
