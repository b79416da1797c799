package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddRmsNormQuantFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddRmsNormQuantFusionTest {

    static List<Path> cases() {
        return PassCases.of("add_rms_norm_quant_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addRmsNormQuantFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddRmsNormQuantFusion(), file);
    }
}
