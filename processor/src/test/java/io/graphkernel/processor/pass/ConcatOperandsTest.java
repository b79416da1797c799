package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConcatOperandsTest {

    static List<Path> cases() {
        return PassCases.of("concat_operands");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void concatOperands_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConcatOperands(), file);
    }
}
