package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Execution plan of a method or of a loop's body: kernels, library calls and loops, in order. */
public final class Plan {

    private final Graph graph;
    private final List<Launch> launches;
    private final List<Temporary> temporaries;
    private final Arena arena;
    private final PhaseDependencies phases;

    /**
     * Creates a plan.
     *
     * @param graph the fused graph
     * @param launches the launches, in order
     * @param temporaries memory between kernels
     * @param arena memory of temporaries and partial results
     */
    public Plan(Graph graph, List<Launch> launches, List<Temporary> temporaries, Arena arena) {
        this.graph = graph;
        this.launches = List.copyOf(launches);
        this.temporaries = List.copyOf(temporaries);
        this.arena = arena;
        this.phases = new PhaseDependencies(phases(launches));
    }

    /** Returns the plan of a loop's body that is one kernel, with another kernel for it. */
    Plan withKernel(ScheduledKernel kernel) {
        return new Plan(graph, List.of(new Launch(List.of(List.of(kernel)))), temporaries, arena);
    }

    /**
     * Returns the plan with another name of its graph.
     *
     * @param name name of the method in messages
     */
    public Plan withName(String name) {
        return new Plan(graph.withName(name), launches, temporaries, arena);
    }

    /** Returns the fused graph. */
    public Graph graph() {
        return graph;
    }

    /** Returns the launches, in order. */
    public List<Launch> launches() {
        return launches;
    }

    /** Returns the memory between kernels. */
    public List<Temporary> temporaries() {
        return temporaries;
    }

    /** Returns the number of phases in the live ranges of the arena: a loop has the phases of its body. */
    int arenaPhases() {
        return phases(launches).stream().mapToInt(Plan::arenaPhases).sum();
    }

    /** Returns the number of phases that steps which run concurrently occupy in the live ranges of an arena. */
    static int arenaPhases(List<Step> phase) {
        return phase.stream()
                .filter(LoopStep.class::isInstance)
                .mapToInt(step -> ((LoopStep) step).body().arenaPhases())
                .reduce(1, Math::max);
    }

    /** Returns the arena of temporaries and partial results. */
    public Arena arena() {
        return arena;
    }

    /**
     * Returns the kernels, library calls and loops.
     *
     * @return a valid sequential order
     */
    public List<Step> steps() {
        return launches.stream().flatMap(launch -> launch.steps().stream()).toList();
    }

    /**
     * Returns the loops of the plan, without those inside their bodies.
     *
     * @return the loops, in order
     */
    public List<LoopStep> loops() {
        return steps().stream()
                .filter(LoopStep.class::isInstance)
                .map(LoopStep.class::cast)
                .toList();
    }

    /**
     * Returns the kernels and library calls, including those of loop bodies.
     *
     * @return the steps in the order of their first execution
     */
    public List<Step> computations() {
        return steps().stream()
                .flatMap(step -> step instanceof LoopStep loop ? loop.body().computations().stream() : Stream.of(step))
                .toList();
    }

    /**
     * Returns this plan and those of all loop bodies.
     *
     * @return this plan first
     */
    public List<Plan> withBodies() {
        return Stream.concat(Stream.of(this), loops().stream().flatMap(loop -> loop.body().withBodies().stream()))
                .toList();
    }

    /**
     * Returns the graph of each step.
     *
     * @return the graph of the method, or of a loop's body, by kernel and library call
     */
    public Map<Step, Graph> graphs() {
        Map<Step, Graph> graphs = new IdentityHashMap<>();
        withBodies().forEach(plan -> plan.steps().forEach(step -> graphs.put(step, plan.graph)));
        return graphs;
    }

    /**
     * Returns the symbols of the loop indices, which a loop sets and a call does not pass.
     *
     * @return the names, including those of nested loops
     */
    public Set<String> loopIndices() {
        return withBodies().stream()
                .flatMap(plan -> plan.loops().stream())
                .map(step -> step.loop().index())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the constant tensors that launches read, also as operands of loops.
     *
     * @return each once, those of loop bodies last
     */
    public List<Location.Constant> constants() {
        return withBodies().stream()
                .flatMap(plan -> plan.steps().stream())
                .flatMap(step -> step.reads().stream())
                .filter(Location.Constant.class::isInstance)
                .map(Location.Constant.class::cast)
                .distinct()
                .toList();
    }

    /**
     * Returns the number of ops of the plan, including the ops of library epilogues.
     *
     * @return basic ops and library calls
     */
    public int opCount() {
        return withBodies().stream()
                .flatMap(plan -> plan.graph.operations().stream())
                .mapToInt(Plan::opCount)
                .sum();
    }

    private static int opCount(Node node) {
        boolean epilogue = node.attributes().has(Attributes.EPILOGUE);
        return 1 + (epilogue ? node.attributes().text(Attributes.EPILOGUE).split(" ").length : 0);
    }

    /**
     * Returns the number of phases of all launches: the events of one call in a profile on the host, where each phase is
     * one event.
     *
     * @return the number of launches, or more
     */
    public int phaseCount() {
        return launches.stream().mapToInt(Launch::phaseCount).sum();
    }

    /**
     * Returns the kernels, including those of loop bodies.
     *
     * @return the kernels, in launch order
     */
    public List<ScheduledKernel> kernels() {
        return computations().stream()
                .filter(ScheduledKernel.class::isInstance)
                .map(ScheduledKernel.class::cast)
                .toList();
    }

    /**
     * Memory between kernels.
     *
     * @param value the value in it
     * @param allocation its index in the {@link Arena}; -1 in a plan over unranked shapes, whose temporaries are
     *     tensors
     */
    public record Temporary(Node value, int allocation) {

        /** Allocation index of a value outside the arena. */
        static final int OUTSIDE = -1;

        /**
         * Returns true if the value is in the arena.
         *
         * @return false if it is a tensor
         */
        public boolean isInArena() {
            return allocation != OUTSIDE;
        }
    }

    /**
     * Returns true if two temporaries share memory in the arena, with disjoint live ranges.
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
     * Returns the name of a tensor of the plan in messages and dumps.
     *
     * @param location location of the tensor
     * @return the name of the parameter or result, or the index of a temporary or constant
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
     * Returns true if a result may alias a parameter: in all kernels, each element of the parameter is read before the
     * result's element at the same position is written.
     *
     * @param result index of the result
     * @param parameter the Java parameter
     * @return false if the two must not share memory
     */
    public boolean mayAlias(int result, String parameter) {
        return phases.mayAlias(new Location.Result(result), new Location.Parameter(parameter));
    }

    /** Returns the steps that run concurrently, by phase, in order. */
    static List<List<Step>> phases(List<Launch> launches) {
        return launches.stream().flatMap(launch -> launch.phases().stream()).toList();
    }
}
