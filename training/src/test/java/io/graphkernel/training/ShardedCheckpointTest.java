package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of several files. */
class ShardedCheckpointTest {

    private final TensorScope scope = TensorScope.open();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void shards_areReadByTheirIndex() throws IOException {
        Checkpoint.write(
                directory.resolve("model-1.safetensors"), Map.of("a", Tensor.of(new float[] {1, 2}, 2)), Map.of());
        Checkpoint.write(
                directory.resolve("model-2.safetensors"), Map.of("b", Tensor.of(new float[] {3}, 1)), Map.of());
        Path index = directory.resolve("model.safetensors.index.json");
        Files.writeString(
                index,
                "{\"metadata\": {\"total_size\": 12}, \"weight_map\": {\"a\": \"model-1.safetensors\","
                        + " \"b\": \"model-2.safetensors\"}}");
        try (ShardedCheckpoint shards = ShardedCheckpoint.open(index)) {
            assertThat(shards.names()).containsExactly("a", "b");
            assertThat(shards.tensor("a").toFloatArray()).containsExactly(1, 2);
            assertThat(shards.tensor("b").toFloatArray()).containsExactly(3);
            assertThatThrownBy(() -> shards.tensor("c")).hasMessageContaining("GK-6464");
        }
        for (String bad : List.of("../model-1.safetensors", ".", "", "a\\u0000b")) {
            Files.writeString(index, "{\"weight_map\": {\"a\": \"" + bad + "\"}}");
            assertThatThrownBy(() -> ShardedCheckpoint.open(index))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("GK-6463");
        }
        Files.writeString(index, "{\"metadata\": {}}");
        assertThatThrownBy(() -> ShardedCheckpoint.open(index)).hasMessageContaining("it has no weight_map");
    }

    @Test
    void shards_afterClose_areRejected() throws IOException {
        Checkpoint.write(directory.resolve("m.safetensors"), Map.of("a", Tensor.of(new float[] {1}, 1)), Map.of());
        Path index = directory.resolve("index.json");
        Files.writeString(index, "{\"weight_map\": {\"a\": \"m.safetensors\"}}");
        ShardedCheckpoint shards = ShardedCheckpoint.open(index);
        shards.close();
        assertThatThrownBy(() -> shards.tensor("a"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("GK-6029");
    }
}
