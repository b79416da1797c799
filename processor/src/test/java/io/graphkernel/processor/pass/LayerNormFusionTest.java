package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.LayerNormFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayerNormFusionTest {

    static List<Path> cases() {
        return PassCases.of("layer_norm_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void layerNormFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new LayerNormFusion(), file);
    }
}
