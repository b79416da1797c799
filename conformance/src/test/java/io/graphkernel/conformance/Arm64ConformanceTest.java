package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Kernels as arm64 code, in a Java for arm64: on another machine by an emulator of the processor, which is slow, so that a
 * part of the cases is taken. {@code .ci/arm64} fetches both.
 */
class Arm64ConformanceTest {

    /** A system property: what starts a Java for arm64. */
    private static final String JAVA = "conformance.arm64.java";

    private static final String PLATFORM = "linux-arm64";

    /** Of so many cases one is taken: a prime, since the cases of an op are alike in a period. */
    private static final int STRIDE = 61;

    @Test
    void kernelsOfArm64AgreeWithTheDefinitions() throws IOException, InterruptedException {
        String java = System.getProperty(JAVA, "");
        assumeThat(java).as("-D" + JAVA + " names a Java for arm64").isNotEmpty();
        List<Case> all = Cases.all().stream().filter(Table::claims).toList();
        Path classes = KernelClasses.forPlatform(
                PLATFORM,
                IntStream.range(0, all.size())
                        .filter(i -> i % STRIDE == 0)
                        .mapToObj(all::get)
                        .toList());

        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(TargetProcess.SHORT_LIVED);
        command.addAll(List.of(
                "-D" + KernelClasses.REUSE + "=true",
                "-Dconformance.directory=" + classes,
                "-Dconformance.exhaustive=" + Scope.isExhaustive(),
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
