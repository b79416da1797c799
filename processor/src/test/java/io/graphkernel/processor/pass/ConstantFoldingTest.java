package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConstantFoldingTest {

    static List<Path> cases() {
        return PassCases.of("constant_folding");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void constantFolding_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConstantFolding(), file);
    }
}
