/**
 * Scheduling of fused groups to loop nests: loads, computations, buffered values and stores of each loop, independent
 * of any target.
 *
 * <p>Input: a graph whose ops are partitioned into groups. Output: a {@link io.graphkernel.processor.schedule.Plan},
 * the {@link io.graphkernel.processor.schedule.Launch}es of kernels and library calls in order, with the memory between
 * them. A kernel follows the loop template of its {@link io.graphkernel.graph.iteration.IterationSpace}: elementwise,
 * row or strided reduction in several stages, scan, or column or full reduction. The last two have two phases with a
 * fixed partition, so that results do not depend on the number of threads.
 */
package io.graphkernel.processor.schedule;
