package io.graphkernel.training;

import io.graphkernel.common.json.JsonException;
import io.graphkernel.common.json.JsonReader;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.training.Lora.Adapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Adapters in the layout of PEFT: a directory with {@code adapter_config.json} and {@code adapter_model.safetensors}.
 *
 * @param adapters adapters by the names of their modules, such as {@code model.layers.0.self_attn.q_proj}
 * @param rank r
 * @param alpha the scale times r
 */
public record LoraFile(Map<String, Adapter> adapters, int rank, double alpha) {

    private static final String CONFIG = "adapter_config.json";
    private static final String TENSORS = "adapter_model.safetensors";
    private static final String PREFIX = "base_model.model.";
    private static final String A = ".lora_A.weight";
    private static final String B = ".lora_B.weight";

    /** Copies the map. */
    public LoraFile {
        adapters = Map.copyOf(adapters);
    }

    /**
     * Returns the factor of the product of both matrices.
     *
     * @return alpha / r
     */
    public float scale() {
        return (float) (alpha / rank);
    }

    /**
     * Writes both files.
     *
     * @param directory an existing directory
     * @param model name of the model, which PEFT loads first
     * @throws CheckpointException if a file cannot be written
     */
    public void write(Path directory, String model) {
        Map<String, Tensor> tensors = new TreeMap<>();
        adapters.forEach((module, adapter) -> {
            tensors.put(PREFIX + module + A, adapter.a());
            tensors.put(PREFIX + module + B, adapter.b());
        });
        Checkpoint.write(directory.resolve(TENSORS), tensors, Map.of("format", "pt"));
        String modules = adapters.keySet().stream()
                .map(module -> module.substring(module.lastIndexOf('.') + 1))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(LoraFile::quoted)
                .collect(Collectors.joining(", "));
        String config = String.join(
                "\n",
                "{",
                "  \"base_model_name_or_path\": " + quoted(model) + ",",
                "  \"bias\": \"none\",",
                "  \"fan_in_fan_out\": false,",
                "  \"inference_mode\": true,",
                "  \"lora_alpha\": " + alpha + ",",
                "  \"lora_dropout\": 0.0,",
                "  \"peft_type\": \"LORA\",",
                "  \"r\": " + rank + ",",
                "  \"target_modules\": [" + modules + "]",
                "}",
                "");
        Path path = directory.resolve(CONFIG);
        try {
            Files.writeString(path, config);
        } catch (IOException e) {
            throw Checkpoint.unwritable(path, e);
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Reads both files.
     *
     * @param directory directory of the files
     * @return the adapters, whose tensors the caller closes
     * @throws CheckpointException if a file cannot be read, or is not of this kind
     */
    public static LoraFile read(Path directory) {
        Map<String, String> config = config(directory.resolve(CONFIG));
        Path path = directory.resolve(TENSORS);
        int rank = (int) number(directory, config, "r");
        Map<String, Adapter> adapters = new TreeMap<>();
        try (Checkpoint file = Checkpoint.open(path)) {
            for (String name : file.names()) {
                if (name.startsWith(PREFIX) && name.endsWith(A)) {
                    String module = name.substring(PREFIX.length(), name.length() - A.length());
                    Tensor a = file.tensor(name);
                    Tensor b = file.tensor(PREFIX + module + B);
                    if (a.rank() != 2 || b.rank() != 2 || a.dimension(0) != rank || b.dimension(1) != rank) {
                        throw damaged(path, "the matrices of " + module + " are not of rank " + rank);
                    }
                    adapters.put(module, new Adapter(a, b));
                } else if (!name.endsWith(B)) {
                    throw damaged(path, "tensor " + name + " is not a matrix of an adapter");
                }
            }
        }
        return new LoraFile(adapters, rank, number(directory, config, "lora_alpha"));
    }

    private static double number(Path directory, Map<String, String> config, String key) {
        try {
            double number = Double.parseDouble(config.getOrDefault(key, ""));
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number that is not positive is.
        }
        throw damaged(directory.resolve(CONFIG), key + " is " + config.get(key));
    }

    private static CheckpointException damaged(Path path, String problem) {
        return new CheckpointException(RuntimeProblem.CHECKPOINT_DAMAGED, path, problem);
    }

    /** Returns the literals of the configuration. */
    private static Map<String, String> config(Path path) {
        Map<String, String> config = new TreeMap<>();
        try {
            JsonReader json = JsonReader.of(ByteBuffer.wrap(Files.readAllBytes(path)));
            json.object(name -> {
                if (json.kind() == JsonReader.Kind.LITERAL) {
                    config.put(name, json.literal());
                } else {
                    ShardedCheckpoint.skip(json);
                }
            });
            json.end();
        } catch (JsonException e) {
            throw damaged(path, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw Checkpoint.unreadable(path, e);
        }
        return config;
    }
}
