#include "acl.h"

/* Launch parameters of the model; see model_run.h. */
typedef struct {
    const char *name;
    const void *kernel;
    const u64 *arguments;
    u64 argument_count;
    s64 blocks;
    const region *regions;
    u64 region_count;
    char *report;
    u64 report_bytes;
    u64 units_off;
    u64 *costs;
} launch;

/* Totals over all launches, indexed as in model_cost.h. */
static u64 costs[32];

/* For tests: the cost of launches; see EmulatedAscend.Cost. */
EXPORT s64 emulated_ascend_cost(u64 which) {
    return (s64)costs[which];
}

/* For tests: resets the cost of launches. */
EXPORT void emulated_ascend_forget_costs(void) {
    memset(costs, 0, sizeof costs);
}

static u64 now(void) {
    time_specification time;
    clock_gettime(1, &time);
    return (u64)time.seconds * 1000000000ull + (u64)time.nanoseconds;
}

static s32 run_launch(device *d, const operation *o) {
    if (broken() == NO_RESULTS) {
        return ACL_SUCCESS;
    }
    char report[1000];
    launch l = {o->function->name, o->function->kernel, o->arguments, o->bytes / 8, o->blocks, d->allocations, d->count,
        report, sizeof report, units_off(), costs};
    if (o->function->run(&l)) {
        return lose(d, report);
    }
    for (u64 i = 0; broken() == WRONG_RESULTS && i < o->bytes / 8; i++) {
        if (is_on_device(o->arguments[i], 1)) {
            *(u8 *)(o->arguments[i] - FAR) ^= 1;
        }
    }
    return ACL_SUCCESS;
}

static s32 run_until(stream *s, u64 ticket);

static s32 run(device *d, const operation *o) {
    switch (o->kind) {
        case COPY:
            memcpy(o->target, o->source, o->bytes);
            return ACL_SUCCESS;
        case LAUNCH:
            return run_launch(d, o);
        case RECORD:
            o->recorded->nanoseconds = now();
            return ACL_SUCCESS;
        case CALL:
            return o->call(d, o->data);
        default:
            return run_until(o->before, o->before_ticket);
    }
}

static s32 run_until(stream *s, u64 ticket) {
    while (s->completed < ticket) {
        if (s->running) {
            wait_for_ranks();
            continue;
        }
        operation *o = s->waiting.first;
        s->running = true;
        s32 code = lost(s->on);
        code = code ? code : run(s->on, o);
        s->running = false;
        wake_ranks();
        s->waiting.first = o->next;
        s->waiting.last = o->next ? s->waiting.last : &s->waiting.first;
        s->completed = o->ticket;
        if (!o->is_recorded) {
            free(o->data);
        }
        free(o);
        if (code) {
            return code;
        }
    }
    return lost(s->on);
}

void submit(stream *s, operation *o) {
    operations *into = s->recorded ? s->recorded : &s->waiting;
    o->ticket = s->recorded ? 0 : ++s->submitted;
    *into->last = o;
    into->last = &o->next;
}

static operation *submitted(stream *s, enum operation_kind kind) {
    operation *o = calloc(1, sizeof *o);
    o->kind = kind;
    submit(s, o);
    return o;
}

s32 enter_stream(const stream *s) {
    s32 code = enter(true);
    code = code ? code : require(STREAM, s);
    return code                  ? code
           : s->on != current() ? reject(ACL_STREAM_CONTEXT, "the stream is of another context")
                                 : ACL_SUCCESS;
}

/* As enter_stream, for operations that captures reject. */
static s32 enter_running_stream(const stream *s) {
    s32 code = enter_stream(s);
    return !code && s->recorded ? reject(ACL_INVALID_PARAM, "the stream is recorded") : code;
}

s32 call_in(void *to, s32 (*call)(device *d, const void *data), void *data) {
    s32 code = enter_stream(to);
    if (!code) {
        operation *o = submitted(to, CALL);
        o->call = call;
        o->data = data;
    }
    return leave(code);
}

static s32 enter_event(const event *e) {
    s32 code = enter(true);
    return code ? code : require(EVENT, e);
}

EXPORT s32 aclrtCreateStream(stream **handle) {
    s32 code = enter(true);
    if (!code) {
        *handle = calloc(1, sizeof **handle);
        (*handle)->on = current();
        keep(STREAM, *handle);
        (*handle)->waiting.last = &(*handle)->waiting.first;
    }
    return leave(code);
}

EXPORT s32 aclrtSynchronizeStream(stream *s) {
    s32 code = enter_running_stream(s);
    return leave(code ? code : run_until(s, s->submitted));
}

/* Its memory remains: other streams may wait for its completed operations. */
EXPORT s32 aclrtDestroyStream(stream *s) {
    s32 code = enter_running_stream(s);
    if (!code) {
        code = run_until(s, s->submitted);
        forget(s);
    }
    return leave(code);
}

EXPORT s32 aclrtMemcpyAsync(u64 target, u64 room, u64 source, u64 bytes, s32 kind, stream *s) {
    enum { TO_DEVICE = 1, TO_HOST = 2, ON_DEVICE = 3 };
    s32 code = enter_stream(s);
    boolean from = kind == TO_HOST || kind == ON_DEVICE;
    boolean to = kind == TO_DEVICE || kind == ON_DEVICE;
    if (!code && (bytes > room || !(from || to))) {
        code = reject(ACL_INVALID_PARAM, "%llu bytes to %llu, of kind %d", bytes, room, kind);
    }
    if (!code && ((from && !is_on_device(source, bytes)) || (to && !is_on_device(target, bytes)))) {
        code = reject(ACL_INVALID_PARAM, "%llu bytes from %#llx to %#llx are not in memory of the device", bytes, source, target);
    }
    if (!code) {
        operation *o = submitted(s, COPY);
        o->target = (void *)(target - (to ? FAR : 0));
        o->source = (const void *)(source - (from ? FAR : 0));
        o->bytes = bytes;
    }
    return leave(code);
}

static s32 launched(
    const function *f, u32 blocks, stream *s, const void *configuration, const void *arguments, u64 bytes) {
    enum { MAX_BLOCKS = 65535 };
    s32 code = enter_stream(s);
    code = code ? code : require(FUNCTION, f);
    if (!code && (!blocks || blocks > MAX_BLOCKS || bytes % 8 || bytes > 8 * MAX_ARGUMENTS || configuration)) {
        code = reject(ACL_INVALID_PARAM, "%u blocks with %llu bytes of arguments", blocks, bytes);
    }
    if (!code) {
        operation *o = submitted(s, LAUNCH);
        o->function = f;
        o->blocks = blocks;
        o->bytes = bytes;
        memcpy(o->arguments, arguments, bytes);
    }
    return leave(code);
}

EXPORT s32 aclrtLaunchKernelWithHostArgs(const function *f, u32 blocks, stream *s, const void *configuration,
    const void *arguments, u64 bytes, const void *places, u64 place_count) {
    return places || place_count ? reject(ACL_INVALID_PARAM, "places are not emulated")
                                 : launched(f, blocks, s, configuration, arguments, bytes);
}

/* The parameters of a launch, as older toolkits pass them. */
typedef struct {
    const function *of;
    u64 count;
    u64 values[MAX_ARGUMENTS];
    boolean is_final;
} parameters;

EXPORT s32 aclrtKernelArgsInit(const function *f, parameters **handle) {
    s32 code = enter(true);
    code = code ? code : require(FUNCTION, f);
    if (!code) {
        *handle = calloc(1, sizeof **handle);
        (*handle)->of = f;
    }
    return leave(code);
}

EXPORT s32 aclrtKernelArgsAppend(parameters *list, const u64 *value, u64 bytes, void **parameter) {
    if (list->is_final || bytes != 8 || list->count == MAX_ARGUMENTS) {
        return reject(ACL_INVALID_PARAM, "parameter %llu of %llu bytes", list->count, bytes);
    }
    *parameter = &list->values[list->count];
    list->values[list->count++] = *value;
    return ACL_SUCCESS;
}

EXPORT s32 aclrtKernelArgsFinalize(parameters *list) {
    list->is_final = true;
    return ACL_SUCCESS;
}

/* Copies the parameters. */
EXPORT s32 aclrtLaunchKernelWithConfig(
    const function *f, u32 blocks, stream *s, const void *configuration, parameters *list, const void *reserved) {
    if (!list->is_final || list->of != f || reserved) {
        return reject(ACL_INVALID_PARAM, "the parameters are not final, or of another kernel");
    }
    s32 code = launched(f, blocks, s, configuration, list->values, 8 * list->count);
    free(list);
    return code;
}

static s32 created(event **handle, boolean again) {
    s32 code = enter(true);
    if (!code) {
        *handle = calloc(1, sizeof **handle);
        (*handle)->again = again;
        keep(EVENT, *handle);
    }
    return leave(code);
}

EXPORT s32 aclrtCreateEvent(event **handle) {
    return created(handle, false);
}

EXPORT s32 aclrtCreateEventExWithFlag(event **handle, u32 flag) {
    enum { SYNC = 1 };
    return flag == SYNC ? created(handle, true) : reject(ACL_INVALID_PARAM, "flag %#x is not emulated", flag);
}

EXPORT s32 aclrtDestroyEvent(event *e) {
    s32 code = enter_event(e);
    if (!code) {
        code = e->on ? run_until(e->on, e->ticket) : ACL_SUCCESS;
        forget(e);
        if (!code) {
            free(e);
        }
    }
    return leave(code);
}

EXPORT s32 aclrtRecordEvent(event *e, stream *s) {
    s32 code = enter_running_stream(s);
    code = code ? code : require(EVENT, e);
    if (!code && e->on && !e->again) {
        code = reject(ACL_INVALID_PARAM, "an event of aclrtCreateEvent is recorded again");
    }
    if (!code) {
        operation *o = submitted(s, RECORD);
        o->recorded = e;
        e->on = s;
        e->ticket = o->ticket;
    }
    return leave(code);
}

EXPORT s32 aclrtStreamWaitEvent(stream *s, const event *e) {
    s32 code = enter_running_stream(s);
    code = code ? code : require(EVENT, e);
    if (!code && e->on) {
        operation *o = submitted(s, WAIT);
        o->before = e->on;
        o->before_ticket = e->ticket;
    }
    return leave(code);
}

/* Each query runs one operation, so that a polling loop terminates. */
EXPORT s32 aclrtQueryEventStatus(const event *e, s32 *status) {
    s32 code = enter_event(e);
    if (!code) {
        *status = !e->on || e->on->completed >= e->ticket;
        code = *status ? ACL_SUCCESS : run_until(e->on, e->on->completed + 1);
    }
    return leave(code);
}

EXPORT s32 aclrtSynchronizeEvent(const event *e) {
    s32 code = enter_event(e);
    return leave(code ? code : e->on ? run_until(e->on, e->ticket) : ACL_SUCCESS);
}

EXPORT s32 aclrtEventElapsedTime(f32 *milliseconds, const event *start, const event *end) {
    s32 code = enter_event(start);
    code = code ? code : require(EVENT, end);
    if (!code && (start->again || end->again || !start->nanoseconds || !end->nanoseconds)) {
        code = reject(ACL_INVALID_PARAM, "an event was not reached, or has no time");
    }
    *milliseconds = code ? 0 : (f32)(end->nanoseconds - start->nanoseconds) / 1e6f;
    return leave(code);
}
