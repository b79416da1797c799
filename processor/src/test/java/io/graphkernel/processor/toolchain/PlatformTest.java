package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.abi.PlatformNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

    @Test
    void theRunTimeKnowsThemByTheirNames() {
        assertThat(Platform.values()).extracting(Platform::platformName).containsExactlyElementsOf(PlatformNames.ALL);
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
