/**
 * Definitions of all ops: one class per family, one row per op.
 */
package io.graphkernel.op.definition;
