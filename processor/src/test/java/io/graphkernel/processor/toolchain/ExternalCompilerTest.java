package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.processor.toolchain.ToolchainException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "scripts stand for the compiler")
class ExternalCompilerTest {
    private static final Platform HOST = Platform.host().orElseThrow();

    @TempDir
    private Path directory;

    @Test
    void externalCompiler_buildsForTheHostWithTheLldNextToIt() throws ToolchainException, IOException {
        Path clang = embeddedAs("clang");
        script(HOST.format().linkerName(), new EmbeddedLlvm().programs(HOST).linker());

        byte[] library = toolchain(clang).build(TestKernels.scale(2), HOST);

        assertThat(ExportedSymbols.of(library)).hasSize(HOST.instructionSets().size());
    }

    @Test
    @Tag("slow")
    void externalCompiler_withoutLld_linksItself() throws ToolchainException, IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ld")), "clang needs some linker");

        byte[] library = toolchain(embeddedAs("clang")).build(TestKernels.scale(2), HOST);

        assertThat(ExportedSymbols.of(library))
                .contains("gk_test_" + HOST.instructionSets().get(0).variant());
    }

    @Test
    void externalCompiler_buildsForNoOtherPlatform() throws ToolchainException, IOException {
        Platform other = HOST == Platform.LINUX_ARM64 ? Platform.LINUX_X86_64 : Platform.LINUX_ARM64;

        assertUnavailable(embeddedAs("clang"), other, "it builds for this machine only, not for " + other);
    }

    @Test
    @Tag("slow")
    void anotherBinaryOfTheSameVersion_isAnotherCompiler() throws ToolchainException, IOException {
        Path clang = embeddedAs("clang");
        String first = new ExternalCompiler(clang).identity();
        FileTime written = Files.getLastModifiedTime(clang);
        Files.setLastModifiedTime(clang, FileTime.from(written.toInstant().minusSeconds(60)));
        String older = new ExternalCompiler(clang).identity();
        Files.writeString(clang, Files.readString(clang) + "# longer\n");
        Files.setLastModifiedTime(clang, written);
        String longer = new ExternalCompiler(clang).identity();

        assertThat(List.of(first, older, longer)).doesNotHaveDuplicates();
        assertThat(new ExternalCompiler(clang).identity()).isEqualTo(longer);
    }

    @Test
    void absentCompiler_isReported() {
        assertUnavailable(directory.resolve("absent"), HOST, "absent");
    }

    @Test
    void compilerOtherThanClang_isReported() throws IOException {
        assertUnavailable(
                script("gcc", List.of("echo", "gcc", "14")),
                HOST,
                "with --version it says: gcc 14 --version (exit code 0)");
    }

    private Path embeddedAs(String name) throws ToolchainException, IOException {
        return script(name, List.of(new EmbeddedLlvm().programs(HOST).clang().toString()));
    }

    /** Returns a program that runs a command with its own arguments appended. */
    private Path script(String name, List<String> command) throws IOException {
        Path file = Files.writeString(
                directory.resolve(name), "#!/bin/sh\nexec " + String.join(" ", command) + " \"$@\"\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private void assertUnavailable(Path compiler, Platform platform, String reason) {
        ToolchainException failure = catchThrowableOfType(
                ToolchainException.class, () -> toolchain(compiler).build(TestKernels.scale(2), platform));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure).hasMessageContaining(compiler.toString());
        assertThat(failure.details()).first().asString().contains(reason);
    }

    private NativeToolchain toolchain(Path compiler) {
        return new NativeToolchain(new NativeToolchain.Settings(directory.resolve("cache"), Optional.of(compiler)));
    }
}
