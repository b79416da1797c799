/** Rows of ops on shapes: padding modes, windows, sequences, dynamic slices, contractions. */
package io.graphkernel.op.definition.shape;
