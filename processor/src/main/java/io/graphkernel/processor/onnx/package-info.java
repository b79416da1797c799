/**
 * The second front end: the file of an ONNX model becomes a graph, as a method does in {@code frontend}. The reader takes the
 * file apart and trusts nothing in it, the importer walks its nodes, and a rule of {@link
 * io.graphkernel.processor.onnx.OnnxOps} per op says which of our ops they are. Integers that say shapes are computed here, as
 * dims.
 */
package io.graphkernel.processor.onnx;
