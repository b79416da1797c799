/**
 * Interface between targets and the rest of the processor. Each target has a subpackage; the printers of its kernels
 * are in {@code emit}. No other code names a target, except the list {@code Targets}.
 */
package io.graphkernel.processor.target;
