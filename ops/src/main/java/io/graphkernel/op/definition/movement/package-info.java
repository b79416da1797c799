/** Rows of data movement: views, slices, joins, and elements and slices at indices. */
package io.graphkernel.op.definition.movement;
