package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.RmsNormFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RmsNormFusionTest {

    static List<Path> cases() {
        return PassCases.of("rms_norm_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rmsNormFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new RmsNormFusion(), file);
    }
}
