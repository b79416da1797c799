/** CUDA devices, through the driver API, which is loaded at run time: no toolkit is needed. Programs are PTX. */
package io.graphkernel.runtime.internal.device.cuda;
