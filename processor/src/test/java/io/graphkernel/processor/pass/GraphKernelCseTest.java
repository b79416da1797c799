package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphKernelCseTest {

    static List<Path> cases() {
        return PassCases.of("graph_kernel_cse");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void graphKernelCse_rewritesGraphAsInFile(Path file) {
        PassCases.check(new GraphKernelCse(GraphKernelCse.LAST), file);
    }

    static List<Path> firstCases() {
        return PassCases.of("cse1");
    }

    @ParameterizedTest
    @MethodSource("firstCases")
    void graphKernelCse_rewritesGraphAsInFileAtItsFirstPlaceToo(Path file) {
        PassCases.check(new GraphKernelCse(GraphKernelCse.FIRST), file);
    }
}
