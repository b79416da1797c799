#include "aclnn.h"

/* Workspace size of every op; the workspace is overwritten, so that one that is too small or missing is detected. */
enum { WORKSPACE = 2048, ALIGNMENT = 32 };

/* For tests: counts created executors and enqueued calls, and disables the reuse of executors. */
static u64 made_count, call_count, never_repeatable;

EXPORT s64 emulated_aclnn_made(u64 reset) {
    u64 count = made_count;
    made_count = reset ? 0 : made_count;
    return (s64)count;
}

EXPORT s64 emulated_aclnn_calls(u64 reset) {
    u64 count = call_count;
    call_count = reset ? 0 : call_count;
    return (s64)count;
}

EXPORT void emulated_aclnn_never_repeat(u64 value) {
    never_repeatable = value;
}

const tensor *operand(const executor *e, u32 index) {
    return e->handles[index] ? &e->tensors[index] : null;
}

s32 ready(const char *op, void (*compute)(const executor *e), tensor **tensors, u32 count, u32 outputs, attributes given,
    u64 *workspace, executor **handle) {
    if (!workspace || !handle) {
        return reject(ACLNN_PARAM_NULLPTR, "aclnn%s: the output parameter for the executor is null", op);
    }
    s32 code = enter(true);
    if (code) {
        return leave(reject(ACLNN_RUNTIME_ERROR, "aclnn%s: the thread has no context", op));
    }
    executor *e = calloc(1, sizeof *e);
    *e = (executor){.op = op, .compute = compute, .count = count, .outputs = outputs, .given = given, .workspace = WORKSPACE};
    for (u32 i = 0; i < count; i++) {
        e->handles[i] = tensors[i];
        if (tensors[i]) {
            e->tensors[i] = *tensors[i];
        }
    }
    made_count++;
    keep(EXECUTOR, e);
    *workspace = WORKSPACE;
    *handle = e;
    return leave(ACL_SUCCESS);
}

static s32 enter_executor(executor *e) {
    s32 code = enter(false);
    return code ? code : require(EXECUTOR, e) ? reject(ACLNN_INNER_NULLPTR, "%p is not an executor, or none any more", (void *)e) : ACL_SUCCESS;
}

EXPORT s32 aclSetAclOpExecutorRepeatable(executor *e) {
    s32 code = enter_executor(e);
    if (!code && never_repeatable) {
        code = INVALID("aclnn%s cannot be repeated", e->op);
    }
    if (!code) {
        e->repeatable = true;
    }
    return leave(code);
}

EXPORT s32 aclDestroyAclOpExecutor(executor *e) {
    s32 code = enter_executor(e);
    if (!code && !e->repeatable) {
        code = INVALID("an executor of aclnn%s that is not repeatable is destroyed by its call", e->op);
    }
    if (!code) {
        forget(e);
        free(e);
    }
    return leave(code);
}

EXPORT s32 aclSetTensorAddr(executor *e, u64 index, tensor *t, u64 address) {
    s32 code = enter_executor(e);
    if (!code && !t) {
        code = reject(ACLNN_INNER_NULLPTR, "aclnn%s: the tensor is null", e->op);
    }
    if (!code && (!e->repeatable || index >= e->count || e->handles[index] != t)) {
        code = INVALID("aclnn%s: tensor %llu is another one, or the executor is not repeatable", e->op, index);
    }
    if (!code && address % ALIGNMENT) {
        code = INVALID("aclnn%s: tensor %llu is not at a multiple of 32 bytes", e->op, index);
    }
    if (!code) {
        e->tensors[index].address = address;
    }
    return leave(code);
}

/* An enqueued call: a copy of the executor, which may be reused before the call is complete. */
typedef struct {
    executor e;
    u64 workspace;
} waiting;

static boolean covers(const device *d, u64 address, u64 bytes) {
    for (u64 i = 0; i < d->count; i++) {
        region r = d->allocations[i];
        if (address >= r.begin && address + bytes <= r.begin + r.bytes) {
            return true;
        }
    }
    return false;
}

static s32 run_call(device *d, const void *data) {
    const waiting *w = data;
    const executor *e = &w->e;
    char report[200];
    boolean there = covers(d, w->workspace, e->workspace);
    for (u32 i = 0; there && i < e->count; i++) {
        const tensor *t = operand(e, i);
        there = !t || !elements(t) || covers(d, t->address, (u64)t->storage * bytes_of(t->type));
    }
    if (!there) {
        snprintf(report, sizeof report, "aclnn%s reads or writes what is not allocated", e->op);
        return lose(d, report);
    }
    memset((u8 *)(w->workspace - FAR), 0xab, e->workspace);
    if (!broken()) {
        e->compute(e);
    }
    return ACL_SUCCESS;
}

s32 submit_call(const char *op, void *workspace, u64 bytes, executor *e, void *stream) {
    s32 code = enter_executor(e);
    if (!code && strcmp(e->op, op)) {
        code = INVALID("an executor of aclnn%s is called by aclnn%s", e->op, op);
    }
    if (!code && (bytes < e->workspace || !is_on_device((u64)workspace, bytes))) {
        code = INVALID("aclnn%s: %llu bytes at %p are not workspace of %llu", op, bytes, workspace, e->workspace);
    }
    for (u32 i = 0; !code && i < e->count; i++) {
        const tensor *t = operand(e, i);
        if (t && (require(TENSOR, e->handles[i]) || t->address % ALIGNMENT || (elements(t) && !t->address))) {
            code = INVALID("aclnn%s: tensor %u is destroyed, or has no address at a multiple of 32 bytes", op, i);
        }
    }
    leave(code);
    if (code) {
        return code;
    }
    waiting *w = malloc(sizeof *w);
    *w = (waiting){*e, (u64)workspace};
    code = call_in(stream, run_call, w);
    if (code) {
        free(w);
        return reject(ACLNN_RUNTIME_ERROR, "aclnn%s: the stream is none of this context", op);
    }
    call_count++;
    if (!e->repeatable) {
        enter(false);
        forget(e);
        free(e);
        leave(ACL_SUCCESS);
    }
    return ACL_SUCCESS;
}
