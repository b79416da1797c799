/**
 * The op graph, the IR of all middle-end stages.
 *
 * <p>In: nothing; this package depends only on the JDK. Out: immutable {@link io.graphkernel.graph.Graph}s of
 * {@link io.graphkernel.graph.Node}s with symbolic {@link io.graphkernel.graph.Shape}s, their text
 * form ({@link io.graphkernel.graph.GraphPrinter}, {@link io.graphkernel.graph.GraphParser}) and
 * their {@link io.graphkernel.graph.verification.GraphVerifier}.
 *
 * <p>Invariants: nodes are in topological order; every node has the type that the op rules infer for it; a node is in
 * at most one {@link io.graphkernel.graph.FusionGroup}; printing and parsing round-trip.
 */
package io.graphkernel.graph;
