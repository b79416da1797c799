/**
 * Fused groups to loop nests: what each kernel loads, computes, keeps and stores in which loop, without any target.
 *
 * <p>In: a graph whose ops are partitioned into groups. Out: a {@link io.graphkernel.processor.schedule.Plan}, the list
 * of {@link io.graphkernel.processor.schedule.Launch}es of kernels and library calls in order, with the memory between them.
 * A kernel follows the template of the form of its {@link io.graphkernel.processor.graph.IterationSpace}: elementwise,
 * row or lane reduction in several stages, scan, or column or full reduction, the last two in two phases with a fixed
 * partition, so that results do not depend on the number of threads.
 */
package io.graphkernel.processor.schedule;
