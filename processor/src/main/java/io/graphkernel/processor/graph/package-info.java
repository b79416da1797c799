/**
 * The op graph: what every stage of the compiler reads and writes.
 *
 * <p>In: nothing; this package knows the JDK alone. Out: immutable {@link io.graphkernel.processor.graph.Graph}s of
 * {@link io.graphkernel.processor.graph.Node}s with symbolic {@link io.graphkernel.processor.graph.Shape}s, their text
 * form ({@link io.graphkernel.processor.graph.GraphPrinter}, {@link io.graphkernel.processor.graph.GraphParser}) and
 * their {@link io.graphkernel.processor.graph.GraphVerifier}.
 *
 * <p>Always holds: nodes are in topological order, every node carries the type that the op rules infer for it, a node
 * is in at most one {@link io.graphkernel.processor.graph.Group}, and printing then parsing gives the same text.
 */
package io.graphkernel.processor.graph;
