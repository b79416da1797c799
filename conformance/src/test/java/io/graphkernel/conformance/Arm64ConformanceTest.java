package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conformance of kernels as arm64 code, in a JVM for arm64. On other machines an emulator runs it, which is slow, so that a
 * sample of the cases is taken. {@code .ci/arm64} fetches both.
 */
@Tag("process")
class Arm64ConformanceTest {

    /** A system property: what starts a Java for arm64. */
    private static final String JAVA = "conformance.arm64.java";

    private static final String PLATFORM = "linux-arm64";

    /** Sampling stride of cases: a prime, since the cases of an op are periodic. */
    private static final int STRIDE = 61;

    @Test
    void arm64Kernels_matchDefinitions() throws IOException, InterruptedException {
        String java = System.getProperty(JAVA, "");
        assumeThat(java).as("-D" + JAVA + " names a Java for arm64").isNotEmpty();
        List<Case> cases = Cases.all().stream().filter(Table::claims).toList();
        Path classes = KernelClasses.forPlatform(
                PLATFORM,
                IntStream.range(0, cases.size())
                        .filter(i -> i % STRIDE == 0)
                        .mapToObj(cases::get)
                        .toList());

        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(TargetProcess.SHORT_LIVED);
        command.addAll(List.of(
                "-D" + KernelClasses.REUSE + "=true",
                "-Dconformance.directory=" + classes,
                TestTier.option(),
                "-Dgraphkernel.device=cpu",
                "-Dgraphkernel.native.dir=" + classes.resolve("native"),
                "-cp",
                System.getProperty("java.class.path"),
                ConformanceProgram.class.getName(),
                "sample",
                ".*"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // A library of this machine is none for the other processor.
        builder.environment().remove("LD_PRELOAD");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        System.out.println(PLATFORM + ": " + output.strip());
    }
}
