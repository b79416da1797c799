/** The CPU: the native library of a class. */
package io.graphkernel.runtime.internal.device.cpu;
