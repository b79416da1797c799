package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;

/**
 * Reason why a target does not support a step.
 *
 * @param op the unsupported op
 * @param reason the missing feature, as a sentence without its end
 */
public record UnsupportedReason(Node op, String reason) {}
