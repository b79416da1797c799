/**
 * ONNX Runtime as a peer: an implementation that does not share our reading of the formulas. Models of one node are
 * written as bytes, run on the operands of a case, and compared with the eager ops and the compiled kernels.
 */
package io.graphkernel.conformance.onnx;
