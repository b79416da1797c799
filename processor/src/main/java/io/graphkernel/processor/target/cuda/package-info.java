/** CUDA target: the common source of GPUs, compiled to PTX. */
package io.graphkernel.processor.target.cuda;
