package io.graphkernel.processor.stub;

import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Roles of the plans of a class besides those of its methods.
 *
 * @param gradients plans that belong to gradients
 * @param equalShapes plans for equal shapes by the name of the method for any shapes
 */
public record DerivedPlans(List<GradientPlans> gradients, Map<String, EqualShapesPlan> equalShapes) {

    /** Roles in a class whose plans are those of its methods alone. */
    public static final DerivedPlans NONE = new DerivedPlans(List.of(), Map.of());

    /**
     * Plans of a method with a gradient.
     *
     * @param method method of the user
     * @param forward plan of the forward call
     * @param gradient plan of the gradient call
     * @param addition plan that accumulates gradients
     */
    public record GradientPlans(KernelMethod method, Plan forward, Plan gradient, Plan addition) {

        /** Returns the graphs of the two calls. */
        GradientPair pair() {
            return method.gradient().orElseThrow();
        }
    }

    /**
     * Plan of a method for tensors of equal shapes.
     *
     * @param method method for equal shapes, with the signature of the user's
     * @param plan its plan, which is one launch
     */
    public record EqualShapesPlan(KernelMethod method, Plan plan) {}

    public DerivedPlans {
        gradients = List.copyOf(gradients);
        equalShapes = Map.copyOf(equalShapes);
    }

    Optional<EqualShapesPlan> equalShapes(String method) {
        return Optional.ofNullable(equalShapes.get(method));
    }

    /** Returns plans without those that replace another plan of the same method for equal shapes. */
    public List<Plan> withoutEqualShapes(List<Plan> plans) {
        List<Plan> replacing =
                equalShapes.values().stream().map(EqualShapesPlan::plan).toList();
        return plans.stream().filter(plan -> !replacing.contains(plan)).toList();
    }
}
