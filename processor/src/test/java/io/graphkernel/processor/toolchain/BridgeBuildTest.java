package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeBuildTest {
    @TempDir
    private Path directory;

    @Test
    void bridgeBuild_writesALibraryAndItsHashForEveryPlatform() throws IOException, ToolchainException {
        Path source = Files.writeString(directory.resolve("bridge.c"), """
                #include "graphkernel.h"
                GK_EXPORT int Java_io_graphkernel_bridge_Test_answer(void *environment, void *type) { return 42; }
                int hidden(void) { return 1; }
                """);
        Path output = directory.resolve("out");

        BridgeBuild.build(
                new NativeToolchain(new NativeToolchain.Settings(directory.resolve("cache"), Optional.empty())),
                source,
                output);

        for (Platform platform : Platform.values()) {
            String name = platform.libraryFileName("graphkernel-bridge");
            Path file = output.resolve(platform.platformName()).resolve(name);
            byte[] library = Files.readAllBytes(file);
            assertThat(ExportedSymbols.of(library)).containsExactly("Java_io_graphkernel_bridge_Test_answer");
            assertThat(ExportedSymbols.importsOf(library)).isEmpty();
            assertThat(file.resolveSibling(name + ".sha256"))
                    .hasContent(HexFormat.of().formatHex(Digests.sha256(library)));
        }
    }
}
