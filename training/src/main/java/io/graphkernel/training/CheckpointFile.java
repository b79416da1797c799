package io.graphkernel.training;

import io.graphkernel.common.safetensors.SafetensorsEntry;
import io.graphkernel.common.safetensors.SafetensorsHeader;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/** Atomic replacement of a checkpoint. */
final class CheckpointFile {

    /**
     * Wide dtypes first, so that all tensors are aligned, then by name, like the reference implementation of the
     * format.
     */
    private static final List<DType> ORDER = List.of(
            DType.U64,
            DType.I64,
            DType.F64,
            DType.F32,
            DType.U32,
            DType.I32,
            DType.BF16,
            DType.F16,
            DType.U16,
            DType.I16,
            DType.F8E4M3,
            DType.F8E5M2,
            DType.I8,
            DType.U8,
            DType.BOOL);

    /** Contents of a file. */
    @FunctionalInterface
    interface Contents {
        void write(FileChannel file) throws IOException;
    }

    private CheckpointFile() {}

    /** Replaces a file by tensors in the safetensors format. */
    static void replace(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) throws IOException {
        replace(path, file -> write(file, tensors, metadata));
    }

    /** Writes a temporary file in the same directory, and renames it when it is on the disk. */
    static void replace(Path path, Contents contents) throws IOException {
        Path target = path.toAbsolutePath();
        Path partial = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".partial");
        try {
            try (FileChannel file =
                    FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                contents.write(file);
                file.force(true);
            }
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(Objects.requireNonNull(target.getParent()));
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static void write(FileChannel file, Map<String, Tensor> tensors, Map<String, String> metadata)
            throws IOException {
        List<Map.Entry<String, Tensor>> inOrder = tensors.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Tensor>>comparingInt(
                                entry -> ORDER.indexOf(entry.getValue().dtype()))
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Map<String, SafetensorsEntry> entries = new LinkedHashMap<>();
        long begin = 0;
        for (Map.Entry<String, Tensor> entry : inOrder) {
            Tensor tensor = entry.getValue();
            long end = begin + tensor.byteCount();
            entries.put(
                    entry.getKey(),
                    new SafetensorsEntry(SafetensorsDTypes.name(tensor.dtype()), tensor.dimensions(), begin, end));
            begin = end;
        }
        // The checksums are known after the elements; their text has a fixed length.
        Map<String, Integer> checksums = new TreeMap<>();
        entries.keySet().forEach(name -> checksums.put(name, 0));
        SafetensorsElements.writeAll(header(metadata, checksums, entries), file);
        for (Map.Entry<String, Tensor> entry : inOrder) {
            checksums.put(entry.getKey(), SafetensorsElements.write(entry.getValue(), file));
        }
        SafetensorsElements.writeAll(header(metadata, checksums, entries), file.position(0));
    }

    private static ByteBuffer header(
            Map<String, String> metadata, Map<String, Integer> checksums, Map<String, SafetensorsEntry> entries)
            throws IOException {
        Map<String, String> strings = new TreeMap<>(metadata);
        strings.put(Checksums.KEY, Checksums.text(checksums));
        return SafetensorsHeader.bytes(strings, entries);
    }

    /** Flushes the rename to the disk, which Windows does not support. */
    private static void forceDirectory(Path directory) throws IOException {
        if (File.separatorChar == '/') {
            try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }
}
