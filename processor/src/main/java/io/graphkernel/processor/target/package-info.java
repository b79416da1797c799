/**
 * What a target is to the rest of the processor. Each target has a package of its own below this one; what its kernels
 * are printed with is in {@code emit}. Nothing else names a target, but for the list {@code Targets}.
 */
package io.graphkernel.processor.target;
