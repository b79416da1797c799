package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibraryExpanderTest {

    static List<Path> cases() {
        return PassCases.of("library_expander");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void libraryExpander_rewritesGraphAsInFile(Path file) {
        PassCases.check(new LibraryExpander(), file);
    }
}
