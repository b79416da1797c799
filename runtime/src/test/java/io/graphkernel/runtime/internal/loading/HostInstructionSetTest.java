package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.KernelLibraryException;
import org.junit.jupiter.api.Test;

class HostInstructionSetTest {
    @Test
    void instructionSet_isCappedByTheSetting() {
        assertThat(HostInstructionSet.best(4, null)).isEqualTo("v4");
        assertThat(HostInstructionSet.best(4, "v3")).isEqualTo("v3");
        assertThat(HostInstructionSet.best(2, "v4")).isEqualTo("v2");
        assertThat(HostInstructionSet.best(3, " ")).isEqualTo("v3");
        assertThatThrownBy(() -> HostInstructionSet.best(4, "avx"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("one of [v2, v3, v4]");
    }
}
