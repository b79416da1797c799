/** The safetensors format: the header of a file, which training and ONNX models read with the same checks. */
package io.graphkernel.common.safetensors;
