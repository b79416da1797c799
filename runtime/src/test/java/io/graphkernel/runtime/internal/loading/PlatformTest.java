package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.KernelLibraryException;
import org.junit.jupiter.api.Test;

class PlatformTest {
    @Test
    void spellsNamesAsJavaCppDoes() {
        assertThat(Platform.name("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(Platform.name("Linux", "aarch64")).isEqualTo("linux-arm64");
        assertThat(Platform.name("Mac OS X", "aarch64")).isEqualTo("macosx-arm64");
        assertThat(Platform.name("Windows 11", "amd64")).isEqualTo("windows-x86_64");
        assertThat(Platform.current()).isEqualTo(org.bytedeco.javacpp.Loader.getPlatform());
    }

    @Test
    void namesLibraries() {
        assertThat(Platform.libraryName("linux-arm64", "x")).isEqualTo("libx.so");
        assertThat(Platform.libraryName("macosx-x86_64", "x")).isEqualTo("libx.dylib");
        assertThat(Platform.libraryName("windows-x86_64", "x")).isEqualTo("x.dll");
    }

    @Test
    void capsTheInstructionSet() {
        assertThat(InstructionSet.best(4, null)).isEqualTo("v4");
        assertThat(InstructionSet.best(4, "v3")).isEqualTo("v3");
        assertThat(InstructionSet.best(2, "v4")).isEqualTo("v2");
        assertThat(InstructionSet.best(3, " ")).isEqualTo("v3");
        assertThatThrownBy(() -> InstructionSet.best(4, "avx"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("one of [v2, v3, v4]");
    }
}
