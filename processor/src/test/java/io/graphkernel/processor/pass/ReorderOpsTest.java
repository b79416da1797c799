package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReorderOpsTest {

    static List<Path> cases() {
        return PassCases.of("reorder_ops");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reorderOps_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ReorderOps(), file);
    }
}
