package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Several safetensors files with an index, such as {@code model.safetensors.index.json}: file names by tensor names. */
public final class ShardedCheckpoint implements AutoCloseable {

    private final Path index;
    private final Map<String, String> files;
    private final Map<String, Checkpoint> open = new LinkedHashMap<>();
    private boolean closed;

    private ShardedCheckpoint(Path index, Map<String, String> files) {
        this.index = index;
        this.files = files;
    }

    /**
     * Opens an index. Its files are in the same directory, and are opened with their first tensor.
     *
     * @param index file with a JSON object whose member {@code weight_map} has the file of each tensor
     * @return the open checkpoint
     * @throws CheckpointException if the index cannot be read or is invalid
     */
    public static ShardedCheckpoint open(Path index) {
        Map<String, String> files = new LinkedHashMap<>();
        boolean[] hasMap = {false};
        Checkpoint.readObject(index, json -> member -> {
            if (member.equals("weight_map")) {
                hasMap[0] = true;
                json.object(name -> files.put(name, json.string()));
            } else {
                json.skip();
            }
        });
        if (!hasMap[0]) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_DAMAGED, index, "it has no weight_map");
        }
        for (String file : files.values()) {
            if (!isSibling(index, file)) {
                throw new CheckpointException(
                        RuntimeProblem.CHECKPOINT_DAMAGED, index, "'" + file + "' is not in its directory");
            }
        }
        return new ShardedCheckpoint(index, files);
    }

    /** Returns true if a text is the name of a file in the directory of the index. */
    private static boolean isSibling(Path index, String file) {
        if (file.isEmpty() || file.contains("/") || file.contains("\\") || file.equals(".") || file.equals("..")) {
            return false;
        }
        try {
            return Path.of(file).getNameCount() == 1
                    && index.resolveSibling(file).endsWith(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * Returns the names of the tensors.
     *
     * @return in the order of the index
     */
    public Set<String> names() {
        return Collections.unmodifiableSet(files.keySet());
    }

    /**
     * Returns a tensor as {@link Checkpoint#tensor} does.
     *
     * @param name its name
     * @return a tensor that the caller closes
     * @throws CheckpointException if the tensor is missing, its dtype is not supported, its file cannot be read, or the
     *     checkpoint is closed
     */
    public synchronized Tensor tensor(String name) {
        if (closed) {
            throw new CheckpointException(RuntimeProblem.CLOSED_HANDLE, "checkpoint " + index);
        }
        String file = files.get(name);
        if (file == null) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_LACKS, index, name, Comparison.listed(List.copyOf(names())));
        }
        return open.computeIfAbsent(file, key -> Checkpoint.open(index.resolveSibling(key)))
                .tensor(name);
    }

    /** Closes the files. Tensors returned before stay open. Has no effect if already closed. */
    @Override
    public synchronized void close() {
        closed = true;
        RuntimeException failure = null;
        for (Checkpoint file : open.values()) {
            try {
                file.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        open.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
