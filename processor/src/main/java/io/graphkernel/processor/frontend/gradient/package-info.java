/**
 * Gradients of kernel methods: custom gradients, and gradients derived for a method.
 *
 * <p>Input: the graph of a method and its annotations. Output: a pair of graphs for a requested gradient, or messages about
 * methods without one.
 */
package io.graphkernel.processor.frontend.gradient;
