package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulSplitFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulSplitFusionTest {

    static List<Path> cases() {
        return PassCases.of("inference_matmul_split_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulSplitFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulSplitFusion(), file);
    }
}
