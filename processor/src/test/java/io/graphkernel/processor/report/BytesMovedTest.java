package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesMovedTest {

    @Test
    void eachValue_isReadOncePerKernelAndStoredWhereOthersNeedIt() {
        Graph graph = parse("""
                graph f(%x: f32[n, d], %g: f16[d]) {
                  kernel A {
                    %0 = Mul(%x, %x) : f32[n, d]
                    %1 = ReduceSum(%0) {axes=[-1], keep_dims=true} : f32[n, 1]
                  }
                  kernel B {
                    %2 = Cast(%g) {dtype="f32"} : f32[d]
                    %3 = Mul(%x, %1) : f32[n, d]
                    %4 = Mul(%3, %2) : f32[n, d]
                  }
                  return out=%4
                }
                """);

        assertThat(bytes(graph)).containsExactly("4*d*n + 4*n", "8*d*n + 2*d + 4*n");
        assertThat(BytesMoved.unavoidable(graph)).hasToString("8*d*n + 2*d");
    }

    @Test
    void elementsOfUnrankedShapes_areSymbols() {
        Graph graph = parse("""
                graph f(%x: f32[x..], %y: f32[y..]) {
                  kernel A {
                    %0 = Sub(%x, %y) : f32[x.. y..]
                  }
                  return out=%0
                }
                """);

        assertThat(bytes(graph)).containsExactly("4*#(x) + 4*#(x, y) + 4*#(y)");
    }

    @Test
    void views_showPartsOfOneMemory() {
        Graph graph = parse("""
                graph f(%x: f32[n, 4]) {
                  kernel A {
                    %0 = StridedSlice(%x) {begin=(0, 0), end=(n, 1), strides=[1 1]} : f32[n, 1]
                    %1 = StridedSlice(%x) {begin=(0, 1), end=(n, 2), strides=[1 1]} : f32[n, 1]
                    %2 = Add(%0, %1) : f32[n, 1]
                    %3 = Mul(%2, %0) : f32[n, 1]
                  }
                  return out=%3
                }
                """);

        assertThat(bytes(graph)).containsExactly("12*n");
    }

    @Test
    void update_storesItsParameterAndReadsItOnlyIfItIsAnOperand() {
        Graph graph = parse("""
                graph f(%p: f32[n], %g: f32[n]) {
                  kernel A {
                    %0 = Mul(%g, 0.5) : f32[n]
                    %1 = Assign(%p, %0) : f32[n]
                  }
                  return
                }
                """);

        assertThat(bytes(graph)).containsExactly("8*n");
    }

    @Test
    void concatenation_isStoredInPlace() {
        Graph graph = parse("""
                graph f(%x: f32[n], %y: f32[m]) {
                  kernel A {
                    %0 = Exp(%x) : f32[n]
                  }
                  kernel B {
                    %1 = Exp(%y) : f32[m]
                  }
                  kernel C {
                    %2 = Concat(%0, %1) {axis=0} : f32[m + n]
                  }
                  return out=%2
                }
                """);

        assertThat(bytes(graph)).containsExactly("8*n", "8*m", "0");
        assertThat(BytesMoved.of(graph).get(2).writes()).isEmpty();
    }

    /** The formulas are documentation; fusion decides by the count. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void bytesMoved_agreesWithWhatFusionCounts(int level) {
        for (long seed = 0; seed < 200; seed++) {
            Graph graph = new PassPipeline(FlagValues.atLevel(level))
                    .run(RandomGraphs.of(seed))
                    .graph();
            Dim moved = BytesMoved.sum(
                    BytesMoved.of(graph).stream().map(BytesMoved::bytes).toList());

            assertThat(typical(moved)).as("seed %d", seed).isEqualTo(MemoryTraffic.of(graph));
            assertThat(typical(BytesMoved.unavoidable(graph)))
                    .as("seed %d", seed)
                    .isEqualTo(MemoryTraffic.unavoidable(graph));
        }
    }

    private static double typical(Dim bytes) {
        Dim size = Dim.of(ReferenceModel.DEFAULT.estimates().symbolSize());
        Map<String, Dim> sizes = new HashMap<>();
        bytes.symbols().forEach(symbol -> sizes.put(symbol, symbol.startsWith("#") ? size.times(size) : size));
        return ((Dim.Constant) bytes.substitute(sizes)).size();
    }

    private static Graph parse(String text) {
        return GraphParser.parse(text);
    }

    private static List<String> bytes(Graph graph) {
        return BytesMoved.of(graph).stream()
                .map(movement -> BytesMoved.bytes(movement).toString())
                .toList();
    }
}
