package io.graphkernel.processor.option;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The processor's options, given to javac as {@code -Agraphkernel.name=value}. */
public enum Option {
    PLATFORMS("platforms", "the machine that compiles", "platforms to build kernels for, separated by commas"),
    INSTRUCTION_SETS(
            "instructionSets", "all", "instruction sets of x86-64 to compile CPU kernels for, separated by commas"),
    TARGETS("targets", "all", "devices to compile kernels for, separated by commas"),
    BINARIES(
            "binaries",
            "none",
            "chips for which binaries go into the jar, separated by commas; a toolkit on this machine compiles them"),
    FLAGS("flags", "none", "graph kernel flags for every method, as in MS_DEV_GRAPH_KERNEL_FLAGS"),
    CONFIG_FILE("configFile", "none", "MindSpore Lite's configuration file, whose [graph_kernel_param] gives flags"),
    FUSION_SWITCH_FILE("fusionSwitchFile", "none", "CANN's fusion_switch.cfg, which turns fusion patterns on and off"),
    SAVE_GRAPHS(
            "saveGraphs",
            "0",
            "level from 0 to 3, true for 2; from 1 on the graph after each pass is written, from 2 on also as .ir"),
    CACHE_DIR("cacheDir", "the user's cache directory", "where compiled kernels are kept between builds"),
    COMPILER("compiler", "the embedded clang", "path of a clang to use instead of the embedded one"),
    REPORT_DIR("reportDir", "graph-kernel, a sibling of the class directory", "where reports and dumps are written"),
    INLINE_LAUNCH_LIMIT(
            "inlineLaunchLimit",
            "40",
            "maximum number of launches of a method whose stub contains them as code; the runtime interprets "
                    + "those of a longer method"),
    VERBOSE("verbose", "false", "true reports the time of each pass"),
    TIMES("times", "false", "true prints the time of each phase of the compilation");

    /** Prefix of every option's name. */
    public static final String PREFIX = "graphkernel.";

    private final String key;
    private final String defaultText;
    private final String documentation;

    Option(String name, String defaultText, String documentation) {
        this.key = PREFIX + name;
        this.defaultText = defaultText;
        this.documentation = documentation;
    }

    /**
     * Returns the name after {@code -A}.
     *
     * @return name, for example {@code graphkernel.platforms}
     */
    public String key() {
        return key;
    }

    /**
     * Returns the description of the default.
     *
     * @return description
     */
    public String defaultText() {
        return defaultText;
    }

    /**
     * Returns the effect of the option.
     *
     * @return one line
     */
    public String documentation() {
        return documentation;
    }

    /**
     * Returns all names.
     *
     * @return sorted names
     */
    public static SortedSet<String> keys() {
        return Arrays.stream(values()).map(Option::key).collect(Collectors.toCollection(TreeSet::new));
    }
}
