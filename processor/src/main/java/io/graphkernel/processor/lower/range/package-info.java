/**
 * Kernels for targets of which one thread walks a range of the items, element by element: the launch gives the range, and
 * each thread scratch memory for what is kept of a row between stages.
 */
package io.graphkernel.processor.lower.range;
