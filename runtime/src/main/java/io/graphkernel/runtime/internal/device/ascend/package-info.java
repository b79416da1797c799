/**
 * Ascend devices, through AscendCL, which is loaded dynamically. Programs are Ascend C, which the toolkit's runtime
 * compiler compiles at load.
 */
package io.graphkernel.runtime.internal.device.ascend;
