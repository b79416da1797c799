package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PlatformTest {
    @ParameterizedTest
    @EnumSource(Platform.class)
    void isFoundByItsName(Platform platform) {
        assertThat(Platform.byName(platform.platformName())).contains(platform);
    }

    @Test
    void anUnknownNameIsNoPlatform() {
        assertThat(Platform.byName("linux-riscv64")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-arm64",
        "Mac OS X, aarch64, macosx-arm64",
        "Mac OS X, x86_64, macosx-x86_64",
        "Windows 11, amd64, windows-x86_64",
        "FreeBSD, amd64, freebsd-x86_64",
    })
    void theHostIsNamedAsJavaCppNamesIt(String osName, String osArch, String expected) {
        assertThat(Platform.hostName(osName, osArch)).isEqualTo(expected);
    }

    @Test
    void libraryNamesFollowTheSystem() {
        assertThat(Platform.LINUX_ARM64.libraryFileName("kernels")).isEqualTo("libkernels.so");
        assertThat(Platform.MACOSX_X86_64.libraryFileName("kernels")).isEqualTo("libkernels.dylib");
        assertThat(Platform.WINDOWS_X86_64.libraryFileName("kernels")).isEqualTo("kernels.dll");
    }

    @Test
    void variantsAreOrderedFromWeakToStrong() {
        assertThat(Platform.LINUX_X86_64.instructionSets())
                .extracting(InstructionSet::variant)
                .containsExactly("v2", "v3", "v4");
        assertThat(Platform.MACOSX_ARM64.instructionSets())
                .extracting(InstructionSet::variant)
                .containsExactly("neon");
    }
}
