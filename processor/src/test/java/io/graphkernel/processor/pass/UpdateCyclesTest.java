package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateCyclesTest {

    static List<Path> cases() {
        return PassCases.of("update_cycles");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void updateCycles_rewritesGraphAsInFile(Path file) {
        PassCases.check(new UpdateCycles(), file);
    }
}
