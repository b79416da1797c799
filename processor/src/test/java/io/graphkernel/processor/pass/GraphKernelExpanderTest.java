package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphKernelExpanderTest {

    static List<Path> cases() {
        return PassCases.of("graph_kernel_expander");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void graphKernelExpander_rewritesGraphAsInFile(Path file) {
        PassCases.check(new GraphKernelExpander(), file);
    }
}
