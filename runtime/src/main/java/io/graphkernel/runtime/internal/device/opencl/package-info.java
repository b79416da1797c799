/**
 * OpenCL devices, through the ICD loader that is loaded at run time. Memory is coarse-grained shared virtual memory, so
 * that addresses are 64-bit numbers as everywhere else; programs are compiled by the driver at load, and kept.
 */
package io.graphkernel.runtime.internal.device.opencl;
