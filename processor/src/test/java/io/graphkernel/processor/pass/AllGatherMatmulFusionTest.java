package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.AllGatherMatmulFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllGatherMatmulFusionTest {

    static List<Path> cases() {
        return PassCases.of("AllGatherMatmul");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allGatherMatmulFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AllGatherMatmulFusion(), file);
    }
}
