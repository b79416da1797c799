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
 * The constant tensors of one class. They are read from its jar once, at the first use on the host, and copied to a device at
 * the first use there; all threads share them, and they go with the class.
 */
final class ClassConstants {
    private final String name;
    private final Supplier<InputStream> file;
    private final Supplier<KernelManifest> manifest;
    /** The host's come first, then those of devices by their ordinals; replaced as a whole. */
    private volatile Tensor[][] loaded = {};

    /** Written before the host's. */
    private Map<String, Integer> names;

    /**
     * None of them is loaded yet.
     *
     * @param name the class, for messages
     * @param file opens the file of constants; null if there is none
     * @param manifest of the build of the stub
     */
    ClassConstants(String name, Supplier<InputStream> file, Supplier<KernelManifest> manifest) {
        this.name = name;
        this.file = file;
        this.manifest = manifest;
    }

    /** A constant on a device, by its number in the class. */
    Tensor on(Device device, int ordinal, int index) {
        int place = device.isHost() ? 0 : 1 + ordinal;
        Tensor[][] current = loaded;
        Tensor[] constants = place < current.length && current[place] != null ? current[place] : load(device, place);
        if (index >= constants.length) {
            throw new KernelLibraryException(
                    RuntimeProblem.CONSTANTS_DAMAGED,
                    name,
                    "there is no constant " + index + " of " + constants.length);
        }
        return constants[index];
    }

    /** New tensors of the host with the elements of those that have names in a model: some of them, or all if none is named. */
    Map<String, Tensor> named(List<String> wanted) {
        Tensor[] constants = load(Device.cpu(), 0);
        Map<String, Tensor> copies = new LinkedHashMap<>();
        try {
            Map<String, Integer> chosen = new LinkedHashMap<>(names);
            if (!wanted.isEmpty()) {
                chosen.keySet().retainAll(new HashSet<>(wanted));
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

    private synchronized Tensor[] load(Device device, int place) {
        if (place >= loaded.length || loaded[place] == null) {
            if (!device.isHost() && DeviceFrames.current(device).recording() != null) {
                throw new InvalidArgumentException(RuntimeProblem.CONSTANTS_IN_CAPTURE, name, device);
            }
            Tensor[][] all = Arrays.copyOf(loaded, Math.max(loaded.length, place + 1));
            // What is made here belongs to no scope of the caller.
            try (TensorScope scope = TensorScope.open()) {
                Tensor[] onHost = loaded.length > 0 && loaded[0] != null ? loaded[0] : read();
                all[place] = Arrays.stream(onHost)
                        .map(tensor -> Tensors.hold(device.isHost() ? tensor : tensor.to(device)))
                        .toArray(Tensor[]::new);
            }
            if (device.isHost()) {
                for (Tensor each : all[place]) {
                    if (each.byteCount() > 0) {
                        ConstantMemory.add(each, each.address(), each.byteCount());
                    }
                }
            }
            loaded = all;
        }
        return loaded[place];
    }

    private Tensor[] read() {
        ConstantFile.Content content = new ConstantFile(name, file, manifest.get()).read();
        names = content.names();
        return content.tensors();
    }
}
