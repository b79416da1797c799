package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Writer of GGUF files: quantizes tensors, and replaces a file when the new one is complete. */
public final class GgufWriter {

    private static final int STRING = 8;
    private static final int LIST = 9;

    private GgufWriter() {}

    /**
     * Writes tensors. Equal tensors and metadata yield equal bytes in any order.
     *
     * @param path file; an existing one is atomically replaced
     * @param tensors f32, f16 or bf16 tensors by name
     * @param metadata values by key: {@code Long}, {@code Double}, {@code Boolean}, {@code String}, and lists of one of
     *     them
     * @param types type of a tensor by its name and value: F32, F16, BF16, Q8_0 or Q4_0; a tensor whose last dim is not
     *     a multiple of the block is written as F32
     * @throws CheckpointException if the file cannot be written
     */
    public static void write(
            Path path,
            Map<String, Tensor> tensors,
            Map<String, Object> metadata,
            BiFunction<String, Tensor, GgufType> types) {
        Path target = path.toAbsolutePath();
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        try {
            try (FileChannel file = FileChannel.open(
                    partial,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                write(file, new TreeMap<>(tensors), new TreeMap<>(metadata), types);
                file.force(true);
            }
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Checkpoint.unwritable(path, e);
        }
    }

    private static void write(
            FileChannel file,
            Map<String, Tensor> tensors,
            Map<String, Object> metadata,
            BiFunction<String, Tensor, GgufType> types)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        u32(out, GgufHeader.MAGIC);
        u32(out, GgufHeader.VERSION);
        u64(out, tensors.size());
        u64(out, metadata.size());
        for (Map.Entry<String, Object> value : metadata.entrySet()) {
            text(out, value.getKey());
            u32(out, typeOf(value.getValue()));
            value(out, value.getValue());
        }
        Map<String, GgufType> chosen = new TreeMap<>();
        long offset = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            GgufType type = type(entry.getKey(), tensor, types);
            chosen.put(entry.getKey(), type);
            text(out, entry.getKey());
            u32(out, tensor.rank());
            for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
                u64(out, tensor.dimension(axis));
            }
            u32(out, type.id());
            u64(out, offset);
            offset += aligned(tensor.elementCount() / type.blockElements() * type.blockBytes());
        }
        writeAligned(ByteBuffer.wrap(bytes.toByteArray()), file);
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            writeAligned(blocks(entry.getValue(), Objects.requireNonNull(chosen.get(entry.getKey()))), file);
        }
    }

    private static GgufType type(String name, Tensor tensor, BiFunction<String, Tensor, GgufType> types) {
        GgufType type = types.apply(name, tensor);
        if (!type.isWritable()) {
            throw new IllegalArgumentException("tensor " + name + ": no quantizer for " + type);
        }
        boolean isWhole =
                type.blockElements() == 1 || tensor.rank() > 0 && tensor.dimension(-1) % type.blockElements() == 0;
        return isWhole ? type : GgufType.F32;
    }

    private static ByteBuffer blocks(Tensor tensor, GgufType type) {
        float[] values = tensor.toFloatArray();
        int size = Math.multiplyExact(values.length / type.blockElements(), type.blockBytes());
        ByteBuffer blocks = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < values.length; i += type.blockElements()) {
            type.write(values, i, blocks);
        }
        return blocks.flip();
    }

    private static long aligned(long bytes) {
        long alignment = GgufHeader.DEFAULT_ALIGNMENT_BYTES;
        return (bytes + alignment - 1) / alignment * alignment;
    }

    private static void writeAligned(ByteBuffer bytes, FileChannel file) throws IOException {
        int padding = (int) (aligned(bytes.remaining()) - bytes.remaining());
        SafetensorsElements.writeAll(bytes, file);
        SafetensorsElements.writeAll(ByteBuffer.allocate(padding), file);
    }

    private static int typeOf(Object value) {
        if (value instanceof List) {
            return LIST;
        }
        if (value instanceof String) {
            return STRING;
        }
        return value instanceof Boolean ? 7 : value instanceof Double ? 12 : 11;
    }

    private static void value(DataOutputStream out, Object value) throws IOException {
        if (value instanceof List<?> list) {
            u32(out, list.isEmpty() ? STRING : typeOf(list.get(0)));
            u64(out, list.size());
            for (Object item : list) {
                value(out, item);
            }
        } else if (value instanceof String text) {
            text(out, text);
        } else if (value instanceof Boolean flag) {
            out.writeByte(flag ? 1 : 0);
        } else if (value instanceof Double number) {
            u64(out, Double.doubleToRawLongBits(number));
        } else {
            u64(out, ((Number) value).longValue());
        }
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        u64(out, bytes.length);
        out.write(bytes);
    }

    private static void u32(DataOutputStream out, int value) throws IOException {
        out.writeInt(Integer.reverseBytes(value));
    }

    private static void u64(DataOutputStream out, long value) throws IOException {
        out.writeLong(Long.reverseBytes(value));
    }
}
