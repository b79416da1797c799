package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A7: a library says how many kernels its table has")
class LibraryFunctionsTest {
    private static final String LIBRARY = "attention";

    /** Three functions for each of four dtypes. */
    private static final int KERNELS = 12;

    @Test
    void platform_hasJavaCppsName() {
        assertThat(PlatformNames.current()).isEqualTo(Loader.getPlatform());
    }

    @Test
    void wholeTable_isRead() {
        assertThat(LibraryFunctions.load(LIBRARY, KERNELS)).hasSize(KERNELS).doesNotContain(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11, 13, 100_000, Integer.MAX_VALUE})
    void anotherNumber_isRejected(int functions) {
        assertThatThrownBy(() -> LibraryFunctions.load(LIBRARY, functions))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll(
                        "[GK-6125]", "has " + KERNELS + " kernels", "but " + functions + " are expected");
    }
}
