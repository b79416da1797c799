package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

    private static final List<PassStage> STAGES = List.of(
            new PassStage("preprocess", List.of()),
            new PassStage(
                    "cluster",
                    List.of(
                            // While activations are whole, for a library to apply.
                            new LibraryEpilogue(),
                            // Composite ops into basic ones: every later pass sees basic ops only.
                            new GraphKernelExpander(),
                            // Before other passes see transposes that a library does by itself.
                            new TransposeMatMulFusion())),
            new PassStage(
                    "highlevelopt1",
                    List.of(
                            // Numbers before CSE, so that equal numbers computed differently meet.
                            new ConstantFolding(),
                            // Axes in one form, so that equal reductions meet.
                            new AxisNormalizer(),
                            // One node for one value; expansions repeat each other, and rules compare operands.
                            new GraphKernelCse(GraphKernelCse.FIRST),
                            // Before rules take away the casts that this brings together.
                            new ReorderOps(),
                            new ArithmeticSimplify(),
                            new RaiseReductionPrecision(),
                            // What rules have made equal.
                            new GraphKernelCse(GraphKernelCse.LAST),
                            new TransformOpOptimizer(),
                            // After folding, CSE and moves have left operands without users.
                            new DeadCodeElimination(),
                            // Views towards the inputs, where they are another way to read memory.
                            new ViewSinking())),
            new PassStage(
                    "split",
                    List.of(
                            // Results that are not ops any more, or never were, get a copy.
                            new OutputIdentity(),
                            // What kernels can't store side by side or read through gets a copy.
                            new ConcatOperands(),
                            // Views that the packet lists keep out of kernels get a copy.
                            new KernelPacket(),
                            new ViewForming(),
                            // Each op is a kernel: the plan of --opt_level=0.
                            new KernelForming(),
                            // The two fusion stages of the r1.0 document.
                            new BasicFusion(),
                            new CompositeFusion())),
            new PassStage(
                    "highlevelopt2",
                    List.of(
                            // Bytes that need not move.
                            new RecomputeFusion())),
            new PassStage("parallel", List.of()),
            new PassStage(
                    "build",
                    List.of(
                            // What several ops of a kernel read through equal views is loaded once.
                            new ViewJoining())),
            new PassStage("postprocess", List.of()));

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
     * What flags and switch files may name.
     *
     * @return passes, ops and whatever else passes choose among
     */
    public static Vocabulary vocabulary() {
        return PassVocabulary.of(STAGES);
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
            PassStage stage = STAGES.get(number);
            for (int id = 0; id < stage.passes().size(); id++) {
                GraphPass pass = stage.passes().get(id);
                if (!runs(pass, stage.addresses(number, id))) {
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

    private boolean runs(GraphPass pass, Set<String> addresses) {
        if (pass.level() == 0) {
            return true;
        }
        if (flags.list(Flag.DISABLE_PASS).stream().anyMatch(addresses::contains)) {
            return false;
        }
        return flags.list(Flag.ENABLE_PASS).stream().anyMatch(addresses::contains)
                || flags.switched(pass.name()).orElse(pass.runsBy(flags));
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
