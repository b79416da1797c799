/**
 * Annotations that mark kernels in user code: {@link io.graphkernel.annotations.GraphKernel} on a method,
 * {@link io.graphkernel.annotations.TensorType} on its parameters. This module has no dependencies and no code.
 */
@NullMarked
package io.graphkernel.annotations;

import org.jspecify.annotations.NullMarked;
