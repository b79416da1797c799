package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.QbmmAddFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QbmmAddFusionTest {

    static List<Path> cases() {
        return PassCases.of("inference_qbmm_add_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void qbmmAddFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new QbmmAddFusion(), file);
    }
}
