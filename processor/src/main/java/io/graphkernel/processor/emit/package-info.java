/**
 * What the emitters of all targets share: {@link io.graphkernel.processor.emit.CodeWriter} and the printer of an op's
 * expression; {@code scalar} for those that compute one element at a time, {@code prelude} for those that write C. A target
 * is a sub-package ({@code c}, {@code gpu}, {@code jvm}); targets never import each other.
 */
package io.graphkernel.processor.emit;
