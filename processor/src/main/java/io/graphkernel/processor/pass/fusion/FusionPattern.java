package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import io.graphkernel.processor.pass.PassContext;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The reasons for which two areas become one, in the order in which they are tried: first the patterns of MindSpore's
 * split model under its names, with those among them by which fewer bytes move than the model would have it. What repeats the
 * work of its producer comes last: it saves least, and what it repeats may keep others from being fused. A pattern is tried
 * wherever it fits before the next one is.
 */
enum FusionPattern {
    /** A view with what it looks at or what reads it. */
    RESHAPE(edge -> (edge.producer() == NodePattern.RESHAPE && edge.consumer().isAtMost(NodePattern.BROADCAST))
            || (edge.consumer() == NodePattern.RESHAPE && edge.producer().isAtMost(NodePattern.BROADCAST))),
    /** A value that only one area reads, with the op that reads it element by element. */
    ELEMWISE_BROADCAST_FWD_DEPTH(edge -> edge.isElementwise() && edge.isInjective() && edge.isOnly()),
    /** The same where several areas read the value. */
    ELEMWISE_BROADCAST_FWD_WIDTH(edge -> edge.isElementwise() && edge.isInjective()),
    /** What a reduction reads and nobody else does. */
    REDUCE_FWD_DEPTH(edge -> edge.isBeforeReduction() && edge.isInjective() && edge.isOnly()),
    /** What a reduction and others read. */
    REDUCE_FWD_WIDTH(edge -> edge.isBeforeReduction() && edge.isInjective()),
    /**
     * A reduced value with what reads it, in another stage over the same row. What reads many other values, such as the sum that is the
     * gradient of what equal layers share, is a kernel of its own: it would read one less, and the layer would not be equal to the
     * others any more.
     */
    REDUCE_OUTPUT(edge -> edge.producer() == NodePattern.REDUCE && isNest(edge.consumer()) && !edge.isOneOfMany()),
    /** What a gather or a scan gives or reads, element by element. */
    INJECTIVE_OUTPUT(edge -> !(isNest(edge.producer()) && isNest(edge.consumer()))),
    /** Areas that read the same memory. */
    HORIZONTAL(edge -> false),
    /** A value with its only reader, along which it is repeated. */
    ELEMWISE_BROADCAST_BWD_DEPTH(
            edge -> edge.producer().isAtMost(NodePattern.BROADCAST) && isNest(edge.consumer()) && edge.isOnly()),
    /** The same where several areas read the value. */
    ELEMWISE_BROADCAST_BWD_WIDTH(edge -> edge.producer().isAtMost(NodePattern.BROADCAST) && isNest(edge.consumer())),
    /** A value reduced over several rows with what reads it, as phases of one launch: {@link StitchFusion}. */
    REDUCE_STITCH(edge -> false);

    /**
     * How one area reads another.
     *
     * @param producer the pattern of the area that is read
     * @param consumer the pattern of the area that reads
     * @param isInjective whether each element is read for one place
     * @param isOnly whether no other area reads the producer
     * @param isOneOfMany whether the consumer reads many other values element by element
     * @param isDeep whether the producer has more ops than may be fused in front of a reduction
     */
    record Edge(
            NodePattern producer,
            NodePattern consumer,
            boolean isInjective,
            boolean isOnly,
            boolean isOneOfMany,
            boolean isDeep) {

        boolean isElementwise() {
            return producer.isAtMost(NodePattern.BROADCAST)
                    && (consumer == NodePattern.ELEMWISE || consumer == NodePattern.BROADCAST);
        }

        boolean isBeforeReduction() {
            return producer.isAtMost(NodePattern.BROADCAST) && consumer == NodePattern.REDUCE;
        }
    }

    /** Those that join ops of basic arithmetic only. */
    static final Set<FusionPattern> BASIC = EnumSet.range(RESHAPE, ELEMWISE_BROADCAST_FWD_WIDTH);

    /** The further patterns of the documents. */
    private static final Map<String, String> WITHOUT_MEANING = Map.ofEntries(
            Map.entry("bind_virtual_node", "several results of a kernel need no node of their own"),
            Map.entry("isolate_reshape", "a reshape is read where its operand lies"),
            Map.entry("slice", "a slice is read where its operand lies"),
            Map.entry("elemwise_fwd_depth", "elemwise_broadcast_fwd_depth fuses elementwise ops"),
            Map.entry("elemwise_fwd_width", "elemwise_broadcast_fwd_width fuses elementwise ops"),
            Map.entry("elemany_addn", "elemwise_broadcast_fwd_width fuses sums of any number of tensors"),
            Map.entry("reduce_bwd", "reduce_output fuses what reads a reduced value"),
            Map.entry("matmul_depth", "the pass library_epilogue fuses what follows a product"),
            Map.entry("conv", "the pass library_epilogue fuses what follows a convolution"),
            Map.entry("transdata", "tensors are row-major"),
            Map.entry("allreduce_fwd", "the pass MatMulAllReduce fuses a product with the AllReduce after it"),
            Map.entry("allreduce_bwd", "what reads an AllReduce is a kernel over its stored result"));

    private final Predicate<Edge> fits;

    FusionPattern(Predicate<Edge> fits) {
        this.fits = fits;
    }

    static Set<FusionPattern> all() {
        return EnumSet.allOf(FusionPattern.class);
    }

    /** The name in flags and logs. */
    String patternName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The first pattern by which an edge may be fused. */
    static Optional<FusionPattern> of(Edge edge, Set<FusionPattern> enabled) {
        if (edge.isDeep() && edge.consumer() == NodePattern.REDUCE) {
            return Optional.empty();
        }
        for (FusionPattern pattern : enabled) {
            if (pattern.fits.test(edge)) {
                return Optional.of(pattern);
            }
        }
        return Optional.empty();
    }

    /** The patterns that the flags leave on; each decision is a line of the log. */
    static Set<FusionPattern> enabled(PassContext context) {
        return enabled(all(), context);
    }

    /** Of some patterns those that the flags leave on, each with a line of the log. */
    static Set<FusionPattern> enabled(Set<FusionPattern> candidates, PassContext context) {
        Set<FusionPattern> enabled = EnumSet.noneOf(FusionPattern.class);
        for (FusionPattern pattern : candidates) {
            Optional<String> by = pattern.switchedOffBy(context.flags());
            by.ifPresentOrElse(
                    flag -> context.decisions().note("Disable pattern by " + flag + ": " + pattern.patternName()),
                    () -> {
                        context.decisions().note("Enable pattern: " + pattern.patternName());
                        enabled.add(pattern);
                    });
        }
        return enabled;
    }

    /** The flag that switches a pattern off, in the words of the log; names are matched in part. */
    Optional<String> switchedOffBy(Flags flags) {
        List<String> only = flags.list(Flag.ENABLE_FUSION_PATTERN_ONLY);
        if (!only.isEmpty()) {
            return isNamed(only) ? Optional.empty() : Optional.of("only flag");
        }
        boolean off = this == HORIZONTAL && !flags.isOn(Flag.ENABLE_HORIZONTAL_FUSION);
        return off || isNamed(flags.list(Flag.DISABLE_FUSION_PATTERN)) ? Optional.of("disable flag") : Optional.empty();
    }

    private boolean isNamed(List<String> parts) {
        return parts.stream().anyMatch(patternName()::contains);
    }

    private static boolean isNest(NodePattern pattern) {
        return pattern.isAtMost(NodePattern.REDUCE);
    }

    /** The names that the lists of patterns may hold. */
    static Map<Flag, Names> names() {
        Set<String> known =
                Arrays.stream(values()).map(FusionPattern::patternName).collect(Collectors.toSet());
        Names patterns = new Names("fusion pattern", known, WITHOUT_MEANING, true);
        return Map.of(Flag.ENABLE_FUSION_PATTERN_ONLY, patterns, Flag.DISABLE_FUSION_PATTERN, patterns);
    }
}
