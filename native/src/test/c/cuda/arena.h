/*
 * The memory of an emulated device: a reserved address range that the host cannot dereference. Allocations start at
 * multiples of 256 and are never adjacent. Freed memory is reused only after the rest of the range, so that accesses
 * past an allocation or after its release do not hit another one.
 */
#ifndef EMULATION_ARENA_H
#define EMULATION_ARENA_H

#include "../system.h"

/* No 64-bit processor maps user memory there. */
#define ARENA_FIRST_ADDRESS (1ull << 52)
#define ARENA_BYTES (1ull << 36)
#define GRAIN 256ull

/* Per grain: the number of its bytes, from the first on, that are allocated, and whether kernels may only read them. */
enum { GRAIN_LENGTH = 0x1ff, GRAIN_CONSTANT = 0x8000 };

typedef struct allocation {
    u64 offset, bytes;
    boolean constant;
    /* Freed in stream order, or module data, which the program itself cannot free. */
    boolean released, owned_by_module;
    struct allocation *next;
} allocation;

typedef struct {
    u64 address;
    u8 *memory;
    u16 *grains;
    allocation *first;
    u64 cursor, used, limit;
} arena;

void arena_open(arena *memory, int device, u64 limit);
void arena_close(arena *memory);

/* Returns null if the bytes exceed the limit or the address range. The memory reads as garbage, not as zero. */
allocation *arena_allocate(arena *memory, u64 bytes, boolean accessible);
void arena_set_accessible(arena *memory, allocation *block, boolean accessible);
void arena_free(arena *memory, allocation *block);

/* Returns the allocation that starts at an address, or that contains it; null if there is none. */
allocation *arena_find(arena *memory, u64 address);
allocation *arena_holding(arena *memory, u64 address);

/* Returns true if every byte of a range is in one allocation that is accessible now. */
boolean arena_covers(arena *memory, u64 address, u64 bytes);

static inline u8 *arena_host(const arena *memory, u64 address) {
    return memory->memory + (address - memory->address);
}

#endif
