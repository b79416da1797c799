package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.DeadCodeElimination;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where an op has no derivative, or a product with zero is NaN: what the adjoint is there. The cotangents are 1, 2, 3 and so on. */
class SpecialValuesTest {

    private static final double NAN = Double.NaN;
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void equalOperandsHaveHalfEach() throws Exception {
        assertThat(gradient("Maximum(%x, %y)", "f64[4]", values(1, 2, 3, NAN), values(2, 2, 2, 0), "x"))
                .containsExactly(0, 1, 3, 2);
        assertThat(gradient("Maximum(%x, %y)", "f64[4]", values(1, 2, 3, NAN), values(2, 2, 2, 0), "y"))
                .containsExactly(1, 1, 0, 2);
        assertThat(gradient("Minimum(%x, %y)", "f64[3]", values(1, 2, 3), values(2, 2, 2), "y"))
                .containsExactly(0, 1, 3);
    }

    /** Beyond some x they are straight: the second derivative is 0, and not a product of 0 and infinity. */
    @Test
    void activationsAreStraightAtInfinity() throws Exception {
        for (String op : List.of("GeLUErfGrad", "FastGeLUGrad", "SiLUGrad")) {
            String call = op + "(%x, %y)";
            double[] at = values(INFINITY, -INFINITY, 1e200, -1e200);
            assertThat(gradient(call, "f64[4]", values(1, 1, 1, 1), at, "y"))
                    .as(op)
                    .usingElementComparator((a, b) -> a.doubleValue() == b.doubleValue() ? 0 : 1)
                    .containsExactly(0, 0, 0, 0);
            assertThat(gradient(call, "f64[4]", values(1, 1, 1, 1), at, "x"))
                    .as(op)
                    .usingElementComparator((a, b) -> a.doubleValue() == b.doubleValue() ? 0 : 1)
                    .containsExactly(1, 0, 3, 0);
        }
    }

    @Test
    void extremesShareEvenly() throws Exception {
        assertThat(reduction("ReduceMax", values(3, 1, 3, 3))).containsExactly(1 / 3., 0, 1 / 3., 1 / 3.);
        assertThat(reduction("ReduceMin", values(3, 1, 1, 2))).containsExactly(0, 0.5, 0.5, 0);
        assertThat(reduction("ReduceMax", values(3, NAN, 3, 1))).containsExactly(0, 1, 0, 0);
        assertThat(reduction("ReduceMax", values(INFINITY, 1, INFINITY, 2))).containsExactly(0.5, 0, 0.5, 0);
    }

    @Test
    void productsOfZerosAreThoseOfTheOthers() throws Exception {
        assertThat(reduction("ReduceProd", values(2, 3, 4, 5))).containsExactly(60, 40, 30, 24);
        assertThat(reduction("ReduceProd", values(2, 0, 4, 5))).containsExactly(0, 40, 0, 0);
        assertThat(reduction("ReduceProd", values(2, 0, 0, 5))).containsExactly(0, 0, 0, 0);
    }

    /** y = x1, x1 x2, x1 x2 x3, x1 x2 x3 x4. */
    @Test
    void runningProductsGoOnBehindAZero() throws Exception {
        String op = "CumProd(%x) {axis=0, exclusive=false, reverse=false}";
        assertThat(gradient(op, "f64[4]", values(2, 3, 4, 5), null, "x"))
                .containsExactly(1 + 2 * 3 + 3 * 12 + 4 * 60, 2 * 2 + 3 * 8 + 4 * 40, 3 * 6 + 4 * 30, 4 * 24);
        assertThat(gradient(op, "f64[4]", values(2, 0, 4, 5), null, "x"))
                .containsExactly(1, 2 * 2 + 3 * 8 + 4 * 40, 0, 0);
        assertThat(gradient(op, "f64[4]", values(0, 0, 4, 5), null, "x")).containsExactly(1, 0, 0, 0);
    }

    @Test
    void kinksHaveNoSlope() throws Exception {
        assertThat(gradient("Abs(%x)", "f64[3]", values(-2, 0, 2), null, "x")).containsExactly(-1, 0, 3);
        assertThat(gradient("ReLU(%x)", "f64[3]", values(-2, 0, 2), null, "x")).containsExactly(0, 0, 3);
        assertThat(gradient("EluExt(%x, %y)", "f64[3]", values(-INFINITY, 0, 2), values(2, 2, 2), "x"))
                .containsExactly(0, 4, 3);
        assertThat(gradient("ReduceL2(%x) {axes=[0], keep_dims=true}", "f64[2] -> f64[1]", values(0, 0), null, "x"))
                .containsExactly(0, 0);
    }

    /** The slope at 0 is that of the sigmoid; |x| has none there. */
    @Test
    void lossesOfLogitsOfZeroHaveASlope() throws Exception {
        String attributes = " {absent=\"weight posWeight\", reduction=\"NONE\"}";
        assertThat(gradient(
                        "BCEWithLogitsLoss(%x, %y)" + attributes, "f64[3]", values(0, 0, 0), values(0, 1, 0.5), "x"))
                .containsExactly(0.5, -1, 0);
        assertThat(gradient("SigmoidCrossEntropyWithLogits(%x, %y)", "f64[2]", values(0, 0), values(0, 1), "x"))
                .containsExactly(0.5, -1);
    }

    @Test
    void powersOfZeroAreConstantInTheExponent() throws Exception {
        assertThat(gradient("Pow(%x, %y)", "f64[3]", values(0, 0, 2), values(0, 2, 0), "x"))
                .containsExactly(0, 0, 0);
        assertThat(gradient("Pow(%x, %y)", "f64[3]", values(0, 0, 1), values(0, 2, 3), "y"))
                .containsExactly(0, 0, 0);
    }

    /** An infinite or undefined slope on the side that the condition does not take is dropped, however long the branch is. */
    @Test
    void branchesThatWereNotTakenGiveNothing() throws Exception {
        String branch = """
            %%1 = Greater(%%x, 0.0) : bool[3]
            %%2 = %s(%%x) : f64[3]
            %%3 = Mul(%%2, %%x) : f64[3]
            %%4 = Select(%%1, %%3, %%x) : f64[3]
            """;
        for (String op : List.of("Log", "Sqrt", "Rsqrt", "Reciprocal")) {
            double[] found = run(
                    "graph f(%x: f64[3]) {\n" + branch.formatted(op) + "return out=%4\n}\n",
                    Map.of("x", values(0, -1, 1)),
                    "x");
            assertThat(found[0]).as(op).isEqualTo(1);
            assertThat(found[1]).as(op).isEqualTo(2);
            assertThat(found[2]).as(op).isFinite();
        }
    }

    /** The same of ops that choose: the slope of √x at 0, of 1 / x there and of √x of a negative x do not count. */
    @Test
    void theOperandThatDidNotWinGivesNothing() throws Exception {
        double[] x = values(0, -1, 4);
        assertThat(inside("Sqrt", "Maximum(%0, %y)", x, values(3, 3, 1)))
                .startsWith(0)
                .endsWith(3 / 4.);
        assertThat(inside("Reciprocal", "Minimum(%0, %y)", x, values(3, 3, 3))).startsWith(0);
        assertThat(inside("Log", "Maximum(%y, %0)", x, values(-100, 0, 0)))
                .startsWith(0)
                .endsWith(3 / 4.);
        for (String op : List.of("ReLU(%0)", "ReLU6(%0)", "HShrink(%0, 0.5:f64)")) {
            assertThat(inside("Sqrt", op, x, values(0, 0, 0)))
                    .as(op)
                    .startsWith(0)
                    .endsWith(3 / 4.);
        }
        assertThat(inside("Log", "HSigmoid(%0)", x, values(0, 0, 0))).startsWith(0);
        assertThat(inside("Log", "HSwish(%0)", x, values(0, 0, 0))).startsWith(0);
    }

    /** At a zero vector the norm has no slope, and epsilon takes its place. */
    @Test
    void similarityToAZeroVectorHasASlope() throws Exception {
        String op = "CosineSimilarity(%x, %y, 0.5:f64) {axis=0}";
        assertThat(gradient(op, "f64[2] -> f64[]", values(0, 0), values(3, 4), "x"))
                .containsExactly(6, 8);
    }

    /** Row j is the derivative of the j-th element of the gradient. */
    @Test
    void productsOfZerosHaveASecondDerivative() throws Exception {
        String product = "ReduceProd(%x) {axes=[0], keep_dims=true} : f64[1]";
        assertThat(hessian(product, 1, values(0, 3))).isDeepEqualTo(new double[][] {{0, 1}, {1, 0}});
        assertThat(hessian(product, 1, values(0, 3, 5)))
                .isDeepEqualTo(new double[][] {{0, 5, 3}, {5, 0, 0}, {3, 0, 0}});
        assertThat(hessian(product, 1, values(0, 3, 0)))
                .isDeepEqualTo(new double[][] {{0, 0, 3}, {0, 0, 0}, {3, 0, 0}});
        // x1, x1 x2 and x1 x2 x3, of which the cotangents are 1, 2 and 3.
        String running = "CumProd(%x) {axis=0, exclusive=false, reverse=false} : f64[3]";
        assertThat(hessian(running, 3, values(0, 3, 5))).isDeepEqualTo(new double[][] {
            {0, 2 + 15, 9}, {17, 0, 0}, {9, 0, 0}
        });
        assertThat(hessian(running, 3, values(2, 0, 5))).isDeepEqualTo(new double[][] {
            {0, 2 + 15, 0}, {17, 0, 6}, {0, 6, 0}
        });
        assertThat(hessian(running, 3, values(0, 3, 0)))
                .isDeepEqualTo(new double[][] {{0, 2, 9}, {2, 0, 0}, {9, 0, 0}});
    }

    /** Equal elements halve the cotangent at each comparison of the window, and no part is lost. */
    @Test
    void equalElementsOfAWindowShare() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[1, 1, 1, 4]) {
                  %0 = MaxPool(%x) {kernel_size=[1 3], pads=[0 0 0 0], strides=[1 1]} : f64[1, 1, 1, 2]
                  return out=%0
                }
                """);
        Graph gradient = GradientCheck.expanded(Gradients.of(graph, List.of("x")));
        Map<String, Value> values = Map.of(
                "x", new Value(new int[] {1, 1, 1, 4}, values(5, 5, 5, 1)),
                "dout", new Value(new int[] {1, 1, 1, 2}, values(8, 4)));
        assertThat(Float64Interpreter.run(gradient, Map.of(), values).get(0).elements())
                .containsExactly(2, 2 + 2, 4 + 2, 0);
    }

    /** The same through a composite op with a rule of its own, of a value that is NaN. */
    @Test
    void compositeOpsKeepTheMask() throws Exception {
        assertThat(run("""
                        graph f(%x: f64[3]) {
                          %0 = IsNan(%x) : bool[3]
                          %1 = GeLU(%x) : f64[3]
                          %3 = Select(%0, 0.0, %1) : f64[3]
                          return out=%3
                        }
                        """, Map.of("x", values(NAN, 0, 0)), "x")).containsExactly(0, 1, 1.5);
    }

    /** Also where a factor that is taken out of the sum, here the mean of the same nothing, is NaN. */
    @Test
    void sumsOfNothingAreZero() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[2, 0], %y: f64[2, 1]) {
                  %0 = Add(%x, %y) : f64[2, 0]
                  %1 = ReduceMean(%x) {axes=[1], keep_dims=true} : f64[2, 1]
                  %2 = Mul(%0, %1) : f64[2, 0]
                  return out=%2
                }
                """);
        Graph gradient = GradientCheck.expanded(Gradients.of(graph, List.of("y")));
        Value nothing = new Value(new int[] {2, 0}, values());
        Map<String, Value> values =
                Map.of("x", nothing, "y", new Value(new int[] {2, 1}, values(1, 2)), "dout", nothing);
        assertThat(Float64Interpreter.run(gradient, Map.of(), values).get(0).elements())
                .containsExactly(0, 0);
    }

    /** Slices of one position are summed; an index that is no position gives nothing. */
    @Test
    void equalIndicesAreSummed() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[3], %i: i64[6]) {
                  %0 = Gather(%x, %i) {axis=0} : f64[6]
                  return out=%0
                }
                """);
        assertThat(run(graph, Map.of("x", values(1, 1, 1), "i", values(1, 1, -1, 7, 1, -4)), "x"))
                .containsExactly(0, 1 + 2 + 5, 3);
    }

    /** The same of a table of which the size is not known to be small. */
    @Test
    void equalIndicesAreSummedForLargeTables() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[v], %i: i64[6]) {
                  %0 = Gather(%x, %i) {axis=0} : f64[6]
                  return out=%0
                }
                """);
        Graph gradient = GradientCheck.expanded(Gradients.of(graph, List.of("x")));
        Map<String, Value> values = Map.of(
                "x", new Value(3),
                "i", new Value(new int[] {6}, values(1, 1, -1, 7, 1, -4)),
                "dout", new Value(new int[] {6}, values(1, 2, 3, 4, 5, NAN)));
        assertThat(Float64Interpreter.run(gradient, Map.of("v", Dim.of(3)), values)
                        .get(0)
                        .elements())
                .containsExactly(0, 1 + 2 + 5, 3);
    }

    /** Parts of one tensor become one concatenation. */
    @Test
    void partsAreJoined() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[5]) {
                  %0 = StridedSlice(%x) {begin=(0), end=(2), strides=[1]} : f64[2]
                  %1 = StridedSlice(%x) {begin=(2), end=(5), strides=[1]} : f64[3]
                  %2 = Neg(%1) : f64[3]
                  return a=%0, b=%2
                }
                """);
        Graph gradient = DeadCodeElimination.withoutDeadCode(Gradients.of(graph, List.of("x")));
        assertThat(gradient.nodes().stream().map(Node::op)).containsExactly("Neg", "Concat");
    }

    /** The cotangent of the one part that is read is masked. */
    @Test
    void aPartUnderAMaskIsPadded() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[4]) {
                  %0 = Split(%x) {axis=0, output=1, parts=2} : f64[2]
                  %1 = ReLU(%0) : f64[2]
                  return out=%1
                }
                """);
        assertThat(run(graph, Map.of("x", values(1, 2, 3, -4)), "x")).containsExactly(0, 0, 1, 0);
    }

    private static double[] values(double... elements) {
        return elements;
    }

    /** The gradient of {@code choice} of {@code op} of x. */
    private static double[] inside(String op, String choice, double[] x, double[] y) throws GradientException {
        return run("""
                graph f(%%x: f64[3], %%y: f64[3]) {
                  %%0 = %s(%%x) : f64[3]
                  %%1 = %s : f64[3]
                  return out=%%1
                }
                """.formatted(op, choice), Map.of("x", x, "y", y), "x");
    }

    private static double[][] hessian(String op, int results, double[] x) throws GradientException {
        Graph graph =
                GraphParser.parse("graph f(%x: f64[" + x.length + "]) {\n  %0 = " + op + "\n  return out=%0\n}\n");
        Graph second = GradientCheck.expanded(Gradients.of(Gradients.of(graph, List.of("x")), List.of("x")));
        double[][] rows = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            double[] direction = new double[x.length];
            direction[i] = 1;
            Map<String, Value> values = Map.of(
                    "x", new Value(new int[] {x.length}, x),
                    "dout", new Value(new int[] {results}, Arrays.copyOf(values(1, 2, 3), results)),
                    "dx", new Value(new int[] {x.length}, direction));
            rows[i] = Float64Interpreter.run(second, Map.of(), values).get(0).elements();
        }
        return rows;
    }

    private static double[] reduction(String op, double[] x) throws GradientException {
        return gradient(op + "(%x) {axes=[0], keep_dims=true}", "f64[4] -> f64[1]", x, null, "x");
    }

    private static double[] gradient(String op, String type, double[] x, double[] y, String wanted)
            throws GradientException {
        String[] types = type.split(" -> ");
        String parameters = "%x: " + types[0] + (y == null ? "" : ", %y: " + types[0]);
        Map<String, double[]> given = new HashMap<>(Map.of("x", x));
        if (y != null) {
            given.put("y", y);
        }
        return run(
                "graph f(" + parameters + ") {\n  %0 = " + op + " : " + types[types.length - 1]
                        + "\n  return out=%0\n}\n",
                given,
                wanted);
    }

    private static double[] run(String text, Map<String, double[]> given, String wanted) throws GradientException {
        return run(GraphParser.parse(text), given, wanted);
    }

    private static double[] run(Graph graph, Map<String, double[]> given, String wanted) throws GradientException {
        Graph gradient = GradientCheck.expanded(Gradients.of(graph, List.of(wanted)));
        Map<String, Value> values = new HashMap<>();
        given.forEach((name, elements) -> values.put(name, new Value(new int[] {elements.length}, elements)));
        for (Node parameter : gradient.tensorParameters()) {
            values.computeIfAbsent(parameter.label(), name -> counted(parameter));
        }
        return Float64Interpreter.run(gradient, Map.of(), values).get(0).elements();
    }

    private static Value counted(Node cotangent) {
        Value value = GradientCheck.random(cotangent, new Random(0));
        for (int i = 0; i < value.elements().length; i++) {
            value.elements()[i] = i + 1;
        }
        return value;
    }
}
