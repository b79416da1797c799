package io.graphkernel.processor.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The processor's options as given.
 *
 * @param platforms JavaCPP's names, without repetition; empty for the machine that compiles
 * @param targets the ids of what to compile kernels for; not empty
 * @param optionalTargets those of them for which a class that cannot be compiled has no kernels for it, and no error
 * @param namesTargets whether an option names the targets: only then a note says for which of them a class has no kernels
 * @param binaries the names of chips for which binaries go into the jar, besides the text that is compiled at load
 * @param flags for methods that say nothing else: of the build file, the environment and the defaults
 * @param cacheDir where compiled kernels are kept; empty for the user's cache directory
 * @param compiler a clang to use; empty for the embedded one
 * @param reportDir where reports and dumps are written; need not exist
 * @param unrolledLaunches the most launches of a method whose stub makes them one by one
 * @param verbose whether stages and passes report their times
 * @param savedGraphs MindSpore's {@code save_graphs}, 0 to 3: from 2 on the graph after each pass is written
 * @param logLevel the lines that the log prints
 */
public record Options(
        List<String> platforms,
        Set<String> targets,
        Set<String> optionalTargets,
        boolean namesTargets,
        Set<String> binaries,
        Flags flags,
        Optional<Path> cacheDir,
        Optional<Path> compiler,
        Path reportDir,
        int unrolledLaunches,
        boolean verbose,
        int savedGraphs,
        LogLevel logLevel) {

    /** What {@link #unrolledLaunches} is by default: the stub's method stays below the 8,000 bytes up to
     * which a JVM compiles it, where 60 launches of small kernels took 19 us and the walked ones 5.4. */
    public static final int UNROLLED_LAUNCHES = 40;

    public Options {
        platforms = List.copyOf(platforms);
        targets = Set.copyOf(targets);
        optionalTargets = Set.copyOf(optionalTargets);
        binaries = Set.copyOf(binaries);
    }

    /**
     * Whether the log prints a line.
     *
     * @param line its level
     * @return true from the level that {@code GLOG_v} says on; verbose is as much as INFO
     */
    public boolean logs(LogLevel line) {
        return logLevel.shows(line) || verbose && LogLevel.INFO.shows(line);
    }
}
