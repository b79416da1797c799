package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulElemAddFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulElemAddFusionTest {

    static List<Path> cases() {
        return PassCases.of("matmul_elem_add_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulElemAddFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulElemAddFusion(), file);
    }
}
