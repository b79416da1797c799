package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.LoadFailures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A program that is loaded on a device. */
public final class DeviceProgram {
    private final DeviceInUse device;
    private final String name;
    private final DeviceDriver.Program program;

    DeviceProgram(DeviceInUse device, String name, DeviceDriver.Program program) {
        this.device = device;
        this.name = name;
        this.program = program;
    }

    /** Loads the program in a resource of a class's package: {@code <stem>} with the suffix of its driver. */
    static DeviceProgram ofResource(DeviceInUse device, Class<?> owner, String stem) {
        String suffix = device.driver()
                .programSuffix()
                .orElseThrow(() -> new DeviceUnavailableException(RuntimeProblem.NO_LIBRARY_CALLS, device));
        String file = variantOf(device, owner, stem).orElse(stem + suffix);
        try (InputStream stream = owner.getResourceAsStream(file)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.PROGRAM_MISSING, file, owner.getName());
            }
            byte[] text = stream.readAllBytes();
            return new DeviceProgram(
                    device, file, SignalHandlers.preserve(() -> device.driver().load(file, text)));
        } catch (IOException e) {
            throw LoadFailures.unreadable(file, e);
        }
    }

    /** Returns the resource of a program for the architecture of a device; empty if the class's package has none. */
    static Optional<String> variantOf(DeviceInUse device, Class<?> owner, String stem) {
        return device.driver().variantFile(stem).filter(variant -> owner.getResource(variant) != null);
    }

    /**
     * Returns a kernel of the program, which the caller caches.
     *
     * @param kernel name in the source
     * @param slots number of 8-byte slots of its arguments
     * @throws KernelLibraryException if no kernel has this name, or the slots exceed the device's parameter size
     */
    public DeviceKernel kernel(String kernel, int slots) {
        long bytes = (long) slots * Long.BYTES;
        long most = device.driver().properties().parameterBytes();
        if (bytes > most) {
            throw new KernelLibraryException(RuntimeProblem.KERNEL_PARAMETERS, kernel, name, bytes, device, most);
        }
        return new DeviceKernel(device, program.function(kernel), slots);
    }
}
