package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.SiluFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SiluFusionTest {

    static List<Path> cases() {
        return PassCases.of("silu_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void siluFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new SiluFusion(), file);
    }
}
