package io.graphkernel.runtime.internal.device;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * Preserves the signal handlers of the JVM. The JVM uses SIGSEGV for null checks and safepoints, and SIGFPE for integer
 * division by zero. Foreign libraries replace these handlers: LLVM, which OpenCL drivers for CPUs use, installs
 * one-shot handlers that end the process (LLVM, {@code lib/Support/Unix/Signals.inc}). PoCL's handler skips the
 * instruction that raised SIGFPE, so that 7 / 0 is 7 in Java. Therefore every call in which a library may install
 * handlers runs in {@link #preserve}.
 *
 * <p>A signal that arrives before the library returns is still delivered to the foreign handler. Only preloading the
 * JVM's own {@code libjsig.so} closes that gap.
 */
public final class SignalHandlers {
    /** Number of standard signals on Linux: 1 to 31. */
    private static final int SIGNALS = 31;

    /** Size of a Linux {@code struct sigaction}: the handler, a mask of 1,024 bits, flags. */
    private static final int ACTION_BYTES = 152;

    private static final int FLAGS = 136;

    /** Address of {@code sigaction}; 0 on other systems. */
    private static long function;

    /** Handlers from before the first active call, by signal, followed by a scratch entry for comparison. */
    private static BytePointer actions;

    /** Number of active calls of all threads. */
    private static int calls;

    private SignalHandlers() {}

    /**
     * Calls a foreign library, and restores every signal handler that it replaces. Calls of several threads may
     * overlap: each restores the handlers from before the first of them.
     *
     * @param library call of the library
     * @return the result of the library; exceptions are propagated
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the bridge cannot be loaded
     */
    public static <T> T preserve(Supplier<T> library) {
        if (!PlatformNames.current().startsWith("linux")) {
            return library.get();
        }
        save();
        try {
            return library.get();
        } finally {
            restore();
        }
    }

    private static synchronized void save() {
        if (function == 0) {
            BridgeLibrary.ensureLoaded();
            JavaCpp.ensureLoaded();
            // All code of the comparison is linked here: linking it later would clear the error of a failed dlopen.
            actions = DetachedFromScope.create(() -> new BytePointer((SIGNALS + 1L) * ACTION_BYTES));
            differ(action(1), action(1));
            function = NativeLibrary.system("sigaction");
        }
        if (calls == 0) {
            for (int signal = 1; signal <= SIGNALS; signal++) {
                NativeLibrary.call(function, signal, 0, action(signal));
            }
        }
        calls++;
    }

    private static synchronized void restore() {
        calls--;
        long current = action(SIGNALS + 1);
        for (int signal = 1; signal <= SIGNALS; signal++) {
            NativeLibrary.call(function, signal, 0, current);
            if (differ(action(signal), current)) {
                NativeLibrary.call(function, signal, action(signal), 0);
            }
        }
    }

    private static long action(int signal) {
        return actions.address() + (signal - 1L) * ACTION_BYTES;
    }

    private static boolean differ(long before, long current) {
        return Memory.getLong(before) != Memory.getLong(current)
                || Memory.getInt(before + FLAGS) != Memory.getInt(current + FLAGS);
    }
}
