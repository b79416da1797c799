package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.loading.CompiledClass;

/** A way to run kernels on the host, over tensors of the host. A setting asks for it by its id. */
public interface HostPlugin extends DevicePlugin {

    /** Whether a class was compiled for this target, on any machine. */
    boolean isIn(CompiledClass compiled);

    /** Whether what a class was compiled to runs on this machine. */
    boolean runs(CompiledClass compiled);

    /**
     * Loads the kernels of a class.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if anything is missing, damaged or cannot be loaded
     */
    HostKernels load(CompiledClass compiled);

    /** Into how many parts, each for a thread, the ranges of its kernels are cut. */
    default ThreadParts parts() {
        return ThreadParts.OF_MEMORY;
    }

    /** What the kernels run as, in the plural, for the log: for example {@code Java methods}. */
    String kernelsName();
}
