package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
    private static NativeLibrary system() {
        assumeThat(PlatformNames.current()).startsWith("linux");
        return NativeLibrary.open(List.of("absent-library.so", "libc.so.6"));
    }

    @Test
    void unopenableLibrary_isNamed() {
        assertThatThrownBy(() -> NativeLibrary.open(List.of("absent-1", "absent-2")))
                .isInstanceOf(UnsatisfiedLinkError.class)
                .hasMessageContainingAll("absent-1", "absent-2");
    }

    @Test
    void reason_isThatOfTheLoader() {
        assumeThat(PlatformNames.current()).startsWith("linux");
        assertThatThrownBy(() -> NativeLibrary.open(List.of("absent-1.so", "absent-2.so")))
                .hasMessage("absent-1.so: cannot open shared object file: No such file or directory;"
                        + " absent-2.so: cannot open shared object file: No such file or directory");
    }

    @Test
    void functions_areFoundByTheirNames() {
        NativeLibrary library = system();
        assertThat(library.name()).isEqualTo("libc.so.6");
        assertThat(library.functionOrZero("no_such_function")).isZero();
        assertThatThrownBy(() -> library.function("no_such_function"))
                .isInstanceOf(UnsatisfiedLinkError.class)
                .hasMessage("libc.so.6 has no function no_such_function");
    }

    @Test
    void arguments_arriveInTheirOrder() {
        NativeLibrary library = system();
        long memory = NativeScratch.address();
        assertThat(memory).isEqualTo(NativeScratch.address());
        assertThat(NativeLibrary.call(library.function("labs"), -5)).isEqualTo(5);
        NativeLibrary.call(library.function("memset"), memory, 'x', 3);
        Memory.putByte(memory + 3, (byte) 0);
        assertThat(NativeLibrary.text(memory)).isEqualTo("xxx");
        // snprintf takes its numbers from registers and from the stack.
        byte[] format = "%ld %ld %ld %ld %ld %ld %ld %ld %ld\0".getBytes();
        for (int i = 0; i < format.length; i++) {
            Memory.putByte(memory + 1000 + i, format[i]);
        }
        NativeLibrary.call(library.function("snprintf"), memory, 500, memory + 1000, 1, 2, 3, 4, 5, -6, 7, 8, 9);
        assertThat(NativeLibrary.text(memory)).isEqualTo("1 2 3 4 5 -6 7 8 9");
    }
}
