package io.graphkernel.runtime.internal.setting;

import io.graphkernel.common.names.NearestName;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.ContentCheck;
import io.graphkernel.runtime.internal.loading.HostInstructionSet;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import io.graphkernel.runtime.internal.memory.LeakDetection;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Validation of all settings of the runtime when the first kernels are loaded, so that an invalid one fails the first
 * call.
 */
public final class Settings {
    private static final String PREFIX = "graphkernel.";
    private static final Set<String> KNOWN = new TreeSet<>(List.of(
            "graphkernel.aclnn.library",
            "graphkernel.ascend.bisheng",
            "graphkernel.ascend.library",
            "graphkernel.constants.check",
            "graphkernel.cublaslt.library",
            "graphkernel.cuda.library",
            "graphkernel.device",
            "graphkernel.hccl.library",
            "graphkernel.isa",
            "graphkernel.leaks",
            "graphkernel.llc",
            "graphkernel.mpi.library",
            "graphkernel.native.dir",
            "graphkernel.nccl.library",
            "graphkernel.opencl.library",
            "graphkernel.threads",
            "graphkernel.trace"));
    private static boolean valid;

    private Settings() {}

    /**
     * Checks that all settings are valid, and logs unknown properties once.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException at every call until it is fixed
     */
    public static synchronized void require() {
        if (!valid) {
            KernelTeam.count();
            LastLevelCache.setting();
            HostInstructionSet.requireValidSetting();
            ContentCheck.current();
            LeakDetection.requireValidSetting();
            unknown(System.getProperties().stringPropertyNames())
                    .forEach(message -> RuntimeLogger.get().log(Level.WARNING, message));
            valid = true;
        }
    }

    /**
     * Returns a message for each unknown system property with the prefix of the settings.
     *
     * @param properties names of all system properties
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
                .map(suggestion -> "did you mean " + suggestion + "?")
                .orElse("the settings are " + String.join(", ", KNOWN));
    }
}
