package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.BytePointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By the signal of windows that change their size, which a virtual machine leaves alone. */
class SignalHandlersTest {
    private static final int SIGWINCH = 28;
    private static final int SIGSEGV = 11;
    private static final int ACTION_BYTES = 152;
    private static final int FLAGS = 136;
    private static final int SA_RESETHAND = 0x8000_0000;
    private static final int SA_RESTART = 0x1000_0000;

    private BytePointer action;
    private BytePointer found;

    @BeforeEach
    void allocate() {
        assumeTrue(PlatformNames.current().startsWith("linux"), "the structure is that of Linux");
        BridgeLibrary.ensureLoaded();
        JavaCpp.ensureLoaded();
        action = new BytePointer(ACTION_BYTES).zero();
        found = new BytePointer(ACTION_BYTES);
    }

    @AfterEach
    void reset() {
        Memory.putInt(action.address() + FLAGS, 0);
        call(NativeLibrary.system("sigaction"), SIGWINCH, action.address(), 0);
        action.close();
        found.close();
    }

    /** The default action, with flags: to do nothing. */
    private int install(int flags) {
        Memory.putInt(action.address() + FLAGS, flags);
        return (int) call(NativeLibrary.system("sigaction"), SIGWINCH, action.address(), 0);
    }

    /** The C library adds flags of its own. */
    private int flags(int signal) {
        call(NativeLibrary.system("sigaction"), signal, 0, found.address());
        return Memory.getInt(found.address() + FLAGS) & (SA_RESETHAND | SA_RESTART);
    }

    @Test
    void aHandlerThatServesOnceIsUndone() {
        install(SA_RESTART);
        assertThat(SignalHandlers.keep(() -> install(SA_RESETHAND))).isZero();
        assertThat(flags(SIGWINCH)).isEqualTo(SA_RESTART);
    }

    @Test
    void aHandlerThatLastsIsLeft() {
        install(0);
        assertThat(SignalHandlers.keep(() -> install(SA_RESTART))).isZero();
        assertThat(flags(SIGWINCH)).isEqualTo(SA_RESTART);
    }

    @Test
    void aHandlerThatServedOnceBeforeIsLeft() {
        install(SA_RESETHAND);
        assertThat(SignalHandlers.keep(() -> install(SA_RESETHAND))).isZero();
        assertThat(flags(SIGWINCH)).isEqualTo(SA_RESETHAND);
    }

    @Test
    void theVirtualMachineKeepsItsOwnWhenADriverIsFound() {
        OpenClTests.device();
        assertThat(flags(SIGSEGV) & SA_RESETHAND).isZero();
    }
}
