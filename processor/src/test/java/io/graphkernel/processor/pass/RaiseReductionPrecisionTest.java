package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RaiseReductionPrecisionTest {

    static List<Path> cases() {
        return PassCases.of("raise_reduction_precision");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void raiseReductionPrecision_rewritesGraphAsInFile(Path file) {
        PassCases.check(new RaiseReductionPrecision(), file);
    }
}
