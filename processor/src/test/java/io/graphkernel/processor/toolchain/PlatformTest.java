package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.PlatformNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlatformTest {
    @ParameterizedTest
    @EnumSource(Platform.class)
    void platform_isFoundByItsName(Platform platform) {
        assertThat(Platform.byName(platform.platformName())).contains(platform);
    }

    @Test
    void unknownName_isNoPlatform() {
        assertThat(Platform.byName("linux-riscv64")).isEmpty();
    }

    @Test
    void runTime_knowsThemByTheirNames() {
        assertThat(Platform.values()).extracting(Platform::platformName).containsExactlyElementsOf(PlatformNames.ALL);
    }

    @Test
    void variants_areOrderedFromWeakToStrong() {
        assertThat(Platform.LINUX_X86_64.instructionSets())
                .extracting(InstructionSet::variant)
                .containsExactly("v2", "v3", "v4");
        assertThat(Platform.MACOSX_ARM64.instructionSets())
                .extracting(InstructionSet::variant)
                .containsExactly("neon");
    }
}
