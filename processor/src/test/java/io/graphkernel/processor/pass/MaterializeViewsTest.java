package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MaterializeViewsTest {

    static List<Path> cases() {
        return PassCases.of("materialize_views");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void materializeViews_rewritesGraphAsInFile(Path file) {
        PassCases.check(new MaterializeViews(), file);
    }
}
