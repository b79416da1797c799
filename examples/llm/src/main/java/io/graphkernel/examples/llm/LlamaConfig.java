package io.graphkernel.examples.llm;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The {@code config.json} beside published weights: it must describe the compiled model, and chooses its record. */
final class LlamaConfig {

    private static final double DEFAULT_BASE = 10_000;

    private final Path path;
    private final JsonObject config;

    private LlamaConfig(Path path, JsonObject config) {
        this.path = path;
        this.config = config;
    }

    /** Reads the file in a directory, and checks that the compiled model is the one that it describes. */
    static LlamaConfig read(Path directory) {
        Path path = directory.resolve("config.json");
        try {
            LlamaConfig config = new LlamaConfig(
                    path, JsonParser.parseString(Files.readString(path)).getAsJsonObject());
            config.requireCompiled();
            return config;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonParseException | IllegalStateException e) {
            throw new UnsupportedModelException(path + " is not a JSON object: " + e.getMessage());
        }
    }

    private void requireCompiled() {
        require("model_type", Compiled.GEMMA ? Set.of("gemma") : Set.of("llama", "mistral"));
        require("num_hidden_layers", Set.of(String.valueOf(Compiled.LAYERS)));
        double epsilon = number(config, "rms_norm_eps", 1e-6);
        if (epsilon != Compiled.EPSILON) {
            throw different("rms_norm_eps", epsilon, Compiled.EPSILON);
        }
        double size = config.has("head_dim") && !config.get("head_dim").isJsonNull()
                ? number(config, "head_dim", 0)
                : number(config, "hidden_size", 0) / number(config, "num_attention_heads", 1);
        if (size != Compiled.HEAD_SIZE) {
            throw different("the size of a head", size, Compiled.HEAD_SIZE);
        }
        require("hidden_act", Compiled.GEMMA ? Set.of("gelu", "gelu_pytorch_tanh") : Set.of("silu"));
        if (config.has("sliding_window") && !config.get("sliding_window").isJsonNull()) {
            throw different("sliding_window", config.get("sliding_window"), "attention to all tokens");
        }
    }

    /** Returns true if the weights have half precision, of which the record keeps the elements. */
    boolean isHalf() {
        String dtype = text(config, "dtype", text(config, "torch_dtype", "float32"));
        return switch (dtype) {
            case "float32" -> false;
            case "float16", "bfloat16" -> true;
            default -> throw different("torch_dtype", dtype, "float32, float16 and bfloat16");
        };
    }

    /** Returns the frequencies of the rotary embedding. */
    Tensor frequencies() {
        JsonObject scaling = object("rope_parameters", object("rope_scaling", new JsonObject()));
        double base = number(scaling, "rope_theta", number(config, "rope_theta", DEFAULT_BASE));
        Tensor frequencies = Rotary.frequencies(Compiled.HEAD_SIZE, base);
        String type = text(scaling, "rope_type", text(scaling, "type", "default"));
        return switch (type) {
            case "default" -> frequencies;
            case "linear" -> Rotary.interpolated(frequencies, number(scaling, "factor", 1));
            case "llama3" ->
                Rotary.llama3(
                        frequencies,
                        number(scaling, "factor", 8),
                        number(scaling, "low_freq_factor", 1),
                        number(scaling, "high_freq_factor", 4),
                        (int) number(scaling, "original_max_position_embeddings", 8192));
            default -> throw different("rope_type", type, "linear scaling and that of Llama 3");
        };
    }

    /** Returns the weights beside the file: one file, or the index of several. */
    Path weights() {
        Path index = path.resolveSibling("model.safetensors.index.json");
        return Files.exists(index) ? index : path.resolveSibling("model.safetensors");
    }

    private void require(String key, Set<String> expected) {
        String value = text(config, key, "missing");
        if (!expected.contains(value)) {
            throw different(key, value, String.join(" and ", expected));
        }
    }

    private JsonObject object(String key, JsonObject missing) {
        return config.get(key) instanceof JsonObject value ? value : missing;
    }

    private static String text(JsonObject object, String key, String missing) {
        return object.get(key) instanceof JsonPrimitive value ? value.getAsString() : missing;
    }

    private double number(JsonObject object, String key, double missing) {
        JsonElement value = object.get(key);
        if (value == null || value.isJsonNull()) {
            return missing;
        }
        if (value instanceof JsonPrimitive number && number.isNumber()) {
            return number.getAsDouble();
        }
        throw different(key, value, "a number");
    }

    private UnsupportedModelException different(String key, Object value, Object expected) {
        return new UnsupportedModelException(
                path + ": " + key + " is " + value + ", but the model is compiled for " + expected);
    }
}
