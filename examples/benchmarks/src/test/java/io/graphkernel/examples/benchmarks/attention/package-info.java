/**
 * Measures attention, as it is written with products and a softmax, against itself unfused and against PyTorch, whose
 * libraries are dependencies of the tests alone.
 */
package io.graphkernel.examples.benchmarks.attention;
