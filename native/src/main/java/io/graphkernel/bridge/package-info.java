/**
 * The JNI bridge: the only native methods of GraphKernel, and the one call that loads them.
 *
 * <p>The bridge is a small shared library in freestanding C. Kernels are not JNI functions: the bridge calls them by
 * address. Users never call this package; {@code io.graphkernel.runtime} does.
 */
package io.graphkernel.bridge;
