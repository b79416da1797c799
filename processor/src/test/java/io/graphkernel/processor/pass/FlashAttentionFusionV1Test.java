package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.matmul.FlashAttentionFusionV1;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FlashAttentionFusionV1Test {

    static List<Path> cases() {
        return PassCases.of("FlashAttentionFusionV1");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void flashAttentionFusionV1_rewritesGraphAsInFile(Path file) {
        PassCases.check(new FlashAttentionFusionV1(), file);
    }
}
