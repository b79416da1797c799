package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeadCodeEliminationTest {

    static List<Path> cases() {
        return PassCases.of("dead_code_elimination");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void deadCodeElimination_rewritesGraphAsInFile(Path file) {
        PassCases.check(new DeadCodeElimination(), file);
    }
}
