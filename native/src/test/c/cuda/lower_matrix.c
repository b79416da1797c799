#include "opcode.h"

enum { SM_80 = 80, FRAGMENT_BYTES = 4 };

static void require_ampere(lowering *l, const opcode *o) {
    if (l->m->target < SM_80) {
        invalid(
            l, o->at, "'%.*s' requires sm_80, and the target is sm_%u", (int)o->at->length, o->at->text, l->m->target);
    }
}

/* Some 32-bit registers in braces. */
static void read_fragment(lowering *l, const opcode *o, u32 count, boolean is_result, u32 *registers) {
    u32 found = read_list(l, o, registers, count, FRAGMENT_BYTES, false, is_result);
    if (found != count) {
        invalid(l, o->at, "a fragment of %u registers where %u belong", found, count);
    }
}

/* mma d, a, b, c. */
static void lower_product(lowering *l, opcode *o) {
    static const u32 counts[] = {4, 4, 2, 4};
    char key[MAX_OPCODE_LENGTH];
    handler run = row_of(l, o, key)->run;
    u32 first = l->into->list_count;
    for (u32 i = 0; i < COUNT_OF(counts); i++) {
        u32 registers[4];
        if (i) {
            expects(l, ",");
        }
        read_fragment(l, o, counts[i], i == 0, registers);
        for (u32 n = 0; n < counts[i]; n++) {
            *APPEND(l->m, l->into->lists, l->into->list_count) = registers[n];
        }
    }
    instruction *in = emit(l, o->at, run);
    in->immediate = first;
    in->flow = FLOW_ALIGNED;
}

/* ldmatrix r, [p]. */
static void lower_load(lowering *l, opcode *o) {
    char key[MAX_OPCODE_LENGTH];
    enum space space = without(o, "shared") ? SPACE_SHARED : SPACE_GENERIC;
    u32 count = without(o, "x4") ? 4 : without(o, "x2") ? 2 : without(o, "x1") ? 1 : 0;
    handler run = row_of(l, o, key)->run;
    if (!count) {
        unsupported(l, o);
    }
    u32 registers[4];
    read_fragment(l, o, count, true, registers);
    expects(l, ",");
    u32 address = read_address_register(l, o, &space);
    instruction *in = emit(l, o->at, run);
    in->operand[0] = address;
    memcpy(&in->operand[1], registers, count * sizeof *registers);
    in->count = (u8)count;
    in->space = (u8)space;
    in->flow = FLOW_ALIGNED;
}

/* Instructions that all lanes of the warp execute together. */
void lower_matrix(lowering *l, opcode *o) {
    require_ampere(l, o);
    if (is(o, "mma")) {
        lower_product(l, o);
    } else {
        lower_load(l, o);
    }
}

/* cp.async [to], [from], bytes {, bytes of the source}; its groups, and waits for them. */
void lower_copy(lowering *l, opcode *o) {
    require_ampere(l, o);
    char key[MAX_OPCODE_LENGTH];
    if (has(o, "wait_group")) {
        s64 pending = (s64)number_bits(l->m, take(l), 8, false);
        emit_guarded(l, o, row_of(l, o, key)->run)->immediate = pending;
        return;
    }
    if (has(o, "wait_all") || has(o, "commit_group")) {
        emit_guarded(l, o, row_of(l, o, key)->run);
        return;
    }
    enum space shared = SPACE_SHARED, global = SPACE_GLOBAL;
    boolean bypasses_l1 = without(o, "cg"), in_spaces = without(o, "shared") && without(o, "global");
    if (!in_spaces || (!bypasses_l1 && !without(o, "ca"))) {
        unsupported(l, o);
    }
    handler run = row_of(l, o, key)->run;
    u32 target = read_address_register(l, o, &shared);
    expects(l, ",");
    u32 source = read_address_register(l, o, &global);
    expects(l, ",");
    u64 bytes = number_bits(l->m, take(l), 4, false);
    if (bytes != 16 && (bypasses_l1 || (bytes != 4 && bytes != 8))) {
        invalid(l, o->at, "a copy of %llu bytes", bytes);
    }
    u32 present = accepts(l, ",") ? exact_operand(l, o, 4, false).offset : constant(l, bytes, 4);
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = target;
    in->operand[1] = source;
    in->operand[2] = present;
    in->element = (u8)bytes;
}
