package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulElemBiasAddFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulElemBiasAddFusionTest {

    static List<Path> cases() {
        return PassCases.of("matmul_elem_biasadd_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulElemBiasAddFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulElemBiasAddFusion(), file);
    }
}
