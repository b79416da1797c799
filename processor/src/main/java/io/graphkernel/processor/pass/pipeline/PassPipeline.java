package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.loop.OpCost;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.LoopBodies;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.pass.fusion.UnfusedEdges;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the passes in order, at the level whose plan moves the fewest bytes. */
public final class PassPipeline {

    /**
     * Record of one pass.
     *
     * @param stage index of its stage
     * @param stageName name of its stage
     * @param id its position in the stage
     * @param pass its name
     * @param enabled true if it ran
     * @param changed true if it changed the graph
     * @param microseconds execution time; 0 if it did not run
     * @param graph the graph after it
     * @param notes lines that it wrote to the log
     */
    public record Step(
            int stage,
            String stageName,
            int id,
            String pass,
            boolean enabled,
            boolean changed,
            double microseconds,
            Graph graph,
            List<String> notes) {

        public Step {
            notes = List.copyOf(notes);
        }

        /**
         * Returns the name in logs and dumps.
         *
         * @return for example {@code stage3_split_4_fuse_basic}
         */
        public String fullName() {
            return "stage" + stage + "_" + stageName + "_" + id + "_" + pass;
        }
    }

    /**
     * Result of all passes.
     *
     * @param steps one step per pass, in order, after {@link #LOWER_LEVEL} if present
     * @param unfused every edge between two kernels of the final graph, with the reason
     */
    public record Result(List<Step> steps, List<UnfusedEdge> unfused) {

        public Result {
            steps = List.copyOf(steps);
            unfused = List.copyOf(unfused);
        }

        /**
         * Returns the final graph.
         *
         * @return the graph after the last pass
         */
        public Graph graph() {
            return steps.get(steps.size() - 1).graph();
        }
    }

    /**
     * Name of the step that marks a plan of a lower level than the method's; the steps after it are the passes of that
     * level.
     */
    public static final String LOWER_LEVEL = "lower_level";

    /** Maximum number of ops of a graph whose plans of several levels are compared. */
    private static final int MAX_COMPARED = 1000;

    private static final List<PassPosition> POSITIONS = PassPosition.all(PassStages.ALL);

    private final FlagValues flags;
    private final Capabilities capabilities;

    /**
     * Creates a pipeline with switches, for default targets.
     *
     * @param flags the method's flags
     */
    public PassPipeline(FlagValues flags) {
        this(flags, Capabilities.DEFAULT);
    }

    /**
     * Creates a pipeline with switches.
     *
     * @param flags the method's flags
     * @param capabilities capabilities of the targets
     */
    public PassPipeline(FlagValues flags, Capabilities capabilities) {
        this.flags = flags;
        this.capabilities = capabilities;
    }

    /**
     * Returns the passes.
     *
     * @return all passes of all stages in order, with repetitions
     */
    public static List<GraphPass> passes() {
        return POSITIONS.stream().map(PassPosition::pass).toList();
    }

    /**
     * Returns the names that flags and switch files may use.
     *
     * @return passes, ops and the options of passes
     */
    public static Vocabulary vocabulary() {
        return PassVocabulary.of(POSITIONS);
    }

    /**
     * Returns the pass names permitted in {@code --enable_pass} and {@code --disable_pass}.
     *
     * @return names, some prefixed by the stage
     */
    public static Set<String> switchable() {
        return PassVocabulary.switchable(POSITIONS);
    }

    /**
     * Runs the passes. If this level's rewrites result in more memory traffic than those of a lower level, the plan of
     * the lower level is used. The first step then reports it.
     *
     * <p>The plan is kept if the extra bytes save more expensive work. For example, a dropout's mask is stored for the
     * gradient, because recomputing random numbers is more expensive. Graphs of more than 1,000 ops are not compared.
     * Level 0, without fusion, never moves less than level 1.
     *
     * @param graph graph from the front end
     * @return the record of each pass
     */
    public Result run(Graph graph) {
        List<Step> steps = steps(graph, flags, List.of());
        double bytes = MemoryTraffic.of(last(steps));
        List<Step> above = steps;
        FlagValues flagsAbove = flags;
        List<String> notes = new ArrayList<>();
        int planned = flags.optLevel();
        long start = System.nanoTime();
        boolean mayMoveLess = mayMoveLess(last(steps), bytes);
        for (int level = flags.optLevel() - 1; mayMoveLess && level > 0; level--) {
            FlagValues below = flags.with(Flag.OPT_LEVEL, level);
            if (rewritesMore(above, below)) {
                above = steps(graph, below, shared(above, flagsAbove, below));
                flagsAbove = below;
                double bytesBelow = MemoryTraffic.of(last(above));
                double more = OpCost.of(last(above)) - OpCost.of(last(steps));
                if (capabilities.costs().isProfitable(more, bytes - bytesBelow)) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "--opt_level=%d moves %.0f bytes, more than %.0f: the plan of --opt_level=%d is used",
                            planned,
                            bytes,
                            bytesBelow,
                            level));
                    planned = level;
                    steps = above;
                    bytes = bytesBelow;
                }
            }
        }
        if (!notes.isEmpty()) {
            steps.add(0, lowerLevel(graph, (System.nanoTime() - start) / 1e3, notes));
        }
        Graph fused = last(steps);
        GraphVerifier.verify(fused, OpTable.get());
        return new Result(
                steps,
                UnfusedEdges.of(
                        fused,
                        new PassContext(flags, DecisionSink.DISCARDING, Set.of(), switchedOn(flags), capabilities)));
    }

    /**
     * Returns the composite ops that the passes will form and whose gradient is better than that of their parts. They
     * are searched before differentiation, because the gradients of the parts would keep the parts.
     *
     * @param graph graph from the front end
     * @return composite ops outside the graph, by the value that each will replace
     */
    public Map<Node, Node> recognized(Graph graph) {
        Map<Node, Node> recognized = new IdentityHashMap<>();
        for (PassPosition position : POSITIONS) {
            if (position.pass() instanceof PatternPass pass && pass.isForGradients() && position.runs(flags)) {
                PassContext context = new PassContext(
                        flags, DecisionSink.DISCARDING, switchedOff(flags), switchedOn(flags), capabilities);
                recognized.putAll(pass.recognized(graph, context));
            }
        }
        return recognized;
    }

    private static Graph last(List<Step> steps) {
        return steps.get(steps.size() - 1).graph();
    }

    /** Returns true if the plan of another level may move fewer bytes and is worth computing. */
    private static boolean mayMoveLess(Graph fused, double bytes) {
        return fused.operations().size() <= MAX_COMPARED && bytes > MemoryTraffic.unavoidable(fused);
    }

    private static Step lowerLevel(Graph graph, double microseconds, List<String> notes) {
        PassStage stage = PassStages.ALL.get(0);
        int id = stage.passes().size();
        return new Step(0, stage.name(), id, LOWER_LEVEL, true, false, microseconds, graph, notes);
    }

    /** Returns true if a pass that the lower level disables rewrote the graph before fusion. */
    private static boolean rewritesMore(List<Step> steps, FlagValues fewer) {
        for (int index = 0; index < steps.size(); index++) {
            PassPosition position = POSITIONS.get(index);
            if (position.stage().name().equals(PassStages.FUSION)) {
                return false;
            }
            if (steps.get(index).changed() && !position.runs(fewer)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the common prefix of steps that the lower level would run as well. */
    private static List<Step> shared(List<Step> steps, FlagValues flags, FlagValues fewer) {
        int position = 0;
        while (POSITIONS.get(position).runs(flags) == POSITIONS.get(position).runs(fewer)) {
            position++;
        }
        return steps.subList(0, position);
    }

    /** Runs the passes after a known prefix of steps. */
    private List<Step> steps(Graph graph, FlagValues flags, List<Step> known) {
        List<Step> steps = new ArrayList<>(known);
        Graph current = known.isEmpty() ? graph : last(known);
        assert verified(current);
        Set<String> off = switchedOff(flags);
        Set<String> on = switchedOn(flags);
        for (PassPosition position : POSITIONS.subList(known.size(), POSITIONS.size())) {
            Step step = step(position, current, flags, off, on);
            assert !step.changed() || verified(step.graph());
            steps.add(step);
            current = step.graph();
        }
        return steps;
    }

    private Step step(PassPosition position, Graph graph, FlagValues flags, Set<String> off, Set<String> on) {
        List<String> notes = new ArrayList<>();
        Graph next = graph;
        double microseconds = 0;
        boolean runs = position.runs(flags);
        if (runs) {
            long start = System.nanoTime();
            PassContext context = new PassContext(flags, notes::add, off, on, capabilities);
            next = position.pass()
                    .run(LoopBodies.rewrite(graph, body -> position.pass().run(body, context)), context);
            microseconds = (System.nanoTime() - start) / 1e3;
        }
        return new Step(
                position.number(),
                position.stage().name(),
                position.id(),
                position.pass().name(),
                runs,
                next != graph,
                microseconds,
                next,
                notes);
    }

    private static Set<String> switchedOff(FlagValues flags) {
        return POSITIONS.stream()
                .filter(position -> !position.runs(flags))
                .map(position -> position.pass().name())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the passes that flags enable by name.
     *
     * @param flags the method's flags
     * @return names of passes, by {@code --enable_pass} or the fusion switch file
     */
    public static Set<String> switchedOn(FlagValues flags) {
        return POSITIONS.stream()
                .filter(position -> position.isNamed(flags))
                .map(position -> position.pass().name())
                .collect(Collectors.toSet());
    }

    /** Runs the verifier under {@code assert}, so that a pass that breaks the graph is identified by name. */
    private static boolean verified(Graph graph) {
        GraphVerifier.verify(graph, OpTable.get());
        return true;
    }
}
