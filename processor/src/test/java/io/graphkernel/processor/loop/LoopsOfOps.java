package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.OpTable;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Base class of tests of the loop analysis. */
abstract class LoopsOfOps {

    final GraphBuilder builder = new GraphBuilder(OpTable.get());

    Node tensor(String name, String type) {
        return builder.tensorParameter(name, ValueType.parse(type).orElseThrow());
    }

    Node view(String name, String attribute, Object value, Node operand) throws TypeException {
        return builder.operation(name, List.of(operand), Attributes.NONE.with(attribute, value), "", Origin.NONE);
    }

    static List<Long> longs(String text) {
        return Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }

    Node reduce(Node x, boolean keepDims, String axes) throws TypeException {
        List<Long> list = axes == null || axes.isEmpty() ? List.of() : longs(axes);
        Attributes attributes = Attributes.NONE.with(Attributes.AXES, list).with(Attributes.KEEP_DIMS, keepDims);
        return builder.operation("ReduceSum", List.of(x), attributes, "", Origin.NONE);
    }

    Node cumulativeSum(Node x, long axis) throws TypeException {
        Attributes attributes = Attributes.NONE
                .with(Attributes.AXIS, axis)
                .with("exclusive", false)
                .with("reverse", false);
        return builder.operation("CumSum", List.of(x), attributes, "", Origin.NONE);
    }

    /** Returns the loops of a single op whose result is the first region of a concatenation. */
    IterationSpace inConcat(Node node, Node other, long axis) throws TypeException {
        Node whole = builder.operation(
                "Concat", List.of(node, other), Attributes.NONE.with(Attributes.AXIS, axis), "", Origin.NONE);
        StorageLayout storage = new StorageLayout(builder.build("f", List.of(new Graph.Output("out", whole))));
        Optional<IterationSpace> space =
                LoopAnalysis.of(List.of(node), node::equals, storage, SplitReductionParameters.DEFAULT);
        assertThat(space).describedAs("%s in %s", node, whole).isPresent();
        return space.get();
    }

    static Optional<IterationSpace> space(List<Node> members, Node... stored) {
        Set<Node> escaping = Collections.newSetFromMap(new IdentityHashMap<>());
        escaping.addAll(List.of(stored));
        return LoopAnalysis.of(members, escaping::contains, new StorageLayout(), SplitReductionParameters.DEFAULT);
    }
}
