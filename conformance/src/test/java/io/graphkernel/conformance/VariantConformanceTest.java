package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same kernels in processes of their own, whose settings are read once: other instruction sets, the JVM. */
class VariantConformanceTest {

    @ParameterizedTest
    @ValueSource(strings = {"graphkernel.isa=v2", "graphkernel.isa=v3", "graphkernel.device=jvm"})
    void everyVariantAgreesWithTheDefinitions(String setting) throws IOException, InterruptedException {
        KernelClasses.processed();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + setting,
                "-D" + KernelClasses.REUSE + "=true",
                "-Dconformance.directory=" + KernelClasses.target(),
                "-Dconformance.exhaustive=" + Scope.isExhaustive(),
                "-cp",
                System.getProperty("java.class.path"),
                ConformanceProgram.class.getName(),
                "compiled",
                ".*");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
