package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Writer of GGUF files: quantizes tensors, and replaces a file when the new one is complete. */
public final class GgufWriter {

    /** Maximum number of elements that are converted at a time, a multiple of all blocks. */
    private static final int MAX_CHUNK_ELEMENTS = 1 << 20;

    private static final List<GgufType> WRITABLE =
            Arrays.stream(GgufType.values()).filter(GgufType::isWritable).toList();

    private final GgufOutput header;
    private final long alignment;
    private final Map<String, Tensor> tensors;
    private final Map<String, GgufType> types = new TreeMap<>();

    private GgufWriter(GgufOutput header, long alignment, Map<String, Tensor> tensors) {
        this.header = header;
        this.alignment = alignment;
        this.tensors = tensors;
    }

    /**
     * Writes tensors. Equal tensors and metadata yield equal bytes in any order.
     *
     * @param path file; an existing one is atomically replaced when the new one is complete and on the disk
     * @param tensors f32, f16 or bf16 tensors by name
     * @param metadata values by key: integers, floating-point numbers, booleans, strings, and lists of one of them.
     *     Integers are written as u32 and floating-point numbers as f32, unless their values exceed these types.
     *     {@code general.alignment} aligns the tensors
     * @param types type of a tensor by its name and value: F32, F16, BF16, Q8_0 or Q4_0; a tensor whose last dim is not
     *     a multiple of the block is written as F32
     * @throws CheckpointException if the file cannot be written, or a value or type is not one of these
     */
    public static void write(
            Path path,
            Map<String, Tensor> tensors,
            Map<String, Object> metadata,
            BiFunction<String, Tensor, GgufType> types) {
        GgufOutput header = new GgufOutput(path);
        long alignment = alignment(header, metadata);
        GgufWriter writer = new GgufWriter(header, alignment, new TreeMap<>(tensors));
        writer.putHeader(new TreeMap<>(metadata), types);
        try {
            CheckpointFile.replace(path, writer::write);
        } catch (IOException e) {
            throw Checkpoint.unwritable(path, e);
        }
    }

    private static long alignment(GgufOutput header, Map<String, Object> metadata) {
        Object value = metadata.getOrDefault(GgufHeader.ALIGNMENT, GgufHeader.DEFAULT_ALIGNMENT_BYTES);
        long alignment = value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : 0;
        if (!GgufHeader.isAlignment(alignment)) {
            throw header.rejected(
                    "the metadata value of " + GgufHeader.ALIGNMENT,
                    value,
                    "it is a number of bytes",
                    "a power of two, such as 32");
        }
        return alignment;
    }

    private void putHeader(Map<String, Object> metadata, BiFunction<String, Tensor, GgufType> selected) {
        header.u32(GgufHeader.MAGIC);
        header.u32(GgufHeader.VERSION);
        header.u64(tensors.size());
        header.u64(metadata.size());
        metadata.forEach(header::metadata);
        long offset = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            GgufType type = type(entry.getKey(), tensor, selected.apply(entry.getKey(), tensor));
            types.put(entry.getKey(), type);
            header.text(entry.getKey());
            header.u32(tensor.rank());
            for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
                header.u64(tensor.dimension(axis));
            }
            header.u32(type.id());
            header.u64(offset);
            long bytes = tensor.elementCount() / type.blockElements() * type.blockBytes();
            offset += bytes + padding(bytes);
        }
    }

    private GgufType type(String name, Tensor tensor, @Nullable GgufType type) {
        if (type == null || !type.isWritable()) {
            throw header.rejected(
                    "the type of tensor " + name, type, "the writer has no quantizer for it", "one of " + WRITABLE);
        }
        boolean isWhole =
                type.blockElements() == 1 || tensor.rank() > 0 && tensor.dimension(-1) % type.blockElements() == 0;
        return isWhole ? type : GgufType.F32;
    }

    private void write(FileChannel file) throws IOException {
        SafetensorsElements.writeAll(header.bytes(), file);
        pad(file);
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            write(entry.getValue(), Objects.requireNonNull(types.get(entry.getKey())), file);
            pad(file);
        }
    }

    private static void write(Tensor tensor, GgufType type, FileChannel file) throws IOException {
        long count = tensor.elementCount();
        for (long done = 0; done < count; done += MAX_CHUNK_ELEMENTS) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor chunk = tensor.reshape(count).slice(done, Math.min(count, done + MAX_CHUNK_ELEMENTS));
                float[] values = chunk.toFloatArray();
                ByteBuffer blocks = ByteBuffer.allocate(values.length / type.blockElements() * type.blockBytes())
                        .order(ByteOrder.LITTLE_ENDIAN);
                for (int i = 0; i < values.length; i += type.blockElements()) {
                    type.write(values, i, blocks);
                }
                SafetensorsElements.writeAll(blocks.flip(), file);
            }
        }
    }

    private long padding(long bytes) {
        return Math.floorMod(-bytes, alignment);
    }

    private void pad(FileChannel file) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(GgufHeader.DEFAULT_ALIGNMENT_BYTES);
        for (long missing = padding(file.position()); missing > 0; missing -= zeros.limit()) {
            zeros.clear().limit((int) Math.min(missing, zeros.capacity()));
            SafetensorsElements.writeAll(zeros, file);
        }
    }
}
