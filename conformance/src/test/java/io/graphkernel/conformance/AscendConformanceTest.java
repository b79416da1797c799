package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Elementwise ops on the model of Ascend's vector cores, by way of an emulated AscendCL. A file lists those that have kernels. */
class AscendConformanceTest {

    private static final Path LIST = Path.of("src/test/resources/ascend/elementwise.txt");

    /** The long profile tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. */
    @Test
    void agreesWithTheDefinitions() throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        List<String> tried = updates || Scope.isExhaustive() ? List.of() : Files.readAllLines(LIST);

        String output = new TargetProcess(KernelClasses.target(), AscendProgram.class, tried.toArray(String[]::new))
                .onEmulatedAscend();

        if (updates) {
            Files.writeString(LIST, output);
        }
        assertThat(output).isEqualTo(Files.readString(LIST));
    }
}
