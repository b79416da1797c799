package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.processor.toolchain.ToolchainException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedLlvmTest {
    private static final Platform HOST = Platform.host().orElseThrow();

    @TempDir
    private Path directory;

    @Test
    void embeddedLlvm_knowsItsVersionWithoutUnpacking() {
        assertThat(new EmbeddedLlvm().identity()).matches("embedded \\d+\\.\\d+\\.\\d+-.*");
    }

    @Test
    void machineWithoutPrograms_isNamed() {
        ToolchainException failure =
                catchThrowableOfType(ToolchainException.class, () -> EmbeddedLlvm.unpack(Optional.empty()));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure.details()).first().asString().contains(System.getProperty("os.name"));
    }

    @Test
    void missingJar_isNamedByItsCoordinates() {
        Platform other = HOST == Platform.WINDOWS_X86_64 ? Platform.MACOSX_ARM64 : Platform.WINDOWS_X86_64;
        ToolchainException failure =
                catchThrowableOfType(ToolchainException.class, () -> EmbeddedLlvm.unpack(Optional.of(other)));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure).hasMessage("the embedded clang cannot run on " + other);
        assertThat(failure.details())
                .first()
                .asString()
                .contains("org.bytedeco:llvm:")
                .endsWith(":" + other);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script stands for clang")
    void clangThatDoesNotStart_returnsItsReason() throws IOException {
        Path clang = Files.writeString(
                directory.resolve("clang"), "#!/bin/sh\necho clang: cannot open libz.so.1 >&2\nexit 127\n");
        assertThat(clang.toFile().setExecutable(true)).isTrue();
        ToolchainException failure =
                catchThrowableOfType(ToolchainException.class, () -> EmbeddedLlvm.probe(HOST, clang));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure.details())
                .containsExactly("tried: " + clang + " --version", "exit code 127", "clang: cannot open libz.so.1");
    }

    @Test
    void clangThatIsNotThere_returnsItsReason() {
        ToolchainException failure = catchThrowableOfType(
                ToolchainException.class, () -> EmbeddedLlvm.probe(HOST, directory.resolve("clang")));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure.details()).hasSize(2).last().asString().contains("Cannot run program");
    }
}
