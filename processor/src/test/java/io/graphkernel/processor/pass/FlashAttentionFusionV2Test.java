package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.FlashAttentionFusionV2;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FlashAttentionFusionV2Test {

    static List<Path> cases() {
        return PassCases.of("FlashAttentionFusionV2");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void flashAttentionFusionV2_rewritesGraphAsInFile(Path file) {
        PassCases.check(new FlashAttentionFusionV2(), file);
    }
}
