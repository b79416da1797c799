package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.SoftmaxFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SoftmaxFusionTest {

    static List<Path> cases() {
        return PassCases.of("SoftmaxFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void softmaxFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new SoftmaxFusion(), file);
    }
}
