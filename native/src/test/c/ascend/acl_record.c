/*
 * Captured launches; AscendCL calls them a model instance.
 */
#include "acl.h"

typedef struct {
    operations taken;
    /* The stream of the last run, and its completion. */
    stream *on;
    u64 ticket;
} recording;

EXPORT s32 aclmdlRICaptureBegin(stream *s, s32 mode) {
    enum { GLOBAL, THREAD_LOCAL, RELAXED };
    s32 code = enter_stream(s);
    if (!code && (mode < GLOBAL || mode > RELAXED || s->recorded)) {
        code = reject(ACL_INVALID_PARAM, "mode %d, or the stream is recorded already", mode);
    }
    if (!code && mode != RELAXED) {
        code = reject(ACL_INVALID_PARAM, "mode %d forbids calls of threads, which is not emulated", mode);
    }
    if (!code) {
        recording *r = calloc(1, sizeof *r);
        r->taken.last = &r->taken.first;
        s->recorded = &r->taken;
    }
    return leave(code);
}

EXPORT s32 aclmdlRICaptureEnd(stream *s, recording **handle) {
    s32 code = enter_stream(s);
    if (!code && !s->recorded) {
        code = reject(ACL_INVALID_PARAM, "the stream is not recorded");
    }
    if (!code) {
        *handle = (recording *)s->recorded;
        s->recorded = (operations *)null;
        keep(RECORDING, *handle);
    }
    return leave(code);
}

EXPORT s32 aclmdlRIExecuteAsync(recording *r, stream *s) {
    s32 code = enter_stream(s);
    code = code ? code : require(RECORDING, r);
    if (!code && s->recorded) {
        code = reject(ACL_INVALID_PARAM, "the stream is recorded");
    }
    for (const operation *o = code ? (const operation *)null : r->taken.first; o; o = o->next) {
        operation *copy = malloc(sizeof *copy);
        *copy = *o;
        copy->next = (operation *)null;
        copy->is_recorded = true;
        submit(s, copy);
    }
    if (!code) {
        r->on = s;
        r->ticket = s->submitted;
    }
    return leave(code);
}

EXPORT s32 aclmdlRIDestroy(recording *r) {
    s32 code = enter(true);
    code = code ? code : require(RECORDING, r);
    if (!code && r->on && !lost(r->on->on) && r->on->completed < r->ticket) {
        code = reject(ACL_INVALID_PARAM, "it runs");
    }
    if (code) {
        return leave(code);
    }
    forget(r);
    for (operation *o = r->taken.first; o;) {
        operation *next = o->next;
        free(o->data);
        free(o);
        o = next;
    }
    free(r);
    return leave(ACL_SUCCESS);
}
