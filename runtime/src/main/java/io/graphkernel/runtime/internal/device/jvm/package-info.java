/** The JVM: the kernels of a class as Java methods. */
package io.graphkernel.runtime.internal.device.jvm;
