/**
 * One node while it is lowered: its inputs, attributes, and the ops that build its outputs.
 *
 * <p>{@code OnnxCall} is the view that rules have of a node; {@code OnnxRule} is a rule.
 */
package io.graphkernel.processor.onnx.node;
