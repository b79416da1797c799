#include "driver.h"

enum { EVENT_BLOCKING_SYNC = 1, EVENT_DISABLE_TIMING = 2 };

static s32 enter_event(context **c, u64 handle, event **e) {
    s32 code = enter_context(c);
    if (code) {
        return code;
    }
    *e = find_object(handle, OBJECT_EVENT);
    return !*e                      ? reject(CUDA_ERROR_INVALID_HANDLE, "%#llx is not an event", handle)
           : (*e)->head.owner != *c ? reject(CUDA_ERROR_INVALID_HANDLE, "the event is of another context")
                                    : CUDA_SUCCESS;
}

EXPORT s32 cuEventCreate(u64 *handle, u32 flags) {
    context *c;
    s32 code = enter_context(&c);
    if (!code && (!handle || flags & ~(u32)(EVENT_BLOCKING_SYNC | EVENT_DISABLE_TIMING))) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "cuEventCreate with flags %u", flags);
    }
    if (!code && setting(SETTING_NO_EVENTS)) {
        code = reject(CUDA_ERROR_OUT_OF_MEMORY, "no event can be created");
    }
    if (!code) {
        event *e = create_object(sizeof *e, OBJECT_EVENT, c);
        e->timed = !(flags & EVENT_DISABLE_TIMING);
        *handle = e->head.handle;
    }
    return leave(code);
}

EXPORT s32 cuEventDestroy_v2(u64 handle) {
    context *c;
    event *e;
    s32 code = enter_event(&c, handle, &e);
    if (!code) {
        destroy_object(&e->head);
    }
    return leave(code);
}

EXPORT s32 cuEventRecord(u64 handle, u64 stream_handle) {
    context *c;
    event *e;
    stream *s;
    s32 code = enter_event(&c, handle, &e);
    code = code ? code : find_stream(c, stream_handle, &s);
    if (code) {
        return leave(code);
    }
    if (s->capture) {
        e->capture = s->capture;
        e->stream = s;
        e->captured_operations = s->captured_operations;
        return leave(CUDA_SUCCESS);
    }
    operation *o = new_operation(OPERATION_RECORD);
    o->event = handle;
    o->version = ++e->version;
    e->recorded = true;
    e->capture = (capture *)null;
    e->stream = s;
    e->ticket = next_ticket();
    return leave(submit(c, s, o));
}

static s32 not_captured_event(const event *e) {
    return e->capture ? reject(CUDA_ERROR_CAPTURED_EVENT, "the event was recorded in a capture") : CUDA_SUCCESS;
}

static boolean is_done(const event *e) {
    return e->completed_version >= e->version;
}

EXPORT s32 cuEventSynchronize(u64 handle) {
    context *c;
    event *e;
    s32 code = enter_event(&c, handle, &e);
    code = code ? code : not_captured_event(e);
    if (!code && !is_done(e)) {
        code = run_until(c, e->stream, e->ticket);
    }
    return leave(code);
}

EXPORT s32 cuEventQuery(u64 handle) {
    context *c;
    event *e;
    s32 code = enter_event(&c, handle, &e);
    code = code ? code : not_captured_event(e);
    if (!code && !is_done(e)) {
        code = run_first(c, e->stream);
        code = code ? code : CUDA_ERROR_NOT_READY;
    }
    return leave(code);
}

EXPORT s32 cuEventElapsedTime(f32 *milliseconds, u64 from, u64 to) {
    context *c;
    event *first, *last;
    s32 code = enter_event(&c, from, &first);
    if (!code) {
        last = find_object(to, OBJECT_EVENT);
        code = !milliseconds || !last || last->head.owner != c
                   ? reject(CUDA_ERROR_INVALID_HANDLE, "%#llx is not an event of the context", to)
               : !first->timed || !last->timed ? reject(CUDA_ERROR_INVALID_HANDLE, "an event that takes no time")
               : !first->recorded || !last->recorded
                   ? reject(CUDA_ERROR_INVALID_HANDLE, "an event that was not recorded")
               : !is_done(first) || !is_done(last) ? CUDA_ERROR_NOT_READY
                                                   : CUDA_SUCCESS;
    }
    if (!code) {
        *milliseconds = (f32)((f64)(s64)(last->nanoseconds - first->nanoseconds) * 1e-6);
    }
    return leave(code);
}

/* Waiting for a captured event adds the stream to its capture, or joins a forked stream. */
static s32 wait_captured(stream *s, const event *e) {
    if (s->capture && s->capture != e->capture) {
        return reject(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the streams belong to two captures");
    }
    if (!s->capture && s->first) {
        return reject(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a stream with work before the capture joins it");
    }
    s->joined = s->capture ? s->joined : false;
    s->capture = e->capture;
    if (e->stream != s && e->stream->captured_operations == e->captured_operations) {
        e->stream->joined = true;
    }
    return CUDA_SUCCESS;
}

EXPORT s32 cuStreamWaitEvent(u64 stream_handle, u64 handle, u32 flags) {
    context *c;
    event *e;
    stream *s;
    s32 code = enter_event(&c, handle, &e);
    code = code ? code : find_stream(c, stream_handle, &s);
    if (!code && flags) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "cuStreamWaitEvent with flags %u", flags);
    }
    if (code) {
        return leave(code);
    }
    if (e->capture) {
        return leave(wait_captured(s, e));
    }
    if (s->capture) {
        s->capture->invalid = true;
        return leave(reject(
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a captured stream waits for an event outside of the capture"));
    }
    operation *o = new_operation(OPERATION_NOTHING);
    if (!is_done(e)) {
        depend(o, e->stream, e->ticket);
    }
    return leave(submit(c, s, o));
}
