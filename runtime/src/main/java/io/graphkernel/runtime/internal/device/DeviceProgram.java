package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;

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

    /** A program that is a resource next to a class: {@code <stem>} with the suffix of its driver. */
    static DeviceProgram ofResource(DeviceInUse device, Class<?> owner, String stem) {
        String suffix = device.driver()
                .programSuffix()
                .orElseThrow(() -> new DeviceUnavailableException(RuntimeProblem.NO_LIBRARY_CALLS, device));
        String file = stem + suffix;
        try (InputStream stream = owner.getResourceAsStream(file)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.PROGRAM_MISSING, file, owner.getName());
            }
            return new DeviceProgram(device, file, device.driver().load(file, stream.readAllBytes()));
        } catch (IOException e) {
            throw new KernelLibraryException(e, RuntimeProblem.LOAD_FAILED, file, e.getMessage());
        }
    }

    /**
     * A kernel of the program; to be kept by the caller.
     *
     * @param kernel its name in the text
     * @param slots how many 8-byte slots it takes
     * @throws KernelLibraryException if there is none of this name, or the device does not take so many slots
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
