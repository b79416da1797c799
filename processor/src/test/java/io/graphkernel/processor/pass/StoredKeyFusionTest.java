package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredKeyFusionTest {

    static List<Path> cases() {
        return PassCases.of("stored_key_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void storedKeyFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new StoredKeyFusion(), file);
    }
}
