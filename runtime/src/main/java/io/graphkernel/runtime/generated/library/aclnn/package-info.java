/** Matmul, convolution and attention by aclnn on Ascend, and the built-in kernel for the gradient of gathers. */
package io.graphkernel.runtime.generated.library.aclnn;
