/*
 * The emulated multiprocessor. A kernel is an array of decoded instructions. 32 threads form a warp, whose registers
 * are stored lane by lane, so that one instruction is executed for all lanes of a mask at once. Divergent threads
 * continue as several paths of their warp. The path with the lowest program counter runs, so that paths reconverge as
 * early as possible.
 */
#ifndef EMULATION_MACHINE_H
#define EMULATION_MACHINE_H

#include "arena.h"

enum { WARP_LANES = 32, MAX_GROUP_THREADS = 1024, MAX_GROUP_WARPS = MAX_GROUP_THREADS / WARP_LANES, MAX_OPERANDS = 6 };

#define ALL_LANES 0xffffffffu

/* Base addresses of a space, within it and within the generic addresses. Nothing is at zero. */
#define SPACE_BASE 0x1000ull
#define PARAMETER_BASE 0x40000000ull
#define SHARED_WINDOW (1ull << 53)
#define LOCAL_WINDOW (3ull << 52)
#define PARAMETER_WINDOW (1ull << 54)

enum space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_CONST, SPACE_SHARED, SPACE_LOCAL, SPACE_PARAMETER };

/* Control flow of an instruction, for the interpreter. */
enum flow {
    FLOW_PLAIN,
    FLOW_BLOCK,  /* the first instruction of a basic block: counts, and yields to another path */
    FLOW_BRANCH, /* immediate: the target */
    FLOW_TABLE,  /* operand 0: the index; immediate: the first target in the kernel's table; table_length of them */
    FLOW_EXIT,
    FLOW_BARRIER,  /* of all threads of the block */
    FLOW_TOGETHER, /* requires all lanes of the mask in operand 5 at this instruction */
    FLOW_ALIGNED,  /* requires that the warp is converged */
};

typedef struct warp warp;
typedef struct instruction instruction;
typedef void (*handler)(warp *w, const instruction *in, u32 mask);

struct instruction {
    handler run;
    u32 operand[MAX_OPERANDS]; /* offsets into the registers of the warp */
    s64 immediate;
    u32 guard; /* offset of the guard predicate; 0: always */
    u32 line, table_length;
    u8 flow, negated, space, count;
    /* Of a load or store: bytes of an element, of a register, and whether the element is signed. */
    u8 element, width, is_signed;
};

/* A uniform value, in the registers from the start on. */
typedef struct {
    u32 offset, width;
    u64 value;
} constant_register;

enum special {
    SPECIAL_TID_X,
    SPECIAL_TID_Y,
    SPECIAL_TID_Z,
    SPECIAL_NTID_X,
    SPECIAL_NTID_Y,
    SPECIAL_NTID_Z,
    SPECIAL_CTAID_X,
    SPECIAL_CTAID_Y,
    SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X,
    SPECIAL_NCTAID_Y,
    SPECIAL_NCTAID_Z,
    SPECIAL_LANEID,
    SPECIAL_WARPID,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_COUNT
};

typedef struct {
    char *name;
    instruction *code;
    u32 code_length;
    u32 *targets;
    u32 target_count;
    u32 *lists; /* operands of instructions that have more than an instruction holds */
    u32 list_count;
    constant_register *constants;
    u32 constant_count;
    u32 specials[SPECIAL_COUNT]; /* register offsets; 0 if the kernel does not read one */
    struct {
        u32 offset, bytes;
    } *parameters;
    u32 parameter_count;
    u32 register_bytes, parameter_bytes, local_bytes, shared_bytes;
    u32 dynamic_shared_constant; /* the constant that holds the address of dynamic shared memory, plus one */
    u32 register_count;          /* 32-bit registers per thread, as the driver would report them at most */
    u32 required[3], maximum;    /* threads per block, 0 if unspecified */
} kernel;

typedef struct {
    u32 pc, mask;
} path;

typedef struct group group;

struct warp {
    u8 *registers;
    group *group;
    u32 index;
    u32 born, live;
    /* The running path, then the ready paths, then those that wait for lanes. */
    u32 pc, mask, stop;
    path ready[WARP_LANES], waiting[WARP_LANES];
    u32 ready_count, waiting_count;
    u32 barrier_pc;
    boolean failed;
    u64 instructions, synchronized_at;
};

typedef struct {
    s32 code;
    char text[512];
} fault;

typedef struct {
    const kernel *kernel;
    u8 *parameters;
    u32 groups[3], threads[3], dynamic_shared_bytes;
    arena *memory;
    u64 instruction_limit;
} grid;

/* Instructions per thread, products of fragments per warp, and 16-byte accesses that wait for a bank. */
typedef struct {
    u64 instructions, products, bank_conflicts;
} work_counts;

/* The last access of a byte of shared memory, and the thread, plus 1, whose copy to it is incomplete; else 0. */
typedef struct {
    u64 written_at, read_at;
    u16 writer, reader, pending;
} shared_access;

/* An asynchronous copy that its thread has not waited for. */
typedef struct {
    u64 group; /* index of its group */
    u32 offset, bytes;
    u8 data[16];
} pending_copy;

/* The copies of a thread, and its number of complete groups of them. */
typedef struct {
    pending_copy *copies;
    u32 count, capacity;
    u64 groups;
} copy_queue;

struct group {
    const grid *grid;
    u32 index[3];
    u64 linear;
    warp warps[MAX_GROUP_WARPS];
    u32 warp_count;
    u8 *registers, *shared, *local;
    shared_access *accesses;
    copy_queue copies[MAX_GROUP_THREADS];
    u64 registers_held, shared_held, local_held;
    u32 shared_bytes;
    u64 time, synchronized_at;
    fault fault;
    work_counts counts;
};

/* Runs all blocks of a grid; returns false and the reason after a fault. */
boolean grid_run(const grid *work, fault *failure, work_counts *counts);

/* Forgets the copies that a thread block has not waited for. */
void discard_copies(group *g);

/* Runs one warp, until it is done (true) or at a barrier or has failed (false). */
boolean warp_run(warp *w);

void warp_fail(warp *w, const instruction *in, s32 lane, s32 code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#define REGISTER(type, offset) ((type *)(w->registers + (offset)))

#endif
