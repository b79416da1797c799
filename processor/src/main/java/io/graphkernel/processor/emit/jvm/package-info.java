/**
 * Kernels as Java: plain loops over one element at a time, over raw memory, for hosts without a native build and as a
 * second reading of the same schedules.
 *
 * <p>In: the kernels of one class. Out: one Java class next to the stub, printed from the loops for one thread
 * ({@link io.graphkernel.processor.lower.range}). Argument block, scratch memory and partial
 * results lie as for C, so that the stub does not know which target it launches.
 */
package io.graphkernel.processor.emit.jvm;
