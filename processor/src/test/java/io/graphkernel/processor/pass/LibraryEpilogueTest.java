package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibraryEpilogueTest {

    static List<Path> cases() {
        return PassCases.of("library_epilogue");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheGraphOfTheFile(Path file) {
        PassCases.check(new LibraryEpilogue(), file);
    }
}
