package io.graphkernel.runtime.generated;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
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
 * The file of the constant tensors of a class. A small one is read into memory, and compared with its hash each time. A large one,
 * such as the weights of a model, is copied once into the directory of native libraries, compared with its hash on the way, and mapped from
 * there, so that all processes of a user share its pages.
 */
final class ConstantFile {
    /** From here on a file of its own pays. */
    static final long LEAST_MAPPED = 1 << 20;

    private static final String FILE_NAME = "constants" + ConstantFormat.SUFFIX;
    private static final int CHUNK = 1 << 16;

    /**
     * The tensors of a class on the host.
     *
     * @param tensors in the order of their numbers
     * @param names the numbers of those that have names in a model
     */
    record Content(Tensor[] tensors, Map<String, Integer> names) {}

    private final String name;
    private final Supplier<InputStream> file;
    private final KernelManifest manifest;

    /**
     * The file of a class.
     *
     * @param name the class, for messages
     * @param file opens it; null if there is none
     * @param manifest of the class, which has its hash
     */
    ConstantFile(String name, Supplier<InputStream> file, KernelManifest manifest) {
        this.name = name;
        this.file = file;
        this.manifest = manifest;
    }

    /** Reads or maps all of it. */
    Content read() {
        try {
            ConstantFormat.Table table;
            try (InputStream in = open()) {
                table = ConstantFormat.read(in);
            }
            Tensor[] tensors = table.dataBytes() < LEAST_MAPPED ? null : shared(table);
            return new Content(tensors == null ? copied() : tensors, table.names());
        } catch (IOException e) {
            throw new KernelLibraryException(e, RuntimeProblem.CONSTANTS_DAMAGED, name, e.getMessage());
        }
    }

    private InputStream open() {
        InputStream in = file.get();
        if (in == null) {
            throw new KernelLibraryException(RuntimeProblem.CONSTANTS_MISSING, name, manifest.resource());
        }
        return in;
    }

    /** Null if there is no directory to write to, which is said. */
    private Tensor[] shared(ConstantFormat.Table table) throws IOException {
        String hash = manifest.constants();
        if (!hash.matches("[0-9a-f]{64}")) {
            throw damaged("the manifest has the hash " + hash);
        }
        long head = ConstantFormat.bytes(table).length;
        Path placed;
        try {
            placed = NativeDirectory.current().placeOnce(FILE_NAME, hash, head + table.dataBytes(), this::copyTo);
        } catch (KernelLibraryException e) {
            if (e.problem() != RuntimeProblem.DIRECTORY_UNUSABLE) {
                throw e;
            }
            System.getLogger("io.graphkernel")
                    .log(
                            Level.WARNING,
                            "the constants of {0} are read into the memory of this process alone: {1}",
                            name,
                            e.getMessage());
            return null;
        }
        try (FileChannel channel = FileChannel.open(placed)) {
            return new Reader(table.entries()).mapped(channel, head);
        }
    }

    private void copyTo(OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(open(), digest)) {
            in.transferTo(out);
        }
        requireHash(digest);
    }

    private Tensor[] copied() throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(open(), digest)) {
            Tensor[] tensors = new Reader(ConstantFormat.read(in).entries()).read(in);
            if (in.read() >= 0) {
                throw damaged("it goes on after its last constant");
            }
            requireHash(digest);
            return tensors;
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

    /** Makes the tensors. */
    private final class Reader {
        private final List<ConstantFormat.Entry> entries;

        Reader(List<ConstantFormat.Entry> entries) {
            this.entries = entries;
        }

        /** Over the file, which nobody writes. A buffer holds less than 2 GiB: of a larger tensor there is a copy. */
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
                ByteBuffer part = window.slice((int) (position - windowBegin), (int) entry.bytes());
                requireBytes(entry);
                tensors[i] = Tensor.wrap(part.order(ByteOrder.nativeOrder()), dtype(entry), dims(entry));
            }
            return tensors;
        }

        Tensor[] read(InputStream in) throws IOException {
            Tensor[] tensors = new Tensor[entries.size()];
            Map<Long, Tensor> byPlace = new HashMap<>();
            long position = 0;
            for (int i = 0; i < tensors.length; i++) {
                ConstantFormat.Entry entry = entries.get(i);
                Tensor known = byPlace.get(entry.offset());
                tensors[i] = empty(entry);
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

        private Tensor empty(ConstantFormat.Entry entry) {
            requireBytes(entry);
            return Tensor.empty(Device.cpu(), dtype(entry), dims(entry));
        }

        private DType dtype(ConstantFormat.Entry entry) {
            return Arrays.stream(DType.values())
                    .filter(each -> each.toString().equals(entry.dtype()))
                    .findFirst()
                    .orElseThrow(() -> damaged("there is no dtype " + entry.dtype()));
        }

        private long[] dims(ConstantFormat.Entry entry) {
            return entry.dims().stream().mapToLong(Long::longValue).toArray();
        }

        private void requireBytes(ConstantFormat.Entry entry) {
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
