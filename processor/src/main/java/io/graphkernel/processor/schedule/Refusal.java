package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;

/**
 * Why a target has no kernel for a step.
 *
 * @param op the op at fault
 * @param reason what of it the target has not, as a sentence without its end
 */
public record Refusal(Node op, String reason) {}
