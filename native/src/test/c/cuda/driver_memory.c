#include "driver.h"

/* Page-locked host memory. */
typedef struct host_block {
    struct host_block *next;
    u64 address, bytes;
} host_block;

static host_block *host_blocks;

static boolean is_pinned(u64 address, u64 bytes) {
    for (host_block *b = host_blocks; b; b = b->next) {
        if (address >= b->address && address + bytes <= b->address + b->bytes) {
            return true;
        }
    }
    return false;
}

static u64 address_in(const context *c, const allocation *block) {
    return c->memory.address + block->offset;
}

static s32 allocate(context *c, u64 *address, u64 bytes, boolean accessible, allocation **block) {
    if (!address || !bytes) {
        return reject(CUDA_ERROR_INVALID_VALUE, "an allocation of %llu bytes", bytes);
    }
    *block = arena_allocate(&c->memory, bytes, accessible);
    if (!*block) {
        return reject(
            CUDA_ERROR_OUT_OF_MEMORY, "%llu bytes, %llu of %llu are in use", bytes, c->memory.used, c->memory.limit);
    }
    *address = address_in(c, *block);
    return CUDA_SUCCESS;
}

EXPORT s32 cuMemAlloc_v2(u64 *address, u64 bytes) {
    context *c;
    allocation *block;
    s32 code = enter_context(&c);
    code = code ? code : capture_forbids(c);
    return leave(code ? code : allocate(c, address, bytes, true, &block));
}

static s32 find_own(context *c, u64 address, allocation **block) {
    *block = arena_find(&c->memory, address);
    return !*block || (*block)->owned_by_module || (*block)->released
               ? reject(
                     CUDA_ERROR_INVALID_VALUE,
                     "%#llx is not the start of an allocation of the context, or is free already", address)
               : CUDA_SUCCESS;
}

EXPORT s32 cuMemFree_v2(u64 address) {
    context *c;
    allocation *block;
    s32 code = enter_context(&c);
    if (!code && !address) {
        return leave(CUDA_SUCCESS);
    }
    code = code ? code : capture_forbids(c);
    code = code ? code : find_own(c, address, &block);
    code = code ? code : run_all(c);
    if (!code) {
        arena_free(&c->memory, block);
    }
    return leave(code);
}

EXPORT s32 cuMemAllocAsync(u64 *address, u64 bytes, u64 stream_handle) {
    context *c;
    stream *s;
    allocation *block;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, stream_handle, &s);
    code = code ? code : allocate(c, address, bytes, false, &block);
    if (!code) {
        operation *o = new_operation(OPERATION_OPEN);
        o->block = block;
        code = submit(c, s, o);
    }
    return leave(code);
}

EXPORT s32 cuMemFreeAsync(u64 address, u64 stream_handle) {
    context *c;
    stream *s;
    allocation *block;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, stream_handle, &s);
    code = code ? code : find_own(c, address, &block);
    if (!code) {
        operation *o = new_operation(OPERATION_FREE);
        o->block = block;
        block->released = true;
        code = submit(c, s, o);
    }
    return leave(code);
}

EXPORT s32 cuMemGetInfo_v2(u64 *available, u64 *total) {
    context *c;
    s32 code = enter_context(&c);
    if (!code && (!available || !total)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "a result has no place");
    }
    if (!code) {
        *total = c->memory.limit;
        *available = c->memory.limit - c->memory.used;
    }
    return leave(code);
}

EXPORT s32 cuMemHostAlloc(u64 *address, u64 bytes, u32 flags) {
    context *c;
    s32 code = enter_context(&c);
    if (!code && (!address || !bytes || flags > 7)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "%llu bytes of host memory with flags %u", bytes, flags);
    }
    if (!code) {
        host_block *b = malloc(sizeof *b);
        void *memory = null;
        if (posix_memalign(&memory, 4096, bytes)) {
            free(b);
            return leave(reject(CUDA_ERROR_OUT_OF_MEMORY, "%llu bytes of host memory", bytes));
        }
        *b = (host_block){host_blocks, (u64)memory, bytes};
        host_blocks = b;
        *address = b->address;
        count(COUNTED_HOST_ALLOCATIONS, 1);
    }
    return leave(code);
}

EXPORT s32 cuMemAllocHost_v2(u64 *address, u64 bytes) {
    return cuMemHostAlloc(address, bytes, 0);
}

EXPORT s32 cuMemFreeHost(u64 address) {
    context *c;
    s32 code = enter_context(&c);
    if (code) {
        return leave(code);
    }
    for (host_block **link = &host_blocks; *link; link = &(*link)->next) {
        host_block *b = *link;
        if (b->address == address) {
            *link = b->next;
            free((void *)b->address);
            free(b);
            count(COUNTED_HOST_ALLOCATIONS, -1);
            return leave(CUDA_SUCCESS);
        }
    }
    return leave(reject(CUDA_ERROR_INVALID_VALUE, "%#llx is not a page-locked memory", address));
}

static boolean in_arena(const context *c, u64 address) {
    return address - c->memory.address < ARENA_BYTES;
}

static s32 check_range(context *c, u64 address, u64 bytes, const char *what) {
    allocation *block = arena_holding(&c->memory, address);
    return !block || bytes > block->offset + block->bytes - (address - c->memory.address)
               ? reject(
                     CUDA_ERROR_INVALID_VALUE,
                     "the %s of %llu bytes at %#llx is not within one allocation of the context", what, bytes,
                     address)
               : CUDA_SUCCESS;
}

/* By then an allocation may be freed, or not yet be allocated. */
static s32 check_now(context *c, u64 address, u64 bytes) {
    return arena_covers(&c->memory, address, bytes)
               ? CUDA_SUCCESS
               : reject(
                     CUDA_ERROR_ILLEGAL_ADDRESS, "a copy of %llu bytes at %#llx when they are not allocated", bytes,
                     address);
}

s32 run_copy(context *c, const operation *o) {
    s32 code = o->to_device ? check_now(c, o->to, o->bytes) : CUDA_SUCCESS;
    code = code || !o->from_device ? code : check_now(c, o->from, o->bytes);
    u64 host = o->to_device ? o->from : o->to;
    if (!code && !o->staged && o->to_device != o->from_device && o->value && !is_pinned(host, o->bytes)) {
        code = reject(CUDA_ERROR_ILLEGAL_ADDRESS, "a copy from or to page-locked memory that was freed before");
    }
    if (!code) {
        u8 *to = o->to_device ? arena_host(&c->memory, o->to) : (u8 *)o->to;
        const u8 *from = o->staged ? o->staged : o->from_device ? arena_host(&c->memory, o->from) : (const u8 *)o->from;
        memmove(to, from, o->bytes);
    }
    return code;
}

s32 run_fill(context *c, const operation *o) {
    s32 code = check_now(c, o->to, o->bytes);
    if (!code) {
        memset(arena_host(&c->memory, o->to), o->value, o->bytes);
    }
    return code;
}

enum synchrony { ASYNCHRONOUS, SYNCHRONOUS };

/*
 * As documented: copies from pageable memory read it before the function returns, and copies to pageable memory are
 * complete on return. Page-locked memory is accessed in stream order.
 */
static s32 copy(
    context *c, stream *s, u64 to, u64 from, u64 bytes, boolean to_device, boolean from_device,
    enum synchrony synchrony) {
    s32 code = CUDA_SUCCESS;
    if (!bytes) {
        return code;
    }
    code = to_device ? check_range(c, to, bytes, "target") : CUDA_SUCCESS;
    code = code || !from_device ? code : check_range(c, from, bytes, "source");
    u64 host = to_device ? from : to;
    boolean with_host = to_device != from_device;
    if (!code && with_host && (!host || in_arena(c, host))) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "%#llx is not a memory of the host", host);
    }
    if (code) {
        return code;
    }
    operation *o = new_operation(OPERATION_COPY);
    o->to = to;
    o->from = from;
    o->bytes = bytes;
    o->to_device = to_device;
    o->from_device = from_device;
    boolean pinned = with_host && is_pinned(host, bytes);
    o->value = pinned;
    if (with_host && !pinned && to_device && !s->capture) {
        o->staged = malloc(bytes);
        memcpy(o->staged, (const u8 *)from, bytes);
    }
    boolean captured = s->capture != null;
    code = submit(c, s, o);
    boolean wait = with_host && (synchrony == SYNCHRONOUS || (!pinned && !to_device && !captured));
    return code || !wait ? code : wait_for(c, s);
}

static s32 copy_entry(
    u64 to, u64 from, u64 bytes, boolean to_device, boolean from_device, u64 stream_handle, enum synchrony synchrony) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, stream_handle, &s);
    return leave(code ? code : copy(c, s, to, from, bytes, to_device, from_device, synchrony));
}

EXPORT s32 cuMemcpyHtoD_v2(u64 to, u64 from, u64 bytes) {
    return copy_entry(to, from, bytes, true, false, 0, SYNCHRONOUS);
}

EXPORT s32 cuMemcpyDtoH_v2(u64 to, u64 from, u64 bytes) {
    return copy_entry(to, from, bytes, false, true, 0, SYNCHRONOUS);
}

EXPORT s32 cuMemcpyDtoD_v2(u64 to, u64 from, u64 bytes) {
    return copy_entry(to, from, bytes, true, true, 0, ASYNCHRONOUS);
}

EXPORT s32 cuMemcpyHtoDAsync_v2(u64 to, u64 from, u64 bytes, u64 stream_handle) {
    return copy_entry(to, from, bytes, true, false, stream_handle, ASYNCHRONOUS);
}

EXPORT s32 cuMemcpyDtoHAsync_v2(u64 to, u64 from, u64 bytes, u64 stream_handle) {
    return copy_entry(to, from, bytes, false, true, stream_handle, ASYNCHRONOUS);
}

EXPORT s32 cuMemcpyDtoDAsync_v2(u64 to, u64 from, u64 bytes, u64 stream_handle) {
    return copy_entry(to, from, bytes, true, true, stream_handle, ASYNCHRONOUS);
}

EXPORT s32 cuMemsetD8Async(u64 to, u8 value, u64 bytes, u64 stream_handle) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, stream_handle, &s);
    if (code || !bytes) {
        return leave(code);
    }
    code = check_range(c, to, bytes, "target");
    if (!code) {
        operation *o = new_operation(OPERATION_FILL);
        o->to = to;
        o->bytes = bytes;
        o->value = value;
        code = submit(c, s, o);
    }
    return leave(code);
}

EXPORT s32 cuMemsetD8_v2(u64 to, u8 value, u64 bytes) {
    return cuMemsetD8Async(to, value, bytes, 0);
}
