/** Structures of ops that several lowering rules of ONNX share: attention of heads, windows of images, recurrent cells. */
package io.graphkernel.processor.onnx.block;
