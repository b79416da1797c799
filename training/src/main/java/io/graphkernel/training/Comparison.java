package io.graphkernel.training;

import io.graphkernel.common.safetensors.SafetensorsEntry;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Comparison of the tensors of a model with those of a checkpoint, which reports all differences in one message.
 *
 * @param checkpoint open checkpoint
 * @param parameters tensors of the model by path
 * @param names function from a path to the name in the file
 */
record Comparison(Checkpoint checkpoint, Map<String, Tensor> parameters, UnaryOperator<String> names) {
    private static final int MAX_LISTED = 8;

    /**
     * Checks that the file has all tensors of the model with the same dtypes and dims.
     *
     * @param surplus names of the file that the model must have
     * @throws CheckpointException with all differences
     */
    void requireSame(List<String> surplus) {
        List<String> missing = parameters.keySet().stream()
                .map(names)
                .filter(name -> !checkpoint.names().contains(name))
                .toList();
        if (missing.size() == 1 && surplus.isEmpty()) {
            checkpoint.entry(missing.get(0));
        }
        if (surplus.size() == 1 && missing.isEmpty()) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_SURPLUS, checkpoint.path(), surplus.get(0));
        }
        if (!missing.isEmpty() || !surplus.isEmpty()) {
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_NAMES,
                    checkpoint.path(),
                    listed(missing),
                    listed(surplus),
                    prefix(missing));
        }
        requireSameTypes();
    }

    private void requireSameTypes() {
        List<Object[]> differences = new ArrayList<>();
        parameters.forEach((parameter, tensor) -> {
            String name = names.apply(parameter);
            SafetensorsEntry entry = checkpoint.entry(name);
            if (checkpoint.dtype(name, entry) != tensor.dtype() || !Arrays.equals(entry.dims(), tensor.dimensions())) {
                String described = tensor.dtype() + Arrays.toString(tensor.dimensions());
                differences.add(new Object[] {checkpoint.path(), name, entry, parameter, described});
            }
        });
        if (differences.size() == 1) {
            throw new CheckpointException(RuntimeProblem.CHECKPOINT_DIFFERS, differences.get(0));
        }
        if (!differences.isEmpty()) {
            List<String> texts = differences.stream()
                    .map(difference -> difference[1] + " is " + difference[2] + " and not " + difference[4])
                    .toList();
            throw new CheckpointException(
                    RuntimeProblem.CHECKPOINT_TYPES, checkpoint.path(), differences.size(), listed(texts));
        }
    }

    /** Returns the common prefix of the names of the file, as in many checkpoints; else an example. */
    private String prefix(List<String> missing) {
        for (String name : checkpoint.names()) {
            for (String missingName : missing) {
                String prefix =
                        name.endsWith("." + missingName) ? name.substring(0, name.length() - missingName.length()) : "";
                if (!prefix.isEmpty()
                        && missing.stream()
                                .allMatch(difference -> checkpoint.names().contains(prefix + difference))) {
                    return prefix;
                }
            }
        }
        return "model.";
    }

    /** Returns some of the names, and the number of the others. */
    static String listed(List<String> texts) {
        if (texts.isEmpty()) {
            return "nothing";
        }
        String first = String.join(", ", texts.stream().limit(MAX_LISTED).toList());
        int more = texts.size() - MAX_LISTED;
        return more <= 0 ? first : first + " and " + more + " more";
    }
}
