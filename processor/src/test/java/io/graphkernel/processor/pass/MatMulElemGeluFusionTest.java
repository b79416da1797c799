package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulElemGeluFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulElemGeluFusionTest {

    static List<Path> cases() {
        return PassCases.of("matmul_elem_gelu_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulElemGeluFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulElemGeluFusion(), file);
    }
}
