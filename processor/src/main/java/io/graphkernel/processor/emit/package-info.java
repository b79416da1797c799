/**
 * What the emitters of all targets share: {@link io.graphkernel.processor.emit.CodeWriter} and the printer of an op's
 * expression. A target is a sub-package; targets never import each other.
 */
package io.graphkernel.processor.emit;
