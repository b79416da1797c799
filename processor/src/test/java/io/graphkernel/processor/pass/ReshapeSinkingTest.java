package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReshapeSinkingTest {

    static List<Path> cases() {
        return PassCases.of("reshape_sinking");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reshapeSinking_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ReshapeSinking(), file);
    }
}
