package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.SwiGluFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SwiGluFusionTest {

    static List<Path> cases() {
        return PassCases.of("inference_swiglu_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void swiGluFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new SwiGluFusion(), file);
    }
}
