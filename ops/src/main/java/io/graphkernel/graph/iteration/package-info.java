/** Iteration spaces of loop nests, and the affine access of their buffers. */
package io.graphkernel.graph.iteration;
