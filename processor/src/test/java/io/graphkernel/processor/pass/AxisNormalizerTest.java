package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AxisNormalizerTest {

    static List<Path> cases() {
        return PassCases.of("axis_normalizer");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void axisNormalizer_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AxisNormalizer(), file);
    }
}
