package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddLayerNormExtFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddLayerNormExtFusionTest {

    static List<Path> cases() {
        return PassCases.of("add_layer_norm_ext_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addLayerNormExtFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddLayerNormExtFusion(), file);
    }
}
