/** OpenCL: the source of all GPUs, complete, which a driver compiles at load. */
package io.graphkernel.processor.target.opencl;
