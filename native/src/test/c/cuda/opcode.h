/*
 * Decoding of single instructions: an opcode split at its dots, and its operands. Each `lower_` function decodes the
 * statement from the end of its opcode to its semicolon.
 */
#ifndef EMULATION_OPCODE_H
#define EMULATION_OPCODE_H

#include "lower.h"

enum { MAX_FIELDS = 12, MAX_OPCODE_LENGTH = 64 };

/* The modifiers of an opcode: `ld`, `global`, `v4`, `f32`. */
typedef struct {
    const token *at;
    char text[MAX_OPCODE_LENGTH];
    const char *fields[MAX_FIELDS];
    u32 count;
    u32 guard;
    boolean negated;
} opcode;

opcode split(lowering *l, const token *at);
boolean is(const opcode *o, const char *field);
boolean has(const opcode *o, const char *field);
/* Removes a modifier; returns true if it was present. */
boolean without(opcode *o, const char *field);
/* Rejects the module. */
void unsupported(lowering *l, const opcode *o) __attribute__((noreturn));
const char *last_piece(const opcode *o);
u32 bytes_of(lowering *l, const opcode *o, const char *type);
boolean is_float_type(const char *type);
instruction *emit_guarded(lowering *l, const opcode *o, handler run);
operand require(lowering *l, const opcode *o, operand found, u32 width);
operand exact_operand(lowering *l, const opcode *o, u32 width, boolean is_float);
operand destination(lowering *l, const opcode *o);
void emit_unary(lowering *l, const opcode *o, handler run, u32 to, u32 from);
void emit_rounding(lowering *l, const opcode *o, enum rounding rounding);
/* Removes a rounding modifier such as .rn; returns true if there was one. */
boolean take_rounding(opcode *o, enum rounding *rounding);
/* The bytes of an operand, by the opcode and those of its type. */
u32 operand_width(const char *key, u32 index, u32 width);
const opcode_row *find_row(const char *key);
/* The table row of the remaining modifiers, and its key. */
const opcode_row *row_of(lowering *l, const opcode *o, char *key);
/* One register or a list of them in braces. */
u32 read_list(lowering *l, const opcode *o, u32 *registers, u32 most, u32 width, boolean is_float, boolean is_result);

boolean is_carrying(const opcode *o);
void lower_arithmetic(lowering *l, opcode *o);
void lower_carrying(lowering *l, opcode *o);
void lower_compare(lowering *l, opcode *o);
u32 read_predicate(lowering *l, const opcode *o);
/* `[base + offset]` as one register. */
u32 read_address_register(lowering *l, const opcode *o, enum space *space);
void lower_move(lowering *l, opcode *o);
void lower_access(lowering *l, opcode *o);
void lower_atomic(lowering *l, opcode *o);
void lower_address_conversion(lowering *l, opcode *o);
void lower_matrix(lowering *l, opcode *o);
void lower_copy(lowering *l, opcode *o);
void lower_conversion(lowering *l, opcode *o);

#endif
