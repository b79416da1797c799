package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.RangeFunction;

/**
 * The kernels of a class on the host.
 *
 * @param addresses the native functions by their numbers, which the bridge calls; null if Java runs the kernels
 * @param inJava takes the number of a function in place of an address; null if the kernels are native functions
 */
public record HostKernels(long[] addresses, RangeFunction inJava) {

    /** Native functions. */
    public static HostKernels ofNative(long[] addresses) {
        return new HostKernels(addresses, null);
    }

    /** Kernels that Java runs. */
    public static HostKernels ofJava(RangeFunction kernels) {
        return new HostKernels(null, kernels);
    }
}
