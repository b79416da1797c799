/**
 * Infrastructure shared by the emitters of all targets: {@link io.graphkernel.processor.emit.CodeWriter}, and {@link
 * io.graphkernel.processor.emit.FunctionPrinter}, which prints the loop IR; {@code prelude} for C-like targets. Each
 * target is a sub-package ({@code ascend}, {@code c}, {@code gpu}, {@code jvm}); targets do not import each other.
 */
package io.graphkernel.processor.emit;
