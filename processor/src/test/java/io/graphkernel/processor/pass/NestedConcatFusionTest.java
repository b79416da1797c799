package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.NestedConcatFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NestedConcatFusionTest {

    static List<Path> cases() {
        return PassCases.of("ZConcatv2dFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nestedConcatFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new NestedConcatFusion(), file);
    }
}
