package io.graphkernel.processor.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Options of the processor.
 *
 * @param platforms JavaCPP's platform names, without duplicates; empty for the build machine
 * @param instructionSets names of the instruction sets of CPU kernels, without duplicates; empty for all
 * @param targets the targets
 * @param flags default flags of methods, from the build file, the environment and the defaults
 * @param cacheDir directory of the build cache; empty for the user's cache directory
 * @param compiler clang to use; empty for the embedded one
 * @param reportDir directory of reports and dumps, created if absent
 * @param inlineLaunchLimit maximum number of launches that a stub inlines
 * @param verbose true if stages and passes report their times
 * @param times true if the times of all phases are printed
 * @param savedGraphs MindSpore's {@code save_graphs}, 0 to 3; from 2 on the graph after each pass is written
 * @param logLevel level of the log
 */
public record Options(
        List<String> platforms,
        List<String> instructionSets,
        TargetSelection targets,
        FlagValues flags,
        Optional<Path> cacheDir,
        Optional<Path> compiler,
        Path reportDir,
        int inlineLaunchLimit,
        boolean verbose,
        boolean times,
        int savedGraphs,
        LogLevel logLevel) {

    /**
     * Default of {@link #inlineLaunchLimit}, which keeps the stub's method below the 8,000 bytes of bytecode that a JVM
     * compiles.
     */
    public static final int INLINE_LAUNCH_LIMIT = 40;

    public Options {
        platforms = List.copyOf(platforms);
        instructionSets = List.copyOf(instructionSets);
    }

    /**
     * Returns true if the log prints a line.
     *
     * @param line level of the line
     * @return true from the level of {@code GLOG_v} on; verbose implies INFO
     */
    public boolean logs(LogLevel line) {
        return logLevel.shows(line) || verbose && LogLevel.INFO.shows(line);
    }
}
