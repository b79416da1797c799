/** Rows of ops by the order of elements: sorting, searches, counts, selections. */
package io.graphkernel.op.definition.order;
