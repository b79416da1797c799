package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.ConvConcatFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvConcatFusionTest {

    static List<Path> cases() {
        return PassCases.of("ConvConcatFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void convConcatFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConvConcatFusion(), file);
    }
}
