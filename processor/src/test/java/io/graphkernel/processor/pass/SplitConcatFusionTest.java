package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.SplitConcatFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SplitConcatFusionTest {

    static List<Path> cases() {
        return PassCases.of("split_concat_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void splitConcatFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new SplitConcatFusion(), file);
    }
}
