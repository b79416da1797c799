package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;

/**
 * An edge between two kernels of a plan.
 *
 * @param producer value computed in one kernel
 * @param consumer op that reads it in another
 * @param reason reason why the two are separate kernels, in one sentence in the user's words
 * @param remedy change that would enable fusion, or that there is none, in capitalized sentences
 */
public record UnfusedEdge(Node producer, Node consumer, String reason, String remedy) {}
