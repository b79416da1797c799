package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.List;

/** How a method runs: kernels and library calls in order. */
public final class Plan {

    private final Graph graph;
    private final List<Launch> launches;
    private final List<Temporary> temporaries;
    private final Arena arena;
    private final PhaseIndex phases;

    /**
     * A plan.
     *
     * @param graph the fused graph
     * @param launches in order
     * @param temporaries memory between kernels
     * @param arena where temporaries and partial results lie
     */
    public Plan(Graph graph, List<Launch> launches, List<Temporary> temporaries, Arena arena) {
        this.graph = graph;
        this.launches = List.copyOf(launches);
        this.temporaries = List.copyOf(temporaries);
        this.arena = arena;
        this.phases = new PhaseIndex(phases(launches));
    }

    /** The fused graph. */
    public Graph graph() {
        return graph;
    }

    /** The launches, in order. */
    public List<Launch> launches() {
        return launches;
    }

    /** Memory between kernels. */
    public List<Temporary> temporaries() {
        return temporaries;
    }

    /** Where temporaries and partial results lie. */
    public Arena arena() {
        return arena;
    }

    /**
     * The kernels and library calls.
     *
     * @return in an order in which they can run one by one
     */
    public List<Step> steps() {
        return launches.stream().flatMap(launch -> launch.steps().stream()).toList();
    }

    /**
     * The constant tensors that launches read.
     *
     * @return each once, in the order in which they are read first
     */
    public List<Location.Constant> constants() {
        return steps().stream()
                .flatMap(step -> step.reads().stream())
                .filter(Location.Constant.class::isInstance)
                .map(Location.Constant.class::cast)
                .distinct()
                .toList();
    }

    /**
     * The ops that the plan computes. What a library applies to a product counts as ops of its own.
     *
     * @return basic ops and calls
     */
    public int opCount() {
        return graph.operations().stream().mapToInt(Plan::opCount).sum();
    }

    private static int opCount(Node node) {
        boolean epilogue = node.attributes().has(Attributes.EPILOGUE);
        return 1 + (epilogue ? node.attributes().text(Attributes.EPILOGUE).split(" ").length : 0);
    }

    /**
     * The kernels among the steps.
     *
     * @return in launch order
     */
    public List<Kernel> kernels() {
        return steps().stream()
                .filter(Kernel.class::isInstance)
                .map(Kernel.class::cast)
                .toList();
    }

    /**
     * Memory between kernels.
     *
     * @param value the value it holds
     * @param allocation where it lies in the {@link Arena}; -1 in a plan over rankless shapes, whose temporaries are tensors
     */
    public record Temporary(Node value, int allocation) {

        /** What a value has that lies in no arena. */
        static final int OUTSIDE = -1;

        /**
         * Whether the value lies in the arena.
         *
         * @return false if it is a tensor
         */
        public boolean isInArena() {
            return allocation != OUTSIDE;
        }
    }

    /**
     * Whether two temporaries are the same bytes of the arena, one after the other.
     *
     * @param a any location
     * @param b any location
     * @return false for parameters and results
     */
    public boolean areSame(Location a, Location b) {
        return a instanceof Location.Temporary x
                && b instanceof Location.Temporary y
                && temporaries.get(x.index()).isInArena()
                && temporaries.get(x.index()).allocation()
                        == temporaries.get(y.index()).allocation();
    }

    /**
     * What messages and dumps call a tensor of the plan.
     *
     * @param location of the tensor
     * @return the name of the parameter or result, or the number of a temporary or constant
     */
    public String name(Location location) {
        if (location instanceof Location.Temporary temporary) {
            return "temporary" + temporary.index();
        }
        if (location instanceof Location.Constant) {
            return "constant" + constants().indexOf(location);
        }
        return location instanceof Location.Parameter parameter
                ? parameter.name()
                : graph.outputs().get(((Location.Result) location).index()).name();
    }

    /**
     * Whether a result may be written to the very memory of a parameter: every element of the parameter is read, in all
     * kernels, before the result's element at the same place is written.
     *
     * @param result position among the results
     * @param parameter the Java parameter
     * @return false if the two must not share memory
     */
    public boolean mayShare(int result, String parameter) {
        return phases.mayShare(new Location.Result(result), new Location.Parameter(parameter));
    }

    /** The steps that run at the same time, in order. */
    static List<List<Step>> phases(List<Launch> launches) {
        return launches.stream().flatMap(launch -> launch.phases().stream()).toList();
    }
}
