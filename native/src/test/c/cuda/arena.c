#include "arena.h"

/* Larger blocks are left as the system gives them, so that a pool that is never used costs no memory. */
#define LARGEST_FILLED (64ull << 20)
#define GARBAGE 0xa5

static u64 padded(u64 bytes) {
    return (bytes + GRANULE - 1) / GRANULE * GRANULE;
}

static void *reserve(u64 bytes) {
    return mmap(null, bytes, MAP_READ_WRITE, MAP_PRIVATE_ANONYMOUS_UNRESERVED, -1, 0);
}

void arena_open(arena *memory, int device, u64 limit) {
    if (!memory->memory) {
        memory->memory = reserve(ARENA_BYTES);
        memory->granules = reserve(ARENA_BYTES / GRANULE * sizeof(u16));
        memory->address = ARENA_FIRST_ADDRESS + (u64)device * 2 * ARENA_BYTES;
        if (memory->memory == (u8 *)-1 || memory->granules == (u16 *)-1) {
            abort();
        }
    }
    memory->limit = limit;
}

void arena_close(arena *memory) {
    while (memory->first) {
        arena_free(memory, memory->first);
    }
}

void arena_set_accessible(arena *memory, allocation *block, boolean accessible) {
    u64 granule = block->offset / GRANULE;
    for (u64 left = block->bytes; left; granule++) {
        u64 length = left < GRANULE ? left : GRANULE;
        memory->granules[granule] = accessible ? (u16)(length | (block->constant ? GRANULE_CONSTANT : 0)) : 0;
        left -= length;
    }
}

/* The first gap at or after a place that holds the bytes and a granule on either side; the link to its successor. */
static allocation **gap(arena *memory, u64 from, u64 bytes, u64 *offset) {
    u64 place = from;
    allocation **link = &memory->first;
    for (; *link; link = &(*link)->next) {
        allocation *block = *link;
        if (block->offset >= place + bytes + GRANULE) {
            break;
        }
        u64 end = block->offset + padded(block->bytes) + GRANULE;
        if (end > place) {
            place = end;
        }
    }
    *offset = place;
    return place + bytes + GRANULE <= ARENA_BYTES ? link : null;
}

allocation *arena_allocate(arena *memory, u64 bytes, boolean accessible) {
    if (bytes > memory->limit || memory->used + bytes > memory->limit) {
        return null;
    }
    u64 offset;
    allocation **link = gap(memory, memory->cursor + GRANULE, padded(bytes), &offset);
    if (!link) {
        link = gap(memory, GRANULE, padded(bytes), &offset);
    }
    if (!link) {
        return null;
    }
    allocation *block = calloc(1, sizeof *block);
    block->offset = offset;
    block->bytes = bytes;
    block->next = *link;
    *link = block;
    memory->used += bytes;
    memory->cursor = offset + padded(bytes);
    if (bytes <= LARGEST_FILLED) {
        memset(memory->memory + offset, GARBAGE, bytes);
    }
    arena_set_accessible(memory, block, accessible);
    return block;
}

void arena_free(arena *memory, allocation *block) {
    arena_set_accessible(memory, block, false);
    allocation **link = &memory->first;
    while (*link != block) {
        link = &(*link)->next;
    }
    *link = block->next;
    memory->used -= block->bytes;
    const u64 page = 65536;
    u64 begin = (block->offset + page - 1) / page * page, end = (block->offset + block->bytes) / page * page;
    if (end > begin) {
        madvise(memory->memory + begin, end - begin, ADVICE_DONT_NEED);
    }
    free(block);
}

allocation *arena_holding(arena *memory, u64 address) {
    u64 offset = address - memory->address;
    for (allocation *block = memory->first; block && block->offset <= offset; block = block->next) {
        if (offset < block->offset + block->bytes) {
            return block;
        }
    }
    return null;
}

allocation *arena_find(arena *memory, u64 address) {
    allocation *block = arena_holding(memory, address);
    return block && memory->address + block->offset == address ? block : null;
}

boolean arena_covers(arena *memory, u64 address, u64 bytes) {
    allocation *block = arena_holding(memory, address);
    if (!block || bytes > block->offset + block->bytes - (address - memory->address)) {
        return false;
    }
    return (memory->granules[(address - memory->address) / GRANULE] & GRANULE_LENGTH) != 0;
}
