package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Elementwise ops and updates in place on the model of Ascend's vector cores, by way of an emulated AscendCL. A file lists
 * those that have kernels.
 */
class AscendConformanceTest {

    private static final Path LIST = Path.of("src/test/resources/ascend/cases.txt");

    /** Dtypes are computed with in four ways; the others differ in conversions. */
    private static final Pattern SHARE = Pattern.compile(
            ".*_(f32|i32|bool)(_.*)?|(add|mul|div|floorMod|less|select)_(i8|f16)|cast_.*_to_(i8|bf16|bool)");

    /** The long profile tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. */
    @Test
    void agreesWithTheDefinitions() throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        List<String> share = Files.readAllLines(LIST).stream()
                .filter(SHARE.asMatchPredicate())
                .toList();
        boolean triesAll = updates || Scope.isExhaustive();
        List<String> tried = triesAll ? List.of() : share;

        String output = new TargetProcess(KernelClasses.target(), AscendProgram.class, tried.toArray(String[]::new))
                .onEmulatedAscend();

        if (updates) {
            Files.writeString(LIST, output);
        }
        assertThat(output.lines().toList()).isEqualTo(triesAll ? Files.readAllLines(LIST) : share);
    }
}
