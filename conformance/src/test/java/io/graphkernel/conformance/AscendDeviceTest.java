package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What programs do with an Ascend device besides calling kernels: numbers, views, updates in place, streams, and what is
 * refused.
 */
class AscendDeviceTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/ascend");

    /** Copies and vector instructions, whose faults are of a line of the Java file. */
    private static final Pattern INSTRUCTION = Pattern.compile("^ *AscendC::[A-Z]\\w*\\(");

    @TempDir
    Path directory;

    @Test
    void isADeviceAsOthersAre() throws IOException, InterruptedException {
        runs("Steps");

        Path source = directory.resolve("META-INF/graphkernel/Steps/ascend/kernels.asc");
        assertThat(Files.readAllLines(source))
                .filteredOn(line -> INSTRUCTION.matcher(line).find())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches(".*; // Steps\\.java:\\d+"));
    }

    @Test
    void takesRowsOfAllLengths() throws IOException, InterruptedException {
        runs("Rows");
    }

    private void runs(String program) throws IOException, InterruptedException {
        String source = Files.readString(PROGRAMS.resolve(program + ".java"));
        assertThat(KernelCompiler.compile(directory, Map.of(program, source), "ascend"))
                .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();

        new TargetProcess(directory, program).onEmulatedAscend();
    }
}
