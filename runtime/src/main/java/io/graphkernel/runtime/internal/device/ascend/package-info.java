/**
 * Ascend devices, through AscendCL, which is loaded at run time. Programs are Ascend C, which the runtime compiler of the toolkit
 * compiles when they are loaded.
 */
package io.graphkernel.runtime.internal.device.ascend;
