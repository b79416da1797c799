package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.SafetensorsHeader.Entry;
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
import java.util.TreeMap;
import java.util.UUID;

/** Puts a new checkpoint in the place of an old one. */
final class CheckpointFile {

    /** The wide ones first, so that all are aligned; the format's own library has the same order, and then that of the names. */
    private static final List<DType> ORDER =
            List.of(DType.I64, DType.F64, DType.F32, DType.I32, DType.BF16, DType.F16, DType.I8, DType.U8, DType.BOOL);

    private CheckpointFile() {}

    /** Writes a file next to the one that it replaces, and moves it there when all of it is on the disk. */
    static void replace(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) throws IOException {
        Path target = path.toAbsolutePath();
        Path partial = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".partial");
        try {
            write(partial, tensors, metadata);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(target.getParent());
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static void write(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) throws IOException {
        List<Map.Entry<String, Tensor>> inOrder = tensors.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Tensor>>comparingInt(
                                each -> ORDER.indexOf(each.getValue().dtype()))
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Map<String, Entry> entries = new LinkedHashMap<>();
        long begin = 0;
        for (Map.Entry<String, Tensor> each : inOrder) {
            Tensor tensor = each.getValue();
            long end = begin + tensor.byteCount();
            entries.put(
                    each.getKey(), new Entry(SafetensorsHeader.name(tensor.dtype()), tensor.dimensions(), begin, end));
            begin = end;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            // The checksums are known after the elements, and their text takes as many bytes whatever they are.
            Map<String, Integer> checksums = new TreeMap<>();
            entries.keySet().forEach(name -> checksums.put(name, 0));
            SafetensorsElements.writeAll(header(metadata, checksums, entries), file);
            for (Map.Entry<String, Tensor> each : inOrder) {
                checksums.put(each.getKey(), SafetensorsElements.write(each.getValue(), file));
            }
            SafetensorsElements.writeAll(header(metadata, checksums, entries), file.position(0));
            file.force(true);
        }
    }

    private static ByteBuffer header(
            Map<String, String> metadata, Map<String, Integer> checksums, Map<String, Entry> entries)
            throws IOException {
        Map<String, String> all = new TreeMap<>(metadata);
        all.put(Checksums.KEY, Checksums.text(checksums));
        return SafetensorsHeader.bytes(all, entries);
    }

    /** So that the move, too, is on the disk. Windows has no such call. */
    private static void forceDirectory(Path directory) throws IOException {
        if (File.separatorChar == '/') {
            try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }
}
