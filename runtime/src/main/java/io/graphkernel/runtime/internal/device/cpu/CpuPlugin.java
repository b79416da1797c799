package io.graphkernel.runtime.internal.device.cpu;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.KernelFunctions;

/** Runs kernels of the native library for the platform. */
public final class CpuPlugin implements HostPlugin {

    @Override
    public String id() {
        return "cpu";
    }

    @Override
    public boolean isIn(CompiledClass compiled) {
        return compiled.manifest().isNative();
    }

    @Override
    public boolean runs(CompiledClass compiled) {
        return compiled.manifest().supports(PlatformNames.current());
    }

    @Override
    public HostKernels load(CompiledClass compiled) {
        return HostKernels.ofNative(KernelFunctions.load(compiled.stub(), compiled.name(), compiled.manifest()));
    }

    @Override
    public String kernelsName() {
        return "native functions";
    }
}
