package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * The signal handlers of the process, which a driver may replace when it compiles. A virtual machine takes a SIGSEGV for
 * each null pointer and many safepoints. LLVM, which PoCL and other drivers for processors are made of, puts handlers that
 * serve once in the place of all but SIGUSR1's: the first signal deletes the files of a compilation that is under way and
 * puts the old handlers back, and a signal that another thread takes meanwhile ends the process without a word. LLVM does
 * so once, so that after it has been undone there is no such handler any more. (LLVM, {@code
 * lib/Support/Unix/Signals.inc}.)
 *
 * <p>A signal that comes before the driver returns still finds LLVM's handler. Only the virtual machine's own
 * {@code libjsig.so}, preloaded, closes that gap.
 */
final class SignalHandlers {
    /** The signals of Linux that are no real-time signals: 1 to 31. */
    private static final int SIGNALS = 31;

    /** A {@code struct sigaction} of Linux, and in it the flags: after the handler and a mask of 1,024 bits. */
    private static final int ACTION_BYTES = 152;

    private static final int FLAGS = 136;

    /** {@code SA_RESETHAND}: the handler serves once. */
    private static final int ONCE = 0x8000_0000;

    private SignalHandlers() {}

    /**
     * Calls a driver, and puts back each handler in whose place it has put one that serves once. Handlers that last are
     * left: PoCL's kernels need theirs when they divide by zero.
     *
     * @param driver calls the driver
     * @return what it returns; what it throws is passed on
     */
    static <T> T keep(Supplier<T> driver) {
        if (!PlatformNames.current().startsWith("linux")) {
            return driver.get();
        }
        long sigaction = NativeLibrary.system("sigaction");
        try (BytePointer before = new BytePointer(SIGNALS * ACTION_BYTES);
                BytePointer after = new BytePointer(ACTION_BYTES)) {
            for (int signal = 1; signal <= SIGNALS; signal++) {
                call(sigaction, signal, 0, action(before, signal));
            }
            try {
                return driver.get();
            } finally {
                for (int signal = 1; signal <= SIGNALS; signal++) {
                    call(sigaction, signal, 0, after.address());
                    if (servesOnce(after.address()) && !servesOnce(action(before, signal))) {
                        call(sigaction, signal, action(before, signal), 0);
                    }
                }
            }
        }
    }

    private static long action(BytePointer actions, int signal) {
        return actions.address() + (signal - 1L) * ACTION_BYTES;
    }

    private static boolean servesOnce(long action) {
        return (Memory.getInt(action + FLAGS) & ONCE) != 0;
    }
}
