/**
 * Library ops that a plan calls between its kernels: matmul, convolution, attention and collectives.
 *
 * <p>In: operands as addresses and dims in a launch frame, checked by the stub, or as tensors of an eager op. Out: the
 * result with its post-ops applied.
 *
 * <p>On the CPU, oneDNN computes matmuls of f32, f16, bf16 and i8, and the built-in kernels
 * ({@code native/src/main/c/gk_*.c}) compute attention. Plain Java supports every dtype, also on the JVM target. On
 * devices, the built-in kernels ({@code native/src/main/c/*.cl}) support every dtype, and cuBLASLt computes
 * floating-point matmuls on CUDA devices if it is installed.
 *
 * <p>Collectives use the {@link io.graphkernel.runtime.Communicator} of the calling thread. Device memory is staged
 * through host memory if necessary, in the order of the thread's stream.
 *
 * <p>This package has the contract between a call site and its kernels; {@code call} has the call sites, {@code shape}
 * the shapes that they check, and there is one package for each library and each kind of built-in kernel.
 */
package io.graphkernel.runtime.generated.library;
