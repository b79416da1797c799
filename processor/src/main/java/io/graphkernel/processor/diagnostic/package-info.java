/**
 * Every compile-time message, and how it reaches the user.
 *
 * <p>In: a {@link io.graphkernel.processor.diagnostic.Diagnostic} with its arguments and a
 * {@link io.graphkernel.processor.diagnostic.SourcePosition}, from any stage. Out: a message of at most six lines at
 * that position. Knows {@code javax.annotation.processing} alone; a position in a method body is supplied by the front
 * end.
 *
 * <p>Always holds: every message has an id {@code [GK-nnnn]} that never changes its meaning, a cause and a fix.
 */
package io.graphkernel.processor.diagnostic;
