/** Measures models of ONNX against ONNX Runtime, a dependency of the tests alone: the time of calls, of first results and of compilations. */
package io.graphkernel.examples.benchmarks.onnx;
