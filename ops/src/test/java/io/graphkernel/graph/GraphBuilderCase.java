package io.graphkernel.graph;

import io.graphkernel.op.OpTable;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A graph of two matrices, to which tests add ops. */
abstract class GraphBuilderCase {

    static final ValueType ROWS = ValueType.parse("f32[n, d]").orElseThrow();
    static final Origin CALL = new Origin("Caller.java", 7);

    GraphBuilder builder;
    Node x;
    Node parameter;

    @BeforeEach
    void start() {
        builder = new GraphBuilder(OpTable.get());
        x = builder.tensorParameter("x", ROWS);
        parameter = builder.tensorParameter("p", ROWS);
    }

    Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }

    Graph finish(Node output) {
        return builder.build("f", List.of(new Graph.Output("out", output)));
    }
}
