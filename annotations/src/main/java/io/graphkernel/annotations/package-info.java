/**
 * What user code compiles against to mark kernels: {@link io.graphkernel.annotations.GraphKernel} on a method,
 * {@link io.graphkernel.annotations.TensorType} on its parameters. Depends on nothing and does nothing by itself.
 */
package io.graphkernel.annotations;
