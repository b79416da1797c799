package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.ConvToFullyConnectionFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvToFullyConnectionFusionTest {

    static List<Path> cases() {
        return PassCases.of("ConvToFullyConnectionFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void convToFullyConnectionFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConvToFullyConnectionFusion(), file);
    }
}
