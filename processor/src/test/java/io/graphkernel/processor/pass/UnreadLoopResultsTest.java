package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnreadLoopResultsTest {

    static List<Path> cases() {
        return PassCases.of("unread_loop_results");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void unreadLoopResults_rewritesGraphAsInFile(Path file) {
        PassCases.check(new UnreadLoopResults(), file);
    }
}
