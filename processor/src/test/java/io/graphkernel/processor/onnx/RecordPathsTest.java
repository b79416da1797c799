package io.graphkernel.processor.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the paths of tensors in generated records. */
class RecordPathsTest {

    private static final int MAX_COMPONENTS = 254;

    private static Map<String, String> paths(Stream<String> names) {
        Map<String, String> byTensor = new LinkedHashMap<>();
        names.forEach(name -> byTensor.put(name, name));
        return RecordPaths.of("owner", byTensor);
    }

    private static Stream<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i);
    }

    /** Returns the components of each record by its path. */
    private static Map<String, Set<String>> records(Collection<String> paths) {
        Map<String, Set<String>> records = new LinkedHashMap<>();
        for (String path : paths) {
            String member = path;
            for (int end = member.lastIndexOf('.'); end > 0; end = member.lastIndexOf('.')) {
                String owner = member.substring(0, end);
                records.computeIfAbsent(owner, key -> new HashSet<>()).add(member);
                member = owner;
            }
        }
        return records;
    }

    @Test
    void smallRecord_isFlat() {
        Map<String, String> paths =
                paths(Stream.concat(numbered("layer.1.w", 250), Stream.of("a.b", "a_b", "c", "int")));
        assertThat(paths).hasSize(MAX_COMPONENTS);
        assertThat(records(paths.values())).containsOnlyKeys("owner");
        assertThat(paths)
                .containsEntry("layer.1.w7", "owner.layer_1_w7")
                .containsEntry("a.b", "owner.a_b")
                .containsEntry("a_b", "owner.a_b_")
                .containsEntry("int", "owner.int_");
    }

    @Test
    void largeRecord_hasComponentsForNumberedPrefixes() {
        List<String> names = new ArrayList<>(List.of("embeddings.weight"));
        for (int layer = 0; layer < 100; layer++) {
            names.add("encoder.layer." + layer + ".query.weight");
            names.add("encoder.layer." + layer + ".experts.0.weight");
        }
        for (int layer = 0; layer < 100; layer++) {
            names.add("encoder.layer." + layer + ".query.bias");
        }
        names.add("heads.0.weight");
        names.add("encoder.layer.7");
        Map<String, String> paths = paths(names.stream());
        assertThat(paths)
                .hasSize(303)
                .containsEntry("embeddings.weight", "owner.embeddings_weight")
                .containsEntry("encoder.layer.7.query.weight", "owner.encoder_layer_7.query_weight")
                .containsEntry("encoder.layer.7.experts.0.weight", "owner.encoder_layer_7.experts_0_weight")
                .containsEntry("heads.0.weight", "owner.heads_0_weight")
                .containsEntry("encoder.layer.7", "owner.encoder_layer_7_");
        assertThat(paths.values())
                .startsWith(
                        "owner.embeddings_weight",
                        "owner.encoder_layer_0.query_weight",
                        "owner.encoder_layer_0.experts_0_weight",
                        "owner.encoder_layer_0.query_bias",
                        "owner.encoder_layer_1.query_weight")
                .doesNotHaveDuplicates();
    }

    @Test
    void unnumberedNames_areInRuns() {
        Map<String, String> paths = paths(numbered("w", 255));
        assertThat(paths)
                .containsEntry("w0", "owner.part0.w0")
                .containsEntry("w253", "owner.part0.w253")
                .containsEntry("w254", "owner.part1.w254");
        assertThat(paths.keySet()).containsExactlyElementsOf(numbered("w", 255).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {255, 1000, 6000, 70_000})
    void records_haveAtMostTheComponentsOfAConstructor(int count) {
        Stream<String> names = IntStream.range(0, count)
                .mapToObj(i -> i % 3 == 0 ? "onnx::MatMul_" + i : "layer." + i / 600 + ".weight." + i);
        Map<String, String> paths = paths(names);
        assertThat(paths).hasSize(count);
        assertThat(paths.values()).doesNotHaveDuplicates();
        assertThat(records(paths.values()).values()).allMatch(members -> members.size() <= MAX_COMPONENTS);
    }
}
