package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Expansion of a composite op over 16-bit floats. Operands are cast to {@code f32} and results back, so that
 * intermediate tensors of the op are {@code f32}. Inside a kernel the first cast is free.
 */
public final class WideExpansion {

    private static final String CAST = "Cast";

    private final OpRow row;
    private final GraphBuilder graph;
    private final Origin origin;

    WideExpansion(OpRow row, GraphBuilder graph, Origin origin) {
        this.row = row;
        this.graph = graph;
        this.origin = origin;
    }

    /**
     * Returns true if an op is expanded this way.
     *
     * @param row the op
     * @param operands its operands
     * @return false for data movement ops, for ops computed by a library, and for other dtypes
     */
    static boolean applies(OpRow row, List<Node> operands) {
        return computesWide(row) && operands.stream().anyMatch(WideExpansion::isHalf);
    }

    /**
     * Returns true if a composite op computes 16-bit floats in {@code f32}.
     *
     * @param row the op
     * @return false for data movement ops, for ops computed by a library, and for functions of the width
     */
    public static boolean computesWide(OpRow row) {
        boolean computes = row.dtypes() == DtypeClass.FLOAT || row.dtypes() == DtypeClass.NUMBER;
        return computes && !row.isComputedByLibrary() && !row.dependsOnWidth();
    }

    /**
     * Returns true if a number combined with 16-bit floats is an {@code f32}, the compute dtype: {@code epsilon = 1e-8}
     * is 0 in {@code f16}.
     *
     * @param row the op
     * @param parameter operand that the number replaces
     * @return true for composite ops; other ops, and variadic ones, round it to the dtype of the tensors
     */
    public static boolean computesNumber(OpRow row, OpParameter parameter) {
        return parameter.dtype() == OpDtype.SHARED_OR_F32
                || row.kind() == OpKind.COMPOSITE && computesWide(row) && !isVariadic(row);
    }

    private static boolean isVariadic(OpRow row) {
        for (OpParameter parameter : row.parameters()) {
            if (parameter.kind() == OpParameter.Kind.TENSORS) {
                return true;
            }
        }
        return false;
    }

    List<Node> expand(Expansion expansion, List<Node> operands, Attributes attributes) throws TypeException {
        List<Node> wide = widened(operands);
        List<Node> results = expansion.expand(new GraphExpansion(graph, row, wide, attributes, origin));
        List<Node> narrow = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            narrow.add(narrowed(results.get(i), row.results().get(i), operands));
        }
        return narrow;
    }

    /** Returns the adjoints by a rule of the op, in {@code f32} for 16-bit operands. */
    List<Node> adjoints(GradientRule.Formula formula, Node op, Map<String, Node> cotangents) throws TypeException {
        Map<String, Node> wide = new HashMap<>();
        for (Map.Entry<String, Node> cotangent : cotangents.entrySet()) {
            wide.put(cotangent.getKey(), widened(cotangent.getValue()));
        }
        return formula.adjoints(new GraphGradient(graph, op, widened(op.operands()), wide) {
            @Override
            public Node result(String name) throws TypeException {
                return widened(super.result(name));
            }
        });
    }

    private List<Node> widened(List<Node> operands) throws TypeException {
        List<Node> wide = new ArrayList<>();
        for (Node operand : operands) {
            wide.add(widened(operand));
        }
        return wide;
    }

    private Node widened(Node value) throws TypeException {
        return isHalf(value) ? cast(value, DataType.F32) : value;
    }

    /** Casts a result to the dtype of the operand that it updates, or to the shared dtype. */
    private Node narrowed(Node value, OpResult result, List<Node> operands) throws TypeException {
        Optional<String> updated = result.updates();
        if (value.dtype() != DataType.F32 || (updated.isEmpty() && result.dtype() != OpDtype.SHARED)) {
            return value;
        }
        for (int i = 0; i < operands.size() && i < row.operandParameters().size(); i++) {
            OpParameter parameter = row.operandParameters().get(i);
            boolean decides = updated.map(parameter.name()::equals).orElse(parameter.dtype() == OpDtype.SHARED);
            if (decides && !operands.get(i).isNumber()) {
                return isHalf(operands.get(i)) ? cast(value, operands.get(i).dtype()) : value;
            }
        }
        return value;
    }

    private Node cast(Node value, DataType dtype) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        return graph.operation(CAST, List.of(value), attributes, "", origin);
    }

    private static boolean isHalf(Node node) {
        return node.dtype() == DataType.F16 || node.dtype() == DataType.BF16;
    }
}
