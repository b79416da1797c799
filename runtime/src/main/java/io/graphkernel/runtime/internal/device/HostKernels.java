package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.jvm.RangeFunction;

/**
 * The kernels of a class on the host.
 *
 * @param addresses addresses of native functions by index; null if the kernels are Java methods
 * @param inJava function that takes an index instead of an address; null if the kernels are native
 */
public record HostKernels(long[] addresses, RangeFunction inJava) {

    /** Returns native kernels. */
    public static HostKernels ofNative(long[] addresses) {
        return new HostKernels(addresses, null);
    }

    /** Returns kernels that are Java methods. */
    public static HostKernels ofJava(RangeFunction kernels) {
        return new HostKernels(null, kernels);
    }
}
