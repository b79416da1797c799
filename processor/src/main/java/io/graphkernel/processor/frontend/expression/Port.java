package io.graphkernel.processor.frontend.expression;

import io.graphkernel.graph.Node;

/**
 * A tensor of the graph around a body that is compiled separately, and the parameter of the body for it.
 *
 * @param outer value before the body
 * @param inner parameter of the body
 */
record Port(Node outer, Node inner) {}
