package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Node;

/**
 * An edge between two kernels of a plan.
 *
 * @param producer computes a value in one kernel
 * @param consumer reads it in another
 * @param reason why the two are not one kernel, in one sentence in the user's words
 * @param remedy what would make them one, or that nothing does, in sentences that begin with a capital letter
 */
public record Unfused(Node producer, Node consumer, String reason, String remedy) {}
