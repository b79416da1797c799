package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.loop.Work;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.fusion.Unfused;
import io.graphkernel.processor.pass.fusion.UnfusedEdges;
import io.graphkernel.processor.pass.pattern.PatternPass;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the passes in order: those of a lower level where their plan moves fewer bytes. */
public final class PassPipeline {

    /**
     * What one pass did.
     *
     * @param stage the number of its stage
     * @param stageName the name of its stage
     * @param id its position in the stage
     * @param pass its name
     * @param enabled whether it ran
     * @param changed whether it changed the graph
     * @param microseconds its time; 0 if it did not run
     * @param graph the graph after it
     * @param notes the lines that it gave to the log
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
         * The name in logs and dumps.
         *
         * @return for example {@code stage3_split_4_fuse_basic}
         */
        public String fullName() {
            return "stage" + stage + "_" + stageName + "_" + id + "_" + pass;
        }
    }

    /**
     * What all passes did.
     *
     * @param steps one step per pass, in order, after that of {@link #LOWER_LEVEL} if it is there
     * @param unfused every edge between two kernels of the final graph, with the reason
     */
    public record Result(List<Step> steps, List<Unfused> unfused) {

        public Result {
            steps = List.copyOf(steps);
            unfused = List.copyOf(unfused);
        }

        /**
         * The final graph.
         *
         * @return the graph after the last pass
         */
        public Graph graph() {
            return steps.get(steps.size() - 1).graph();
        }
    }

    /**
     * The step that is there only if the plan is that of a lower level than the method's: what follows it are the passes of
     * that level.
     */
    public static final String LOWER_LEVEL = "lower_level";

    /** Longer graphs get the plan of their level: to make a second one takes as long, and a plan is of one level as a whole. */
    private static final int MOST_COMPARED = 1000;

    private static final List<PassPlace> PLACES = PassPlace.all(PassStages.ALL);

    private final Flags flags;
    private final Capabilities capabilities;

    /**
     * A pipeline with switches, for kernels of usual targets.
     *
     * @param flags the method's flags
     */
    public PassPipeline(Flags flags) {
        this(flags, Capabilities.USUAL);
    }

    /**
     * A pipeline with switches.
     *
     * @param flags the method's flags
     * @param capabilities of what kernels are fused for
     */
    public PassPipeline(Flags flags, Capabilities capabilities) {
        this.flags = flags;
        this.capabilities = capabilities;
    }

    /**
     * The passes.
     *
     * @return of all stages, in order; some are in it more than once
     */
    public static List<GraphPass> passes() {
        return PLACES.stream().map(PassPlace::pass).toList();
    }

    /**
     * What flags and switch files may name.
     *
     * @return passes, ops and whatever else passes choose among
     */
    public static Vocabulary vocabulary() {
        return PassVocabulary.of(PLACES);
    }

    /**
     * The passes that {@code --enable_pass} and {@code --disable_pass} may name.
     *
     * @return their names, of some with the stage before them
     */
    public static Set<String> switchable() {
        return PassVocabulary.switchable(PLACES);
    }

    /**
     * Runs the passes. Where rewrites of this level have left a graph that moves more bytes than that of a level below,
     * which fusion by itself never does, the plan is that of the level below, and the first step says so. It is kept if the
     * bytes save work that costs more: the mask of a dropout is stored for the gradient, since computing random numbers again
     * is dearer. Graphs of more than 1,000 ops are not compared. Level 0, with each op by itself, never moves less than level 1.
     *
     * @param graph as the front end read it
     * @return what they did
     */
    public Result run(Graph graph) {
        List<Step> steps = steps(graph, flags, List.of());
        double bytes = Traffic.of(last(steps));
        List<Step> above = steps;
        Flags flagsAbove = flags;
        List<String> notes = new ArrayList<>();
        int planned = flags.optLevel();
        long start = System.nanoTime();
        boolean mayMoveLess = mayMoveLess(last(steps), bytes);
        for (int level = flags.optLevel() - 1; mayMoveLess && level > 0; level--) {
            Flags below = flags.with(Flag.OPT_LEVEL, level);
            if (rewritesMore(above, below)) {
                above = steps(graph, below, shared(above, flagsAbove, below));
                flagsAbove = below;
                double bytesBelow = Traffic.of(last(above));
                double more = Work.of(last(above)) - Work.of(last(steps));
                if (capabilities.costs().pays(more, bytes - bytesBelow)) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "--opt_level=%d moves %.0f bytes, more than %.0f: the plan is that of --opt_level=%d",
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
                steps, UnfusedEdges.of(fused, new PassContext(flags, DecisionSink.NOBODY, Set.of(), capabilities)));
    }

    /**
     * What the passes will put one op in the place of, if that op has the better gradient: it is looked for before the graph
     * is differentiated, since the gradient of the parts would keep them.
     *
     * @param graph as the front end read it
     * @return ops that are not in the graph, by the value in whose place each will be
     */
    public Map<Node, Node> recognised(Graph graph) {
        Map<Node, Node> recognised = new IdentityHashMap<>();
        for (PassPlace place : PLACES) {
            if (place.pass() instanceof PatternPass pass && pass.isForGradients() && place.runs(flags)) {
                recognised.putAll(pass.recognised(
                        graph, new PassContext(flags, DecisionSink.NOBODY, switchedOff(flags), capabilities)));
            }
        }
        return recognised;
    }

    private static Graph last(List<Step> steps) {
        return steps.get(steps.size() - 1).graph();
    }

    /** Whether the plan of another level may move fewer bytes, and is worth making. */
    private static boolean mayMoveLess(Graph fused, double bytes) {
        return fused.operations().size() <= MOST_COMPARED && bytes > Traffic.unavoidable(fused);
    }

    private static Step lowerLevel(Graph graph, double microseconds, List<String> notes) {
        PassStage stage = PassStages.ALL.get(0);
        int id = stage.passes().size();
        return new Step(0, stage.name(), id, LOWER_LEVEL, true, false, microseconds, graph, notes);
    }

    /** Whether a pass that fewer flags switch off has rewritten the graph before there were kernels. */
    private static boolean rewritesMore(List<Step> steps, Flags fewer) {
        for (int position = 0; position < steps.size(); position++) {
            PassPlace place = PLACES.get(position);
            if (place.stage().name().equals(PassStages.FUSION)) {
                return false;
            }
            if (steps.get(position).changed() && !place.runs(fewer)) {
                return true;
            }
        }
        return false;
    }

    /** What the first passes did, as long as fewer flags let the same ones run. */
    private static List<Step> shared(List<Step> steps, Flags flags, Flags fewer) {
        int position = 0;
        while (PLACES.get(position).runs(flags) == PLACES.get(position).runs(fewer)) {
            position++;
        }
        return steps.subList(0, position);
    }

    /** The steps of all passes, of which the first ones are known. */
    private List<Step> steps(Graph graph, Flags flags, List<Step> known) {
        List<Step> steps = new ArrayList<>(known);
        Graph current = known.isEmpty() ? graph : last(known);
        assert verified(current);
        Set<String> off = switchedOff(flags);
        for (PassPlace place : PLACES.subList(known.size(), PLACES.size())) {
            Step step = step(place, current, flags, off);
            assert !step.changed() || verified(step.graph());
            steps.add(step);
            current = step.graph();
        }
        return steps;
    }

    private Step step(PassPlace place, Graph graph, Flags flags, Set<String> off) {
        List<String> notes = new ArrayList<>();
        Graph next = graph;
        double microseconds = 0;
        boolean runs = place.runs(flags);
        if (runs) {
            long start = System.nanoTime();
            next = place.pass().run(graph, new PassContext(flags, notes::add, off, capabilities));
            microseconds = (System.nanoTime() - start) / 1e3;
        }
        return new Step(
                place.number(),
                place.stage().name(),
                place.id(),
                place.pass().name(),
                runs,
                next != graph,
                microseconds,
                next,
                notes);
    }

    private static Set<String> switchedOff(Flags flags) {
        return PLACES.stream()
                .filter(place -> !place.runs(flags))
                .map(place -> place.pass().name())
                .collect(Collectors.toSet());
    }

    /** For assertions, which tests enable: a pass that breaks the graph is found at once and by name. */
    private static boolean verified(Graph graph) {
        GraphVerifier.verify(graph, OpTable.get());
        return true;
    }
}
