package io.graphkernel.processor.pass.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.PassContext;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompositeFusionTest {

    private static final ValueType VECTOR = ValueType.parse("f32[n]").orElseThrow();

    private final GraphBuilder builder = new GraphBuilder(OpTable.get());

    static List<Path> cases() {
        return PassCases.of("fuse_composite");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compositeFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new CompositeFusion(), file);
    }

    @Test
    void kernel_holdsAtMost200Ops() throws TypeException {
        Node value = builder.tensorParameter("x", VECTOR);
        for (int i = 0; i < 201; i++) {
            value = op("Exp", value);
        }

        Graph fused = new CompositeFusion().run(finish(value), PassContext.DEFAULT);

        assertThat(fused.groups()).hasSize(2);
        assertThat(fused.groups()).allMatch(group -> group.nodes().size() <= 200);
    }

    @Test
    void kernelOf200Ops_isOne() throws TypeException {
        Node value = builder.tensorParameter("x", VECTOR);
        for (int i = 0; i < 200; i++) {
            value = op("Exp", value);
        }

        assertThat(new CompositeFusion().run(finish(value), PassContext.DEFAULT).groups())
                .hasSize(1);
    }

    @Test
    void kernel_touchesAtMost48Tensors() throws TypeException {
        Node sum = builder.tensorParameter("x0", VECTOR);
        for (int i = 1; i < 49; i++) {
            sum = op("Add", sum, builder.tensorParameter("x" + i, VECTOR));
        }

        assertThat(new CompositeFusion().run(finish(sum), PassContext.DEFAULT).groups())
                .hasSize(2);
    }

    @Test
    void kernelOverUnrankedShapes_touchesAtMost12Tensors() throws TypeException {
        Node sum = builder.tensorParameter("x0", ValueType.parse("f32[x0..]").orElseThrow());
        for (int i = 1; i < 13; i++) {
            sum = op(
                    "Add",
                    sum,
                    builder.tensorParameter(
                            "x" + i, ValueType.parse("f32[x" + i + "..]").orElseThrow()));
        }

        assertThat(new CompositeFusion().run(finish(sum), PassContext.DEFAULT).groups())
                .hasSize(2);
    }

    @Test
    void fortySevenOperandsAndOneResult_areOneKernel() throws TypeException {
        Node sum = builder.tensorParameter("x0", VECTOR);
        for (int i = 1; i < 47; i++) {
            sum = op("Add", sum, builder.tensorParameter("x" + i, VECTOR));
        }

        assertThat(new CompositeFusion().run(finish(sum), PassContext.DEFAULT).groups())
                .hasSize(1);
    }

    @Test
    void equalViews_areOneOperandAndNoOps() throws TypeException {
        Node x = builder.tensorParameter("x", VECTOR);
        Node sum = builder.tensorParameter("y", VECTOR);
        for (int i = 0; i < 120; i++) {
            Attributes axes = Attributes.NONE.with("axes", List.of(0L));
            sum = op("Add", sum, builder.operation("Reverse", List.of(x), axes, "", Origin.NONE));
        }

        assertThat(new CompositeFusion().run(finish(sum), PassContext.DEFAULT).groups())
                .hasSize(1);
    }

    private Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }

    private Graph finish(Node result) {
        return builder.build("f", List.of(new Graph.Output("out", result)));
    }
}
