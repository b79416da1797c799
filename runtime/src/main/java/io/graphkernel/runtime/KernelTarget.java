package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Locale;

/** What kernels run on, as the user asks for it by {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE}. */
enum KernelTarget {
    /** The native library of the platform. */
    CPU,
    /** Java methods, on any host. */
    JVM;

    private static final String PROPERTY = "graphkernel.device";
    private static final String VARIABLE = "GRAPHKERNEL_DEVICE";

    /**
     * The target that is asked for.
     *
     * @return null if none is: then the host decides
     */
    static KernelTarget asked() {
        String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (text == null || text.isBlank()) {
            return null;
        }
        for (KernelTarget target : values()) {
            if (target.toString().equals(text.strip())) {
                return target;
            }
        }
        throw new InvalidArgumentException(
                RuntimeProblem.INVALID_SETTING,
                PROPERTY + " or " + VARIABLE,
                text,
                "kernels are compiled for the devices cpu and jvm",
                "set it to cpu or jvm, or leave it out");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
