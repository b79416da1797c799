/**
 * The second front end: it converts the file of an ONNX model to a graph, as {@code frontend} does for a method. The
 * reader parses the untrusted file, and the importer lowers each node by the rule of its op in {@link
 * io.graphkernel.processor.onnx.rule.OnnxOps}. Integers that describe shapes are folded to dims.
 */
package io.graphkernel.processor.onnx;
