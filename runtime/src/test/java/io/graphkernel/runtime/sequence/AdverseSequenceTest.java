package io.graphkernel.runtime.sequence;

import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No public call ends the JVM or changes it, whatever the situation. Each program runs in a process of its own. */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class AdverseSequenceTest {
    @TempDir
    Path directory;

    @Test
    void randomCalls_inAnySituation_leaveTheJvmAsItWas() throws IOException, InterruptedException {
        run(14, 5, "-Xmx32m", Adversity.values());
    }

    @Test
    void calls_inAFullHeap_throwOutOfMemoryError() throws IOException, InterruptedException {
        run(15, 3, "-Xmx16m", Adversity.FULL_HEAP, Adversity.FULL_HEAP_NEW_THREAD);
    }

    @Test
    void calls_thatOverflowTheStack_throwStackOverflowError() throws IOException, InterruptedException {
        run(16, 3, "-Xmx64m", Adversity.DEEP_STACK);
    }

    private void run(long defaultSeed, long seconds, String heap, Adversity... adversities)
            throws IOException, InterruptedException {
        long seed = Long.getLong("runtime.seed", TestTier.isExhaustive() ? System.nanoTime() : defaultSeed);
        List<String> arguments = new ArrayList<>(List.of(
                Long.toString(seed),
                TestTier.isExhaustive() ? "100000" : "2000",
                Long.toString(TestTier.isExhaustive() ? 600 : seconds)));
        Arrays.stream(adversities).map(Enum::name).forEach(arguments::add);
        List<String> options = List.of(
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UseGCOverheadLimit",
                "-Dorg.bytedeco.javacpp.maxBytes=512m");
        System.out.print("seed " + seed + ": "
                + new LimitedProcess(directory, TestTier.isExhaustive() ? 900 : 120)
                        .run("seed " + seed, options, AdverseSequence.class, arguments.toArray(String[]::new)));
    }
}
