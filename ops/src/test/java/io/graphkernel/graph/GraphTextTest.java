package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Printing then parsing gives the same text. */
class GraphTextTest {

    @Test
    void graphText_ofEveryConstruct_isReadBack() {
        assertRoundTrip("""
            graph layerNorm(%x: f32[n, d], %mask: bool[n, 1], float epsilon, int step) {
              %rate = Scalar() {expression="epsilon * step"} : f32[]
              %0 = Dimension() {dims=(d*n)} : f32[]
              %sum = ReduceSum(%x) {axes=[0 -1], keep_dims=true} : f32[1, 1]  # MyOps.java:12
              %mean = RealDiv(%sum, %0) : f32[1, 1]  # MyOps.java:12
              %all = ReduceMax(%x) {axes=[], keep_dims=false} : f32[]  # MyOps.java:13
              %number = Cast(%mask) {dtype="f32"} : f32[n, 1]  # MyOps.java:14
              %chosen = Select(%mask, %mean, 2.0) : f32[n, 1]
              return chosen=%chosen, number=%number, all=%all, rate=%rate, same=%x, two=2.0
            }
            """);
    }

    @Test
    void graphText_ofNestedLoops_isReadBack() {
        assertRoundTrip("""
            graph f(%x: f32[t, m, c], %h0: f32[c]) {
              kernel Loop {
                %0 = Loop(%h0, %x) {carried=1, dims=(t), index="i_loop0"} : bool[]  # F.java:1
                  graph i_loop0(%h: f32[c], %x: f32[t, m, c]) {
                    kernel Loop {
                      %0 = Loop(%h) {carried=1, dims=(max(0, m - 1)), index="j_loop0"} : bool[]  # F.java:2
                        graph j_loop0(%h: f32[c]) {
                          kernel Mul {
                            %0 = Mul(%h, %h) : f32[c]  # F.java:3
                          }
                          kernel Assign {
                            %1 = Assign(%h, %0) : f32[c]  # F.java:3
                          }
                          return states=%0
                        }
                      %1 = LoopResult(%0) {output=0} : f32[c]  # F.java:2
                    }
                    kernel Assign {
                      %2 = Assign(%h, %1) : f32[c]  # F.java:1
                    }
                    return\s
                  }
                %1 = LoopResult(%0) {output=0} : f32[c]  # F.java:1
              }
              return out=%1
            }
            """);
    }

    @Test
    void graphText_ofKernels_isReadBack() {
        assertRoundTrip("""
            graph f(%x: f32[n], float a) {
              %a = Scalar() {expression="a"} : f32[]
              %0 = Dimension() {dims=(n)} : f32[]
              kernel Fused_Mul_Add_fusion {
                %1 = Mul(%x, %a) : f32[n]  # F.java:1
                %2 = Add(%1, 1.0) : f32[n]  # F.java:2 gradient
              }
              kernel Exp {
                %3 = Exp(%2) : f32[n]  # F.java:3 recomputed_on_request
              }
              return out=%3
            }
            """);
    }

    @Test
    void graphText_ofTypedNumbersDimsAndConditions_isReadBack() {
        assertRoundTrip("""
            graph f(%x: i64[n, 2*d + 1, floorDiv(max(-min(d, m) + n, m), 2)], %h: f16[m + n], float a, long seed) {
              %a = Scalar() {expression="a"} : f64[]
              %seed = Scalar() {expression="seed"} : i64[]
              %byte = Scalar() {expression="seed", java_type="long"} : u8[]
              %0 = Dimension() {dims=(d*n + 1)} : i32[]
              %1 = Add(%x, 9223372036854775807:i64) : i64[n]
              %2 = Mul(%h, 0.099975586:f16) : f16[n]
              %3 = Select(1:bool, 1.0E-5:f64, %a) : f64[]
              %4 = Reshape(%x) {dims=(-1, max(0, min(floorDiv(d, 2), n) - 1), 4)} : i64[n]  # F.java:3
              %5 = StridedSlice(%x) {begin=(0, -9223372036854775808), end=(9223372036854775807, n), strides=[1 -1]} : i64[n]
              %6 = Split(%x) {axis=-1, output=1, parts=2} : i64[n]
              %7 = BiasAdd(%h, %h) {absent="y z", axes=[], format="NCHW"} : f16[n]
              require d*n == 12*k "Reshape of \\"x\\""  # F.java:3
              require n >= 1 "Reshape"
              return out=%7, two=2:u8
            }
            """);
    }

    @Test
    void kernels_keepTheirMembers() {
        Graph graph = GraphParser.parse("""
            graph f(%x: f32[n]) {
              kernel A {
                %0 = Mul(%x, 2.0) : f32[n]
                %1 = Add(%0, %x) : f32[n]
              }
              kernel B {
                %2 = Exp(%1) : f32[n]
              }
              return out=%2
            }
            """);

        assertThat(graph.groups()).extracting(FusionGroup::name).containsExactly("A", "B");
        assertThat(graph.groups().get(0).nodes()).extracting(Node::op).containsExactly("Mul", "Add");
        assertThat(graph.groups().get(1).nodes()).extracting(Node::op).containsExactly("Exp");
    }

    @Test
    void graphText_ofUnrankedShapesAndScalarTensors_isReadBack() {
        assertRoundTrip("""
            graph f(%x: f32[x..], %y: f32[y..], %s: f32[]) {
              %0 = Add(%x, %y) : f32[x.. y..]
              %1 = Mul(%0, %s) : f32[x.. y..]
              return out=%1
            }
            """);
    }

    @Test
    void graphText_ofNoParameterAndNoResult_isReadBack() {
        assertRoundTrip("graph f() {\n  return \n}\n");
    }

    @Test
    void primitiveParameters_ofAnyName_areReadBack() {
        assertRoundTrip("graph f(float größe, %x: f32[n, d], double $1, long step_2) {\n  return out=%x\n}\n");
    }

    @ParameterizedTest
    @ValueSource(floats = {0f, -0f, 1e-30f, Float.MIN_VALUE, Float.MAX_VALUE, 0.1f, 16777216f, -3.4e-5f})
    void graphText_ofFiniteConstants_isReadBack(float value) {
        assertConstantSurvives(value);
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void graphText_ofSpecialConstants_isReadBack(float value) {
        assertConstantSurvives(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(float) (1 - Math.pow(beta1, step))",
                "a > 0 ? Math.max(a, b) : -a",
                "\"quoted, \\\" text\".length()",
                "'\"'",
                "'\\\\'",
                "\\",
                "",
                "new float[] {1, 2}[step]",
                "} : f32[n]",
                "a} : f32[]  # F.java:7",
                "x, keep_dims=true",
                "a # b",
                "%x"
            })
    void graphText_ofExpressions_isReadBack(String expression) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.primitiveParameter("a", "float");
        Node scalar = builder.add(Node.scalar("s", expression, DataType.F32));
        String text = GraphPrinter.print(builder.build("f", List.of(new Graph.Output("out", scalar))));

        Graph parsed = GraphParser.parse(text);

        assertThat(parsed.outputs().get(0).node().attributes().text(Attributes.EXPRESSION))
                .isEqualTo(expression);
        assertThat(GraphPrinter.print(parsed)).isEqualTo(text);
    }

    @Test
    void labelsThatRepeat_becomeNumbers() throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        Node x = builder.tensorParameter("x", ValueType.parse("f32[n]").orElseThrow());
        Node first = builder.operation("Exp", List.of(x), Attributes.NONE, "y", Origin.NONE);
        Node second = builder.operation("Exp", List.of(first), Attributes.NONE, "y", Origin.NONE);
        Node third = builder.operation("Exp", List.of(second), Attributes.NONE, "x", Origin.NONE);
        Graph graph = builder.build("f", List.of(new Graph.Output("out", third)));

        Map<Node, String> names = GraphPrinter.names(graph);

        assertThat(names).containsEntry(first, "y").containsEntry(second, "0").containsEntry(third, "1");
        assertRoundTrip(GraphPrinter.print(graph));
    }

    @Test
    void constantTensor_isItsHash() {
        ConstantData data = ConstantData.of(new byte[] {0, 0, (byte) 128, 63, 0, 0, 0, 64});
        String text = """
            graph f(%x: f32[n, 2]) {
              %row = TensorConstant() {sha256="HASH"} : f32[2]
              %0 = Add(%x, %row) : f32[n, 2]
              return out=%0, same=%row
            }
            """.replace("HASH", data.sha256());

        Graph graph = GraphParser.parse(text, Map.of(data.sha256(), data)::get);

        assertThat(graph.outputs().get(1).node().data()).isSameAs(data);
        assertThat(GraphPrinter.print(graph)).isEqualTo(text);
        GraphVerifier.verify(graph, OpTable.get());
        assertThatThrownBy(() -> GraphParser.parse(text)).hasMessageContaining(data.sha256());
        assertThatThrownBy(() -> GraphParser.parse(text.replace("f32[2]", "f32[3]"), hash -> data))
                .hasMessageContaining("8 bytes");
        assertThatThrownBy(() -> GraphParser.parse(text.replace("f32[2]", "f32[n]"), hash -> data))
                .hasMessageContaining("8 bytes");
    }

    @Test
    void graphText_ofSeveralGraphsInOneFile_isReadBack() {
        String first = "graph f(%x: f32[n]) {\n  kernel Exp {\n    %0 = Exp(%x) : f32[n]\n  }\n  return out=%0\n}\n";
        String second = "graph g(float a) {\n  return \n}\n";

        List<Graph> graphs = GraphParser.parseAll(first + "\n" + second);

        assertThat(graphs).extracting(GraphPrinter::print).containsExactly(first, second);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "graph f() {\n  nonsense\n  return \n}\n",
                "graph f() {\n  %0 = Exp(%x) : f32[n]\n  return \n}\n",
                "graph f(%x: f99[n]) {\n  return out=%x\n}\n",
                "graph f(%x: f32[n]) {\n  %0 = Exp(%x)\n  return out=%0\n}\n",
                "graph f() {\n  return out=1:f99\n}\n",
                "graph f() {\n  return out=1.5:i32\n}\n",
                "graph f() {\n  %0 = Dimension() {dims=(n, m)} : f32[]\n  return out=%0\n}\n",
                "graph f() {\n  %0 = Index() {dims=(n m)} : i64[n]\n  return out=%0\n}\n",
                "graph f() {\n  require n > 1 \"positive\"\n  return \n}\n",
                "}\n"
            })
    void malformedText_isRejected(String text) {
        assertThatThrownBy(() -> GraphParser.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRoundTrip(String text) {
        assertThat(GraphPrinter.print(GraphParser.parse(text))).isEqualTo(text);
    }

    private static void assertConstantSurvives(float value) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        Node constant = builder.constant(value);
        String text = GraphPrinter.print(builder.build("f", List.of(new Graph.Output("out", constant))));

        Graph parsed = GraphParser.parse(text);

        double read = parsed.outputs().get(0).node().attributes().value();
        assertThat(Double.doubleToLongBits(read)).isEqualTo(Double.doubleToLongBits(value));
    }
}
