/** CUDA devices, through the driver API, which is loaded dynamically: no toolkit is required. Programs are PTX. */
package io.graphkernel.runtime.internal.device.cuda;
