package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A loop over a plan of its own.
 *
 * <p>A loop with a condition reads it, its first carried value, before each iteration.
 *
 * <p>The carried values are updated in place: before the loop, their memory holds the initial values, and after it the
 * final ones. Each iteration stores its slice of a stacked result at an offset that depends on the loop's index.
 *
 * @param name a Java identifier, unique in its class
 * @param node the op
 * @param results the ops that return the results
 * @param body plan of one iteration
 * @param bindings memory of the body's parameters and results in the plan around it
 */
public record LoopStep(String name, Node node, List<Node> results, Plan body, Map<Location, Region> bindings)
        implements Step {

    public LoopStep {
        results = List.copyOf(results);
        bindings = new LinkedHashMap<>(bindings);
    }

    /** Returns the loop. */
    public Loop loop() {
        return Loop.of(node);
    }

    /** Returns true if the loop is inside the only kernel of its body. */
    public boolean isInKernel() {
        List<ScheduledKernel> kernels = body.kernels();
        return kernels.size() == 1
                && kernels.get(0).recurrence() != null
                && body.loops().isEmpty();
    }

    /** Returns the memory of the scalar that selects iterations; empty if all iterations run. */
    public Optional<Region> control() {
        return loop().controlParameter().map(parameter -> binding(new Location.Parameter(parameter.label())));
    }

    /**
     * Returns the memory of a parameter or result of the body.
     *
     * @param location a location of the body
     * @return null for temporaries and constants of the body
     */
    public Region binding(Location location) {
        return bindings.get(location);
    }

    /** Returns true if iterations that do not run leave elements of a location undefined. */
    public boolean isPartial(Location location) {
        boolean isFull = loop().control() == Loop.Control.COUNTED && loop().isFull();
        return !isFull
                && bindings.entrySet().stream()
                        .anyMatch(binding -> binding.getKey() instanceof Location.Result
                                && binding.getValue().location().equals(location));
    }

    @Override
    public List<Node> ops() {
        List<Node> ops = new ArrayList<>(List.of(node));
        ops.addAll(results);
        return ops;
    }

    @Override
    public List<Location> reads() {
        return bindings.entrySet().stream()
                .filter(binding -> binding.getKey() instanceof Location.Parameter)
                .map(binding -> binding.getValue().location())
                .toList();
    }

    @Override
    public List<Location> writes() {
        int carried = loop().carried();
        List<String> updated = body.graph().tensorParameters().subList(0, carried).stream()
                .map(Node::label)
                .toList();
        return bindings.entrySet().stream()
                .filter(binding -> !(binding.getKey() instanceof Location.Parameter parameter)
                        || updated.contains(parameter.name()))
                .map(binding -> binding.getValue().location())
                .toList();
    }
}
