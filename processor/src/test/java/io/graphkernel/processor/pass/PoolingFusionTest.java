package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.PoolingFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PoolingFusionTest {

    static List<Path> cases() {
        return PassCases.of("PoolingFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void poolingFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new PoolingFusion(), file);
    }
}
