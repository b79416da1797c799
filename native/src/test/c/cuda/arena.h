/*
 * The memory of an emulated device: a range of addresses of its own, none of which the host could dereference.
 * Allocations start on multiples of 256 and never touch each other, and what was freed is not handed out again before
 * the rest of the range has been, so that an access past an allocation or after its release does not find another
 * one.
 */
#ifndef EMULATION_ARENA_H
#define EMULATION_ARENA_H

#include "../system.h"

/* No 64-bit processor maps user memory there. */
#define ARENA_FIRST_ADDRESS (1ull << 52)
#define ARENA_BYTES (1ull << 36)
#define GRANULE 256ull

/* Of a granule: how many of its bytes, from the first on, are allocated, and whether kernels may only read them. */
enum { GRANULE_LENGTH = 0x1ff, GRANULE_CONSTANT = 0x8000 };

typedef struct allocation {
    u64 offset, bytes;
    boolean constant;
    /* Freed in the order of a stream, or module data, which the program itself cannot free. */
    boolean released, owned_by_module;
    struct allocation *next;
} allocation;

typedef struct {
    u64 address;
    u8 *memory;
    u16 *granules;
    allocation *first;
    u64 cursor, used, limit;
} arena;

void arena_open(arena *memory, int device, u64 limit);
void arena_close(arena *memory);

/* Null if the limit or the range of addresses does not hold the bytes. The memory reads as garbage, not as zero. */
allocation *arena_allocate(arena *memory, u64 bytes, boolean accessible);
void arena_set_accessible(arena *memory, allocation *block, boolean accessible);
void arena_free(arena *memory, allocation *block);

/* The allocation that starts at an address, or that holds it; null if there is none. */
allocation *arena_find(arena *memory, u64 address);
allocation *arena_holding(arena *memory, u64 address);

/* Whether every byte of a range lies in one allocation that is accessible now. */
boolean arena_covers(arena *memory, u64 address, u64 bytes);

static inline u8 *arena_host(const arena *memory, u64 address) {
    return memory->memory + (address - memory->address);
}

#endif
