/**
 * OpenCL devices, through the ICD loader, which is loaded dynamically. Memory is coarse-grained shared virtual memory,
 * so that addresses are 64-bit integers as for other devices. The driver compiles programs at load; binaries are
 * cached.
 */
package io.graphkernel.runtime.internal.device.opencl;
