package io.graphkernel.processor.loop;

import io.graphkernel.processor.capability.Blocks;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpKind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the loops that a set of ops can share, in three steps: which axes of their values are one axis of a common
 * {@linkplain Domain domain}, along which of its axes each value varies and where it lies in memory, and in which
 * {@linkplain LoopOrder order} the axes become loops.
 */
public final class LoopAnalysis {

    private LoopAnalysis() {}

    /**
     * Finds the common loop nest of some ops.
     *
     * @param members ops in topological order; views and index ops come with the ops that read them
     * @param escapes whether a member's value is needed outside and must be stored
     * @param storage how values lie in memory
     * @param blocks how a column reduction would be cut
     * @return the nest, or empty if the ops can't run in one kernel
     */
    public static Optional<IterationSpace> of(
            List<Node> members, Predicate<Node> escapes, Storage storage, Blocks blocks) {
        Members classified = new Members(members, escapes);
        if (classified.has(OpKind.CONCAT) || classified.has(OpKind.LIBRARY) || classified.gathersFromComputed()) {
            return Optional.empty();
        }
        if (classified.values().stream().anyMatch(node -> node.shape().isRankless())) {
            return ranklessSpace(classified);
        }
        return Domain.of(classified)
                .flatMap(domain -> Placement.of(classified, domain, storage))
                .flatMap(placement -> new LoopOrder(classified, placement, blocks).choose());
    }

    /**
     * Kernels over rankless shapes are elementwise, and what they store has the shape of the whole domain. What they read is
     * walked by the dims at the call, and so lies in row-major order.
     */
    private static Optional<IterationSpace> ranklessSpace(Members members) {
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
        Map<Node, Access> accesses = new IdentityHashMap<>();
        for (Node node : members.values()) {
            boolean scalar = node.shape().isScalar();
            accesses.put(node, new Access(Dim.ZERO, List.of(scalar ? Dim.ZERO : Dim.ONE)));
            moving.put(node, scalar ? 0 : 1);
        }
        for (Node node : members.computed()) {
            boolean whole = node.shape().equals(domain);
            boolean elementwise = Members.is(node, OpKind.ELEMENTWISE) || Members.is(node, OpKind.ASSIGN);
            if (!elementwise || (members.escapes(node) && !whole)) {
                return Optional.empty();
            }
        }
        Map<Node, Integer> dependsOn = new IdentityHashMap<>(moving);
        for (Node node : members.computed()) {
            int mask = 0;
            for (Node operand : members.operands(node)) {
                mask |= dependsOn.getOrDefault(operand, 0);
            }
            dependsOn.put(node, mask);
        }
        return Optional.of(new IterationSpace(
                Form.ELEMENTWISE,
                true,
                new IterationSpace.Nest(List.of(new Run(Dim.ONE, false)), 0, 1),
                new IterationSpace.Places(members.computed(), dependsOn, moving, accesses, accesses)));
    }
}
