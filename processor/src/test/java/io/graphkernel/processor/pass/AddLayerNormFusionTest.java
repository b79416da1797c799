package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddLayerNormFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddLayerNormFusionTest {

    static List<Path> cases() {
        return PassCases.of("add_layer_norm_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addLayerNormFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddLayerNormFusion(), file);
    }
}
