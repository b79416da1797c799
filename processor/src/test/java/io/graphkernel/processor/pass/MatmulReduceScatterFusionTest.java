package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.MatmulReduceScatterFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatmulReduceScatterFusionTest {

    static List<Path> cases() {
        return PassCases.of("MatmulReduceScatter");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void matmulReduceScatterFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MatmulReduceScatterFusion(), file);
    }
}
