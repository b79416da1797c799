/**
 * Definitions of all ops, by family: one package per subject, one class per family, one row per op.
 */
package io.graphkernel.op.definition;
