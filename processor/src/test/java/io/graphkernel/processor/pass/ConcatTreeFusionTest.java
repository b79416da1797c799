package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.ConcatTreeFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConcatTreeFusionTest {

    static List<Path> cases() {
        return PassCases.of("ZConcatExt2FusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void concatTreeFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ConcatTreeFusion(), file);
    }
}
