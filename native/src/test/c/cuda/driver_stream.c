#include "driver.h"

enum { MAX_PENDING = 4096, NON_BLOCKING = 1 };

/* Tickets ascend over all streams, so that one of a destroyed stream counts as complete. */
static u64 last_ticket;

u64 next_ticket(void) {
    return last_ticket + 1;
}

operation *new_operation(enum operation_kind kind) {
    operation *o = calloc(1, sizeof *o);
    o->kind = kind;
    return o;
}

void free_operation(operation *o) {
    free(o->dependencies);
    free(o->staged);
    free(o->grid.parameters);
    free(o);
}

s32 find_stream(context *c, u64 handle, stream **found) {
    *found = handle ? find_object(handle, OBJECT_STREAM) : &c->legacy;
    return !*found                     ? reject(CUDA_ERROR_INVALID_HANDLE, "%#llx is not a stream", handle)
           : (*found)->head.owner != c ? reject(CUDA_ERROR_INVALID_HANDLE, "the stream is of another context")
                                       : CUDA_SUCCESS;
}

void depend(operation *o, stream *on, u64 ticket) {
    if (on->completed < ticket) {
        o->dependencies = realloc(o->dependencies, (o->dependency_count + 1) * sizeof *o->dependencies);
        o->dependencies[o->dependency_count++] = (dependency){on, ticket};
    }
}

static s32 run_operation(context *c, stream *s, operation *o) {
    switch (o->kind) {
        case OPERATION_LAUNCH:
            return run_launch(c, o);
        case OPERATION_COPY:
            return run_copy(c, o);
        case OPERATION_FILL:
            return run_fill(c, o);
        case OPERATION_RECORD: {
            event *e = find_object(o->event, OBJECT_EVENT);
            if (e && e->completed_version < o->version) {
                e->completed_version = o->version;
                e->nanoseconds = now();
            }
            return CUDA_SUCCESS;
        }
        case OPERATION_OPEN:
            arena_set_accessible(&c->memory, o->block, true);
            return CUDA_SUCCESS;
        case OPERATION_FREE:
            arena_free(&c->memory, o->block);
            return CUDA_SUCCESS;
        case OPERATION_CALL:
            return o->call(c, o);
        default:
            (void)s;
            return CUDA_SUCCESS;
    }
}

/* The oldest operation of a stream, after its dependencies in other streams. */
s32 run_first(context *c, stream *s) {
    if (s->running) {
        wait_for_ranks();
        return c->lost;
    }
    operation *o = s->first;
    s->running = true;
    for (u32 i = 0; i < o->dependency_count; i++) {
        if (o->dependencies[i].stream) {
            s32 code = run_until(c, o->dependencies[i].stream, o->dependencies[i].ticket);
            if (code) {
                s->running = false;
                return code;
            }
        }
    }
    s->first = o->next;
    if (!s->first) {
        s->last = &s->first;
    }
    s32 code = c->lost ? c->lost : run_operation(c, s, o);
    s->running = false;
    s->completed = o->ticket;
    wake_ranks();
    s->pending--;
    count(COUNTED_PENDING, -1);
    free_operation(o);
    if (code && !c->lost) {
        c->lost = code;
    }
    return code;
}

s32 run_until(context *c, stream *s, u64 ticket) {
    while ((s->first || s->running) && s->completed < ticket) {
        s32 code = run_first(c, s);
        if (code) {
            return code;
        }
    }
    return CUDA_SUCCESS;
}

s32 wait_for(context *c, stream *s) {
    return run_until(c, s, s->submitted);
}

s32 run_all(context *c) {
    for (stream *s = c->streams; s; s = s->next) {
        s32 code = wait_for(c, s);
        if (code) {
            return code;
        }
    }
    return CUDA_SUCCESS;
}

/* The legacy stream and the blocking ones synchronize with each other. */
static void order_with_legacy(context *c, stream *s, operation *o) {
    if (s == &c->legacy) {
        for (stream *other = c->streams; other; other = other->next) {
            if (other != s && other->blocking) {
                depend(o, other, other->submitted);
            }
        }
    } else if (s->blocking) {
        depend(o, &c->legacy, c->legacy.submitted);
    }
}

static boolean spoils_capture(context *c, const stream *s) {
    for (stream *other = c->streams; s == &c->legacy && other; other = other->next) {
        if (other->blocking && other->capture) {
            other->capture->invalid = true;
            return true;
        }
    }
    return false;
}

s32 submit(context *c, stream *s, operation *o) {
    if (s->capture) {
        return capture_operation(s->capture, s, o);
    }
    if (spoils_capture(c, s)) {
        free_operation(o);
        return reject(
            CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "work for the legacy stream while another stream is captured");
    }
    order_with_legacy(c, s, o);
    o->ticket = s->submitted = ++last_ticket;
    *s->last = o;
    s->last = &o->next;
    s->pending++;
    count(COUNTED_PENDING, 1);
    if (setting(SETTING_EAGER)) {
        return wait_for(c, s);
    }
    return s->pending > MAX_PENDING ? run_first(c, s) : CUDA_SUCCESS;
}

EXPORT s32 cuStreamCreateWithPriority(u64 *handle, u32 flags, s32 priority) {
    context *c;
    s32 code = enter_context(&c);
    (void)priority;
    if (!code && (!handle || flags > NON_BLOCKING)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "cuStreamCreate with flags %u", flags);
    }
    if (!code) {
        stream *s = create_object(sizeof *s, OBJECT_STREAM, c);
        s->blocking = !(flags & NON_BLOCKING);
        s->last = &s->first;
        s->submitted = s->completed = last_ticket;
        s->next = c->streams;
        c->streams = s;
        *handle = s->head.handle;
    }
    return leave(code);
}

EXPORT s32 cuStreamCreate(u64 *handle, u32 flags) {
    return cuStreamCreateWithPriority(handle, flags, 0);
}

static s32 enter_stream(context **c, u64 handle, stream **s) {
    s32 code = enter_context(c);
    return code ? code : find_stream(*c, handle, s);
}

/* A captured stream cannot be synchronized. */
static s32 not_captured(const stream *s) {
    if (!s->capture) {
        return CUDA_SUCCESS;
    }
    s->capture->invalid = true;
    return reject(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the stream is captured");
}

EXPORT s32 cuStreamDestroy_v2(u64 handle) {
    context *c;
    stream *s;
    s32 code = enter_stream(&c, handle, &s);
    if (!code && !handle) {
        code = reject(CUDA_ERROR_INVALID_HANDLE, "the legacy stream cannot be destroyed");
    }
    code = code ? code : not_captured(s);
    code = code ? code : wait_for(c, s);
    if (code) {
        return leave(code);
    }
    for (stream *other = c->streams; other; other = other->next) {
        for (operation *o = other->first; o; o = o->next) {
            for (u32 i = 0; i < o->dependency_count; i++) {
                o->dependencies[i].stream = o->dependencies[i].stream == s ? null : o->dependencies[i].stream;
            }
        }
    }
    stream **link = &c->streams;
    while (*link != s) {
        link = &(*link)->next;
    }
    *link = s->next;
    destroy_object(&s->head);
    return leave(CUDA_SUCCESS);
}

EXPORT s32 cuStreamSynchronize(u64 handle) {
    context *c;
    stream *s;
    s32 code = enter_stream(&c, handle, &s);
    code = code ? code : not_captured(s);
    if (!code && !handle) {
        for (stream *other = c->streams; other && !code; other = other->next) {
            code = other->blocking ? wait_for(c, other) : CUDA_SUCCESS;
        }
        return leave(code);
    }
    return leave(code ? code : wait_for(c, s));
}

/* Each query runs one operation, so that a polling loop terminates. */
EXPORT s32 cuStreamQuery(u64 handle) {
    context *c;
    stream *s;
    s32 code = enter_stream(&c, handle, &s);
    code = code ? code : not_captured(s);
    if (!code && (s->first || s->running)) {
        code = run_first(c, s);
        code = code ? code : CUDA_ERROR_NOT_READY;
    }
    return leave(code);
}
