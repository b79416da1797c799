package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.RmsNormQuantFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RmsNormQuantFusionTest {

    static List<Path> cases() {
        return PassCases.of("rms_norm_quant_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rmsNormQuantFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new RmsNormQuantFusion(), file);
    }
}
