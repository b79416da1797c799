package io.graphkernel.runtime.generated;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.runtime.DType;
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
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * The constant tensors of one class. They are read from its jar once, at the first use on the host, and copied to a device at
 * the first use there; all threads share them, and they go with the class.
 */
final class ClassConstants {
    private static final int CHUNK = 1 << 16;

    private final String name;
    private final Supplier<InputStream> file;
    private final Supplier<KernelManifest> manifest;
    /** The host's come first, then those of devices by their ordinals; replaced as a whole. */
    private volatile Tensor[][] loaded = {};

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
            throw damaged("there is no constant " + index + " of " + constants.length);
        }
        return constants[index];
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
                        ConstantMemory.add(each, each.pointer().address(), each.byteCount());
                    }
                }
            }
            loaded = all;
        }
        return loaded[place];
    }

    /** Reads all constants of the class into tensors of the host. */
    private Tensor[] read() {
        KernelManifest listed = manifest.get();
        MessageDigest digest = sha256();
        try (InputStream in = file.get()) {
            if (in == null) {
                throw new KernelLibraryException(RuntimeProblem.CONSTANTS_MISSING, name, listed.resource());
            }
            DigestInputStream digested = new DigestInputStream(in, digest);
            Tensor[] tensors = tensors(digested);
            if (digested.read() >= 0) {
                throw damaged("it goes on after its last constant");
            }
            String actual = HexFormat.of().formatHex(digest.digest());
            if (!actual.equals(listed.constants())) {
                throw damaged("its SHA-256 is " + actual + ", that of the manifest is " + listed.constants());
            }
            return tensors;
        } catch (IOException e) {
            throw new KernelLibraryException(e, RuntimeProblem.CONSTANTS_DAMAGED, name, e.getMessage());
        }
    }

    private Tensor[] tensors(InputStream in) throws IOException {
        List<ConstantFormat.Entry> entries = ConstantFormat.readTable(in);
        Tensor[] tensors = new Tensor[entries.size()];
        Map<Long, Tensor> byPlace = new HashMap<>();
        long position = 0;
        for (int i = 0; i < tensors.length; i++) {
            ConstantFormat.Entry entry = entries.get(i);
            Tensor known = byPlace.get(entry.offset());
            tensors[i] = tensor(entry);
            if (known != null && known.byteCount() == tensors[i].byteCount()) {
                copy(known, tensors[i]);
            } else if (entry.offset() != ConstantFormat.aligned(position)) {
                throw damaged("a constant is not next to the one before");
            } else {
                // Skipped bytes would not be digested.
                in.readNBytes((int) (entry.offset() - position));
                fill(tensors[i], in);
                position = entry.offset() + entry.bytes();
                byPlace.put(entry.offset(), tensors[i]);
            }
        }
        return tensors;
    }

    private Tensor tensor(ConstantFormat.Entry entry) {
        DType dtype = Arrays.stream(DType.values())
                .filter(each -> each.toString().equals(entry.dtype()))
                .findFirst()
                .orElseThrow(() -> damaged("there is no dtype " + entry.dtype()));
        long[] dims = entry.dims().stream().mapToLong(Long::longValue).toArray();
        Tensor tensor = Tensor.empty(Device.cpu(), dtype, dims);
        if (tensor.byteCount() != entry.bytes()) {
            throw damaged("a constant of " + tensor.byteCount() + " bytes has " + entry.bytes());
        }
        return tensor;
    }

    private void fill(Tensor tensor, InputStream in) throws IOException {
        byte[] chunk = new byte[(int) Math.min(CHUNK, tensor.byteCount())];
        long bytes = tensor.byteCount();
        BytePointer target = new BytePointer(tensor.pointer());
        for (long position = 0; position < bytes; position += chunk.length) {
            int length = (int) Math.min(chunk.length, bytes - position);
            if (in.readNBytes(chunk, 0, length) < length) {
                throw damaged("it ends within a constant");
            }
            target.position(position).put(chunk, 0, length);
        }
    }

    private static void copy(Tensor source, Tensor target) {
        long bytes = source.byteCount();
        new BytePointer(target.pointer()).limit(bytes).put(new BytePointer(source.pointer()).limit(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private KernelLibraryException damaged(String detail) {
        return new KernelLibraryException(RuntimeProblem.CONSTANTS_DAMAGED, name, detail);
    }
}
