package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All templates in processes of their own, whose settings are read once. */
class InstructionSetTest {

    /** A cap above what the machine has changes nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"v2", "v3", "v4"})
    void everyVariantAgreesWithTheReference(String variant) throws Exception {
        run(0, "-Dgraphkernel.isa=" + variant);
    }

    /** Results of any size bypass the caches then. */
    @ParameterizedTest
    @ValueSource(strings = {"v2", "v3", "v4"})
    void streamedResultsAgreeWithTheReference(String variant) throws Exception {
        run(1, "-Dgraphkernel.isa=" + variant, "-Dgraphkernel.llc=1");
    }

    /** Runs all templates in a process of its own. */
    static void run(int firstSize, String... settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(settings));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Templates.class.getName()));
        command.add(String.valueOf(firstSize));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
