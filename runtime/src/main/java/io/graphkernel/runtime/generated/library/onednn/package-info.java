/** Matmul and convolution by oneDNN on the CPU, with packed constant weights. */
package io.graphkernel.runtime.generated.library.onednn;
