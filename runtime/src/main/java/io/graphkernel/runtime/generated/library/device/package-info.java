/** Built-in kernels of CUDA and OpenCL devices: {@code native/src/main/c/*.cl}. */
package io.graphkernel.runtime.generated.library.device;
