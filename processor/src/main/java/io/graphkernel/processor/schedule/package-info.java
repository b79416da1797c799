/**
 * Fused groups to loop nests: what each kernel loads, computes, keeps and stores in which loop, without any target.
 *
 * <p>In: a graph whose ops are partitioned into groups. Out: a {@link io.graphkernel.processor.schedule.Plan}, the list
 * of {@link io.graphkernel.processor.schedule.Kernel}s in launch order with the memory between them. A kernel follows
 * one of four templates, the form of its {@link io.graphkernel.processor.graph.IterationSpace}: elementwise, row
 * reduction in several stages, column reduction and full reduction, the last two in two phases with a fixed partition,
 * so that results do not depend on the number of threads.
 */
package io.graphkernel.processor.schedule;
