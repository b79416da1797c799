package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.AddLayerNormV3Fusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddLayerNormV3FusionTest {

    static List<Path> cases() {
        return PassCases.of("add_layer_norm_v3_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void addLayerNormV3Fusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new AddLayerNormV3Fusion(), file);
    }
}
