package io.graphkernel.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GradientBuckets;
import io.graphkernel.training.GradientReducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A training of several ranks is that of one rank with the same batch, but for the order of sums. */
@Timeout(300)
@Tag("slow")
@Tag("process")
class RankTrainerTest {

    private static final int VOCABULARY = 97;
    private static final int POSITIONS = 64;
    private static final int STEPS = 4;
    private static final Recipe RECIPE = new Recipe(1, 4, 8, STEPS, 1e-3f, 1);

    /** Tolerance of f32 sums in another order, over all steps. */
    private static final float ROUNDING = 2e-5f;

    @TempDir
    private Path directory;

    private static Model model(long seed) {
        return Weights.random(seed).model(VOCABULARY, POSITIONS, Gpt2.HEAD_SIZE);
    }

    private static Text text() {
        return new Text(new Random(3).ints(1000, 0, VOCABULARY).toArray());
    }

    /** Final state of each rank. */
    private record Trained(List<Float> losses, Map<String, float[]> weights) {}

    private static Trained trained(Communicator world, boolean isSharded) {
        try (TensorScope scope = TensorScope.open()) {
            Trainer trainer = new Trainer(model(1), text(), RECIPE, false, RankGroups.of(world, 1), isSharded);
            List<Float> losses = new ArrayList<>();
            while (trainer.done() < STEPS) {
                losses.add(trainer.step());
            }
            Map<String, float[]> weights = new TreeMap<>();
            Parameters.of(trainer.model()).forEach((path, tensor) -> weights.put(path, tensor.toFloatArray()));
            return new Trained(losses, weights);
        }
    }

    private static Map<Integer, Trained> trained(int ranks, boolean isSharded) {
        Map<Integer, Trained> trainings = new TreeMap<>();
        RankThreads.run(ranks, rank -> {
            Trained trained = trained(rank, isSharded);
            synchronized (trainings) {
                trainings.put(rank.rank(), trained);
            }
        });
        return trainings;
    }

    @ParameterizedTest
    @CsvSource({"2, false", "4, false", "1, true", "2, true", "4, true"})
    void losses_areThoseOfOneRank(int ranks, boolean isSharded) {
        Trained expected = trained(1, false).get(0);
        Map<Integer, Trained> trainings = trained(ranks, isSharded);
        assertThat(trainings).hasSize(ranks);
        for (Trained trained : trainings.values()) {
            assertThat(trained.losses()).isEqualTo(trainings.get(0).losses());
            for (int step = 0; step < STEPS; step++) {
                float loss = expected.losses().get(step);
                assertThat(trained.losses().get(step)).isCloseTo(loss, within(ROUNDING * loss));
            }
            trained.weights()
                    .forEach((path, weights) -> assertThat(weights)
                            .as(path)
                            .isEqualTo(trainings.get(0).weights().get(path)));
        }
    }

    @Test
    void buckets_startWhileTheBackwardPassContinues() {
        try (TensorScope scope = TensorScope.open()) {
            Model model = model(1);
            GradientBuckets<Model> sums = GradientBuckets.zerosLike(model, 1 << 12, 1, (path, tensor) -> 0);
            GradientReducer gradients = GradientReducer.summed(sums, kind -> Communicator.single());
            Text.Batch batch = text().batch(new Random(1), 1, 8, model.tokens().device());
            try (GradientReducer.Pass pass = gradients.begin()) {
                Gpt2TrainingKernels.gradients(model, sums.model(), batch.tokens(), batch.targets(), 1, 1);
                // The embeddings are in the last ones, and their gradients are complete at last.
                assertThat(pass.begun()).isGreaterThan(sums.buckets().size() * 3 / 4);
                pass.finish();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resumedTraining_isTheBitwiseSame(boolean isSharded) {
        Path checkpoint = directory.resolve("checkpoint.safetensors");
        Map<Integer, Trained> whole = trained(2, isSharded);
        RankThreads.run(2, rank -> {
            try (TensorScope scope = TensorScope.open()) {
                RankGroups groups = RankGroups.of(rank, 1);
                Trainer first = new Trainer(model(1), text(), RECIPE, false, groups, isSharded);
                first.step();
                first.step();
                first.write(checkpoint);
                // The others read what the first rank has written.
                groups.world().allReduce(ReduceOp.SUM, Tensor.zeros(1));
                Trainer second = new Trainer(model(2), text(), RECIPE, false, groups, isSharded);
                second.resume(checkpoint);
                while (second.done() < STEPS) {
                    assertThat(second.step()).isEqualTo(whole.get(0).losses().get(second.done() - 1));
                }
                Parameters.of(second.model())
                        .forEach((path, tensor) -> assertThat(tensor.toFloatArray())
                                .as(path)
                                .isEqualTo(whole.get(0).weights().get(path)));
            }
        });
    }

    @Test
    void unsupportedSettings_areRejected() {
        assertThatThrownBy(() -> RankThreads.run(3, rank -> trained(rank, false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parts=4 cannot be shared by 3 ranks");
        assertThatThrownBy(() -> RankGroups.of(Communicator.single(), 2))
                .hasMessageContaining("ranks=1 is not a multiple of gpt.tensor, 2");
        assertThatThrownBy(() -> new Trainer(model(1), text(), RECIPE, true, RankGroups.single(), true))
                .hasMessageContaining("sharded=true is for values of f32 and bf16");
    }

    /** The program with threads, and with processes: checkpoints have the same bytes. */
    @ParameterizedTest
    @CsvSource({"mpirun.openmpi, --oversubscribe", "mpirun.mpich, "})
    void processes_trainAsThreadsDo(String launcher, String option) throws IOException, InterruptedException {
        requireLauncher(launcher);
        Path text = directory.resolve("text.txt");
        Files.writeString(text, "The cat sat on the mat, and the mat was flat. ".repeat(20));
        List<String> settings = List.of(
                text.toString(), "width=64", "batch=1", "parts=2", "length=8", "steps=2", "sharded=true", "prompt=The");
        Path threads = directory.resolve("threads");
        TrainGpt2.train(
                Stream.concat(Stream.of(threads.toString()), Stream.concat(settings.stream(), Stream.of("ranks=2")))
                        .toArray(String[]::new));

        Path processes = directory.resolve("processes");
        List<String> command = new ArrayList<>(List.of(launcher));
        if (option != null) {
            command.add(option);
        }
        command.addAll(List.of("-np", "2"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(TrainGpt2.class.getName(), processes.toString()));
        command.addAll(settings);
        command.add("ranks=mpi");
        Path said = directory.resolve("said.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process job = builder.start();
        try {
            assertThat(job.waitFor(240, TimeUnit.SECONDS))
                    .as(Files.readString(said))
                    .isTrue();
        } finally {
            job.destroyForcibly().waitFor();
        }
        assertThat(job.exitValue()).as(Files.readString(said)).isZero();
        assertThat(processes.resolve(TrainGpt2.CHECKPOINT))
                .hasBinaryContent(Files.readAllBytes(threads.resolve(TrainGpt2.CHECKPOINT)));
    }

    /** Requires a launcher. If it is not installed, the test is skipped, or fails if the environment requires it. */
    private static void requireLauncher(String name) {
        boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(trained -> Files.isExecutable(Path.of(trained, name)));
        if (!isThere) {
            assertThat(Boolean.parseBoolean(System.getenv("GRAPHKERNEL_REQUIRE_MPI")))
                    .as(name + " is not installed")
                    .isFalse();
            Assumptions.abort(name + " is not installed");
        }
    }
}
