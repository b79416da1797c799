package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddRmsNormFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddRmsNormFusionTest {

    static List<Path> cases() {
        return PassCases.of("add_rms_norm_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addRmsNormFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddRmsNormFusion(), file);
    }
}
