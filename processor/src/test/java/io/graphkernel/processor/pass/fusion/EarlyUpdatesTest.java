package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EarlyUpdatesTest {

    static List<Path> cases() {
        return PassCases.of("early_updates");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheGraphOfTheFile(Path file) {
        PassCases.check(new EarlyUpdates(), file);
    }
}
