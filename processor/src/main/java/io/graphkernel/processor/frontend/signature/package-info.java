/**
 * Declaration of a kernel method: its annotations, parameters and result, checked and read once.
 *
 * <p>Input: the element of a method. Output: the parameters of its graph, or messages about unsupported types. Records and
 * lists are flattened to tensors and numbers.
 */
package io.graphkernel.processor.frontend.signature;
