package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import java.util.List;

/** Score functions of attention that no user has written. */
public final class ScoreFunctions {

    private static final List<String> INDICES = List.of("batch", "head", "query", "key");

    private ScoreFunctions() {}

    /** Returns the function of plain attention: the score itself. */
    public static ScalarFunction identity() {
        try {
            return function(false);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the function that adds an element of a mask, the further operand. */
    static ScalarFunction masked() throws TypeException {
        return function(true);
    }

    private static ScalarFunction function(boolean isMasked) throws TypeException {
        GraphBuilder graph = new GraphBuilder(OpTable.get());
        Node score = graph.tensorParameter("score", new ValueType(DataType.F32, Shape.SCALAR));
        for (String index : INDICES) {
            graph.tensorParameter(index, new ValueType(DataType.I32, Shape.SCALAR));
        }
        Node result = score;
        if (isMasked) {
            Node mask = graph.tensorParameter("mask", new ValueType(DataType.F32, Shape.SCALAR));
            result = GraphExpansion.in(graph, Origin.NONE).masked(score, mask);
        }
        return new ScalarFunction(graph.build("score", List.of(new Graph.Output("result", result))));
    }
}
