package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.GeluFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeluFusionTest {

    static List<Path> cases() {
        return PassCases.of("gelu_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void geluFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new GeluFusion(), file);
    }
}
