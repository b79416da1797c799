package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.norm.ConvBatchNormFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvBatchNormFusionTest {

    static List<Path> cases() {
        return PassCases.of("ConvBatchnormFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void convBatchNormFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConvBatchNormFusion(), file);
    }
}
