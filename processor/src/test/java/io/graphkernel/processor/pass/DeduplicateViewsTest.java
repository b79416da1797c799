package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeduplicateViewsTest {

    static List<Path> cases() {
        return PassCases.of("deduplicate_views");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void deduplicateViews_rewritesGraphAsInFile(Path file) {
        PassCases.check(new DeduplicateViews(), file);
    }
}
