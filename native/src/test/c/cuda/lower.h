/*
 * Decoding the body of a kernel: declarations shared by statements and instructions.
 */
#ifndef EMULATION_LOWER_H
#define EMULATION_LOWER_H

#include "ptx.h"

enum symbol_kind { SYMBOL_REGISTERS, SYMBOL_VARIABLE };

enum { PREDICATE_WIDTH = 0, NO_TOKEN = 0xffffffff };

typedef struct {
    token name;
    u8 kind;
    /* Registers: one, or `count` with a number appended to the name. */
    u32 width, first, count;
    boolean numbered;
    variable variable;
} symbol;

typedef struct {
    token name;
    u32 target; /* NO_TOKEN until it is bound */
    u32 table, table_count;
} label;

/* A forward reference to a label, in the code or in the table of targets. */
typedef struct {
    token name;
    u32 place;
    boolean in_table;
} fixup;

/* A body that is being decoded: of the kernel, or of a function that it calls. */
typedef struct body {
    struct body *caller;
    const function *of;
    label *labels;
    u32 label_count;
    fixup *fixups;
    u32 fixup_count;
    u32 symbols_from;
} body;

typedef struct {
    module *m;
    kernel *into;
    u32 position;
    body *body;
    symbol *symbols;
    u32 symbol_count;
    variable *shared;
    u32 shared_count;
    u32 *constant_slots, constant_slot_count; /* open hash of the constants */
    u32 carry;                                /* the register of the carry flag; 0 if there is none */
    u32 block;                                /* the FLOW_BLOCK that counts the instructions */
} lowering;

typedef struct {
    u32 offset, width;
} operand;

/* Statements. */
const token *peek(lowering *l);
const token *take(lowering *l);
boolean accepts(lowering *l, const char *text);
void expects(lowering *l, const char *text);
void invalid(lowering *l, const token *at, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

/* Code. */
instruction *emit(lowering *l, const token *at, handler run);
void start_block(lowering *l, const token *at);
void jump(lowering *l, const token *at, const token *target, u32 guard, boolean negated);
void place_label(lowering *l, const token *name);
void place_table(lowering *l, const token *name);
label *find_label(lowering *l, const token *name);

/* Values. */
u32 new_register(lowering *l, u32 width);
u32 constant(lowering *l, u64 value, u32 width);
symbol *find_symbol(lowering *l, const token *name);
variable *find_variable(lowering *l, const token *name);
operand find_register(lowering *l, const token *name);
operand read_operand(lowering *l, u32 width, boolean is_float);

/* An instruction from the end of its guard to its semicolon. */
void lower_instruction(lowering *l, u32 guard, boolean negated);
void lower_call(lowering *l, const token *at);

/* The target of returns of a called function. */
extern const token end_of_body;

#endif
