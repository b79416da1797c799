package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.KernelLibraryException;
import org.junit.jupiter.api.Test;

class InstructionSetTest {
    @Test
    void isCappedByTheSetting() {
        assertThat(InstructionSet.best(4, null)).isEqualTo("v4");
        assertThat(InstructionSet.best(4, "v3")).isEqualTo("v3");
        assertThat(InstructionSet.best(2, "v4")).isEqualTo("v2");
        assertThat(InstructionSet.best(3, " ")).isEqualTo("v3");
        assertThatThrownBy(() -> InstructionSet.best(4, "avx"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("one of [v2, v3, v4]");
    }
}
