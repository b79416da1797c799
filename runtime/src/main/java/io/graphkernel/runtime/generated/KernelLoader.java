package io.graphkernel.runtime.generated;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.DeviceProgram;
import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.loading.ProgramFile;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.setting.DeviceSetting;
import java.util.Optional;

/** Loader of the kernels of one class, for the host or for a device. */
final class KernelLoader {

    private final String name;
    private final CompiledClass compiled;
    private final KernelManifest manifest;

    /**
     * Creates the loader of a class.
     *
     * @param name directory below {@code META-INF/graphkernel}
     * @param compiled target outputs for the class
     */
    KernelLoader(String name, CompiledClass compiled) {
        this.name = name;
        this.compiled = compiled;
        this.manifest = compiled.manifest();
    }

    /**
     * Kernels for the host.
     *
     * @param kernels kernels by index in the manifest
     * @param inJava true if they run in Java
     */
    record HostLoad(Kernel[] kernels, boolean inJava) {}

    /** Loads the kernels for the selected host target. */
    HostLoad onHost() {
        HostPlugin plugin = DeviceSetting.hostPlugin(compiled);
        HostKernels functions = plugin.load(compiled);
        Kernel[] loaded = new Kernel[manifest.kernels().size()];
        for (int i = 0; i < loaded.length; i++) {
            LaunchLabel label = label(i, plugin.id());
            int function = manifest.kernels().get(i).function();
            loaded[i] = functions.inJava() == null
                    ? Kernel.ofLibrary(label, functions.addresses()[function], plugin.splitPolicy())
                    : Kernel.ofJvm(label, functions.inJava(), function, plugin.splitPolicy());
        }
        return new HostLoad(loaded, functions.inJava() != null);
    }

    /** Loads the kernels for a device; null entries use f64, which the device does not support. */
    Kernel[] onDevice(Device device, DeviceInUse used) {
        compiled.requireNotLeftOut(used.driver().target(), device.toString());
        used.driver()
                .variantDirectory()
                .ifPresent(directory -> compiled.requireNotLeftOut(directory, device.toString()));
        DeviceKernel[] functions = manifest.functions() == 0 ? new DeviceKernel[0] : functions(used, device);
        Kernel[] loaded = new Kernel[manifest.kernels().size()];
        for (int i = 0; i < loaded.length; i++) {
            DeviceKernel function = functions[manifest.kernels().get(i).function()];
            loaded[i] = function == null ? null : Kernel.ofDevice(label(i, device), function);
        }
        return loaded;
    }

    /** Returns the kernel functions of a class; a class that only calls libraries has no program. */
    private DeviceKernel[] functions(DeviceInUse used, Device device) {
        ProgramFile file = compiled.program(used.driver().target(), device.toString());
        Optional<DeviceDriver.Variant> variant = used.driver()
                .variantDirectory()
                .flatMap(directory -> compiled.variant(directory, device.toString()))
                .map(program -> new DeviceDriver.Variant(program.resource(), program.content()));
        DeviceProgram program = used.load(file.resource(), file.content(), variant);
        DeviceKernel[] functions = new DeviceKernel[manifest.functions()];
        for (int i = 0; i < functions.length; i++) {
            functions[i] = ofProgram(program, file, i, device);
        }
        return functions;
    }

    /** Returns null for a kernel with f64 on a device without f64, whose program omits it. */
    private static DeviceKernel ofProgram(DeviceProgram program, ProgramFile file, int index, Device device) {
        try {
            return program.kernel(file.function(index), file.slots(index, KernelAbi.FRAME_SLOTS));
        } catch (KernelLibraryException e) {
            if (device.supportsF64() || e.problem() != RuntimeProblem.PROGRAM_KERNEL) {
                throw e;
            }
            return null;
        }
    }

    /** Returns the label of a kernel in profiles. The device is the id of a host target, or another device. */
    private LaunchLabel label(int index, Object device) {
        KernelManifest.LaunchedKernel kernel = manifest.kernels().get(index);
        return new LaunchLabel(name, kernel.method(), kernel.name(), device.toString());
    }
}
