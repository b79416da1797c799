package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Plans for every basic op at every dtype of its row, and for every syntax that it has. */
public final class EveryOp {

    private static final Set<OpKind> KINDS =
            EnumSet.of(OpKind.ELEMENTWISE, OpKind.REDUCTION, OpKind.SCAN, OpKind.VIEW, OpKind.GATHER);
    private static final Shape SHAPE = Shape.of(List.of(Dim.of("n"), Dim.of("d")));

    private static final int THINNED = 6;

    private EveryOp() {}

    /** Returns the plans, each of one op. */
    public static List<Plan> plans() throws TypeException {
        List<Plan> plans = new ArrayList<>();
        for (OpRow row : OpTable.get().rows()) {
            if (KINDS.contains(row.kind())) {
                for (DataType dtype : row.dtypes().dtypes()) {
                    for (Attributes attributes : attributes(row, dtype)) {
                        plans.add(TestPlans.of(graph(row, dtype, attributes, plans.size()), 0));
                    }
                }
            }
        }
        return plans;
    }

    /** Returns every sixth of them, with ops and dtypes mixed; in the exhaustive tier all. */
    public static List<Plan> thinned() throws TypeException {
        List<Plan> plans = new ArrayList<>(plans());
        plans.removeIf(plan ->
                !TestTier.isExhaustive() && Math.floorMod(plan.graph().name().hashCode(), THINNED) != 0);
        return plans;
    }

    private static Graph graph(OpRow row, DataType dtype, Attributes attributes, int number) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> operands = new ArrayList<>();
        for (OpParameter parameter : row.operandParameters()) {
            DataType own = parameter.dtype() == OpDtype.BOOL
                    ? DataType.BOOL
                    : parameter.dtype() == OpDtype.INDEX || parameter.dtype() == OpDtype.I64 ? DataType.I64 : dtype;
            operands.add(builder.tensorParameter("x" + operands.size(), new ValueType(own, SHAPE)));
        }
        Node result = builder.operation(row.name(), operands, attributes, "", Origin.NONE);
        return builder.build(row.javaName() + number, List.of(new Graph.Output("out", result)));
    }

    /** Returns one attribute set per syntax of an op. */
    private static List<Attributes> attributes(OpRow row, DataType dtype) {
        Attributes axes = Attributes.NONE.with(Attributes.AXES, List.of(1L)).with(Attributes.KEEP_DIMS, false);
        return switch (row.name()) {
            case "Cast" ->
                EnumSet.allOf(DataType.class).stream()
                        .map(to -> Attributes.NONE.with(Attributes.DTYPE, to.text()))
                        .toList();
            case "Bitcast" ->
                EnumSet.allOf(DataType.class).stream()
                        .filter(to -> to.byteSize() == dtype.byteSize())
                        .map(to -> Attributes.NONE.with(Attributes.DTYPE, to.text()))
                        .toList();
            case "Transpose" -> List.of(Attributes.NONE.with(Attributes.PERMUTATION, List.of(1L, 0L)));
            case "Reshape" ->
                List.of(Attributes.NONE.with(
                        Attributes.DIMS, List.of(Dim.of("n").times(Dim.of("d")))));
            case "BroadcastTo" ->
                List.of(Attributes.NONE.with(Attributes.DIMS, List.of(Dim.of(3), Dim.of("n"), Dim.of("d"))));
            case "StridedSlice" ->
                List.of(Attributes.NONE
                        .with(Attributes.BEGIN, List.of(Dim.of("n").minus(Dim.ONE), Dim.ZERO))
                        .with(Attributes.END, List.of(Dim.of(Long.MIN_VALUE), Dim.of("d")))
                        .with(Attributes.STRIDES, List.of(-1L, 3L)));
            case "Reverse" -> List.of(Attributes.NONE.with(Attributes.AXES, List.of(1L)));
            case "Gather" ->
                List.of(Attributes.NONE.with(Attributes.AXIS, 0L), Attributes.NONE.with(Attributes.AXIS, 1L));
            case "CumSum", "CumProd", "CumMax", "CumMin" ->
                List.of(
                        Attributes.NONE.with(Attributes.AXIS, 0L),
                        Attributes.NONE
                                .with(Attributes.AXIS, 1L)
                                .with(Attributes.EXCLUSIVE, true)
                                .with(Attributes.REVERSE, true));
            default ->
                row.kind() == OpKind.REDUCTION
                        ? List.of(
                                axes,
                                axes.with(Attributes.AXES, List.of(0L)),
                                axes.with(Attributes.AXES, List.of(0L, 1L)))
                        : List.of(Attributes.NONE);
        };
    }
}
