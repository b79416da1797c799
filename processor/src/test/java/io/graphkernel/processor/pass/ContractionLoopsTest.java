package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContractionLoopsTest {

    static List<Path> cases() {
        return PassCases.of("contraction_loops");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void contractionLoops_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ContractionLoops(), file);
    }
}
