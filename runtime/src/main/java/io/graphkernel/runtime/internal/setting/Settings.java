package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.InstructionSet;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
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
            "graphkernel.isa",
            "graphkernel.llc",
            "graphkernel.mpi.library",
            "graphkernel.native.dir",
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
        return KNOWN.stream()
                .min(Comparator.comparingInt(known -> distance(name, known)))
                .filter(known -> distance(name, known) <= Math.max(1, (name.length() - PREFIX.length()) / 3))
                .map(known -> "did you mean " + known + "?")
                .orElse("the settings are " + String.join(", ", KNOWN));
    }

    /** How many characters are to be inserted, removed or replaced to make one name of the other. */
    private static int distance(String from, String to) {
        int[] changes = new int[to.length() + 1];
        for (int i = 0; i <= to.length(); i++) {
            changes[i] = i;
        }
        for (int done = 1; done <= from.length(); done++) {
            int diagonal = changes[0];
            changes[0] = done;
            for (int i = 1; i <= to.length(); i++) {
                int replaced = diagonal + (from.charAt(done - 1) == to.charAt(i - 1) ? 0 : 1);
                diagonal = changes[i];
                changes[i] = Math.min(replaced, 1 + Math.min(changes[i], changes[i - 1]));
            }
        }
        return changes[to.length()];
    }
}
