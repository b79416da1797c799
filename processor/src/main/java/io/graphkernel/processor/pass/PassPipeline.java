package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The passes in order. */
public final class PassPipeline {

    /**
     * What one pass did.
     *
     * @param pass its name
     * @param enabled whether it ran
     * @param changed whether it changed the graph
     * @param microseconds its time; 0 if it did not run
     * @param graph the graph after it
     */
    public record Step(String pass, boolean enabled, boolean changed, double microseconds, Graph graph) {}

    private static final List<GraphPass> PASSES = List.of(
            // 1. While activations are whole, for a library to apply.
            new LibraryEpilogue(),
            // 2. Composite ops into basic ones: every later pass sees basic ops only.
            new GraphKernelExpander(),
            // 3. Numbers before CSE, so that equal numbers computed differently meet.
            new ConstantFolding(),
            // 4. One node for one value; expansions repeat each other.
            new GraphKernelCse(),
            // 5. After folding and CSE have left operands without users.
            new DeadCodeElimination(),
            // 6. Views towards the inputs, where they are another way to read memory.
            new ViewSinking(),
            // 7. Results that are not ops any more, or never were, get a copy.
            new OutputIdentity(),
            // 8. and 9. What kernels can't store side by side or read through gets a copy.
            new ConcatOperands(),
            new ViewForming(),
            // 10. Each op is a kernel: the plan of --opt_level=0.
            new KernelForming(),
            // 11. and 12. The two fusion stages of the r1.0 document.
            new BasicFusion(),
            new CompositeFusion(),
            // 13. Bytes that need not move.
            new RecomputeFusion(),
            // 14. What several ops of a kernel read through equal views is loaded once.
            new ViewJoining());

    private final int level;
    private final Set<String> enabled;
    private final Set<String> disabled;

    /**
     * A pipeline with switches.
     *
     * @param level the optimization level, 0 to 3
     * @param enabled names of passes to run although the level does not ask for them
     * @param disabled names of passes not to run; wins over {@code enabled}
     */
    public PassPipeline(int level, Set<String> enabled, Set<String> disabled) {
        this.level = level;
        this.enabled = Set.copyOf(enabled);
        this.disabled = Set.copyOf(disabled);
    }

    /**
     * The passes that {@code --enable_pass} and {@code --disable_pass} may name.
     *
     * @return sorted
     */
    public static Set<String> switchableNames() {
        Set<String> names = new TreeSet<>();
        PASSES.stream().filter(pass -> pass.level() > 0).forEach(pass -> names.add(pass.name()));
        return names;
    }

    /**
     * Runs the passes.
     *
     * @param graph as the front end read it
     * @return one step per pass, in order; the last one holds the final graph
     */
    public List<Step> run(Graph graph) {
        List<Step> steps = new ArrayList<>();
        Graph current = graph;
        assert verified(current);
        for (GraphPass pass : PASSES) {
            if (!runs(pass)) {
                steps.add(new Step(pass.name(), false, false, 0, current));
                continue;
            }
            long start = System.nanoTime();
            Graph next = pass.run(current);
            double microseconds = (System.nanoTime() - start) / 1e3;
            assert next == current || verified(next);
            steps.add(new Step(pass.name(), true, next != current, microseconds, next));
            current = next;
        }
        GraphVerifier.verify(current, OpTable.get());
        return steps;
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
        return !disabled.contains(pass.name()) && (level >= pass.level() || enabled.contains(pass.name()));
    }
}
