package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoopOperandFusionTest {

    static List<Path> cases() {
        return PassCases.of("loop_operand_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void loopOperandFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new LoopOperandFusion(), file);
    }
}
