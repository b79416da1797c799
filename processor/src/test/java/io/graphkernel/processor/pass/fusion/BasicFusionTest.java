package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BasicFusionTest {

    static List<Path> cases() {
        return PassCases.of("fuse_basic");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void basicFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new BasicFusion(), file);
    }
}
