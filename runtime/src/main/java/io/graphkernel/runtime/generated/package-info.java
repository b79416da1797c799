/**
 * What generated stubs call, and nobody else: checks of arguments, the frame that they fill, the kernels that they launch.
 * In: the user's tensors and numbers. Out: launches. The names and signatures here are a contract with every class that
 * was compiled before; users call none of it.
 */
package io.graphkernel.runtime.generated;
