/**
 * Matrix products, convolutions and attention, which a plan calls between its kernels. In: operands as addresses and dims in a
 * launch frame, which the stub has checked, or as tensors of an eager op. Out: the result, its elementwise tail
 * applied. On the CPU oneDNN computes products of f32, f16, bf16 and i8, our own kernels ({@code native/src/main/c/gk_*.c})
 * compute attention; plain Java computes every dtype, on the JVM target too. On a device
 * our own kernels compute every dtype, their text in {@code native/src/main/c/*.cl}; on CUDA devices cuBLASLt takes
 * products of floats if it is on the machine.
 *
 * <p>Collectives are calls as well: they take the {@link io.graphkernel.runtime.Communicator} of the calling thread, and
 * what lies on a device goes through memory of the host, in the order of the thread's stream.
 */
package io.graphkernel.runtime.generated.library;
