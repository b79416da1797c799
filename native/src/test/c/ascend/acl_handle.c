#include "acl.h"

typedef struct {
    enum handle_kind kind;
    const void *value;
} handle;

static handle *handles;
static u64 count, room;

void keep(enum handle_kind kind, const void *value) {
    if (count == room) {
        room = room ? 2 * room : 64;
        handles = realloc(handles, room * sizeof *handles);
    }
    handles[count++] = (handle){kind, value};
}

void forget(const void *value) {
    for (u64 i = count; i-- > 0;) {
        if (handles[i].value == value) {
            handles[i] = handles[--count];
            return;
        }
    }
}

s32 require(enum handle_kind kind, const void *value) {
    static const char *const names[] = {
        "stream", "event", "binary", "function", "tensor", "scalar", "array of integers", "executor",
        "recording"};
    for (u64 i = count; i-- > 0;) {
        if (handles[i].value == value && handles[i].kind == kind) {
            return ACL_SUCCESS;
        }
    }
    return reject(kind == STREAM ? ACL_STREAM_CONTEXT : ACL_INVALID_PARAM, "%p is no %s, or none any more", value, names[kind]);
}
