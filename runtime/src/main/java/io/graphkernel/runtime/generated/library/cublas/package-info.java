/** Floating-point matmul by cuBLASLt on CUDA devices. */
package io.graphkernel.runtime.generated.library.cublas;
