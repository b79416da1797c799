package io.graphkernel.processor.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What kernels are compiled for. */
public enum Target {
    /** Native code, a library per platform. */
    CPU,
    /** PTX for the GPUs of NVIDIA, from Volta on. */
    CUDA,
    /** Java methods, for hosts without a native build. */
    JVM,
    /** OpenCL C, which the driver of any OpenCL device compiles. */
    OPENCL;

    /**
     * All targets.
     *
     * @return their names, sorted
     */
    public static Set<String> names() {
        return Arrays.stream(values()).map(Target::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Finds a target.
     *
     * @param name for example {@code cpu}
     * @return the target, or empty
     */
    public static Optional<Target> byName(String name) {
        return Arrays.stream(values())
                .filter(target -> target.toString().equals(name))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
