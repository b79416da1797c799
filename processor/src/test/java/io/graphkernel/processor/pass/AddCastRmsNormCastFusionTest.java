package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddCastRmsNormCastFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddCastRmsNormCastFusionTest {

    static List<Path> cases() {
        return PassCases.of("add_cast_rms_norm_cast_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addCastRmsNormCastFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddCastRmsNormCastFusion(), file);
    }
}
