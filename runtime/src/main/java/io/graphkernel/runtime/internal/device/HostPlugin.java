package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;

/** A plugin that runs kernels on the host, over host tensors. A setting selects it by its id. */
public interface HostPlugin extends DevicePlugin {

    /** Returns true if a class was compiled for this target, on any machine. */
    boolean isIn(CompiledClass compiled);

    /** Returns true if the compiled kernels of a class run on this machine. */
    boolean runs(CompiledClass compiled);

    /**
     * Loads the kernels of a class.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if anything is missing, damaged or cannot be
     *     loaded
     */
    HostKernels load(CompiledClass compiled);

    /** Returns the policy that splits ranges of kernels among threads. */
    default ThreadSplitPolicy splitPolicy() {
        return ThreadSplitPolicy.OF_MEMORY;
    }

    /** Returns the plural name of the kernels for the log, for example {@code Java methods}. */
    String kernelsName();
}
