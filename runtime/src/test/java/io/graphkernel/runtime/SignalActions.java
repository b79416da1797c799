package io.graphkernel.runtime;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;

/** The signal handlers of the process, for comparisons. */
public final class SignalActions {
    private static final int SIGNALS = 31;
    private static final int ACTION_BYTES = 152;
    private static final int FLAGS = 136;

    private SignalActions() {}

    /** Returns the handler and the flags of every signal; nothing on systems other than Linux. */
    public static List<String> current() {
        List<String> actions = new ArrayList<>();
        if (PlatformNames.current().startsWith("linux")) {
            BridgeLibrary.ensureLoaded();
            JavaCpp.ensureLoaded();
            try (BytePointer action = new BytePointer(ACTION_BYTES)) {
                long address = action.address();
                for (int signal = 1; signal <= SIGNALS; signal++) {
                    NativeLibrary.call(NativeLibrary.system("sigaction"), signal, 0, address);
                    actions.add(String.format(
                            "%d: %x %x", signal, Memory.getLong(address), Memory.getInt(address + FLAGS)));
                }
            }
        }
        return actions;
    }
}
