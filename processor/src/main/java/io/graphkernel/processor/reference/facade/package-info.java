/**
 * Printers of the texts derived from the op table: the class {@code Ops}, which runs the ops eagerly, and the page that
 * lists them.
 *
 * <p>In: the {@link io.graphkernel.op.OpTable}. Out: Java and Markdown text, checked in under
 * {@code runtime}; {@code io.graphkernel.processor.reference.References} writes them, and a test compares the
 * checked-in files with the output of this package.
 */
package io.graphkernel.processor.reference.facade;
