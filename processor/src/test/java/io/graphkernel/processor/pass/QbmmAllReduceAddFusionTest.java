package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.QbmmAllReduceAddFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QbmmAllReduceAddFusionTest {

    static List<Path> cases() {
        return PassCases.of("inference_qbmm_allreduce_add_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void qbmmAllReduceAddFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new QbmmAllReduceAddFusion(), file);
    }
}
