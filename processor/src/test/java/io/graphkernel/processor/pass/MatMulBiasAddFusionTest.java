package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulBiasAddFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulBiasAddFusionTest {

    static List<Path> cases() {
        return PassCases.of("MatMulBiasAddFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulBiasAddFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulBiasAddFusion(), file);
    }
}
