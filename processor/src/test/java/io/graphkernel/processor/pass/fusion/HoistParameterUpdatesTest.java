package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HoistParameterUpdatesTest {

    static List<Path> cases() {
        return PassCases.of("hoist_parameter_updates");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hoistParameterUpdates_rewritesGraphAsInFile(Path file) {
        PassCases.check(new HoistParameterUpdates(), file);
    }
}
