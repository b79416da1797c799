package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.option.FlagValues;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphKernelExpanderTest {

    private static final Dim SIZE = new Dim.Symbol("n");

    static List<Path> cases() {
        return PassCases.of("graph_kernel_expander");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void graphKernelExpander_rewritesGraphAsInFile(Path file) {
        PassCases.check(new GraphKernelExpander(), file);
    }

    /** Rewriting all bodies again in each of them would double the time with each loop. */
    @Test
    @Timeout(60)
    void loop_inManyLoops_isExpanded() throws TypeException {
        Graph expanded = GraphKernelExpander.expanded(loops(40), new OpLists(FlagValues.DEFAULT), row -> true);
        assertThat(expanded.allNodes())
                .noneMatch(node -> node.isOperation() && node.op().equals("Softmax"));
    }

    /** Returns loops inside each other, around one composite op. */
    private static Graph loops(int depth) throws TypeException {
        GraphBuilder graph = new GraphBuilder(OpTable.get());
        Node x = graph.tensorParameter("x", new ValueType(DataType.F32, Shape.of(List.of(SIZE))));
        Node y;
        if (depth == 0) {
            y = graph.operation("Softmax", List.of(x), Attributes.NONE, "", Origin.NONE);
        } else {
            Loop loop = new Loop(loops(depth - 1), SIZE, "i_loop" + depth, 1);
            Node node = graph.operation(Loop.OP, List.of(x), loop.attributes(), "", Origin.NONE);
            Attributes first = Attributes.NONE.with(Attributes.OUTPUT, 0L);
            y = graph.operation(Loop.RESULT, List.of(node), first, "", Origin.NONE);
        }
        graph.operation(Node.ASSIGN, List.of(x, y), Attributes.NONE, "", Origin.NONE);
        return graph.build("i_loop" + depth, List.of());
    }
}
