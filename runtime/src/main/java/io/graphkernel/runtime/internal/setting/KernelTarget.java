package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Locale;

/** What kernels on the host run as, which {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE} may demand. */
public enum KernelTarget {
    /** The native library of the platform. */
    CPU,
    /** Java methods, on any host. */
    JVM;

    private static final String PROPERTY = "graphkernel.device";
    private static final String VARIABLE = "GRAPHKERNEL_DEVICE";

    /** What the user asks for; empty if nothing. */
    static String setting() {
        String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (text == null || text.isBlank()) {
            return "";
        }
        String setting = text.strip();
        if (of(setting) == null && !setting.matches("auto|(cpu|cuda|opencl)(:[0-9]+)?")) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    PROPERTY + " or " + VARIABLE,
                    text,
                    "it names the device on which a program runs",
                    "set it to cpu, jvm, cuda:0, opencl:0 or auto, or leave it out");
        }
        return setting;
    }

    /** The target of a name; null if a device of another kind, or none, is named. */
    static KernelTarget of(String setting) {
        if (setting.equals(Device.cpu().toString())) {
            return CPU;
        }
        for (KernelTarget target : values()) {
            if (target.toString().equals(setting)) {
                return target;
            }
        }
        return null;
    }

    /**
     * The target that is asked for.
     *
     * @return null if none is: then the jar decides
     */
    public static KernelTarget asked() {
        return of(setting());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
