/**
 * Prints what is derived from the op table as text: the class {@code Ops}, which runs the ops eagerly, and the page
 * that lists them.
 *
 * <p>In: the {@link io.graphkernel.processor.op.OpTable}. Out: Java and Markdown text, checked in under
 * {@code runtime}; {@code io.graphkernel.processor.reference.References} writes them, and a test compares the checked-in files with what is
 * printed here.
 */
package io.graphkernel.processor.op.source;
