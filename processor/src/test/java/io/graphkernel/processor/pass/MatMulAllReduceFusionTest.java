package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatMulAllReduceFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatMulAllReduceFusionTest {

    static List<Path> cases() {
        return PassCases.of("MatMulAllReduce");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matMulAllReduceFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatMulAllReduceFusion(), file);
    }
}
