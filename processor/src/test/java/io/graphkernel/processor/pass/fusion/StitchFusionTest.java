package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StitchFusionTest {

    static List<Path> cases() {
        return PassCases.of("stitch_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void stitchFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new StitchFusion(), file);
    }
}
