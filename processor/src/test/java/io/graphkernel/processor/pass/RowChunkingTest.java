package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.chunk.RowChunking;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowChunkingTest {

    static List<Path> cases() {
        return PassCases.of("row_chunking");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowChunking_rewritesGraphAsInFile(Path file) {
        PassCases.check(new RowChunking(), file);
    }
}
