package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model file in the GGUF format, with metadata and named tensors that may be quantized. Dims are in the order of this
 * library, outermost first. A truncated or invalid file is rejected when it is opened, and never allocates more memory
 * than its size.
 */
public final class GgufFile implements AutoCloseable {

    /** Maximum number of bytes that are mapped at a time for a conversion. */
    private static final int MAX_PART_BYTES = 1 << 24;

    private final Path path;
    private final FileChannel file;
    private final GgufHeader header;

    private GgufFile(Path path, FileChannel file, GgufHeader header) {
        this.path = path;
        this.file = file;
        this.header = header;
    }

    /**
     * Opens a file, and reads its metadata and tensor table.
     *
     * @param path a file of version 2 or 3
     * @return the open file
     * @throws CheckpointException if the file cannot be read, is truncated or invalid
     */
    public static GgufFile open(Path path) {
        FileChannel file = null;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
            GgufFile opened = new GgufFile(path, file, GgufHeader.read(new GgufInput(file)));
            file = null;
            return opened;
        } catch (GgufInput.FormatException e) {
            throw new CheckpointException(e, RuntimeProblem.GGUF_DAMAGED, path, e.getMessage());
        } catch (IOException e) {
            throw Checkpoint.unreadable(path, e);
        } finally {
            Checkpoint.close(path, file);
        }
    }

    /**
     * Returns the metadata.
     *
     * @return values by key: {@code Long}, {@code Double}, {@code Boolean}, {@code String}, {@code BigInteger} for
     *     integers from 2⁶³ on, and lists of them
     */
    public Map<String, Object> metadata() {
        return header.metadata();
    }

    /**
     * Returns the names of the tensors.
     *
     * @return in the order of the file
     */
    public Set<String> names() {
        return header.tensors().keySet();
    }

    /**
     * Returns the type of a tensor.
     *
     * @param name its name
     * @return the type
     * @throws CheckpointException if the tensor is missing, or its type is not supported
     */
    public GgufType type(String name) {
        GgufHeader.Entry entry = entry(name);
        GgufType type = entry.type();
        if (type == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_DTYPE,
                    path,
                    name,
                    "of the GGUF type " + entry.typeId(),
                    Arrays.toString(GgufType.values()));
        }
        return type;
    }

    /**
     * Returns the dims of a tensor.
     *
     * @param name its name
     * @return dims, outermost first
     * @throws CheckpointException if the tensor is missing
     */
    public long[] dimensions(String name) {
        return entry(name).dims().clone();
    }

    /**
     * Returns a tensor as floats. A quantized one is converted to a new f32 tensor. Any other is a read-only tensor that
     * maps the file and outlives it, of f32, f16 or bf16, or a copy if the file cannot be mapped.
     *
     * @param name its name
     * @return a tensor that the caller closes
     * @throws CheckpointException if the tensor is missing, its type is not supported, or the file cannot be read
     */
    public Tensor tensor(String name) {
        GgufType type = type(name);
        GgufHeader.Entry entry = entry(name);
        DType dtype = switch (type) {
            case F32 -> DType.F32;
            case F16 -> DType.F16;
            case BF16 -> DType.BF16;
            default -> null;
        };
        Tensor mapped = dtype == null ? null : map(entry, dtype, entry.dims());
        return mapped == null ? converted(name) : mapped;
    }

    /**
     * Returns a tensor as f32 in memory of its own.
     *
     * @param name its name
     * @return a tensor that the caller closes
     * @throws CheckpointException if the tensor is missing, its type is not supported, or the file cannot be read
     */
    public Tensor converted(String name) {
        GgufType type = type(name);
        GgufHeader.Entry entry = entry(name);
        Tensor tensor = Tensor.empty(DType.F32, entry.dims());
        try {
            convert(entry, type, tensor);
            return tensor;
        } catch (IOException e) {
            tensor.close();
            throw Checkpoint.unreadable(path, e);
        } catch (RuntimeException | Error e) {
            tensor.close();
            throw e;
        }
    }

    private void convert(GgufHeader.Entry entry, GgufType type, Tensor tensor) throws IOException {
        float[][] buffer = {new float[0]};
        forEachChunk(entry, type, (chunk, first, count) -> {
            int elements = count * type.blockElements();
            float[] values = buffer[0].length == elements ? buffer[0] : new float[elements];
            buffer[0] = values;
            for (int block = 0; block < count; block++) {
                type.read(chunk, block * type.blockBytes(), values, block * type.blockElements());
            }
            try (Tensor slice = slice(tensor, first, count, type.blockElements())) {
                slice.copyFrom(values);
            }
        });
    }

    /** Returns some blocks of a tensor with equally many elements each. */
    private static Tensor slice(Tensor tensor, long first, int count, int elements) {
        try (Tensor flat = tensor.reshape(tensor.elementCount())) {
            return flat.slice(first * elements, (first + count) * elements);
        }
    }

    /** A function of some adjacent blocks. */
    @FunctionalInterface
    private interface ChunkReader {
        void read(ByteBuffer chunk, long first, int count) throws IOException;
    }

    private void forEachChunk(GgufHeader.Entry entry, GgufType type, ChunkReader reader) throws IOException {
        long blocks = entry.bytes() / type.blockBytes();
        int count;
        for (long first = 0; first < blocks; first += count) {
            count = (int) Math.min(MAX_PART_BYTES / type.blockBytes(), blocks - first);
            ByteBuffer chunk = file.map(
                            FileChannel.MapMode.READ_ONLY,
                            entry.position() + first * type.blockBytes(),
                            (long) count * type.blockBytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
            reader.read(chunk, first, count);
        }
    }

    /**
     * Returns the codes and scales of a quantized tensor.
     *
     * @param name its name
     * @return tensors in memory of their own, which the caller closes
     * @throws CheckpointException if the tensor is missing, its type is not quantized, or the file cannot be read
     */
    public QuantizedTensor quantized(String name) {
        GgufType type = type(name);
        GgufHeader.Entry entry = entry(name);
        CodeLayout layout = CodeLayout.of(type);
        if (layout == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_DTYPE,
                    path,
                    name,
                    "of the GGUF type " + type,
                    CodeLayout.types().toString());
        }
        QuantizedTensor tensor = layout.allocate(entry.dims());
        try {
            forEachChunk(entry, type, (chunk, first, count) -> {
                CodeLayout.Groups groups = layout.split(chunk, count);
                long group = first * layout.groups();
                int size = count * layout.groups();
                try (Tensor codes = slice(tensor.codes(), group, size, layout.codeBytes());
                        Tensor scales = slice(tensor.scales(), group, size, 1)) {
                    codes.copyFrom(groups.codes());
                    scales.copyFrom(groups.scales());
                }
                if (tensor.minimums() != null) {
                    try (Tensor minimums = slice(tensor.minimums(), group, size, 1)) {
                        minimums.copyFrom(groups.minimums());
                    }
                }
            });
            return tensor;
        } catch (IOException e) {
            close(tensor);
            throw Checkpoint.unreadable(path, e);
        } catch (RuntimeException | Error e) {
            close(tensor);
            throw e;
        }
    }

    private static void close(QuantizedTensor tensor) {
        tensor.codes().close();
        tensor.scales().close();
        if (tensor.minimums() != null) {
            tensor.minimums().close();
        }
    }

    /**
     * Returns the bytes of a tensor in the layout of the file, mapped and read-only.
     *
     * @param name its name
     * @return u8, with the dims of the tensor but the last, and the bytes of its blocks; the caller closes it
     * @throws CheckpointException if the tensor is missing, its type is not supported, or the file cannot be mapped
     */
    public Tensor blocks(String name) {
        GgufType type = type(name);
        GgufHeader.Entry entry = entry(name);
        long[] dims = entry.dims().length == 0 ? new long[] {1} : entry.dims().clone();
        int last = dims.length - 1;
        dims[last] = dims[last] / type.blockElements() * type.blockBytes();
        Tensor mapped = map(entry, DType.U8, dims);
        if (mapped == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_UNREADABLE,
                    path,
                    "tensor " + name + " of " + entry.bytes() + " bytes cannot be mapped",
                    "read it with converted(name)");
        }
        return mapped;
    }

    private @Nullable Tensor map(GgufHeader.Entry entry, DType dtype, long[] dims) {
        try {
            return SafetensorsElements.map(file, entry.position(), dtype, entry.bytes(), dims);
        } catch (IOException e) {
            throw Checkpoint.unreadable(path, e);
        }
    }

    private GgufHeader.Entry entry(String name) {
        GgufHeader.Entry entry = header.tensors().get(name);
        if (entry == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_LACKS, path, name, Comparison.listed(List.copyOf(names())));
        }
        return entry;
    }

    /** Closes the file. Tensors returned before stay open. Has no effect if already closed. */
    @Override
    public void close() {
        Checkpoint.close(path, file);
    }
}
