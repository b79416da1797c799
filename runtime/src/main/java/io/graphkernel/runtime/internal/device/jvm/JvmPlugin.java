package io.graphkernel.runtime.internal.device.jvm;

import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;

/** Runs kernels as generated Java methods, which run on any host. */
public final class JvmPlugin implements HostPlugin {

    @Override
    public String id() {
        return "jvm";
    }

    @Override
    public boolean isIn(CompiledClass compiled) {
        return compiled.javaKernels(id()) != null;
    }

    @Override
    public boolean runs(CompiledClass compiled) {
        return isIn(compiled);
    }

    @Override
    public HostKernels load(CompiledClass compiled) {
        return HostKernels.ofJava(compiled.javaKernels(id()));
    }

    @Override
    public String kernelsName() {
        return "Java methods";
    }
}
