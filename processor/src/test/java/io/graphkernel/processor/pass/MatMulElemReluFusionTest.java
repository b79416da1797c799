package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulElemReluFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulElemReluFusionTest {

    static List<Path> cases() {
        return PassCases.of("matmul_elem_relu_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulElemReluFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulElemReluFusion(), file);
    }
}
