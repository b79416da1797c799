/**
 * One memory for all that a plan keeps between its kernels: which pieces of it live at the same time, and at which offsets
 * they lie. The compiler plans sizes that it knows, the run time those of a call, by the same code.
 */
package io.graphkernel.arena;
