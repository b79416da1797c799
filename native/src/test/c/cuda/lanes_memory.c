#include "lanes.h"

static const char *const space_names[] = {"generic", "global", "constant", "shared", "local", "parameter"};

static u8 *illegal(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, u32 space) {
    warp_fail(
        w, in, (s32)lane, CUDA_ERROR_ILLEGAL_ADDRESS, "%u bytes at %#llx of %s memory are not allocated", bytes,
        address, space_names[space]);
    return null;
}

/* In place of a reader: several threads of one warp, or of several. */
enum { READERS_OF_WARP = 0x8000, READERS_OF_GROUP = 0xffff };

static inline u32 warp_of(u16 thread) {
    return thread == READERS_OF_GROUP ? ~0u
           : thread & READERS_OF_WARP ? thread & ~READERS_OF_WARP
                                      : thread / WARP_LANES;
}

static inline boolean unordered(const warp *w, u64 time, u16 other, u32 thread) {
    boolean later = w->synchronized_at > w->group->synchronized_at && warp_of(other) == w->index;
    return other != thread && time >= (later ? w->synchronized_at : w->group->synchronized_at);
}

static void fail_pending(warp *w, const instruction *in, u32 lane, u32 byte, enum access access) {
    warp_fail(
        w, in, (s32)lane, CUDA_ERROR_LAUNCH_FAILED,
        "byte %u of shared memory is %s, and thread %u has not waited for its copy to it", byte,
        access == ACCESS_READ ? "read" : "written", w->group->accesses[byte].pending - 1u);
}

/* Two threads access a byte, one of them writes, and no barrier is between the accesses; or a copy to it is incomplete. */
static boolean races(warp *w, const instruction *in, u32 lane, u32 offset, u32 bytes, enum access access) {
    group *g = w->group;
    boolean writes = access == ACCESS_WRITE;
    u16 thread = (u16)(w->index * WARP_LANES + lane);
    for (u32 i = offset; i < offset + bytes; i++) {
        shared_access *last = &g->accesses[i];
        if (__builtin_expect(last->pending, 0)) {
            fail_pending(w, in, lane, i, access);
            return true;
        }
        if (access == ACCESS_ATOMIC) {
            continue;
        }
        boolean read_before = unordered(w, last->read_at, last->reader, thread);
        if (unordered(w, last->written_at, last->writer, thread) || (writes && read_before)) {
            warp_fail(
                w, in, (s32)lane, CUDA_ERROR_LAUNCH_FAILED,
                "byte %u of shared memory is %s, and another thread has %s it with no barrier between", i,
                writes ? "written" : "read", unordered(w, last->written_at, last->writer, thread) ? "written" : "read");
            return true;
        }
        if (writes) {
            last->written_at = g->time;
            last->writer = thread;
        } else {
            last->reader = !read_before                        ? thread
                           : warp_of(last->reader) == w->index ? (u16)(READERS_OF_WARP | w->index)
                                                               : READERS_OF_GROUP;
            last->read_at = g->time;
        }
    }
    return false;
}

static inline u8 *
resolve_global(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space) {
    const arena *memory = w->group->grid->memory;
    u64 offset = address - memory->address;
    if (offset >= ARENA_BYTES) {
        return illegal(w, in, lane, address, bytes, space);
    }
    u16 grain = memory->grains[offset / GRAIN];
    if (offset % GRAIN + bytes > (grain & GRAIN_LENGTH) ||
        (grain & GRAIN_CONSTANT ? access != ACCESS_READ : space == SPACE_CONST)) {
        return illegal(w, in, lane, address, bytes, space);
    }
    return memory->memory + offset;
}

static inline u8 *
locate(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space) {
    group *g = w->group;
    const kernel *code = g->grid->kernel;
    if (space == SPACE_GENERIC) {
        space = address >> 52 == PARAMETER_WINDOW >> 52 ? SPACE_PARAMETER
                : address >> 52 == LOCAL_WINDOW >> 52   ? SPACE_LOCAL
                : address >> 52 == SHARED_WINDOW >> 52  ? SPACE_SHARED
                                                        : SPACE_GLOBAL;
        address &= space == SPACE_GLOBAL ? ~0ull : (1ull << 52) - 1;
    }
    if (space == SPACE_PARAMETER && address < PARAMETER_BASE) {
        space = SPACE_LOCAL; /* a parameter of a function that was inlined at its call */
    }
    u64 offset = address - (space == SPACE_PARAMETER ? PARAMETER_BASE : SPACE_BASE);
    switch (space) {
        case SPACE_SHARED:
            if (offset >= g->shared_bytes || bytes > g->shared_bytes - offset) {
                return illegal(w, in, lane, address, bytes, space);
            }
            if (races(w, in, lane, (u32)offset, bytes, access)) {
                return null;
            }
            return g->shared + offset;
        case SPACE_LOCAL:
            if (offset >= code->local_bytes || bytes > code->local_bytes - offset) {
                return illegal(w, in, lane, address, bytes, space);
            }
            return g->local + (u64)(w->index * WARP_LANES + lane) * code->local_bytes + offset;
        case SPACE_PARAMETER:
            if (access != ACCESS_READ || offset >= code->parameter_bytes || bytes > code->parameter_bytes - offset) {
                return illegal(w, in, lane, address, bytes, space);
            }
            return g->grid->parameters + offset;
        default:
            return resolve_global(w, in, lane, address, bytes, access, space);
    }
}

static inline u8 *
resolve_in(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space) {
    if (address & (bytes - 1)) {
        warp_fail(w, in, (s32)lane, CUDA_ERROR_MISALIGNED_ADDRESS, "%#llx is not a multiple of %u", address, bytes);
        return null;
    }
    return locate(w, in, lane, address, bytes, access, space);
}

static inline u8 *resolve(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access) {
    return resolve_in(w, in, lane, address, bytes, access, in->space);
}

u8 *lanes_locate(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space) {
    return locate(w, in, lane, address, bytes, access, space);
}

u8 *lanes_resolve(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space) {
    return resolve_in(w, in, lane, address, bytes, access, space);
}

/* Operand 0 is the address, the others are the values. */
static inline u64 address_of(warp *w, const instruction *in, u32 lane) {
    return REGISTER(u64, in->operand[0])[lane] + (u64)in->immediate;
}

static inline u64 element_at(const u8 *from, const instruction *in) {
    switch (in->element) {
        case 1:
            return in->is_signed ? (u64)(s64)(s8)*from : *from;
        case 2:
            return in->is_signed ? (u64)(s64) * (const s16 *)from : *(const u16 *)from;
        case 4:
            return in->is_signed ? (u64)(s64) * (const s32 *)from : *(const u32 *)from;
        default:
            return *(const u64 *)from;
    }
}

static inline void set_register(warp *w, const instruction *in, u32 n, u32 lane, u64 value) {
    switch (in->width) {
        case 2:
            REGISTER(u16, in->operand[n])[lane] = (u16)value;
            break;
        case 4:
            REGISTER(u32, in->operand[n])[lane] = (u32)value;
            break;
        default:
            REGISTER(u64, in->operand[n])[lane] = value;
            break;
    }
}

static inline u64 register_value(warp *w, const instruction *in, u32 n, u32 lane) {
    switch (in->width) {
        case 2:
            return REGISTER(u16, in->operand[n])[lane];
        case 4:
            return REGISTER(u32, in->operand[n])[lane];
        default:
            return REGISTER(u64, in->operand[n])[lane];
    }
}

/*
 * If the lanes' elements are contiguous and fill their registers, returns their address for a single copy; else null.
 */
static inline u8 *together(warp *w, const instruction *in, u32 mask, enum access access) {
    if (mask != ALL_LANES || in->count != 1 || in->width != in->element ||
        (in->space != SPACE_GLOBAL && in->space != SPACE_GENERIC)) {
        return null;
    }
    const u64 *addresses = REGISTER(u64, in->operand[0]);
    u64 first = addresses[0], apart = 0;
    for (u32 i = 0; i < WARP_LANES; i++) {
        apart |= addresses[i] - first - (u64)i * in->element;
    }
    const arena *memory = w->group->grid->memory;
    u64 offset = first + (u64)in->immediate - memory->address, end = offset + (u64)WARP_LANES * in->element;
    if (apart || offset % in->element || offset >= ARENA_BYTES || end > ARENA_BYTES) {
        return null;
    }
    for (u64 grain = offset / GRAIN; grain * GRAIN < end; grain++) {
        u64 last = end - grain * GRAIN;
        u16 state = memory->grains[grain];
        if ((last < GRAIN ? last : GRAIN) > (state & GRAIN_LENGTH) ||
            (state & GRAIN_CONSTANT && access == ACCESS_WRITE)) {
            return null;
        }
    }
    return memory->memory + offset;
}

void lanes_load(warp *w, const instruction *in, u32 mask) {
    u8 *all = together(w, in, mask, ACCESS_READ);
    if (all) {
        memcpy(REGISTER(u8, in->operand[1]), all, (u64)WARP_LANES * in->element);
        return;
    }
    u32 bytes = in->element * in->count;
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        const u8 *from = resolve(w, in, lane, address_of(w, in, lane), bytes, ACCESS_READ);
        if (!from) {
            return;
        }
        for (u32 n = 0; n < in->count; n++) {
            set_register(w, in, n + 1, lane, element_at(from + n * in->element, in));
        }
    }
}

void lanes_store(warp *w, const instruction *in, u32 mask) {
    u8 *all = together(w, in, mask, ACCESS_WRITE);
    if (all) {
        memcpy(all, REGISTER(u8, in->operand[1]), (u64)WARP_LANES * in->element);
        return;
    }
    u32 bytes = in->element * in->count;
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        u8 *to = resolve(w, in, lane, address_of(w, in, lane), bytes, ACCESS_WRITE);
        if (!to) {
            return;
        }
        for (u32 n = 0; n < in->count; n++) {
            u64 value = register_value(w, in, n + 1, lane);
            memcpy(to + n * in->element, &value, in->element);
        }
    }
}

VALUE_HANDLER(to_generic, u64, LANE(u64, 1) + (u64)in->immediate)
VALUE_HANDLER(from_generic, u64, LANE(u64, 1) - (u64)in->immediate)

void lanes_to_generic(warp *w, const instruction *in, u32 mask) {
    to_generic(w, in, mask);
}

void lanes_from_generic(warp *w, const instruction *in, u32 mask) {
    from_generic(w, in, mask);
}

/* Operand 0 is the address, 1 the old value, 2 the operand, 3 the second operand of cas. */
#define ATOMIC(name, type, updated)                                                                                    \
    HANDLER(name##_##type) {                                                                                           \
        for (u32 lanes = mask; lanes; lanes &= lanes - 1) {                                                            \
            u32 i = (u32)__builtin_ctz(lanes);                                                                         \
            type *at = (type *)resolve(w, in, i, address_of(w, in, i), sizeof(type), ACCESS_ATOMIC);                   \
            if (!at) {                                                                                                 \
                return;                                                                                                \
            }                                                                                                          \
            type b = LANE(type, 2), c = LANE(type, 3), old, new;                                                       \
            (void)c;                                                                                                   \
            __atomic_load(at, &old, __ATOMIC_SEQ_CST);                                                                 \
            do {                                                                                                       \
                new = (updated);                                                                                       \
            } while (!__atomic_compare_exchange(at, &old, &new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));           \
            LANE(type, 1) = old;                                                                                       \
        }                                                                                                              \
    }

#define INTEGER_ATOMICS(type)                                                                                          \
    ATOMIC(add, type, old + b)                                                                                         \
    ATOMIC(min, type, b < old ? b : old)                                                                               \
    ATOMIC(max, type, b > old ? b : old)

#define BIT_ATOMICS(type)                                                                                              \
    ATOMIC(and, type, old &b)                                                                                          \
    ATOMIC(or, type, old | b)                                                                                          \
    ATOMIC(xor, type, old ^ b)                                                                                         \
    ATOMIC(exch, type, b)                                                                                              \
    ATOMIC(cas, type, old == b ? c : old)

INTEGER_ATOMICS(u32)
INTEGER_ATOMICS(s32)
INTEGER_ATOMICS(u64)
INTEGER_ATOMICS(s64)
BIT_ATOMICS(u32)
BIT_ATOMICS(u64)
ATOMIC(add, f32, canonical(old + b))
ATOMIC(add, f64, old + b)

static const struct {
    const char *operation, *type;
    handler run;
} atomics[] = {
    {"add", "u32", add_u32},   {"add", "s32", add_s32},   {"add", "u64", add_u64}, {"add", "s64", add_s64},
    {"add", "f32", add_f32},   {"add", "f64", add_f64},   {"min", "u32", min_u32}, {"min", "s32", min_s32},
    {"min", "u64", min_u64},   {"min", "s64", min_s64},   {"max", "u32", max_u32}, {"max", "s32", max_s32},
    {"max", "u64", max_u64},   {"max", "s64", max_s64},   {"and", "b32", and_u32}, {"and", "b64", and_u64},
    {"or", "b32", or_u32},     {"or", "b64", or_u64},     {"xor", "b32", xor_u32}, {"xor", "b64", xor_u64},
    {"exch", "b32", exch_u32}, {"exch", "b64", exch_u64}, {"cas", "b32", cas_u32}, {"cas", "b64", cas_u64},
};

handler lanes_atomic(const char *operation, const char *type) {
    for (u32 i = 0; i < COUNT_OF(atomics); i++) {
        if (!strcmp(atomics[i].operation, operation) && !strcmp(atomics[i].type, type)) {
            return atomics[i].run;
        }
    }
    return (handler)null;
}
