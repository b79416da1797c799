package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransposeMatMulFusionTest {

    static List<Path> cases() {
        return PassCases.of("transpose_matmul_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void transposeMatMulFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new TransposeMatMulFusion(), file);
    }
}
