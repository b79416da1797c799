package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.memory.ConstantMemory;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The constant tensors of one class. They are read from its jar once, at the first use on the host, and copied to a
 * device at the first use there. All threads share them until the class is unloaded.
 */
final class ClassConstants {
    private final String name;
    private final Supplier<InputStream> file;
    private final Supplier<KernelManifest> manifest;
    /** Constants of the host, then of devices by ordinal; replaced as a whole. */
    private volatile Tensor[][] loaded = {};

    /** Written before the constants of the host. */
    private Map<String, Integer> names;

    /**
     * Creates the constants without loading them.
     *
     * @param name name of the class for messages
     * @param file opens the file of constants; null if there is none
     * @param manifest manifest of the build of the stub
     */
    ClassConstants(String name, Supplier<InputStream> file, Supplier<KernelManifest> manifest) {
        this.name = name;
        this.file = file;
        this.manifest = manifest;
    }

    /** Returns a constant on a device by its index in the class. */
    Tensor on(Device device, int ordinal, int index) {
        int deviceIndex = device.isHost() ? 0 : 1 + ordinal;
        Tensor[][] current = loaded;
        Tensor[] constants = deviceIndex < current.length && current[deviceIndex] != null
                ? current[deviceIndex]
                : load(device, deviceIndex);
        if (index >= constants.length) {
            throw new KernelLibraryException(
                    RuntimeProblem.CONSTANTS_DAMAGED,
                    name,
                    "constant index " + index + " is out of range for " + constants.length);
        }
        return constants[index];
    }

    /**
     * Returns new host tensors with the elements of named constants of a model: the requested ones, or all if none is
     * requested.
     */
    Map<String, Tensor> named(List<String> requested) {
        Tensor[] constants = load(Device.cpu(), 0);
        Map<String, Tensor> copies = new LinkedHashMap<>();
        try {
            Map<String, Integer> chosen = new LinkedHashMap<>(names);
            if (!requested.isEmpty()) {
                chosen.keySet().retainAll(new HashSet<>(requested));
            }
            chosen.forEach((weight, index) -> {
                Tensor constant = constants[index];
                Tensor copy = Tensor.empty(Device.cpu(), constant.dtype(), constant.dimensions());
                copies.put(weight, copy);
                constant.copyTo(copy);
            });
        } catch (RuntimeException | Error e) {
            copies.values().forEach(Tensor::close);
            throw e;
        }
        return copies;
    }

    private synchronized Tensor[] load(Device device, int deviceIndex) {
        if (deviceIndex >= loaded.length || loaded[deviceIndex] == null) {
            if (!device.isHost() && DeviceFrames.current(device).recording() != null) {
                throw new InvalidArgumentException(RuntimeProblem.CONSTANTS_IN_CAPTURE, name, device);
            }
            Tensor[][] perDevice = Arrays.copyOf(loaded, Math.max(loaded.length, deviceIndex + 1));
            // Tensors created here do not belong to a scope of the caller.
            try (TensorScope scope = TensorScope.open()) {
                Tensor[] onHost = loaded.length > 0 && loaded[0] != null ? loaded[0] : read();
                perDevice[deviceIndex] = Arrays.stream(onHost)
                        .map(tensor -> Tensors.hold(device.isHost() ? tensor : tensor.to(device)))
                        .toArray(Tensor[]::new);
            }
            if (device.isHost()) {
                for (Tensor created : perDevice[deviceIndex]) {
                    if (created.byteCount() > 0) {
                        ConstantMemory.add(created, created.address(), created.byteCount());
                    }
                }
            }
            loaded = perDevice;
        }
        return loaded[deviceIndex];
    }

    private Tensor[] read() {
        ConstantFile.Constants content = new ConstantFile(name, file, manifest.get()).read();
        names = content.names();
        return content.tensors();
    }
}
