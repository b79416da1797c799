/**
 * Binary contract between compiler and runtime: a stub and its kernels run with later builds of the runtime.
 */
package io.graphkernel.common.abi;
