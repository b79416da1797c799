package io.graphkernel.training;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.training.Lora.Adapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoraTest {

    private static final float SCALE = 2;

    private final TensorScope scope = TensorScope.open();
    private final Initializer initial = new Initializer(3);
    private final Tensor x = initial.normal(1, 5, 8);
    private final Tensor weight = initial.normal(0.5, 6, 8);
    private final Adapter adapter = new Adapter(initial.normal(0.5, 2, 8), initial.normal(0.5, 6, 2));

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void linear_isThatOfTheMergedWeight() {
        float[] expected = new float[5 * 6];
        for (int i = 0; i < expected.length; i++) {
            double sum = 0;
            for (int j = 0; j < 8; j++) {
                double entry = weight.get(i % 6, j);
                for (int k = 0; k < 2; k++) {
                    entry += SCALE * adapter.b().get(i % 6, k) * adapter.a().get(k, j);
                }
                sum += x.get(i / 6, j) * entry;
            }
            expected[i] = (float) sum;
        }
        assertThat(Lora.linear(x, weight, adapter, SCALE).toFloatArray()).containsExactly(expected, within(1e-4f));
        assertThat(LoraKernels.linear(x, weight, adapter, SCALE).toFloatArray())
                .containsExactly(expected, within(1e-4f));
        Tensor merged = LoraKernels.merged(weight, adapter, SCALE);
        assertThat(matMul(x, merged, false, true).toFloatArray()).containsExactly(expected, within(1e-4f));
    }

    private Tensor loss(Adapter trained) {
        return reduceMean(square(Lora.linear(x, weight, trained, SCALE)));
    }

    @Test
    void gradients_areThoseOfDifferences() {
        Adapter gradient = valueAndGradient(() -> loss(adapter), adapter).gradient();
        requireDifferences(adapter.a(), gradient.a());
        requireDifferences(adapter.b(), gradient.b());
    }

    private void requireDifferences(Tensor parameter, Tensor gradient) {
        float[] values = parameter.toFloatArray();
        float[] derivatives = gradient.toFloatArray();
        float step = 1e-2f;
        for (int i = 0; i < values.length; i++) {
            float[] moved = values.clone();
            moved[i] += step;
            parameter.copyFrom(moved);
            double above = loss(adapter).getDouble();
            moved[i] -= 2 * step;
            parameter.copyFrom(moved);
            double below = loss(adapter).getDouble();
            parameter.copyFrom(values);
            assertThat((above - below) / (2 * step)).isCloseTo(derivatives[i], within(5e-3));
        }
    }

    @Test
    void training_changesTheAdapterAlone() {
        float[] frozen = weight.toFloatArray();
        Adapter trained = Adapter.of(initial, 2, weight);
        double before = loss(trained).getDouble();
        for (int step = 0; step < 20; step++) {
            Adapter gradient = valueAndGradient(() -> loss(trained), trained).gradient();
            assign(trained.a(), sub(trained.a(), mul(gradient.a(), 0.05)));
            assign(trained.b(), sub(trained.b(), mul(gradient.b(), 0.05)));
        }
        assertThat(loss(trained).getDouble()).isLessThan(0.8 * before);
        assertThat(weight.toFloatArray()).isEqualTo(frozen);
        assertThat(Adapter.of(initial, 2, weight).b().toFloatArray()).containsOnly(0);
    }

    @Test
    void files_haveTheLayoutOfPeft() throws IOException {
        String module = "model.layers.0.self_attn.q_proj";
        new LoraFile(Map.of(module, adapter), 2, 4).write(directory, "example/model");
        try (Checkpoint file = Checkpoint.open(directory.resolve("adapter_model.safetensors"))) {
            assertThat(file.names())
                    .containsExactlyInAnyOrder(
                            "base_model.model." + module + ".lora_A.weight",
                            "base_model.model." + module + ".lora_B.weight");
        }
        assertThat(Files.readString(directory.resolve("adapter_config.json")))
                .contains("\"peft_type\":\"LORA\"", "\"r\":2,", "\"lora_alpha\":4.0", "[\"q_proj\"]");
        LoraFile read = LoraFile.read(directory);
        assertThat(read.scale()).isEqualTo(2);
        assertThat(read.adapters().get(module).a().toFloatArray())
                .isEqualTo(adapter.a().toFloatArray());
        assertThat(read.adapters().get(module).b().toFloatArray())
                .isEqualTo(adapter.b().toFloatArray());
    }

    @Test
    void configuration_ofAnotherRank_isRejected() throws IOException {
        new LoraFile(Map.of("m.q", adapter), 2, 4).write(directory, "example/model");
        Path config = directory.resolve("adapter_config.json");
        String text = Files.readString(config);
        Files.writeString(config, text.replace("\"r\":2", "\"r\":3"));
        assertThatThrownBy(() -> LoraFile.read(directory))
                .hasMessageContaining("GK-6463")
                .hasMessageContaining("the matrices of m.q are not of rank 3");
        Files.writeString(config, text.replace("\"r\":2", "\"r\":0"));
        assertThatThrownBy(() -> LoraFile.read(directory)).hasMessageContaining("r is 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "use_rslora | true",
                "use_dora | true",
                "fan_in_fan_out | true",
                "bias | \"all\"",
                "peft_type | \"LOHA\"",
                "alpha_pattern | {\"q\": 3}",
                "rank_pattern | {\"q\": 3}",
                "modules_to_save | [\"head\"]"
            })
    void adapter_ofAnotherKind_isRejected(String key, String value) throws IOException {
        Path config = directory.resolve("adapter_config.json");
        Files.writeString(config, "{\"r\": 2, \"lora_alpha\": 4, \"" + key + "\": " + value + "}");
        assertThatThrownBy(() -> LoraFile.read(directory))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("GK-6526")
                .hasMessageContaining(key + " is ");
    }

    @Test
    void configuration_ofDefaultSettings_isAccepted() throws IOException {
        new LoraFile(Map.of("m.q", adapter), 2, 4).write(directory, "a \"name\"\n");
        Files.writeString(
                directory.resolve("adapter_config.json"),
                "{\"r\": 2, \"lora_alpha\": 4, \"use_rslora\": false, \"alpha_pattern\": {}, \"bias\": \"none\","
                        + " \"modules_to_save\": null, \"target_modules\": [\"q\"]}");
        assertThat(LoraFile.read(directory).adapters()).containsOnlyKeys("m.q");
    }

    @Test
    void rank_thatIsNoInteger_andMatrixWithoutPair_areRejected() throws IOException {
        Path config = directory.resolve("adapter_config.json");
        Files.writeString(config, "{\"r\": 8.5, \"lora_alpha\": 4}");
        assertThatThrownBy(() -> LoraFile.read(directory))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("r is 8.5");
        Files.writeString(config, "{\"r\": 2, \"lora_alpha\": \"x\"}");
        assertThatThrownBy(() -> LoraFile.read(directory))
                .hasMessageContaining("lora_alpha is x")
                .hasCauseInstanceOf(NumberFormatException.class);
        Files.writeString(config, "{\"r\": 2, \"lora_alpha\": 4}");
        Checkpoint.write(
                directory.resolve("adapter_model.safetensors"),
                Map.of("base_model.model.m.q.lora_B.weight", adapter.b()),
                Map.of());
        assertThatThrownBy(() -> LoraFile.read(directory))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("m.q.lora_B.weight has no matrix A");
    }

    @Test
    void matricesByName_areAdaptersOfOneRank() {
        Tensor other = initial.normal(1, 3, 8);
        Map<String, Tensor> named = Map.of("m.q.lora_A.weight", adapter.a(), "m.q.lora_B.weight", adapter.b());
        LoraFile file = LoraFile.of(named, Map.of("m.q", 0.5));
        assertThat(file.alpha()).isEqualTo(1);
        assertThat(file.named(Map.of("m.q", 0.5))).isEqualTo(named);
        float[] halved = mul(adapter.b(), 0.5).toFloatArray();
        assertThat(file.named(Map.of("m.q", 1.0)).get("m.q.lora_B.weight").toFloatArray())
                .isEqualTo(halved);
        assertThatThrownBy(() -> LoraFile.of(Map.of("m.q.lora_A.weight", adapter.a()), Map.of("m.q", 1.0)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("m.q.lora_B.weight");
        Map<String, Tensor> mixed = new TreeMap<>(named);
        mixed.put("m.v.lora_A.weight", other);
        mixed.put("m.v.lora_B.weight", initial.normal(1, 6, 3));
        assertThatThrownBy(() -> LoraFile.of(mixed, Map.of("m.q", 1.0, "m.v", 1.0)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("r is one of [2, 3]");
    }

    @Test
    void scales_areThoseOfTheModules() {
        Map<String, Tensor> named = new TreeMap<>();
        for (String module : List.of("m.q", "m.v")) {
            named.put(module + ".lora_A.weight", adapter.a());
            named.put(module + ".lora_B.weight", adapter.b());
        }
        assertThatThrownBy(() -> LoraFile.of(named, Map.of("m.q", 1.0, "m.v", 0.5)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("lora_alpha / r is one of [1.0, 0.5]");
        LoraFile file = LoraFile.of(named, Map.of("m.q", 1.0, "m.v", 1.0, "m.o", 3.0));
        Map<String, Tensor> other = file.named(Map.of("m.q", 1.0, "m.v", 0.5));
        assertThat(other.get("m.q.lora_B.weight")).isSameAs(adapter.b());
        assertThat(other.get("m.v.lora_B.weight").toFloatArray())
                .isEqualTo(mul(adapter.b(), 2).toFloatArray());
        assertThatThrownBy(() -> file.named(Map.of("m.q", 1.0)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6527")
                .hasMessageContaining("m.v");
    }
}
