/**
 * Runtime support for generated stubs: argument checks, the frame that they fill, and the kernels that they launch.
 *
 * <p>In: tensors and scalars of the user. Out: launches. Names and signatures are a contract with every class compiled
 * before; users do not call them.
 */
package io.graphkernel.runtime.generated;
