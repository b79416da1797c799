/*
 * The state of a core: its unified buffer, the initialized bits of each byte, and the progress of its pipes.
 */
#ifndef MODEL_STATE_H
#define MODEL_STATE_H

typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;

extern "C" {
int snprintf(char *to, unsigned long bytes, const char *format, ...);
int vsnprintf(char *to, unsigned long bytes, const char *format, __builtin_va_list arguments);
void *realloc(void *block, unsigned long bytes);
void free(void *block);
void *memcpy(void *to, const void *from, unsigned long bytes);
void *memset(void *to, int value, unsigned long bytes);
int _setjmp(void *target) __attribute__((returns_twice));
void longjmp(void *target, int value) __attribute__((noreturn));
int strncmp(const char *left, const char *right, unsigned long count);
}

#ifndef ASCEND_MODEL_NPU_ARCH
#define ASCEND_MODEL_NPU_ARCH 2201
#endif

namespace model {

constexpr bool IS_310P = ASCEND_MODEL_NPU_ARCH == 2002;

static_assert(IS_310P || ASCEND_MODEL_NPU_ARCH == 2201 || ASCEND_MODEL_NPU_ARCH == 3510, "T14: this chip is not modelled");

/*
 * The usable bytes of the unified buffer: 8 KiB are reserved for some instructions, and a further 256 bytes except on
 * the 310P.
 */
constexpr uint32_t UNIFIED_BYTES =
    (IS_310P ? 256 : ASCEND_MODEL_NPU_ARCH == 2201 ? 192 : 248) * 1024 - (IS_310P ? 0 : 256) - 8 * 1024;
/* From 3510 on, vector instructions are ordered implicitly. */
constexpr bool VECTORS_IN_ORDER = ASCEND_MODEL_NPU_ARCH == 3510;
constexpr uint32_t BLOCK = 32;
constexpr uint32_t BLOCKS = UNIFIED_BYTES / BLOCK;
/* Additional bytes per allocation, which copies of whole blocks may touch. */
constexpr uint64_t SLACK_BYTES = IS_310P ? BLOCK : 0;
constexpr uint32_t MAX_BUFFERS = 64;
constexpr uint32_t MAX_QUEUE_BUFFERS = 8;
/* Begin of the device addresses, which are invalid on the host: only copies use them. */
constexpr uint64_t FAR = 1ul << 56;
/* Uninitialized bytes hold a value that spoils every result. */
constexpr uint8_t GARBAGE = 0xff;
/* A byte of which every bit is initialized. */
constexpr uint8_t KNOWN = 0xff;

enum pipe { SCALAR, VECTOR, LOAD, STORE, PIPES };

/* Number of instructions of each pipe that are known to be complete. */
struct clock {
    uint64_t done[PIPES];
    void join(const clock &other) {
        for (int p = 0; p < PIPES; p++) {
            done[p] = done[p] < other.done[p] ? other.done[p] : done[p];
        }
    }
};

/* The last accesses of 32 bytes of the unified buffer, and their source lines. */
struct history {
    uint64_t written, read[PIPES];
    pipe writer;
    int writtenIn, readIn[PIPES];
};

/* Device memory that a launch may access. */
struct region {
    uint64_t begin, bytes;
};

/* A copy between the device's memory and a core: chunks of some bytes at a stride. */
struct access {
    uint64_t begin, bytes, step, count;
    int64_t block;
    bool writes;
    int line;
};

enum buffer_state { IDLE, OCCUPIED, QUEUED, TAKEN };

struct queue_buffer {
    uint32_t offset, bytes;
    buffer_state state;
    clock arrived;
    const void *owner;
    /* Source line of the last change of its state. */
    int line;
};

struct core {
    alignas(BLOCK) uint8_t unified[UNIFIED_BYTES];
    /* Initialized bits of each byte. */
    uint8_t defined[UNIFIED_BYTES];
    history blocks[BLOCKS];
    uint64_t issued[PIPES];
    clock known[PIPES];
    uint32_t used, buffers, queueBuffers[16];
    queue_buffer queued[MAX_BUFFERS];
    uint32_t queuedCount;
};

static core self;
static int64_t blockIndex, blockCount;
static uint64_t argumentCount;
static const region *regions;
static uint64_t regionCount;
static access *accesses;
static uint64_t accessCount, accessRoom;
static const char *kernelName;
static char *report;
static uint64_t reportBytes;
alignas(16) static char escape[512];

/* The file that is compiled with the model: the kernels. */
static const char source[] = {
#embed "kernels.asc" suffix(, 0)
};

/* A line of the kernels, with the Java line that its comment names, or the nearest comment above. */
struct place {
    char text[120];

    explicit place(int line) {
        const char *comment = nullptr;
        const char *at = source;
        for (int i = 1; i <= line && *at; i++) {
            for (; *at && *at != '\n'; at++) {
                comment = strncmp(at, "// ", 3) ? comment : at + 3;
            }
            at += *at != 0;
        }
        int length = 0;
        while (comment && comment[length] && comment[length] != '\n') {
            length++;
        }
        snprintf(text, sizeof text, comment ? "line %d (%.*s)" : "line %d", line, length, comment);
    }
};

/* Ends the launch; the check is one of the list in the reference. */
__attribute__((noreturn, format(printf, 4, 5))) static void fault(
    const char *check, const char *api, int line, const char *format, ...) {
    char reason[300];
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    __builtin_va_end(arguments);
    snprintf(report, reportBytes, "%s: kernel %s, %s, block %ld of %ld, %s: %s", check, kernelName, place(line).text,
        blockIndex, blockCount, api, reason);
    longjmp(escape, 1);
}

/* Checks that a launch passes as many arguments as the kernel's signature has. */
static void requireArguments(const char *signature, int line) {
    while (*signature != '(') {
        signature++;
    }
    uint64_t taken = signature[1] == ')' ? 0 : 1;
    for (; *signature; signature++) {
        taken += *signature == ',';
    }
    if (taken != argumentCount) {
        fault("T19", "the launch", line, "the kernel takes %lu arguments, and %lu are passed", taken, argumentCount);
    }
}

static inline uint16_t narrowed(_Float16 value) { return __builtin_bit_cast(uint16_t, value); }

/* The next instruction of a pipe. */
static uint64_t issue(pipe on) { return ++self.issued[on]; }

static const char *pipeName(pipe p) {
    static const char *const names[] = {"the scalar unit", "a vector instruction", "a copy in", "a copy out"};
    return names[p];
}

/* Orders in which instructions may take effect. If results differ between them, synchronization is missing. */
enum schedule { AS_ISSUED, LOADS_FIRST, STORES_FIRST, SCHEDULES };

static schedule scheduled;

}

#include "model_cost.h"

namespace model {

static bool isOrdered(pipe on, pipe before, uint64_t index) {
    bool byHardware = VECTORS_IN_ORDER && on == VECTOR && before == VECTOR;
    return byHardware || self.known[on].done[before] >= index;
}

/*
 * An instruction accesses bytes of the unified buffer: earlier writers, and for writes also earlier readers, must be
 * known to be complete.
 */
static void touch(pipe on, uint64_t index, uint32_t offset, uint64_t bytes, bool writes, const char *api, const char *operand,
    int line) {
    if (offset % BLOCK != 0) {
        fault("T4", api, line, "%s begins at byte %u of the unified buffer, which is not a multiple of 32", operand, offset);
    }
    for (uint32_t b = offset / BLOCK; b < (offset + bytes + BLOCK - 1) / BLOCK; b++) {
        history &past = self.blocks[b];
        if (on == VECTOR) {
            dependOn(past.written && past.writer == VECTOR && past.written != index ? past.written : 0);
            dependOn(writes && past.read[VECTOR] != index ? past.read[VECTOR] : 0);
        }
        if (past.written && !(past.writer == on && past.written == index) && !isOrdered(on, past.writer, past.written)) {
            fault("T11", api, line, "%s at byte %u does not wait for %s that writes it in %s", operand,
                b * BLOCK, pipeName(past.writer), place(past.writtenIn).text);
        }
        for (int p = 0; p < PIPES && writes; p++) {
            if (past.read[p] && !((pipe)p == on && past.read[p] == index) && !isOrdered(on, (pipe)p, past.read[p])) {
                fault("T11", api, line, "%s at byte %u does not wait for %s that reads it in %s", operand,
                    b * BLOCK, pipeName((pipe)p), place(past.readIn[p]).text);
            }
        }
    }
    for (uint32_t b = offset / BLOCK; b < (offset + bytes + BLOCK - 1) / BLOCK; b++) {
        history &past = self.blocks[b];
        if (writes) {
            past = history{index, {}, on, line, {}};
        } else {
            past.read[on] = index;
            past.readIn[on] = line;
        }
    }
}

/*
 * Returns true if chunks of two cores overlap. Memory is written in blocks: neither core may write a block that the
 * other one writes.
 */
static bool areApart(uint64_t begin, uint64_t end, uint64_t otherBegin, uint64_t otherEnd, bool bothWrite) {
    uint64_t whole = bothWrite ? BLOCK : 1;
    return end <= otherBegin / whole * whole || otherEnd <= begin / whole * whole;
}

static uint64_t endOf(const access &copy) { return copy.begin + (copy.count - 1) * copy.step + copy.bytes; }

/* Returns true if two copies are disjoint. */
static bool areApart(const access &one, const access &other) {
    bool bothWrite = one.writes && other.writes;
    if (areApart(one.begin, endOf(one), other.begin, endOf(other), bothWrite)) {
        return true;
    }
    for (uint64_t i = 0; i < one.count; i++) {
        uint64_t begin = one.begin + i * one.step, end = begin + one.bytes;
        uint64_t before = other.begin + other.bytes + BLOCK;
        uint64_t first = begin > before && other.step ? (begin - before) / other.step : 0;
        for (uint64_t j = first; j < other.count && other.begin + j * other.step < end + BLOCK; j++) {
            uint64_t otherBegin = other.begin + j * other.step;
            if (!areApart(begin, end, otherBegin, otherBegin + other.bytes, bothWrite)) {
                return false;
            }
        }
    }
    return true;
}

static bool contains(const region &memory, uint64_t begin, uint64_t end) {
    return begin >= memory.begin && end <= memory.begin + memory.bytes + SLACK_BYTES;
}

/*
 * Bytes of the device's memory that this block copies. The padding that a whole-block copy reads may be written by
 * another core, as it is unused: for copies in, all but the first byte of their last block.
 */
static void copied(const void *address, uint64_t bytes, uint64_t step, uint64_t count, bool writes, const char *api, int line) {
    const char *operand = writes ? "the target" : "the source";
    uint64_t wanted = IS_310P && !writes ? bytes - (BLOCK - 1) : bytes;
    access copy = {(uint64_t)address, wanted, step, count, blockIndex, writes, line};
    const region *there = nullptr;
    uint64_t inside = 0;
    while (inside < count) {
        uint64_t begin = copy.begin + inside * step, end = begin + bytes;
        for (uint64_t i = 0; i < regionCount && !(there && contains(*there, begin, end)); i++) {
            there = &regions[i];
        }
        if (!there || !contains(*there, begin, end)) {
            break;
        }
        inside++;
    }
    copy.count = inside;
    for (uint64_t i = 0; i < accessCount; i++) {
        const access &other = accesses[i];
        if (inside && other.block != blockIndex && (writes || other.writes) && !areApart(copy, other)) {
            fault("T10", api, line, "%s of %lu bytes at %#lx is next to or in what block %ld %s in %s", operand, bytes,
                copy.begin, other.block, other.writes ? "writes" : "reads", place(other.line).text);
        }
    }
    if (inside < count) {
        fault("T9", api, line, "%s of %lu bytes at %#lx is in no memory of the device", operand, bytes, copy.begin + inside * step);
    }
    if (accessCount == accessRoom) {
        accessRoom = accessRoom ? 2 * accessRoom : 256;
        accesses = (access *)realloc(accesses, accessRoom * sizeof *accesses);
    }
    accesses[accessCount++] = copy;
}

}

#endif
