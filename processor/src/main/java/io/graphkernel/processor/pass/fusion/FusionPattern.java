package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
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
 * Patterns by which two clusters are merged, in the order in which they are tried. They are the patterns of MindSpore's
 * split model under its names, with some additional ones that save memory traffic.
 *
 * <p>Patterns that repeat the producer's computation come last: they save least, and the repeated ops may block other
 * merges. A pattern is applied wherever it matches before the next one is tried.
 */
enum FusionPattern {
    /** A view with its operand or its reader. */
    RESHAPE(edge -> (edge.producer() == NodePattern.RESHAPE && edge.consumer().isAtMost(NodePattern.BROADCAST))
            || (edge.consumer() == NodePattern.RESHAPE && edge.producer().isAtMost(NodePattern.BROADCAST))),
    /** A value with a single reading cluster, and the op that reads it element by element. */
    ELEMWISE_BROADCAST_FWD_DEPTH(edge -> edge.isElementwise() && edge.isInjective() && edge.isOnly()),
    /** A value with several reading clusters, and an op that reads it element by element. */
    ELEMWISE_BROADCAST_FWD_WIDTH(edge -> edge.isElementwise() && edge.isInjective()),
    /** Producer of a reduction without further readers. */
    REDUCE_FWD_DEPTH(edge -> edge.isBeforeReduction() && edge.isInjective() && edge.isOnly()),
    /** Producer of a reduction with further readers. */
    REDUCE_FWD_WIDTH(edge -> edge.isBeforeReduction() && edge.isInjective()),
    /**
     * A reduced value with its reader, as another stage over the same row. A reader of many other values, such as the
     * sum of the gradients of equal layers, is not merged. It would read one value less, but the layers' kernels would
     * no longer be equal.
     */
    REDUCE_OUTPUT(edge -> edge.producer() == NodePattern.REDUCE && isNest(edge.consumer()) && !edge.isOneOfMany()),
    /** Operand or result of a gather or a scan, element by element. */
    INJECTIVE_OUTPUT(edge -> !(isNest(edge.producer()) && isNest(edge.consumer()))),
    /** Clusters that read the same buffer. */
    HORIZONTAL(edge -> false),
    /** A value with its only reader, along which it is broadcast. */
    ELEMWISE_BROADCAST_BWD_DEPTH(
            edge -> edge.producer().isAtMost(NodePattern.BROADCAST) && isNest(edge.consumer()) && edge.isOnly()),
    /** A value with several reading clusters, along one of which it is broadcast. */
    ELEMWISE_BROADCAST_BWD_WIDTH(edge -> edge.producer().isAtMost(NodePattern.BROADCAST) && isNest(edge.consumer())),
    /** A value reduced over several rows with its reader, as phases of one launch: {@link StitchFusion}. */
    REDUCE_STITCH(edge -> false);

    /**
     * Edge between two clusters.
     *
     * @param producer pattern of the read cluster
     * @param consumer pattern of the reading cluster
     * @param isInjective true if each element is read once
     * @param isOnly true if no other cluster reads the producer
     * @param isOneOfMany true if the consumer reads many other values element by element
     * @param isDeep true if the producer has more ops than may be fused before a reduction
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

    /** Patterns that merge only basic arithmetic ops. */
    static final Set<FusionPattern> BASIC = EnumSet.range(RESHAPE, ELEMWISE_BROADCAST_FWD_WIDTH);

    /** Documented patterns that do not apply here, with reasons. */
    private static final Map<String, String> WITHOUT_MEANING = Map.ofEntries(
            Map.entry("bind_virtual_node", "kernels may have several results without a tuple node"),
            Map.entry("isolate_reshape", "kernels read a reshape in its operand's memory"),
            Map.entry("slice", "kernels read a slice in its operand's memory"),
            Map.entry("elemwise_fwd_depth", "elemwise_broadcast_fwd_depth fuses elementwise ops"),
            Map.entry("elemwise_fwd_width", "elemwise_broadcast_fwd_width fuses elementwise ops"),
            Map.entry("elemany_addn", "elemwise_broadcast_fwd_width fuses sums of any number of tensors"),
            Map.entry("reduce_bwd", "reduce_output fuses readers of a reduced value"),
            Map.entry("matmul_depth", "the pass library_epilogue fuses the users of a matmul"),
            Map.entry("conv", "the pass library_epilogue fuses the users of a convolution"),
            Map.entry("transdata", "tensors are row-major"),
            Map.entry("allreduce_fwd", "the pass MatMulAllReduce fuses a matmul and the AllReduce after it"),
            Map.entry("allreduce_bwd", "readers of an AllReduce are kernels over its stored result"));

    private final Predicate<Edge> fits;

    FusionPattern(Predicate<Edge> fits) {
        this.fits = fits;
    }

    static Set<FusionPattern> all() {
        return EnumSet.allOf(FusionPattern.class);
    }

    /** Returns the name in flags and logs. */
    String patternName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the first enabled pattern that matches an edge. */
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

    /** Returns the patterns that the flags leave enabled, logging each decision. */
    static Set<FusionPattern> enabled(PassContext context) {
        return enabled(all(), context);
    }

    /** Returns those of some patterns that the flags leave enabled, logging each decision. */
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

    /** Returns the flag that disables a pattern, as text for the log; names match by substring. */
    Optional<String> switchedOffBy(FlagValues flags) {
        List<String> only = flags.list(Flag.ENABLE_FUSION_PATTERN_ONLY);
        if (!only.isEmpty()) {
            return isNamed(only) ? Optional.empty() : Optional.of("only flag");
        }
        boolean off = this == HORIZONTAL && !flags.isOn(Flag.ENABLE_HORIZONTAL_FUSION);
        return off || isNamed(flags.list(Flag.DISABLE_FUSION_PATTERN)) ? Optional.of("disable flag") : Optional.empty();
    }

    private boolean isNamed(List<String> words) {
        return words.stream().anyMatch(patternName()::contains);
    }

    private static boolean isNest(NodePattern pattern) {
        return pattern.isAtMost(NodePattern.REDUCE);
    }

    /** Returns the names permitted in the lists of patterns. */
    static Map<Flag, KnownNames> names() {
        Set<String> known =
                Arrays.stream(values()).map(FusionPattern::patternName).collect(Collectors.toSet());
        KnownNames patterns = new KnownNames("fusion pattern", known, WITHOUT_MEANING, true);
        return Map.of(Flag.ENABLE_FUSION_PATTERN_ONLY, patterns, Flag.DISABLE_FUSION_PATTERN, patterns);
    }
}
