package io.graphkernel.abi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformNamesTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-arm64",
        "Mac OS X, aarch64, macosx-arm64",
        "Mac OS X, x86_64, macosx-x86_64",
        "Windows 11, amd64, windows-x86_64",
        "FreeBSD, amd64, freebsd-x86_64",
    })
    void spellsNamesAsJavaCppDoes(String osName, String osArch, String expected) {
        assertThat(PlatformNames.of(osName, osArch)).isEqualTo(expected);
    }

    @Test
    void libraryNamesFollowTheSystem() {
        assertThat(PlatformNames.library("linux-arm64", "x")).isEqualTo("libx.so");
        assertThat(PlatformNames.library("macosx-x86_64", "x")).isEqualTo("libx.dylib");
        assertThat(PlatformNames.library("windows-x86_64", "x")).isEqualTo("x.dll");
    }
}
