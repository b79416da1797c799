package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A7: a library says how many kernels its table has")
class LibraryFunctionsTest {
    private static final String LIBRARY = "attention";

    @Test
    void thePlatformHasJavaCppsName() {
        assertThat(PlatformNames.current()).isEqualTo(Loader.getPlatform());
    }

    @Test
    void theWholeTableIsRead() {
        assertThat(LibraryFunctions.load(LIBRARY, 4)).hasSize(4).doesNotContain(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 100_000, Integer.MAX_VALUE})
    void anotherNumberIsRefused(int functions) {
        assertThatThrownBy(() -> LibraryFunctions.load(LIBRARY, functions))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6125]", "has 4 kernels", "where " + functions + " are called");
    }
}
