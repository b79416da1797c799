/** OpenCL target: the common, self-contained source of GPUs, which a driver compiles at load time. */
package io.graphkernel.processor.target.opencl;
