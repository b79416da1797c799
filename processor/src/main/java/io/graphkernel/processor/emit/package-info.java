/**
 * What the printers of all targets share: {@link io.graphkernel.processor.emit.CodeWriter}, and
 * {@link io.graphkernel.processor.emit.FunctionPrinter}, which prints the loop language; {@code prelude} for those that
 * write C. A target is a sub-package ({@code c}, {@code gpu}, {@code jvm}); targets never import each other.
 */
package io.graphkernel.processor.emit;
