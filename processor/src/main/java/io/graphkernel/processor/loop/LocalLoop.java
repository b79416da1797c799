package io.graphkernel.processor.loop;

import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A counted loop in which each element depends on the same element of the iteration before alone.
 *
 * <p>Its iterations need no synchronization: a thread runs all of them for some elements. Its body is one elementwise
 * kernel, in which the loop becomes the middle dim of the iteration space.
 *
 * @param iteration the iteration space of one iteration
 * @param space the iteration space with the loop inside
 */
public record LocalLoop(IterationSpace iteration, IterationSpace space) {

    /**
     * Analyzes a loop.
     *
     * @param loop a loop whose body has groups
     * @param stacks access of the slice of each result of the body, in the memory of its stack
     * @param blocks parameters of split column reductions
     * @return empty if a condition ends the loop, or an iteration is more than one elementwise kernel, reads other elements of a carried value, or
     *     accesses memory at positions that are not linear in the index
     */
    public static Optional<LocalLoop> of(Loop loop, List<AccessMap> stacks, SplitReductionParameters blocks) {
        Graph body = loop.body();
        if (loop.control() != Loop.Control.COUNTED || body.groups().size() != 1) {
            return Optional.empty();
        }
        Map<Node, AccessMap> stored = new IdentityHashMap<>();
        for (int i = 0; i < stacks.size(); i++) {
            Node result = body.outputs().get(i).node();
            Node writer = StorageLayout.writer(result);
            Optional<AccessMap> access = inWriter(writer, result, stacks.get(i));
            AccessMap other =
                    access.map(slice -> stored.putIfAbsent(writer, slice)).orElse(null);
            if (access.isEmpty() || other != null && !other.equals(access.get())) {
                return Optional.empty();
            }
        }
        return LoopAnalysis.of(
                        body.groups().get(0).nodes(),
                        node -> node.isAssign() || stored.containsKey(node),
                        new StorageLayout(stored),
                        blocks)
                .filter(space -> space.template() == LoopTemplate.ELEMENTWISE && !space.isUnranked())
                .flatMap(space ->
                        new RecurrenceSpace(loop, space).withLoop().map(extended -> new LocalLoop(space, extended)));
    }

    /** Returns the access of a slice by the axes of the op that computes it, of which the result is a reshape. */
    private static Optional<AccessMap> inWriter(Node writer, Node result, AccessMap slice) {
        List<Dim> dims = result.shape().dims();
        if (slice.strides().equals(Views.rowMajor(dims).strides())) {
            List<Dim> strides = Views.rowMajor(writer.shape().dims()).strides();
            return Optional.of(new AccessMap(slice.offset(), strides));
        }
        List<Dim> strides = new ArrayList<>();
        int next = 0;
        for (Dim dim : writer.shape().dims()) {
            if (dim.equals(Dim.ONE)) {
                strides.add(Dim.ZERO);
                continue;
            }
            while (next < dims.size() && dims.get(next).equals(Dim.ONE)) {
                next++;
            }
            if (next == dims.size() || !dims.get(next).equals(dim)) {
                return Optional.empty();
            }
            strides.add(slice.strides().get(next++));
        }
        return Optional.of(new AccessMap(slice.offset(), strides));
    }
}
