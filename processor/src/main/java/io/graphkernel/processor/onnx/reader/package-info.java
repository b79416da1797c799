/**
 * Parser of untrusted ONNX files: the messages of the format as records.
 *
 * <p>Input: the bytes of a model and of its external data. Output: an {@code OnnxGraph} with nodes, attributes and tensors,
 * or an {@code OnnxException}.
 */
package io.graphkernel.processor.onnx.reader;
