/**
 * Lowering rules of ONNX ops, listed in {@link io.graphkernel.processor.onnx.rule.OnnxOps}, and the folding of integers
 * that describe shapes.
 */
package io.graphkernel.processor.onnx.rule;
