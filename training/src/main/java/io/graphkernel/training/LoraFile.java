package io.graphkernel.training;

import io.graphkernel.common.json.JsonWriter;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.training.Lora.Adapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    /** Relative difference of scales that are equal but for rounding. */
    private static final double SCALE_ROUNDING = 1e-6;

    /** Value of a configured object or array that is not empty. */
    private static final String ENTRIES = "not empty";

    /** Values of settings, which may be missing, for which an adapter is what {@link Lora} computes. */
    private static final Map<String, List<String>> SUPPORTED = new TreeMap<>(Map.of(
            "peft_type", List.of("LORA"),
            "bias", List.of("none"),
            "fan_in_fan_out", List.of("false", "null"),
            "lora_bias", List.of("false", "null"),
            "use_rslora", List.of("false", "null"),
            "use_dora", List.of("false", "null"),
            "alpha_pattern", List.of("{}", "null"),
            "rank_pattern", List.of("{}", "null"),
            "modules_to_save", List.of("[]", "null"),
            "layer_replication", List.of("[]", "null")));

    /** Copies the map. */
    public LoraFile {
        adapters = Map.copyOf(adapters);
    }

    /**
     * Returns the adapters of a model with {@code @OnnxModel(adapters = …)}.
     *
     * @param named matrices by name, as {@code named()} of the model's record returns them
     * @param scales scale of each module, as {@code scales()} of the record returns them
     * @return the adapters of one rank and scale
     * @throws InvalidArgumentException if a matrix lacks the other one, or a module its scale
     * @throws CheckpointException if the adapters have several ranks or scales, which this layout does not express
     */
    public static LoraFile of(Map<String, Tensor> named, Map<String, Double> scales) {
        Map<String, Adapter> adapters = new TreeMap<>();
        for (String name : named.keySet()) {
            boolean isMatrix = name.endsWith(A) || name.endsWith(B);
            String module = isMatrix ? name.substring(0, name.length() - A.length()) : name;
            adapters.computeIfAbsent(module, key -> new Adapter(matrix(named, key + A), matrix(named, key + B)));
        }
        long[] ranks = adapters.values().stream()
                .mapToLong(adapter -> adapter.a().dimension(0))
                .distinct()
                .toArray();
        if (ranks.length != 1) {
            throw new CheckpointException(
                    RuntimeProblem.ADAPTER_UNSUPPORTED, CONFIG, "r is one of " + Arrays.toString(ranks), "one rank");
        }
        double[] factors = adapters.keySet().stream()
                .mapToDouble(module -> scale(scales, module))
                .distinct()
                .toArray();
        if (factors.length != 1) {
            throw new CheckpointException(
                    RuntimeProblem.ADAPTER_UNSUPPORTED,
                    CONFIG,
                    "lora_alpha / r is one of " + Arrays.toString(factors),
                    "one scale");
        }
        return new LoraFile(adapters, (int) ranks[0], factors[0] * ranks[0]);
    }

    private static double scale(Map<String, Double> scales, String module) {
        Double scale = scales.get(module);
        if (scale == null) {
            throw new InvalidArgumentException(RuntimeProblem.ADAPTER_UNKNOWN, module);
        }
        return scale;
    }

    private static Tensor matrix(Map<String, Tensor> named, String name) {
        Tensor matrix = named.get(name);
        if (matrix == null) {
            throw new InvalidArgumentException(RuntimeProblem.WEIGHT_MISSING, name, named.size());
        }
        return matrix;
    }

    /**
     * Returns the matrices for {@code Adapters.of} of a model with {@code @OnnxModel(adapters = …)}.
     *
     * @param scales scale of each module, as {@code scales()} of the record returns them; if that of the file differs, B is a
     *     new tensor, multiplied by the ratio
     * @return the matrices by name
     * @throws InvalidArgumentException if a module has no scale: the model does not select its weight
     */
    public Map<String, Tensor> named(Map<String, Double> scales) {
        Map<String, Tensor> named = new TreeMap<>();
        adapters.forEach((module, adapter) -> {
            double ratio = alpha / rank / scale(scales, module);
            named.put(module + A, adapter.a());
            named.put(module + B, Math.abs(ratio - 1) < SCALE_ROUNDING ? adapter.b() : Ops.mul(adapter.b(), ratio));
        });
        return named;
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
        JsonWriter json = new JsonWriter().object();
        json.member("base_model_name_or_path", model)
                .member("bias", "none")
                .member("fan_in_fan_out", false)
                .member("inference_mode", true);
        json.name("lora_alpha").value(alpha);
        json.name("lora_dropout").value(0.0);
        json.member("peft_type", "LORA")
                .member("r", rank)
                .name("target_modules")
                .array();
        adapters.keySet().stream()
                .map(module -> module.substring(module.lastIndexOf('.') + 1))
                .sorted()
                .distinct()
                .forEach(json::value);
        json.endArray().endObject();
        Path path = directory.resolve(CONFIG);
        try {
            ByteBuffer text = ByteBuffer.wrap(json.toString().getBytes(StandardCharsets.UTF_8));
            CheckpointFile.replace(path, file -> SafetensorsElements.writeAll(text, file));
        } catch (IOException e) {
            throw Checkpoint.unwritable(path, e);
        }
    }

    /**
     * Reads both files.
     *
     * @param directory directory of the files
     * @return the adapters, whose tensors the caller closes
     * @throws CheckpointException if a file cannot be read, is not of this kind, or has an adapter that {@link Lora} does
     *     not compute
     */
    public static LoraFile read(Path directory) {
        Path configPath = directory.resolve(CONFIG);
        Map<String, String> config = config(configPath);
        SUPPORTED.forEach((key, values) -> {
            String value = config.get(key);
            if (value != null && !values.contains(value)) {
                throw new CheckpointException(
                        RuntimeProblem.ADAPTER_UNSUPPORTED,
                        configPath,
                        key + " is " + value,
                        String.join(" or ", values));
            }
        });
        double rank = number(configPath, config, "r");
        if (rank != Math.rint(rank) || rank > Integer.MAX_VALUE) {
            throw damaged(configPath, "r is " + config.get("r"));
        }
        double alpha = number(configPath, config, "lora_alpha");
        Map<String, Adapter> adapters = new TreeMap<>();
        try (Checkpoint file = Checkpoint.open(directory.resolve(TENSORS))) {
            read(file, (int) rank, adapters);
        } catch (RuntimeException | Error failure) {
            adapters.values().forEach(adapter -> {
                adapter.a().close();
                adapter.b().close();
            });
            throw failure;
        }
        return new LoraFile(adapters, (int) rank, alpha);
    }

    private static void read(Checkpoint file, int rank, Map<String, Adapter> adapters) {
        for (String name : file.names()) {
            boolean isB = name.startsWith(PREFIX) && name.endsWith(B);
            if (!isB && !(name.startsWith(PREFIX) && name.endsWith(A))) {
                throw damaged(file.path(), "tensor " + name + " is not a matrix of an adapter");
            }
            String module = name.substring(PREFIX.length(), name.length() - A.length());
            if (isB) {
                if (!file.names().contains(PREFIX + module + A)) {
                    throw damaged(file.path(), "tensor " + name + " has no matrix A");
                }
                continue;
            }
            Tensor a = file.tensor(name);
            try {
                Tensor b = file.tensor(PREFIX + module + B);
                adapters.put(module, new Adapter(a, b));
                if (a.rank() != 2 || b.rank() != 2 || a.dimension(0) != rank || b.dimension(1) != rank) {
                    throw damaged(file.path(), "the matrices of " + module + " are not of rank " + rank);
                }
            } catch (RuntimeException | Error failure) {
                a.close();
                throw failure;
            }
        }
    }

    private static double number(Path path, Map<String, String> config, String key) {
        String text = config.getOrDefault(key, "missing");
        try {
            double number = Double.parseDouble(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new CheckpointException(e, RuntimeProblem.CHECKPOINT_DAMAGED, path, key + " is " + text);
        }
        throw damaged(path, key + " is " + text);
    }

    private static CheckpointException damaged(Path path, String problem) {
        return new CheckpointException(RuntimeProblem.CHECKPOINT_DAMAGED, path, problem);
    }

    /** Returns the literals and strings of the configuration, and {@link #ENTRIES} or brackets for other values. */
    private static Map<String, String> config(Path path) {
        Map<String, String> config = new TreeMap<>();
        Checkpoint.readObject(path, json -> name -> {
            switch (json.kind()) {
                case LITERAL -> config.put(name, json.literal());
                case STRING -> config.put(name, json.string());
                case OBJECT -> {
                    config.put(name, "{}");
                    json.object(member -> {
                        config.put(name, ENTRIES);
                        json.skip();
                    });
                }
                case ARRAY -> {
                    config.put(name, "[]");
                    json.array(() -> {
                        config.put(name, ENTRIES);
                        json.skip();
                    });
                }
            }
        });
        return config;
    }
}
