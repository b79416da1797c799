package io.graphkernel.runtime.internal.device;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.SignalActions;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.bytedeco.javacpp.BytePointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes handlers of SIGWINCH, which the JVM does not use, and compares those of all signals. */
class SignalHandlersTest {
    private static final int SIGWINCH = 28;
    private static final int ACTION_BYTES = 152;
    private static final int FLAGS = 136;
    private static final int SA_RESETHAND = 0x8000_0000;
    private static final int SA_RESTART = 0x1000_0000;

    private BytePointer action;
    private List<String> before;

    @BeforeEach
    void allocate() {
        assumeTrue(PlatformNames.current().startsWith("linux"), "the structure is that of Linux");
        BridgeLibrary.ensureLoaded();
        JavaCpp.ensureLoaded();
        action = new BytePointer(ACTION_BYTES).zero();
        install(SA_RESTART);
        before = SignalActions.current();
    }

    @AfterEach
    void reset() {
        install(0);
        action.close();
    }

    /** Installs the default action with flags, which does nothing. */
    private int install(int flags) {
        Memory.putInt(action.address() + FLAGS, flags);
        return (int) call(NativeLibrary.system("sigaction"), SIGWINCH, action.address(), 0);
    }

    @Test
    void oneShotHandler_afterTheCall_isUndone() {
        assertThat(SignalHandlers.preserve(() -> install(SA_RESETHAND))).isZero();
        assertThat(SignalActions.current()).isEqualTo(before);
    }

    @Test
    void lastingHandler_afterTheCall_isUndone() {
        assertThat(SignalHandlers.preserve(() -> install(0))).isZero();
        assertThat(SignalActions.current()).isEqualTo(before);
    }

    @Test
    void handler_afterACallThatThrows_isUndone() {
        assertThatThrownBy(() -> SignalHandlers.preserve(() -> {
                    install(0);
                    throw new IllegalStateException("driver");
                }))
                .hasMessage("driver");
        assertThat(SignalActions.current()).isEqualTo(before);
    }

    /** The second call begins while the handler of the first one is installed. */
    @Test
    void handlers_ofOverlappingCalls_areAllUndone() throws InterruptedException {
        CountDownLatch installed = new CountDownLatch(1);
        CountDownLatch nested = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            await(installed);
            SignalHandlers.preserve(() -> {
                nested.countDown();
                await(first);
                return install(SA_RESETHAND);
            });
        });
        other.start();
        SignalHandlers.preserve(() -> {
            int result = install(0);
            installed.countDown();
            await(nested);
            return result;
        });
        first.countDown();
        other.join();
        assertThat(SignalActions.current()).isEqualTo(before);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everySignal_afterDevicesAreFoundAndAnOpRunsOnEach_hasTheHandlerFromBefore() {
        Device.available();
        for (Device device : List.of(OpenClTests.device(), Device.cpu())) {
            try (Tensor x = Tensor.full(3, 4).to(device);
                    Tensor y = Ops.add(x, x)) {
                assertThat(y.getDouble(1)).isEqualTo(6);
            }
        }
        assertThat(SignalActions.current()).isEqualTo(before);
        int zero = Integer.parseInt("0");
        assertThatThrownBy(() -> assertThat(7 / zero).isZero()).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> assertThat(7L % zero).isZero()).isInstanceOf(ArithmeticException.class);
    }
}
