package io.graphkernel.training;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.json.JsonException;
import io.graphkernel.common.json.JsonReader;
import io.graphkernel.common.safetensors.SafetensorsEntry;
import io.graphkernel.common.safetensors.SafetensorsException;
import io.graphkernel.common.safetensors.SafetensorsHeader;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A file of named tensors in the safetensors format, which PyTorch and others support as well.
 * <pre>{@code
 * record State(Model model, Moments moments) {}
 *
 * Checkpoint.write(file, new State(model, moments), Map.of("step", "1000"));
 *
 * try (Checkpoint checkpoint = Checkpoint.open(file)) {
 *     checkpoint.copyTo(new State(model, moments)); // all bits are as they were
 *     int step = Integer.parseInt(checkpoint.metadata().get("step"));
 * }
 * }</pre>
 *
 * <p>Names are the paths of {@link Parameters}. A truncated or invalid file is rejected when it is opened, and never
 * allocates more memory than its size. Elements copied from a file that this class wrote are compared with their
 * checksums. Tensors that map a file see later writes to it, and truncating it crashes the process. {@link #write} does
 * neither: it atomically replaces the file.
 */
public final class Checkpoint implements AutoCloseable {

    private final Path path;
    private final FileChannel file;
    private final SafetensorsHeader header;
    private final Map<String, Integer> checksums;

    private Checkpoint(Path path, FileChannel file, SafetensorsHeader header) throws IOException {
        this.path = path;
        this.file = file;
        this.header = header;
        this.checksums = Checksums.of(header);
    }

    /**
     * Writes the tensors of a model by path.
     *
     * @param path file; an existing one is atomically replaced when the new one is complete and on the disk, so that a
     *     crash leaves one of the two
     * @param model a record as {@link Parameters#of} accepts it
     * @param metadata additional strings, such as the index of the step
     * @throws CheckpointException if the file cannot be written
     */
    public static void write(Path path, Record model, Map<String, String> metadata) {
        write(path, Parameters.of(model), metadata);
    }

    /**
     * Writes tensors by custom names. Equal tensors and metadata yield equal bytes in any order.
     *
     * @throws CheckpointException if the file cannot be written, a tensor or a string is null, or a name is reserved
     */
    public static void write(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) {
        requireNoNull(path, "tensor", tensors);
        requireNoNull(path, "metadata", metadata);
        if (metadata.containsKey(Checksums.KEY)) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_NAME, path, "metadata", Checksums.KEY, "checksums");
        }
        if (tensors.containsKey(SafetensorsHeader.METADATA)) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_NAME, path, "a tensor", SafetensorsHeader.METADATA, "the metadata");
        }
        try {
            CheckpointFile.replace(path, tensors, metadata);
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws CheckpointException if the file cannot be read, is truncated or invalid
     */
    public static Checkpoint open(Path path) {
        FileChannel file = null;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
            Checkpoint opened = new Checkpoint(path, file, SafetensorsHeader.read(file));
            file = null;
            return opened;
        } catch (SafetensorsException e) {
            throw new CheckpointException(e, RuntimeProblem.CHECKPOINT_DAMAGED, path, e.getMessage());
        } catch (IOException e) {
            throw unreadable(path, e);
        } finally {
            close(path, file);
        }
    }

    /** Returns the additional strings. */
    public Map<String, String> metadata() {
        Map<String, String> metadata = new TreeMap<>(header.metadata());
        metadata.remove(Checksums.KEY);
        return Collections.unmodifiableMap(metadata);
    }

    /** Returns the names of the tensors in the order of the file's header. */
    public Set<String> names() {
        return Collections.unmodifiableSet(header.entries().keySet());
    }

    /**
     * Returns a tensor of the file. If the file can be mapped, it is a {@linkplain Tensor#isReadOnly() read-only}
     * tensor over it that outlives the checkpoint, and elements are read lazily without a checksum. Otherwise, it is a
     * copy: for bools, for 2 GiB or more, or at an unaligned offset.
     *
     * @throws CheckpointException if the tensor is missing, its dtype is not supported, or the file cannot be read
     */
    public Tensor tensor(String name) {
        SafetensorsEntry entry = entry(name);
        DType dtype = dtype(name, entry);
        try {
            Tensor mapped =
                    SafetensorsElements.map(file, position(entry), dtype, entry.end() - entry.begin(), entry.dims());
            return mapped == null ? copied(name, entry, dtype) : mapped;
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /**
     * Copies all tensors of the file into those of a model, bitwise.
     *
     * @param model a record as {@link Parameters#of} accepts it, with the same names, dtypes and dims
     * @throws CheckpointException before any copy, if the two have different tensors; or if the file cannot be read, or
     *     elements were changed after they were written, when some tensors are already copied
     */
    public void copyTo(Record model) {
        Map<String, Tensor> parameters = Parameters.of(model);
        List<String> surplus =
                names().stream().filter(name -> !parameters.containsKey(name)).toList();
        new Comparison(this, parameters, UnaryOperator.identity()).requireSame(surplus);
        read(parameters, UnaryOperator.identity());
    }

    /**
     * Copies a subset of the file's tensors into those of a model.
     *
     * @param model a record as {@link Parameters#of} accepts it
     * @param names function from a path of the model to the name in the file, such as {@code path -> "model." + path}
     * @throws CheckpointException before any copy, if a tensor is missing or different; or if the file cannot be read,
     *     or elements were changed after they were written, when some tensors are already copied
     */
    public void copyTo(Record model, UnaryOperator<String> names) {
        Map<String, Tensor> parameters = Parameters.of(model);
        new Comparison(this, parameters, names).requireSame(List.of());
        read(parameters, names);
    }

    private void read(Map<String, Tensor> parameters, UnaryOperator<String> names) {
        parameters.forEach((parameter, tensor) -> read(names.apply(parameter), tensor));
    }

    private static void requireNoNull(Path path, String kind, Map<String, ?> values) {
        values.forEach((name, value) -> {
            if (name == null || value == null) {
                throw new CheckpointException(RuntimeProblem.CHECKPOINT_NULL, path, kind, name);
            }
        });
    }

    /** Returns the path of the file. */
    Path path() {
        return path;
    }

    private Tensor copied(String name, SafetensorsEntry entry, DType dtype) {
        Tensor tensor = Tensor.empty(dtype, entry.dims());
        try {
            read(name, tensor);
        } catch (RuntimeException | Error failure) {
            tensor.close();
            throw failure;
        }
        return tensor;
    }

    private void read(String name, Tensor target) {
        try {
            int checksum = SafetensorsElements.read(file, position(entry(name)), target);
            if (checksums.getOrDefault(name, checksum) != checksum) {
                throw new CheckpointException(RuntimeProblem.CHECKPOINT_CHANGED, path, name, Checksums.KEY);
            }
        } catch (SafetensorsException e) {
            throw new CheckpointException(
                    e, RuntimeProblem.CHECKPOINT_DAMAGED, path, "tensor " + name + ": " + e.getMessage());
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private long position(SafetensorsEntry entry) {
        return header.dataBegin() + entry.begin();
    }

    SafetensorsEntry entry(String name) {
        SafetensorsEntry entry = header.entries().get(name);
        if (entry == null) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_LACKS, path, name, described());
        }
        return entry;
    }

    DType dtype(String name, SafetensorsEntry entry) {
        DType dtype = SafetensorsDTypes.ofName(entry.dtype());
        if (dtype == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_DTYPE, path, name, entry.dtype(), Arrays.toString(DType.values()));
        }
        return dtype;
    }

    /** Returns some of the names. */
    private String described() {
        return Comparison.listed(List.copyOf(names()));
    }

    /** Returns the exception for a file that cannot be written. */
    static CheckpointException unwritable(Path path, IOException problem) {
        FailureCause cause = FailureCause.of(problem);
        return new CheckpointException(
                problem, RuntimeProblem.CHECKPOINT_UNWRITABLE, path, cause.cause(), cause.fixOr("name another path"));
    }

    /** Returns the exception for a file that cannot be read. */
    static CheckpointException unreadable(Path path, IOException problem) {
        FailureCause cause = FailureCause.of(problem);
        return new CheckpointException(
                problem, RuntimeProblem.CHECKPOINT_UNREADABLE, path, cause.cause(), cause.fixOr("name another path"));
    }

    /**
     * Reads a file with a JSON object.
     *
     * @param members reader of the members' values
     * @throws CheckpointException if the file cannot be read or is not such an object
     */
    static void readObject(Path path, Function<JsonReader, JsonReader.MemberReader> members) {
        try {
            JsonReader json = JsonReader.of(ByteBuffer.wrap(Files.readAllBytes(path)));
            json.object(members.apply(json));
            json.end();
        } catch (JsonException e) {
            throw new CheckpointException(e, RuntimeProblem.CHECKPOINT_DAMAGED, path, e.getMessage());
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Closes a file that may be null. */
    static void close(Path path, @Nullable FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Closes the file. Tensors returned by {@link #tensor} stay open. Has no effect if already closed. */
    @Override
    public void close() {
        close(path, file);
    }
}
