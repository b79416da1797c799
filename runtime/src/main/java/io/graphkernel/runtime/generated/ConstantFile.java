package io.graphkernel.runtime.generated;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.failure.FailureCause.Kind;
import io.graphkernel.common.files.Uninterrupted;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.ContentCheck;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.loading.LoadFailures;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
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
 * The file of the constant tensors of a class.
 *
 * <p>A small file is read into memory and verified each time. A large one, such as the weights of a model, is copied
 * once into the directory of native libraries, verified during the copy, and mapped from there. All processes of a user
 * share its pages.
 */
final class ConstantFile {
    /** Minimum size for which a file of its own is profitable. */
    static final long MIN_MAPPED = CpuModel.Caches.DEFAULT.minMappedConstantBytes();

    private static final String FILE_NAME = "constants" + ConstantFormat.SUFFIX;
    private static final int CHUNK = 1 << 16;

    /**
     * The tensors of a class on the host.
     *
     * @param tensors tensors by index
     * @param names indices of the tensors that have names in a model
     */
    record Constants(Tensor[] tensors, Map<String, Integer> names) {}

    private final String name;
    private final Supplier<InputStream> file;
    private final KernelManifest manifest;

    /**
     * Creates the reader of a file.
     *
     * @param name name of the class for messages
     * @param file opens the file; null if there is none
     * @param manifest manifest of the class, which has the hash
     */
    ConstantFile(String name, Supplier<InputStream> file, KernelManifest manifest) {
        this.name = name;
        this.file = file;
        this.manifest = manifest;
    }

    /** Reads or maps the whole file. The table at its start is only verified together with the data that follows. */
    Constants read() {
        try {
            ConstantFormat.Table table;
            try (InputStream in = open()) {
                table = ConstantFormat.read(in);
            }
            Constants shared = table.dataBytes() < MIN_MAPPED ? null : shared();
            return shared == null ? copied() : shared;
        } catch (IOException e) {
            throw FailureCause.of(e).is(Kind.OTHER, Kind.DAMAGED)
                    ? new KernelLibraryException(e, RuntimeProblem.CONSTANTS_DAMAGED, name, e.getMessage())
                    : LoadFailures.unreadable("the file of the constants of " + name, e);
        }
    }

    private InputStream open() {
        InputStream in = file.get();
        if (in == null) {
            throw new KernelLibraryException(RuntimeProblem.CONSTANTS_MISSING, name, manifest.resource());
        }
        return in;
    }

    /** Returns null if no directory is writable, which is logged. */
    private Constants shared() throws IOException {
        String hash = manifest.constants();
        if (!hash.matches("[0-9a-f]{64}")) {
            throw damaged("the manifest has the hash " + hash);
        }
        Path stored;
        try {
            stored = NativeDirectory.current().storeOnce(FILE_NAME, hash, ContentCheck.current(), this::copyTo);
        } catch (KernelLibraryException e) {
            if (e.problem() != RuntimeProblem.DIRECTORY_UNUSABLE) {
                throw e;
            }
            RuntimeLogger.get()
                    .log(
                            Level.WARNING,
                            "the constants of {0} are read into the memory of this process alone: {1}",
                            name,
                            e.getMessage());
            return null;
        }
        return Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(stored)) {
                ConstantFormat.Table table = ConstantFormat.read(Channels.newInputStream(channel));
                long head = ConstantFormat.bytes(table).length;
                return new Constants(new TensorReader(table.entries()).mapped(channel, head), table.names());
            }
        });
    }

    private void copyTo(OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(open(), digest)) {
            byte[] chunk = new byte[CHUNK];
            for (int length = read(in, chunk); length >= 0; length = read(in, chunk)) {
                out.write(chunk, 0, length);
            }
        }
        requireHash(digest);
    }

    /** A failure of the jar is distinct from a failure of the copy's directory. */
    private int read(InputStream in, byte[] chunk) {
        try {
            return in.read(chunk);
        } catch (IOException e) {
            throw LoadFailures.unreadable("the file of the constants of " + name, e);
        }
    }

    private Constants copied() throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(open(), digest)) {
            ConstantFormat.Table table = ConstantFormat.read(in);
            Tensor[] tensors = new TensorReader(table.entries()).read(in);
            if (in.read() >= 0) {
                throw damaged("it goes on after its last constant");
            }
            requireHash(digest);
            return new Constants(tensors, table.names());
        }
    }

    private void requireHash(MessageDigest digest) {
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!actual.equals(manifest.constants())) {
            throw damaged("its SHA-256 is " + actual + ", that of the manifest is " + manifest.constants());
        }
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

    /** A builder of the tensors. */
    private final class TensorReader {
        private final List<ConstantFormat.Entry> entries;

        TensorReader(List<ConstantFormat.Entry> entries) {
            this.entries = entries;
        }

        /**
         * Returns tensors over the mapped file, which is read-only. A buffer holds less than 2 GiB; a larger tensor is
         * copied.
         */
        Tensor[] mapped(FileChannel channel, long begin) throws IOException {
            Tensor[] tensors = new Tensor[entries.size()];
            ByteBuffer window = ByteBuffer.allocate(0);
            long windowBegin = 0;
            for (int i = 0; i < tensors.length; i++) {
                ConstantFormat.Entry entry = entries.get(i);
                long position = begin + entry.offset();
                if (entry.bytes() == 0 || entry.bytes() > Integer.MAX_VALUE) {
                    tensors[i] = empty(entry);
                    fill(tensors[i], Channels.newInputStream(channel.position(position)));
                    continue;
                }
                if (position < windowBegin || position + entry.bytes() > windowBegin + window.capacity()) {
                    windowBegin = position;
                    long size = Math.min(channel.size() - position, Integer.MAX_VALUE);
                    window = channel.map(MapMode.READ_ONLY, position, size);
                }
                ByteBuffer slice = window.slice((int) (position - windowBegin), (int) entry.bytes());
                requireBytes(entry);
                tensors[i] = Tensor.wrap(slice.order(ByteOrder.nativeOrder()), dtype(entry), dims(entry));
            }
            return tensors;
        }

        Tensor[] read(InputStream in) throws IOException {
            Tensor[] tensors = new Tensor[entries.size()];
            Map<Long, Tensor> byPlace = new HashMap<>();
            long position = 0;
            for (int i = 0; i < tensors.length; i++) {
                ConstantFormat.Entry entry = entries.get(i);
                Tensor existing = byPlace.get(entry.offset());
                tensors[i] = empty(entry);
                if (entry.bytes() == 0) {
                    continue;
                }
                if (existing != null && existing.byteCount() == tensors[i].byteCount()) {
                    copy(existing, tensors[i]);
                } else if (entry.offset() != ConstantFormat.aligned(position)) {
                    throw damaged("constants are not contiguous");
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

        private Tensor empty(ConstantFormat.Entry entry) {
            requireBytes(entry);
            return Tensor.empty(Device.cpu(), dtype(entry), dims(entry));
        }

        private DType dtype(ConstantFormat.Entry entry) {
            return Arrays.stream(DType.values())
                    .filter(dtype -> dtype.toString().equals(entry.dtype()))
                    .findFirst()
                    .orElseThrow(() -> damaged("unknown dtype " + entry.dtype()));
        }

        private long[] dims(ConstantFormat.Entry entry) {
            return entry.dims().stream().mapToLong(Long::longValue).toArray();
        }

        private void requireBytes(ConstantFormat.Entry entry) {
            if (entry.dims().size() > KernelAbi.MAX_RANK) {
                throw damaged("a constant has rank " + entry.dims().size());
            }
            long bytes = dtype(entry).bytes();
            for (long dim : entry.dims()) {
                bytes = dim < 0 || bytes > Long.MAX_VALUE / Math.max(1, dim) ? -1 : bytes * dim;
            }
            if (bytes != entry.bytes()) {
                throw damaged("a constant of " + bytes + " bytes has " + entry.bytes());
            }
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

        private void copy(Tensor source, Tensor target) {
            long bytes = source.byteCount();
            new BytePointer(target.pointer()).limit(bytes).put(new BytePointer(source.pointer()).limit(bytes));
        }
    }
}
