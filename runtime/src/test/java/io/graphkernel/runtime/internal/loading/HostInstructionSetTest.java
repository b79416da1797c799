package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.KernelLibraryException;
import org.junit.jupiter.api.Test;

class HostInstructionSetTest {
    @Test
    void instructionSet_isCappedByTheSetting() {
        assertThat(HostInstructionSet.supported(4, null)).containsExactly("v4", "v3", "v2");
        assertThat(HostInstructionSet.supported(4, "v3")).containsExactly("v3", "v2");
        assertThat(HostInstructionSet.supported(2, "v4")).containsExactly("v2");
        assertThat(HostInstructionSet.supported(3, " ")).containsExactly("v3", "v2");
        assertThatThrownBy(() -> HostInstructionSet.supported(4, "avx"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("one of [v4, v3, v2]");
    }
}
