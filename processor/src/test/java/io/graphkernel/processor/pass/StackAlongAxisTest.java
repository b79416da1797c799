package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StackAlongAxisTest {

    static List<Path> cases() {
        return PassCases.of("stack_along_axis");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void stackAlongAxis_rewritesGraphAsInFile(Path file) {
        PassCases.check(new StackAlongAxis(), file);
    }
}
