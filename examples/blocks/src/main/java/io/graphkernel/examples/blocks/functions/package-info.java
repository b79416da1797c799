/** Kernels with loops, scans and element functions: recurrences, differential equations and prices, one per class. */
package io.graphkernel.examples.blocks.functions;
