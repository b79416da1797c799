/**
 * The one op table: each op of the documents is one row, and everything about an op derives from its row.
 *
 * <p>In: nothing. Out: {@link io.graphkernel.processor.op.OpTable}, from which derive name look-up, type inference and
 * the verifier, constant folding, expansion, the scalar expression of every emitter, the Java class {@code Ops} with
 * its eager implementation, and the test matrix. Knows the graph alone.
 *
 * <p>Always holds: a row is either basic (it has a scalar expression, a reduction or a special meaning for the
 * schedule) or composite (it has an expansion into other rows), never both.
 */
package io.graphkernel.processor.op;
