#include "arena.h"

/* Larger blocks stay as the system returns them, so that an unused pool does not occupy memory. */
#define LARGEST_FILLED (64ull << 20)
#define GARBAGE 0xa5

static u64 padded(u64 bytes) {
    return (bytes + GRAIN - 1) / GRAIN * GRAIN;
}

static void *reserve(u64 bytes) {
    return mmap(null, bytes, MAP_READ_WRITE, MAP_PRIVATE_ANONYMOUS_UNRESERVED, -1, 0);
}

void arena_open(arena *memory, int device, u64 limit) {
    if (!memory->memory) {
        memory->memory = reserve(ARENA_BYTES);
        memory->grains = reserve(ARENA_BYTES / GRAIN * sizeof(u16));
        memory->address = ARENA_FIRST_ADDRESS + (u64)device * 2 * ARENA_BYTES;
        if (memory->memory == (u8 *)-1 || memory->grains == (u16 *)-1) {
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
    u64 grain = block->offset / GRAIN;
    for (u64 left = block->bytes; left; grain++) {
        u64 length = left < GRAIN ? left : GRAIN;
        memory->grains[grain] = accessible ? (u16)(length | (block->constant ? GRAIN_CONSTANT : 0)) : 0;
        left -= length;
    }
}

/*
 * Finds the first gap at or after an address that fits the bytes and a grain on either side; returns the link to its
 * successor.
 */
static allocation **gap(arena *memory, u64 from, u64 bytes, u64 *offset) {
    u64 place = from;
    allocation **link = &memory->first;
    for (; *link; link = &(*link)->next) {
        allocation *block = *link;
        if (block->offset >= place + bytes + GRAIN) {
            break;
        }
        u64 end = block->offset + padded(block->bytes) + GRAIN;
        if (end > place) {
            place = end;
        }
    }
    *offset = place;
    return place + bytes + GRAIN <= ARENA_BYTES ? link : null;
}

allocation *arena_allocate(arena *memory, u64 bytes, boolean accessible) {
    if (bytes > memory->limit || memory->used + bytes > memory->limit) {
        return null;
    }
    u64 offset;
    allocation **link = gap(memory, memory->cursor + GRAIN, padded(bytes), &offset);
    if (!link) {
        link = gap(memory, GRAIN, padded(bytes), &offset);
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
    return (memory->grains[(address - memory->address) / GRAIN] & GRAIN_LENGTH) != 0;
}
