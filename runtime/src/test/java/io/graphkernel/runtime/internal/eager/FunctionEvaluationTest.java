package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.MemoryUsage;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionEvaluationTest {

    private static final int ELEMENTS = 1 << 16;

    @Test
    void loop_holdsOnlyTheLastStates() throws TypeException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[ELEMENTS], ELEMENTS);
            Tensor one = Tensor.scalar(1);
            long before = allocatedBytes();

            Tensor[] results = FunctionEvaluation.apply(swaps(), x, one);

            // An odd number of swaps.
            assertThat(results[0].toFloatArray()).containsOnly(1);
            assertThat(results[1].toFloatArray()).containsOnly(0);
            assertThat(allocatedBytes() - before).isLessThan(20L * ELEMENTS * Float.BYTES);
        }
    }

    private static long allocatedBytes() {
        MemoryUsage usage = Device.cpu().memory();
        return usage.usedBytes() + usage.pooledBytes();
    }

    /** Returns a function that swaps its operands in each iteration. */
    private static ScalarFunction swaps() throws TypeException {
        Graph step = GraphParser.parse("""
                graph step(%a: f32[], %b: f32[], %i: f32[]) {
                  %0 = LessEqual(%i, 100) : bool[]
                  %1 = Add(%i, 1) : f32[]
                  return active=%0, a=%b, b=%a, i=%1
                }
                """);
        ElementLoop loop = new ElementLoop(new ScalarFunction(step), 3);
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        ValueType number = ValueType.parse("f32[]").orElseThrow();
        Node a = builder.tensorParameter("a", number);
        Node b = builder.tensorParameter("b", number);
        Node zero = builder.constant(0);
        Node first = builder.operation("ElementLoop", List.of(a, b, zero), loop.attributes(0), "", Origin.NONE);
        Node second = builder.operation("ElementLoop", List.of(a, b, zero), loop.attributes(1), "", Origin.NONE);
        return new ScalarFunction(
                builder.build("f", List.of(new Graph.Output("a", first), new Graph.Output("b", second))));
    }
}
