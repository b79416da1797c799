package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page that is checked in is the one that this build makes. */
class BlocksPageTest {
    private static final Path DIRECTORY = Path.of(System.getProperty("basedir", ""));

    @Test
    void blocksPage_matchesTheReport() throws IOException {
        Measured measured = Measured.read(DIRECTORY.resolve(Measured.FILE));
        Path compilations = Path.of("target", "page");
        // In Java: the report does not depend on the target.
        CompiledBlocks.of(compilations, "unfused", Workloads.small(), "--opt_level=0", "jvm")
                .close();
        Path unfused = CompiledBlocks.report(compilations, "unfused");
        String page = BlocksPage.print(BlockReport.ofThisModule(), unfused, measured);
        Path file = DIRECTORY.resolve(BlocksPage.FILE);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, page);
        }
        assertThat(page)
                .as("-Dgolden.update=true rewrites the page")
                .isEqualTo(Files.readString(file).replace("\r\n", "\n"));
    }
}
