package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The stages and their passes in order. Stages have the names and numbers of MindSpore's documents. */
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
     * @param steps one step per pass, in order
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

    private record Stage(String name, List<GraphPass> passes) {}

    private static final List<Stage> STAGES = List.of(
            new Stage("preprocess", List.of()),
            new Stage(
                    "cluster",
                    List.of(
                            // While activations are whole, for a library to apply.
                            new LibraryEpilogue(),
                            // Composite ops into basic ones: every later pass sees basic ops only.
                            new GraphKernelExpander())),
            new Stage(
                    "highlevelopt1",
                    List.of(
                            // Numbers before CSE, so that equal numbers computed differently meet.
                            new ConstantFolding(),
                            // One node for one value; expansions repeat each other.
                            new GraphKernelCse(),
                            // After folding and CSE have left operands without users.
                            new DeadCodeElimination(),
                            // Views towards the inputs, where they are another way to read memory.
                            new ViewSinking())),
            new Stage(
                    "split",
                    List.of(
                            // Results that are not ops any more, or never were, get a copy.
                            new OutputIdentity(),
                            // What kernels can't store side by side or read through gets a copy.
                            new ConcatOperands(),
                            new ViewForming(),
                            // Each op is a kernel: the plan of --opt_level=0.
                            new KernelForming(),
                            // The two fusion stages of the r1.0 document.
                            new BasicFusion(),
                            new CompositeFusion())),
            new Stage(
                    "highlevelopt2",
                    List.of(
                            // Bytes that need not move.
                            new RecomputeFusion())),
            new Stage("parallel", List.of()),
            new Stage(
                    "build",
                    List.of(
                            // What several ops of a kernel read through equal views is loaded once.
                            new ViewJoining())),
            new Stage("postprocess", List.of()));

    private final Flags flags;

    /**
     * A pipeline with switches.
     *
     * @param flags the method's flags
     */
    public PassPipeline(Flags flags) {
        this.flags = flags;
    }

    /**
     * The passes that {@code --enable_pass} and {@code --disable_pass} may name.
     *
     * @return sorted
     */
    public static Set<String> switchableNames() {
        Set<String> names = new TreeSet<>();
        STAGES.forEach(stage ->
                stage.passes().stream().filter(pass -> pass.level() > 0).forEach(pass -> names.add(pass.name())));
        return names;
    }

    /**
     * Runs the passes.
     *
     * @param graph as the front end read it
     * @return what they did
     */
    public Result run(Graph graph) {
        List<Step> steps = new ArrayList<>();
        List<Unfused> unfused = new ArrayList<>();
        Graph current = graph;
        assert verified(current);
        for (int number = 0; number < STAGES.size(); number++) {
            Stage stage = STAGES.get(number);
            for (int id = 0; id < stage.passes().size(); id++) {
                GraphPass pass = stage.passes().get(id);
                if (!runs(pass)) {
                    steps.add(new Step(number, stage.name(), id, pass.name(), false, false, 0, current, List.of()));
                    continue;
                }
                Decisions decisions = new Decisions();
                long start = System.nanoTime();
                Graph next = pass.run(current, new PassContext(flags, decisions));
                double microseconds = (System.nanoTime() - start) / 1e3;
                assert next == current || verified(next);
                boolean changed = next != current;
                steps.add(new Step(
                        number, stage.name(), id, pass.name(), true, changed, microseconds, next, decisions.notes));
                if (!decisions.unfused.isEmpty()) {
                    unfused = decisions.unfused;
                }
                current = next;
            }
        }
        GraphVerifier.verify(current, OpTable.get());
        return new Result(steps, unfused);
    }

    /** For assertions, which tests enable: a pass that breaks the graph is found at once and by name. */
    private static boolean verified(Graph graph) {
        GraphVerifier.verify(graph, OpTable.get());
        return true;
    }

    private boolean runs(GraphPass pass) {
        if (pass.level() == 0) {
            return true;
        }
        return !flags.list(Flag.DISABLE_PASS).contains(pass.name())
                && (pass.runsBy(flags) || flags.list(Flag.ENABLE_PASS).contains(pass.name()));
    }

    /** What one pass decided. */
    private static final class Decisions implements DecisionSink {

        private final List<String> notes = new ArrayList<>();
        private final List<Unfused> unfused = new ArrayList<>();

        @Override
        public void note(String line) {
            notes.add(line);
        }

        @Override
        public void unfused(Unfused edge) {
            unfused.add(edge);
        }
    }
}
