package io.graphkernel.runtime.internal.setting;

import io.graphkernel.names.NearestName;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.InstructionSet;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of the run time as a whole: they are looked at when the first kernels are loaded, so that a wrong one is
 * an error of the first call and not of the first large one.
 */
public final class Settings {
    private static final String PREFIX = "graphkernel.";
    private static final Set<String> KNOWN = new TreeSet<>(List.of(
            "graphkernel.aclnn.library",
            "graphkernel.ascend.bisheng",
            "graphkernel.ascend.library",
            "graphkernel.cublaslt.library",
            "graphkernel.cuda.library",
            "graphkernel.device",
            "graphkernel.hccl.library",
            "graphkernel.isa",
            "graphkernel.llc",
            "graphkernel.mpi.library",
            "graphkernel.native.dir",
            "graphkernel.nccl.library",
            "graphkernel.opencl.library",
            "graphkernel.threads",
            "graphkernel.trace"));
    private static final Logger LOGGER = System.getLogger("io.graphkernel");

    private static boolean valid;

    private Settings() {}

    /**
     * Fails if a setting has a value that it cannot have; says once in the log which properties are not known.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException at every call until it is mended
     */
    public static synchronized void require() {
        if (!valid) {
            KernelTeam.count();
            LastLevelCache.setting();
            InstructionSet.requireValidSetting();
            unknown(System.getProperties().stringPropertyNames())
                    .forEach(message -> LOGGER.log(Level.WARNING, message));
            valid = true;
        }
    }

    /**
     * The message about each system property that begins as the settings do and is none of them.
     *
     * @param properties the names of all system properties
     */
    public static List<String> unknown(Set<String> properties) {
        return properties.stream()
                .filter(name -> name.startsWith(PREFIX) && !KNOWN.contains(name))
                .sorted()
                .map(name -> RuntimeProblem.UNKNOWN_SETTING.message(name, advice(name)))
                .toList();
    }

    private static String advice(String name) {
        return NearestName.of(name, KNOWN, Math.max(1, (name.length() - PREFIX.length()) / 3))
                .map(known -> "did you mean " + known + "?")
                .orElse("the settings are " + String.join(", ", KNOWN));
    }
}
