/**
 * Lowering for targets with vectors: a thread runs a range of items, in vectors along the inner loop. Each stage has a
 * function for the elements of one vector.
 */
package io.graphkernel.processor.lower.vector;
