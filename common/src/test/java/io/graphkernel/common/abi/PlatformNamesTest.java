package io.graphkernel.common.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
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
    void platformNames_matchJavaCpp(String osName, String osArch, String expected) {
        assertThat(PlatformNames.of(osName, osArch)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "linux-amd64, linux-x86_64",
        "linux/amd64, linux-x86_64",
        "linux-x64, linux-x86_64",
        "linux-aarch64, linux-arm64",
        "linux-aarch_64, linux-arm64",
        "osx-aarch_64, macosx-arm64",
        "macos-arm64, macosx-arm64",
        "darwin-amd64, macosx-x86_64",
        "macosx-x64, macosx-x86_64",
        "win64, windows-x86_64",
        "windows-amd64, windows-x86_64",
        "windows, windows-x86_64",
        "linux, ",
        "freebsd-amd64, ",
        "windows-arm64, ",
        "amd64, ",
    })
    void otherSpellings_ofPlatforms_areKnown(String spelling, String expected) {
        assertThat(PlatformNames.ofOtherSpelling(spelling)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void libraryNames_followTheSystem() {
        assertThat(PlatformNames.library("linux-arm64", "x")).isEqualTo("libx.so");
        assertThat(PlatformNames.library("macosx-x86_64", "x")).isEqualTo("libx.dylib");
        assertThat(PlatformNames.library("windows-x86_64", "x")).isEqualTo("x.dll");
    }
}
