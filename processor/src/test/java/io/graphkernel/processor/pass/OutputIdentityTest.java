package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OutputIdentityTest {

    static List<Path> cases() {
        return PassCases.of("output_identity");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void outputIdentity_rewritesGraphAsInFile(Path file) {
        PassCases.check(new OutputIdentity(), file);
    }
}
