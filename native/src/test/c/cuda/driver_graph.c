#include "driver.h"

enum { MODE_GLOBAL, MODE_THREAD_LOCAL, MODE_RELAXED };

s32 capture_forbids(context *c) {
    for (u32 i = 0; i < COUNT_OF(c->captures); i++) {
        capture *running = c->captures[i];
        if (running && (running->mode == MODE_GLOBAL ||
                        (running->mode == MODE_THREAD_LOCAL && running->thread == this_thread()))) {
            running->invalid = true;
            return reject(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a stream is captured");
        }
    }
    return CUDA_SUCCESS;
}

s32 capture_operation(capture *into, stream *s, operation *o) {
    if (into->invalid || o->kind == OPERATION_OPEN || o->kind == OPERATION_FREE) {
        boolean was_invalid = into->invalid;
        into->invalid = true;
        free_operation(o);
        return was_invalid ? reject(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "the capture failed before")
                           : reject(
                                 CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                                 "memory in the order of a captured stream is not emulated");
    }
    *into->last = o;
    into->last = &o->next;
    into->count++;
    s->captured_operations++;
    s->joined = false;
    return CUDA_SUCCESS;
}

static void free_operations(operation *o) {
    while (o) {
        operation *next = o->next;
        free_operation(o);
        o = next;
    }
}

void free_capture(capture *c) {
    free_operations(c->first);
    free(c);
}

EXPORT s32 cuStreamBeginCapture_v2(u64 handle, u32 mode) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, handle, &s);
    if (!code && mode > MODE_RELAXED) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the capture mode %u", mode);
    }
    if (!code && (!handle || s->capture)) {
        code = reject(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the legacy stream, or one that is captured already");
    }
    u32 free_place = 0;
    while (!code && c->captures[free_place]) {
        if (++free_place == COUNT_OF(c->captures)) {
            code = reject(CUDA_ERROR_NOT_SUPPORTED, "%u captures at once", free_place);
        }
    }
    if (!code) {
        capture *begun = calloc(1, sizeof *begun);
        *begun = (capture){.origin = s, .mode = mode, .thread = this_thread()};
        begun->last = &begun->first;
        c->captures[free_place] = begun;
        s->capture = begun;
        s->joined = true;
    }
    return leave(code);
}

EXPORT s32 cuStreamIsCapturing(u64 handle, u32 *status) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, handle, &s);
    if (!code) {
        *status = !s->capture ? 0 : s->capture->invalid ? 2 : 1;
    }
    return leave(code);
}

static graph *new_graph(context *c, enum object_kind kind, operation *first) {
    graph *g = create_object(sizeof *g, kind, c);
    g->first = first;
    return g;
}

EXPORT s32 cuStreamEndCapture(u64 handle, u64 *graph_handle) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, handle, &s);
    if (!code && (!s->capture || s->capture->origin != s || !graph_handle)) {
        code = reject(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "no capture began in the stream");
    }
    if (!code && s->capture->mode != MODE_RELAXED && s->capture->thread != this_thread()) {
        code = reject(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "the capture began in another thread");
    }
    if (code) {
        return leave(code);
    }
    capture *ended = s->capture;
    boolean joined = true;
    for (stream *member = c->streams; member; member = member->next) {
        if (member->capture == ended) {
            joined &= member == s || member->joined;
            member->capture = (capture *)null;
        }
    }
    for (u32 i = 0; i < COUNT_OF(c->captures); i++) {
        c->captures[i] = c->captures[i] == ended ? (capture *)null : c->captures[i];
    }
    *graph_handle = 0;
    if (ended->invalid) {
        code = reject(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "something that a capture does not bear was called");
    } else if (!joined) {
        code = reject(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "the stream does not wait for all that was forked");
    } else {
        *graph_handle = new_graph(c, OBJECT_GRAPH, ended->first)->head.handle;
        ended->first = (operation *)null;
    }
    free_capture(ended);
    return leave(code);
}

static operation *copied(const operation *o) {
    operation *copy = new_operation(o->kind);
    *copy = *o;
    copy->next = (operation *)null;
    copy->dependencies = (dependency *)null;
    copy->dependency_count = 0;
    if (o->kind == OPERATION_LAUNCH) {
        u64 bytes = o->grid.kernel->parameter_bytes;
        copy->grid.parameters = malloc(bytes + 16);
        memcpy(copy->grid.parameters, o->grid.parameters, bytes);
    }
    if (o->staged) {
        copy->staged = malloc(o->bytes);
        memcpy(copy->staged, o->staged, o->bytes);
    }
    return copy;
}

static s32 find_graph(context *c, u64 handle, enum object_kind kind, graph **found) {
    *found = find_object(handle, kind);
    return *found && (*found)->head.owner == c
               ? CUDA_SUCCESS
               : reject(CUDA_ERROR_INVALID_VALUE, "%#llx is not a graph of the context", handle);
}

EXPORT s32 cuGraphInstantiateWithFlags(u64 *handle, u64 graph_handle, u64 flags) {
    context *c;
    graph *from;
    s32 code = enter_context(&c);
    code = code ? code : find_graph(c, graph_handle, OBJECT_GRAPH, &from);
    if (!code && (!handle || flags)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "cuGraphInstantiateWithFlags with flags %llu", flags);
    }
    if (!code) {
        operation *first = null, **last = &first;
        for (const operation *o = from->first; o; o = o->next) {
            *last = copied(o);
            last = &(*last)->next;
        }
        *handle = new_graph(c, OBJECT_EXECUTABLE_GRAPH, first)->head.handle;
    }
    return leave(code);
}

EXPORT s32 cuGraphInstantiate_v2(u64 *handle, u64 graph_handle, u64 *node, char *log, u64 log_bytes) {
    if (node) {
        *node = 0;
    }
    if (log && log_bytes) {
        *log = 0;
    }
    return cuGraphInstantiateWithFlags(handle, graph_handle, 0);
}

EXPORT s32 cuGraphLaunch(u64 handle, u64 stream_handle) {
    context *c;
    graph *g;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_graph(c, handle, OBJECT_EXECUTABLE_GRAPH, &g);
    code = code ? code : find_stream(c, stream_handle, &s);
    for (operation *o = code ? null : g->first; o && !code; o = o->next) {
        code = launch_is_valid(o) ? submit(c, s, copied(o))
                                  : reject(CUDA_ERROR_INVALID_VALUE, "the module of a kernel in the graph is unloaded");
    }
    return leave(code);
}

static s32 destroy_graph(u64 handle, enum object_kind kind) {
    context *c;
    graph *g;
    s32 code = enter_context(&c);
    code = code ? code : find_graph(c, handle, kind, &g);
    if (!code) {
        free_operations(g->first);
        destroy_object(&g->head);
    }
    return leave(code);
}

EXPORT s32 cuGraphDestroy(u64 handle) {
    return destroy_graph(handle, OBJECT_GRAPH);
}

EXPORT s32 cuGraphExecDestroy(u64 handle) {
    return destroy_graph(handle, OBJECT_EXECUTABLE_GRAPH);
}
