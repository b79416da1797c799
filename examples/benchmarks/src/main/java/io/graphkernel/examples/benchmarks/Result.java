package io.graphkernel.examples.benchmarks;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The best-round medians of one operation at one size, in nanoseconds.
 *
 * @param fused ours, the whole graph in one kernel where it fuses
 * @param unfused ours, one native kernel per basic op
 * @param oneDnn each composition of oneDNN primitives by its description; empty where oneDNN has none
 * @param limit the machine's limit for the same traffic
 */
record Result(Operation operation, long rows, double fused, double unfused, Map<String, Double> oneDnn, double limit) {

    /** The fastest composition of oneDNN primitives. */
    OptionalDouble bestOneDnn() {
        return oneDnn.values().stream().mapToDouble(Double::doubleValue).min();
    }

    /** Below 1 where ours is faster; empty where oneDNN has no composition. */
    OptionalDouble overOneDnn() {
        OptionalDouble best = bestOneDnn();
        return best.isPresent() ? OptionalDouble.of(fused / best.getAsDouble()) : OptionalDouble.empty();
    }

    /** 1 for an operation that takes no longer than its traffic. */
    double ofLimit() {
        return limit / fused;
    }

    double gainOfFusion() {
        return unfused / fused;
    }

    boolean missesLimit() {
        OptionalDouble target = operation.limitTarget(rows);
        return target.isPresent() && ofLimit() < target.getAsDouble();
    }
}
