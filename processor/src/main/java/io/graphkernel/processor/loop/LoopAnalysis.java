package io.graphkernel.processor.loop;

import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Analysis of the loops that a set of ops can share, in three steps. It merges axes to a common {@linkplain Domain
 * domain}, determines the axes and the memory of each value, and chooses the {@linkplain LoopTemplateSelection loop order}.
 */
public final class LoopAnalysis {

    private LoopAnalysis() {}

    /**
     * Finds the common loop nest of some ops.
     *
     * @param members ops in topological order; views and index ops come with their users
     * @param escapes true for members whose values are used outside and must be stored
     * @param storage memory layout of the values
     * @param blocks parameters of split column reductions
     * @return the nest, or empty if the ops cannot run in one kernel
     */
    public static Optional<IterationSpace> of(
            List<Node> members, Predicate<Node> escapes, StorageLayout storage, SplitReductionParameters blocks) {
        LoopMembers classified = new LoopMembers(members, escapes);
        if (classified.has(OpKind.CONCAT)
                || classified.has(OpKind.LIBRARY)
                || classified.has(OpKind.LOOP)
                || classified.gathersFromComputed()) {
            return Optional.empty();
        }
        if (classified.values().stream().anyMatch(node -> node.shape().isUnranked())) {
            return unrankedSpace(classified);
        }
        return Domain.of(classified)
                .flatMap(domain -> Placement.of(classified, domain, storage))
                .flatMap(placement -> new LoopTemplateSelection(classified, placement, blocks).choose());
    }

    /**
     * Returns the iteration space of unranked shapes. Such kernels are elementwise, and what they store has the shape
     * of the whole domain. Inputs are broadcast at the call, and must be row-major.
     */
    private static Optional<IterationSpace> unrankedSpace(LoopMembers members) {
        if (members.hasLoads()) {
            return Optional.empty();
        }
        Shape domain = Shape.SCALAR;
        for (Node node : members.computed()) {
            Optional<Shape> joint = domain.broadcast(node.shape());
            if (joint.isEmpty()) {
                return Optional.empty();
            }
            domain = joint.get();
        }
        Map<Node, Integer> moving = new IdentityHashMap<>();
        Map<Node, AccessMap> accesses = new IdentityHashMap<>();
        for (Node node : members.values()) {
            boolean scalar = node.shape().isScalar();
            accesses.put(node, new AccessMap(Dim.ZERO, List.of(scalar ? Dim.ZERO : Dim.ONE)));
            moving.put(node, scalar ? 0 : 1);
        }
        for (Node node : members.computed()) {
            boolean spansDomain = node.shape().equals(domain);
            boolean elementwise = LoopMembers.is(node, OpKind.ELEMENTWISE) || LoopMembers.is(node, OpKind.ASSIGN);
            if (!elementwise || (members.escapes(node) && !spansDomain)) {
                return Optional.empty();
            }
        }
        Map<Node, Integer> dependsOn = new IdentityHashMap<>(moving);
        for (Node node : members.computed()) {
            int mask = 0;
            for (Node operand : OpTable.get().indexedOperands(node)) {
                mask |= dependsOn.getOrDefault(operand, 0);
            }
            dependsOn.put(node, mask);
        }
        return Optional.of(new IterationSpace(
                LoopTemplate.ELEMENTWISE,
                true,
                new IterationSpace.Nest(List.of(new IterationDim(Dim.ONE, false)), 0, 1),
                new IterationSpace.ValueMapping(members.computed(), dependsOn, moving, accesses, accesses)));
    }
}
