/**
 * Op table: each documented op is one row, from which everything about the op derives.
 *
 * <p>Input: none. Output: {@link io.graphkernel.op.OpTable}, the source of name lookup, type inference and
 * the verifier, constant folding, expansion, the scalar expression of every emitter, the Java class {@code Ops} with
 * its eager implementation, and the test matrix. Rows are columns ({@code row}) with rules written over
 * {@code build}, one definition class per family ({@code definition}); this package finds them, infers types and adds
 * expansions to graphs.
 *
 * <p>Invariant: a row is either basic (with a scalar expression, a reduction or special treatment by the schedule) or
 * composite (with an expansion into other rows).
 */
package io.graphkernel.op;
