package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;

/** Random flags among those that change the plan of a graph but not its results. */
public final class RandomFlags {

    private static final List<Flag> SWITCHES = List.of(
            Flag.ENABLE_STITCH_FUSION,
            Flag.ENABLE_RECOMPUTE_FUSION,
            Flag.ENABLE_PARALLEL_FUSION,
            Flag.ENABLE_HORIZONTAL_FUSION,
            Flag.DISABLE_MATMUL_POST_FUSION);
    private static final List<Flag> PASS_LISTS = List.of(Flag.ENABLE_PASS, Flag.DISABLE_PASS);
    private static final List<Flag> OP_LISTS = List.of(
            Flag.DISABLE_EXPAND_OPS,
            Flag.ENABLE_EXPAND_OPS_ONLY,
            Flag.DISABLE_CLUSTER_OPS,
            Flag.ENABLE_CLUSTER_OPS_ONLY,
            Flag.DISABLE_PACKET_OPS,
            Flag.ENABLE_PACKET_OPS_ONLY);
    private static final List<Flag> PATTERN_LISTS =
            List.of(Flag.ENABLE_FUSION_PATTERN_ONLY, Flag.DISABLE_FUSION_PATTERN);

    private final Random random;
    private FlagValues flags;

    private RandomFlags(long seed) {
        random = new Random(seed);
        flags = FlagValues.atLevel(random.nextInt(Flag.HIGHEST_LEVEL + 1));
    }

    /**
     * Returns the flags of a seed.
     *
     * @param seed seed of the choice
     * @param graph graph whose ops the lists name
     */
    public static FlagValues of(long seed, Graph graph) {
        return new RandomFlags(seed).run(graph);
    }

    private FlagValues run(Graph graph) {
        for (Flag flag : SWITCHES) {
            if (random.nextInt(4) == 0) {
                flags = flags.with(flag, random.nextBoolean());
            }
        }
        if (random.nextInt(4) == 0) {
            flags = flags.with(Flag.COMPOSITE_OP_LIMIT_SIZE, random.nextInt(6));
        }
        if (random.nextInt(4) == 0) {
            flags = flags.with(Flag.REDUCE_FUSE_DEPTH, random.nextInt(3));
        }
        for (Flag flag : PASS_LISTS) {
            choose(flag, PassPipeline.vocabulary().names().get(flag).known());
        }
        for (Flag flag : PATTERN_LISTS) {
            choose(flag, PassPipeline.vocabulary().names().get(flag).known());
        }
        List<String> ops = graph.operations().stream().map(Node::op).distinct().toList();
        for (Flag flag : OP_LISTS) {
            choose(
                    flag,
                    ops.stream()
                            .filter(PassPipeline.vocabulary().names().get(flag).known()::contains)
                            .toList());
        }
        return flags;
    }

    /** Adds some names to one list of four. */
    private void choose(Flag flag, Collection<String> names) {
        if (random.nextInt(4) > 0 || names.isEmpty()) {
            return;
        }
        List<String> candidates = new ArrayList<>(names);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            chosen.add(candidates.get(random.nextInt(candidates.size())));
        }
        flags = flags.with(flag, chosen);
    }
}
