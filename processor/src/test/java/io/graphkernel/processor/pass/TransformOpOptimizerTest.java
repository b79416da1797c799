package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransformOpOptimizerTest {

    static List<Path> cases() {
        return PassCases.of("transform_op_optimizer");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void transformOpOptimizer_rewritesGraphAsInFile(Path file) {
        PassCases.check(new TransformOpOptimizer(), file);
    }
}
