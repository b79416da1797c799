/** CUDA: the source of all GPUs, compiled to PTX. */
package io.graphkernel.processor.target.cuda;
