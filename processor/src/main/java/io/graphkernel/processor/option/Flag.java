package io.graphkernel.processor.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every flag of {@code MS_DEV_GRAPH_KERNEL_FLAGS}, {@code check_indices} and {@code row_invariant}, with its type and
 * its default. A flag without effect has a reason, which is reported if the flag is set. {@code FLAGS.md} is generated from this table.
 */
public enum Flag {
    // Levels and passes
    OPT_LEVEL(
            FlagType.COUNT,
            2L,
            "0: a kernel per op; 1: expansion and fusion; 2: also simplification; 3: also stitch fusion and parallel kernels"),
    ENABLE_PASS(FlagType.LIST, List.of(), "passes that run at every level: their names, or stage.pass"),
    DISABLE_PASS(FlagType.LIST, List.of(), "passes that do not run: their names, or stage.pass"),

    // Expansion and fusion
    ENABLE_EXPAND_OPS(FlagType.LIST, List.of(), "composite ops to expand; by default all of them"),
    DISABLE_EXPAND_OPS(FlagType.LIST, List.of(), "composite ops that fuse with no other op"),
    ENABLE_EXPAND_OPS_ONLY(FlagType.LIST, List.of(), "the only ops to expand, regardless of the other two lists"),
    ENABLE_CLUSTER_OPS(FlagType.LIST, List.of(), "ops that may fuse; by default all that can"),
    DISABLE_CLUSTER_OPS(FlagType.LIST, List.of(), "ops that fuse with no other op"),
    ENABLE_CLUSTER_OPS_ONLY(FlagType.LIST, List.of(), "the only ops that may fuse, regardless of the other two lists"),
    ENABLE_PACKET_OPS_ONLY(FlagType.LIST, List.of(), "the only views that kernels read in place"),
    DISABLE_PACKET_OPS(FlagType.LIST, List.of(), "views that separate kernels copy"),

    // Fusion strategy
    ENABLE_FUSION_PATTERN_ONLY(FlagType.LIST, List.of(), "parts of the names of the only fusion patterns to use"),
    DISABLE_FUSION_PATTERN(FlagType.LIST, List.of(), "parts of the names of fusion patterns not to use"),
    ENABLE_STITCH_FUSION(3, "a reduction and its consumers in one launch, phase after phase"),
    ENABLE_RECOMPUTE_FUSION(2, "cheap producers are recomputed in each kernel that reads them"),
    ENABLE_PARALLEL_FUSION(3, "independent kernels in one launch"),
    ENABLE_HORIZONTAL_FUSION(
            FlagType.SWITCH,
            true,
            "kernels that read the same tensor become one; enabled by default, unlike in the documents"),
    DISABLE_MATMUL_POST_FUSION(FlagType.SWITCH, false, "library calls have no elementwise epilogues"),
    ENABLE_ALLREDUCE_PROLOGUE_FUSION(
            FlagType.SWITCH, true, "a matmul and the AllReduce of its result are one op: the pass MatMulAllReduce"),
    REDUCE_FUSE_DEPTH(FlagType.INTEGER, -1L, "maximum number of ops fused before a reduction; unlimited below 0"),
    COMPOSITE_OP_LIMIT_SIZE(FlagType.COUNT, 200L, "maximum number of ops in one kernel"),

    // Arithmetic
    EXACT_PRECISION_MODE(FlagType.SWITCH, true, "false allows the simplifications that may change a value"),
    ENABLE_SIMPLIFY_EXPRS_ONLY(FlagType.LIST, List.of(), "ids of the only arithmetic rules to use, such as 1.0"),
    DISABLE_SIMPLIFY_EXPRS(FlagType.LIST, List.of(), "ids of arithmetic rules not to use, such as 2.7"),

    // Diagnosis
    DUMP_AS_TEXT(FlagType.SWITCH, false, "writes the ops of each fused kernel to graph_kernel_dump in the report"),
    ENABLE_DEBUG_MODE(FlagType.SWITCH, false, "checks the results after each launch and names the kernel"),
    CHECK_INDICES(FlagType.SWITCH, false, "checks labels and indices at each call, and throws for one out of range"),

    // Numerics
    ROW_INVARIANT(
            FlagType.SWITCH,
            true,
            "a row of a matmul has the same bits in every batch; false allows loops for few declared rows, which fuse"),

    // Without effect
    ENABLE_AUTO_TENSOR_INPLACE(
            FlagType.SWITCH,
            false,
            "results in the memory of dead inputs",
            "an input belongs to its caller, and temporaries share memory anyway"),
    ENABLE_DYNAMIC_BATCH(
            FlagType.SWITCH, false, "kernels for any batch size", "every kernel takes any size that its dims allow"),
    ENABLE_DYNAMIC_SHAPE_FUSION(
            FlagType.SWITCH, false, "fusion of unranked shapes", "every kernel takes any size that its dims allow"),
    ENABLE_LOW_PRECISION(
            FlagType.SWITCH,
            false,
            "f32 values in f16 between and in kernels",
            "the method determines the dtype of a value: write a cast"),
    ENABLE_CSR_FUSION(FlagType.SWITCH, false, "patterns of sparse graphs", "sparse tensors are not supported"),
    ENABLE_LITE_CONV_TUNING(FlagType.SWITCH, false, "tuning of convolutions", "oneDNN computes convolutions"),
    ENABLE_VECTORIZATION(
            FlagType.SWITCH, true, "vector instructions in kernels", "vectors are part of every kernel's source"),
    ENABLE_PARALLEL_OP_COMBINE(
            FlagType.SWITCH,
            false,
            "one matmul instead of several with a common input",
            "joining the weights would copy them at every call"),
    ENABLE_ALLREDUCE_EPILOGUE_FUSION(
            FlagType.SWITCH,
            true,
            "an AllReduce joins the ops after it",
            "the ops after an AllReduce are a kernel, which reads the stored result"),
    ONLINE_TUNING(FlagType.COUNT, 0L, "level of AKG's tuning", "kernels are not generated by AKG"),
    RECOMPUTE_INCREMENT_THRESHOLD(
            FlagType.COUNT,
            0L,
            "bytes by which recomputing may raise the memory in use",
            "values are recomputed where fewer bytes move, whatever memory is in use"),
    RECOMPUTE_PEAK_THRESHOLD(
            FlagType.COUNT,
            0L,
            "bytes of memory in use from which values are recomputed",
            "values are recomputed where fewer bytes move, whatever memory is in use"),
    CPU_REFER_THREAD_NUM(
            FlagType.COUNT,
            8L,
            "threads that the cost model assumes",
            "a launch is split over the threads of the machine that it runs on"),
    FUSION_OPS_LEVEL(
            FlagType.COUNT,
            1L,
            "which entries of the op lists hold",
            "the op lists have no levels: every op is in them"),
    PARALLEL_OPS_LEVEL(
            FlagType.COUNT, 0L, "how far parallel fusion searches", "parallel fusion searches the whole method"),
    REPOSITORY_PATH(FlagType.TEXT, "", "file of AKG's tuned schedules", "kernels are not generated by AKG"),
    KERNEL_GENERATOR(
            FlagType.TEXT,
            "AKG",
            "generator of the kernels",
            "there is one generator; -Agraphkernel.targets chooses devices"),
    TARGET_OS(FlagType.TEXT, "linux", "system to compile for", "-Agraphkernel.platforms chooses it"),
    CPU_ARCH(FlagType.TEXT, "", "architecture to compile for", "-Agraphkernel.platforms chooses it"),
    CPU_FEATURE(
            FlagType.TEXT,
            "",
            "instruction set to compile for",
            "kernels are compiled for several, selected at load time"),
    CPU_TYPE(FlagType.TEXT, "", "processor to compile for", "kernels are compiled for several, selected at load time"),
    ENABLE_CCE_LIB(
            FlagType.SWITCH,
            false,
            "in a class compiled only for Ascend, aclnn instead of a kernel applies the ops after a matmul or a convolution,"
                    + " one call per op"),
    ENABLE_CCE_LIB_OPS(FlagType.LIST, List.of(), "ops that aclnn applies there, in addition to those of the switch"),
    ENABLE_CCE_LIB_OPS_ONLY(FlagType.LIST, List.of(), "the only ops that aclnn applies there"),
    DISABLE_CCE_LIB_OPS(FlagType.LIST, List.of(), "ops that aclnn does not apply there");

    /** Prefix of every key on the command line. */
    public static final String DASHES = "--";

    /** Maximum optimization level. */
    public static final int HIGHEST_LEVEL = 3;

    private static final int NEVER_BY_LEVEL = HIGHEST_LEVEL + 1;

    private final FlagType type;
    private final Object fixedDefault;
    private final int onFromLevel;
    private final String documentation;
    private final String whyWithoutMeaning;

    Flag(FlagType type, Object defaultValue, String documentation) {
        this(type, defaultValue, documentation, "");
    }

    Flag(FlagType type, Object defaultValue, String documentation, String whyWithoutMeaning) {
        this.type = type;
        this.fixedDefault = defaultValue;
        this.onFromLevel = NEVER_BY_LEVEL;
        this.documentation = documentation;
        this.whyWithoutMeaning = whyWithoutMeaning;
    }

    Flag(int onFromLevel, String documentation) {
        this.type = FlagType.SWITCH;
        this.fixedDefault = false;
        this.onFromLevel = onFromLevel;
        this.documentation = documentation;
        this.whyWithoutMeaning = "";
    }

    /**
     * Returns the name after {@code --}.
     *
     * @return name, for example {@code opt_level}
     */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the type of the flag's value.
     *
     * @return the type
     */
    public FlagType type() {
        return type;
    }

    /**
     * Returns the syntax of a value.
     *
     * @return syntax, for example {@code a number from 0 to 3}
     */
    public String syntax() {
        return this == OPT_LEVEL ? "a number from 0 to " + HIGHEST_LEVEL : type.syntax();
    }

    /**
     * Returns the effect of the flag, actual or documented.
     *
     * @return one line
     */
    public String documentation() {
        return documentation;
    }

    /**
     * Returns the reason why the flag has no effect.
     *
     * @return one line; empty for a supported flag
     */
    public Optional<String> whyWithoutMeaning() {
        return Optional.of(whyWithoutMeaning).filter(text -> !text.isEmpty());
    }

    /** Returns the keys of the supported flags. */
    static List<String> supportedKeys() {
        return Arrays.stream(values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty())
                .map(Flag::key)
                .toList();
    }

    /** Returns the default at an optimization level. */
    Object defaultValue(int optLevel) {
        return optLevel >= onFromLevel ? true : fixedDefault;
    }

    /**
     * Returns the default as text.
     *
     * @return text for the page of flags
     */
    public String defaultText() {
        if (onFromLevel < NEVER_BY_LEVEL) {
            return "true from level " + onFromLevel;
        }
        return fixedDefault instanceof List<?> || fixedDefault.equals("") ? "empty" : fixedDefault.toString();
    }

    static Optional<Flag> byKey(String key) {
        return Arrays.stream(values()).filter(flag -> flag.key().equals(key)).findFirst();
    }

    static SortedSet<String> keys() {
        return Arrays.stream(values()).map(Flag::key).collect(Collectors.toCollection(TreeSet::new));
    }
}
