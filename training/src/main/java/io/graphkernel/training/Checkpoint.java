package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.training.SafetensorsHeader.DamagedException;
import io.graphkernel.training.SafetensorsHeader.Entry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A file of tensors by name, in the safetensors format, which PyTorch and others read and write, too.
 *
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
 * <p>Names are the paths of {@link Parameters}. What is not a whole file in the format is refused when it is opened, and no more
 * memory is taken than it has bytes. Elements that are copied out of a file that this class wrote are compared with their checksums. Tensors that lie over a file see what others write to it, and the process ends if one of them
 * makes it shorter; {@link #write} does neither, it puts a new file in the place of the old one.
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
     * Writes the tensors of a model, each by its path.
     *
     * @param path the file; one that is there is replaced when the new one is complete and on the disk, so that whenever the
     *     process or the machine ends, one of the two is there
     * @param model a record, as {@link Parameters#of} takes it
     * @param metadata texts that go with it, such as the number of the step
     * @throws CheckpointException if the file cannot be written
     */
    public static void write(Path path, Record model, Map<String, String> metadata) {
        write(path, Parameters.of(model), metadata);
    }

    /**
     * Writes tensors by names of your own. The same tensors and metadata give the same bytes, in whatever order they come.
     *
     * @throws CheckpointException if the file cannot be written, a tensor or a text is null, or one has a name that is taken
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
            throw new CheckpointException(e, RuntimeProblem.CHECKPOINT_UNWRITABLE, path, e);
        }
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws CheckpointException if the file cannot be read, or is not a whole one in the format
     */
    public static Checkpoint open(Path path) {
        FileChannel file = null;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
            Checkpoint opened = new Checkpoint(path, file, SafetensorsHeader.read(file));
            file = null;
            return opened;
        } catch (DamagedException e) {
            throw new CheckpointException(e, RuntimeProblem.CHECKPOINT_DAMAGED, path, e.getMessage());
        } catch (IOException e) {
            throw unreadable(path, e);
        } finally {
            close(path, file);
        }
    }

    /** The texts that go with the tensors. */
    public Map<String, String> metadata() {
        Map<String, String> metadata = new TreeMap<>(header.metadata());
        metadata.remove(Checksums.KEY);
        return Collections.unmodifiableMap(metadata);
    }

    /** The names of the tensors, in the order of the file's header. */
    public Set<String> names() {
        return Collections.unmodifiableSet(header.entries().keySet());
    }

    /**
     * A tensor of the file. Where the file can be mapped into memory, this is a {@linkplain Tensor#isReadOnly() read-only} tensor
     * over it, also after the checkpoint is closed, and elements are read from the disk when they are used, without a look at their checksum; otherwise, such as
     * for one of bools, of 2 GiB or more, or at an odd position, a copy.
     *
     * @throws CheckpointException if there is no such tensor, its dtype is none of tensors, or the file cannot be read
     */
    public Tensor tensor(String name) {
        Entry entry = entry(name);
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
     * Copies all tensors of the file into those of a model, bit for bit.
     *
     * @param model a record, as {@link Parameters#of} takes it, with tensors of the same names, dtypes and dims
     * @throws CheckpointException if a tensor is in one of the two alone or is another one there, before anything is copied; or
     *     if the file cannot be read, or elements were changed after they were written: then a part of the tensors is copied
     */
    public void copyTo(Record model) {
        Set<String> known = Parameters.of(model).keySet();
        names().stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_SURPLUS, path, name);
        });
        copyTo(model, UnaryOperator.identity());
    }

    /**
     * Copies tensors of the file into those of a model. What else the file has is left out.
     *
     * @param model a record, as {@link Parameters#of} takes it
     * @param names the name in the file for each path of the model, such as {@code path -> "model." + path}
     * @throws CheckpointException if the file has no such tensor or another one, before anything is copied; or if the file
     *     cannot be read, or elements were changed after they were written: then a part of the tensors is copied
     */
    public void copyTo(Record model, UnaryOperator<String> names) {
        Map<String, Tensor> parameters = Parameters.of(model);
        parameters.forEach((parameter, tensor) -> requireSame(names.apply(parameter), parameter, tensor));
        parameters.forEach((parameter, tensor) -> read(names.apply(parameter), tensor));
    }

    private static void requireNoNull(Path path, String kind, Map<String, ?> values) {
        values.forEach((name, value) -> {
            if (name == null || value == null) {
                throw new CheckpointException(RuntimeProblem.CHECKPOINT_NULL, path, kind, name);
            }
        });
    }

    private void requireSame(String name, String parameter, Tensor tensor) {
        Entry entry = entry(name);
        if (dtype(name, entry) != tensor.dtype() || !Arrays.equals(entry.dims(), tensor.dimensions())) {
            String described = tensor.dtype() + Arrays.toString(tensor.dimensions());
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_DIFFERS, path, name, entry, parameter, described);
        }
    }

    private Tensor copied(String name, Entry entry, DType dtype) {
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
        } catch (DamagedException e) {
            throw new CheckpointException(
                    e, RuntimeProblem.CHECKPOINT_DAMAGED, path, "tensor " + name + ": " + e.getMessage());
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private long position(Entry entry) {
        return header.dataBegin() + entry.begin();
    }

    private Entry entry(String name) {
        Entry entry = header.entries().get(name);
        if (entry == null) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_LACKS, path, name, described());
        }
        return entry;
    }

    private DType dtype(String name, Entry entry) {
        DType dtype = entry.type();
        if (dtype == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_DTYPE, path, name, entry.dtype(), Arrays.toString(DType.values()));
        }
        return dtype;
    }

    /** A few names. */
    private String described() {
        int shown = 8;
        String first = String.join(", ", names().stream().limit(shown).toList());
        return names().size() <= shown ? first : first + " and " + (names().size() - shown) + " more";
    }

    private static CheckpointException unreadable(Path path, IOException problem) {
        return new CheckpointException(problem, RuntimeProblem.CHECKPOINT_UNREADABLE, path, problem);
    }

    private static void close(Path path, FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Closes the file. Tensors that were taken out of it stay. Closing twice is allowed. */
    @Override
    public void close() {
        close(path, file);
    }
}
