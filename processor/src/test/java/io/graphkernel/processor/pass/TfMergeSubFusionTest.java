package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.TfMergeSubFusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TfMergeSubFusionTest {

    static List<Path> cases() {
        return PassCases.of("TfMergeSubFusionPass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tfMergeSubFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new TfMergeSubFusion(), file);
    }
}
