/**
 * What the emitters of all targets share that compute one element at a time: where the elements of buffers lie, in which
 * order a stage loads, computes, accumulates and stores, and how indices come from the number of a turn. How a target
 * writes it is its {@link io.graphkernel.processor.emit.scalar.Dialect}.
 */
package io.graphkernel.processor.emit.scalar;
