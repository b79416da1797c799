package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Expands a composite op over 16-bit floats: operands are cast to {@code f32}, results back, so that what lies in
 * memory between the kernels of one op is {@code f32}. Inside a kernel the first cast costs nothing.
 */
final class WideExpansion {

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
     * Whether an op is expanded so.
     *
     * @param row the op
     * @param operands its operands
     * @return false for ops that only move elements or that a library computes, and for other dtypes
     */
    static boolean applies(OpRow row, List<Node> operands) {
        boolean computes = row.dtypes() == DtypeClass.FLOAT || row.dtypes() == DtypeClass.NUMBER;
        return computes && !row.isComputedByLibrary() && operands.stream().anyMatch(WideExpansion::isHalf);
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

    /** The adjoints by a rule of the op, in {@code f32} where operands have 16 bits. */
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
        return isHalf(value) ? cast(value, DType.F32) : value;
    }

    /** A result has the dtype of the operand that it updates, or the one that the operands share. */
    private Node narrowed(Node value, OpResult result, List<Node> operands) throws TypeException {
        Optional<String> updated = result.updates();
        if (value.dtype() != DType.F32 || (updated.isEmpty() && result.dtype() != OpDtype.SHARED)) {
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

    private Node cast(Node value, DType dtype) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        return graph.operation(CAST, List.of(value), attributes, "", origin);
    }

    private static boolean isHalf(Node node) {
        return node.dtype() == DType.F16 || node.dtype() == DType.BF16;
    }
}
