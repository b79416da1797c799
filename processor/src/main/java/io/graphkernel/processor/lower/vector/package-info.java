/**
 * Kernels for targets whose threads compute vectors: each thread walks a range of the items, and along the inner loop as
 * many elements at a time as a vector has lanes. What a stage does with the elements of a vector is a function of its own.
 */
package io.graphkernel.processor.lower.vector;
