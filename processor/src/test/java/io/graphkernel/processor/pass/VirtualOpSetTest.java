package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VirtualOpSetTest {

    static List<Path> cases() {
        return PassCases.of("FusionVirtualOpSetSwitch");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void virtualOpSet_rewritesGraphAsInFile(Path file) {
        PassCases.check(new VirtualOpSet(), file);
    }
}
