package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.pass.DeadCodeElimination;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of adjoints where an op has no derivative, or where a product with zero is NaN. The cotangents are 1, 2, 3 and so on. */
class SpecialValuesTest {

    private static final double NAN = Double.NaN;
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void equalOperands_haveHalfEach() throws Exception {
        assertThat(gradient("Maximum(%x, %y)", "f64[4]", values(1, 2, 3, NAN), values(2, 2, 2, 0), "x"))
                .containsExactly(0, 1, 3, 2);
        assertThat(gradient("Maximum(%x, %y)", "f64[4]", values(1, 2, 3, NAN), values(2, 2, 2, 0), "y"))
                .containsExactly(1, 1, 0, 2);
        assertThat(gradient("Minimum(%x, %y)", "f64[3]", values(1, 2, 3), values(2, 2, 2), "y"))
                .containsExactly(0, 1, 3);
    }

    /** Beyond some x they are straight: the second derivative is 0, and not a product of 0 and infinity. */
    @Test
    void activations_areStraightAtInfinity() throws Exception {
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
    void extremes_shareEvenly() throws Exception {
        assertThat(reduction("ReduceMax", values(3, 1, 3, 3))).containsExactly(1 / 3., 0, 1 / 3., 1 / 3.);
        assertThat(reduction("ReduceMin", values(3, 1, 1, 2))).containsExactly(0, 0.5, 0.5, 0);
        assertThat(reduction("ReduceMax", values(3, NAN, 3, 1))).containsExactly(0, 1, 0, 0);
        assertThat(reduction("ReduceMax", values(INFINITY, 1, INFINITY, 2))).containsExactly(0.5, 0, 0.5, 0);
    }

    @Test
    void productsOfZeros_areThoseOfTheOthers() throws Exception {
        assertThat(reduction("ReduceProd", values(2, 3, 4, 5))).containsExactly(60, 40, 30, 24);
        assertThat(reduction("ReduceProd", values(2, 0, 4, 5))).containsExactly(0, 40, 0, 0);
        assertThat(reduction("ReduceProd", values(2, 0, 0, 5))).containsExactly(0, 0, 0, 0);
    }

    @Test
    void productsWithInfiniteFactors_areThoseOfTheOthers() throws Exception {
        assertThat(reduction("ReduceProd", values(2, INFINITY, 4, 5)))
                .containsExactly(INFINITY, 40, INFINITY, INFINITY);
        assertThat(reduction("ReduceProd", values(-INFINITY, 2, -3, 5)))
                .containsExactly(-30, INFINITY, -INFINITY, INFINITY);
        assertThat(reduction("ReduceProd", values(-INFINITY, INFINITY, -3, 5)))
                .containsExactly(-INFINITY, INFINITY, -INFINITY, INFINITY);
        assertThat(reduction("ReduceProd", values(0, INFINITY, 4, 5))).containsExactly(INFINITY, 0, NAN, NAN);
    }

    @Test
    void finiteElementsBesideAnInfiniteOne_haveNoPartOfTheLogSumExp() throws Exception {
        assertThat(reduction("LogSumExp", values(2, INFINITY, -4, 300))).containsExactly(0, NAN, 0, 0);
        assertThat(reduction("LogSumExp", values(-INFINITY, 0, -INFINITY, -INFINITY)))
                .containsExactly(0, 1, 0, 0);
        assertThat(reduction("LogSumExp", values(-INFINITY, -INFINITY, -INFINITY, -INFINITY)))
                .containsExactly(0, 0, 0, 0);
    }

    /** y = x1, x1 x2, x1 x2 x3, x1 x2 x3 x4. */
    @Test
    void runningProducts_continueBehindAZero() throws Exception {
        String op = "CumProd(%x) {axis=0, exclusive=false, reverse=false}";
        assertThat(gradient(op, "f64[4]", values(2, 3, 4, 5), null, "x"))
                .containsExactly(1 + 2 * 3 + 3 * 12 + 4 * 60, 2 * 2 + 3 * 8 + 4 * 40, 3 * 6 + 4 * 30, 4 * 24);
        assertThat(gradient(op, "f64[4]", values(2, 0, 4, 5), null, "x"))
                .containsExactly(1, 2 * 2 + 3 * 8 + 4 * 40, 0, 0);
        assertThat(gradient(op, "f64[4]", values(0, 0, 4, 5), null, "x")).containsExactly(1, 0, 0, 0);
    }

    /** As in PyTorch and MindSpore: a bound that equals x does not contribute to the result. */
    @Test
    void clipAtABound_gradient_isThatOfX() throws Exception {
        double[] x = values(1, 2, 3, 4, 5, NAN);
        String inOrder = "ClampScalar(%x, 2.0:f64, 4.0:f64)";
        assertThat(gradient(inOrder, "f64[6]", x, null, "x")).containsExactly(0, 2, 3, 4, 0, 0);

        assertThat(gradient("ClampScalar(%x, %y, 4.0:f64)", "f64[3]", values(1, 2, 3), values(2, 2, 2), "y"))
                .containsExactly(1, 0, 0);
        assertThat(gradient("ClampScalar(%x, 2.0:f64, %y)", "f64[3]", values(3, 4, 5), values(4, 4, 4), "y"))
                .containsExactly(0, 0, 3);
        // Of equal bounds the upper one is the result, and of bounds in the wrong order.
        assertThat(gradient("ClampScalar(%x, 2.0:f64, %y)", "f64[3]", values(1, 2, 3), values(2, 2, 2), "y"))
                .containsExactly(1, 0, 3);
        assertThat(gradient("ClampScalar(%x, 2.0:f64, %y)", "f64[3]", values(0, 1.5, 3), values(1, 1, 1), "y"))
                .containsExactly(1, 2, 3);
    }

    @Test
    void kinks_haveNoSlope() throws Exception {
        assertThat(gradient("Abs(%x)", "f64[3]", values(-2, 0, 2), null, "x")).containsExactly(-1, 0, 3);
        assertThat(gradient("ReLU(%x)", "f64[3]", values(-2, 0, 2), null, "x")).containsExactly(0, 0, 3);
        assertThat(gradient("EluExt(%x, %y)", "f64[3]", values(-INFINITY, 0, 2), values(2, 2, 2), "x"))
                .containsExactly(0, 4, 3);
        assertThat(gradient("ReduceL2(%x) {axes=[0], keep_dims=true}", "f64[2] -> f64[1]", values(0, 0), null, "x"))
                .containsExactly(0, 0);
    }

    /** The slope at 0 is that of the sigmoid; |x| has none there. */
    @Test
    void lossesOfLogitsOfZero_haveASlope() throws Exception {
        String attributes = " {absent=\"weight posWeight\", reduction=\"NONE\"}";
        assertThat(gradient(
                        "BCEWithLogitsLoss(%x, %y)" + attributes, "f64[3]", values(0, 0, 0), values(0, 1, 0.5), "x"))
                .containsExactly(0.5, -1, 0);
        assertThat(gradient("SigmoidCrossEntropyWithLogits(%x, %y)", "f64[2]", values(0, 0), values(0, 1), "x"))
                .containsExactly(0.5, -1);
    }

    @Test
    void powers_areConstantWhereAnInfinityCreatesThemZero() throws Exception {
        double[] x = values(0.5, 2, 2, 0.5, INFINITY, INFINITY);
        double[] y = values(INFINITY, INFINITY, -INFINITY, -INFINITY, -2, -INFINITY);
        assertThat(gradient("Pow(%x, %y)", "f64[6]", x, y, "x"))
                .usingElementComparator((a, b) -> a.doubleValue() == b.doubleValue() ? 0 : 1)
                .containsExactly(0, INFINITY, 0, -INFINITY, 0, 0);
        assertThat(gradient("Pow(%x, %y)", "f64[6]", x, y, "y"))
                .usingElementComparator((a, b) -> a.doubleValue() == b.doubleValue() ? 0 : 1)
                .containsExactly(0, INFINITY, 0, -INFINITY, 0, 0);
    }

    @Test
    void softplus_isConstantInBetaWhereItIsStraight() throws Exception {
        double[] x = values(INFINITY, -INFINITY, 30, 1e200);
        for (String op : List.of("SoftplusExt(", "SoftplusGradExt(%x, ")) {
            assertThat(softplusByBeta(op, x, values(1, 1, 1, 2)))
                    .as(op)
                    .usingElementComparator((a, b) -> a.doubleValue() == b.doubleValue() ? 0 : 1)
                    .containsExactly(0, 0, 0, 0);
        }
    }

    /** Central differences of ln(1 + e^(β x)) / β and of x · sigmoid(β x). */
    @Test
    void softplus_hasItsSlopeByBeta() throws Exception {
        for (double x : values(0.75, -3, 5, 9)) {
            double step = 1e-6;
            double above = Math.log1p(Math.exp((2 + step) * x)) / (2 + step);
            double below = Math.log1p(Math.exp((2 - step) * x)) / (2 - step);
            assertThat(softplusByBeta("SoftplusExt(", values(x), values(2))[0])
                    .isCloseTo((above - below) / (2 * step), within(1e-8));
            double slopeAbove = x / (1 + Math.exp(-(2 + step) * x));
            double slopeBelow = x / (1 + Math.exp(-(2 - step) * x));
            assertThat(softplusByBeta("SoftplusGradExt(%x, ", values(x), values(2))[0])
                    .isCloseTo((slopeAbove - slopeBelow) / (2 * step), within(1e-8));
        }
    }

    private static double[] softplusByBeta(String op, double[] x, double[] beta) throws NonDifferentiableException {
        String type = "f64[" + x.length + "]";
        String text = "graph f(%x: " + type + ", %beta: " + type + ", %t: f64[]) {\n  %0 = " + op + "%x, %beta, %t) : "
                + type + "\n  return out=%0\n}\n";
        return run(text, Map.of("x", x, "beta", beta, "t", values(20)), "beta");
    }

    @Test
    void logit_risesAtBothZeros() throws Exception {
        assertThat(gradient("Logit(%x)", "f64[5]", values(-0.0, 0, 1, 0.5, -0.25), null, "x"))
                .containsExactly(INFINITY, INFINITY, INFINITY, 16, NAN);
    }

    @Test
    void powersOfZero_areConstantInTheExponent() throws Exception {
        assertThat(gradient("Pow(%x, %y)", "f64[3]", values(0, 0, 2), values(0, 2, 0), "x"))
                .containsExactly(0, 0, 0);
        assertThat(gradient("Pow(%x, %y)", "f64[3]", values(0, 0, 1), values(0, 2, 3), "y"))
                .containsExactly(0, 0, 0);
    }

    /** An infinite or undefined slope on the side that the condition does not take is dropped, however long the branch is. */
    @Test
    void branchesNotTaken_addNoGradient() throws Exception {
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

    /** For ops that select: the slope of √x at 0, of 1 / x there, and of √x of a negative x do not count. */
    @Test
    void losingOperand_addsNoGradient() throws Exception {
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
    void similarityToAZeroVector_hasASlope() throws Exception {
        String op = "CosineSimilarity(%x, %y, 0.5:f64) {axis=0}";
        assertThat(gradient(op, "f64[2] -> f64[]", values(0, 0), values(3, 4), "x"))
                .containsExactly(6, 8);
    }

    /** Row j is the derivative of the j-th element of the gradient. */
    @Test
    void productsOfZeros_haveASecondDerivative() throws Exception {
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

    /** Equal elements halve the cotangent at each comparison of the window, and no share is lost. */
    @Test
    void equalElementsOfAWindow_share() throws Exception {
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

    /** The mask propagates through a composite op with a custom rule, for a value that is NaN. */
    @Test
    void compositeOps_keepTheMask() throws Exception {
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
    void specialValues_sumsOfNothingAreZero() throws Exception {
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

    /** Slices of one position are summed; an invalid index contributes nothing. */
    @Test
    void equalIndices_areSummed() throws Exception {
        Graph graph = GraphParser.parse("""
                graph f(%x: f64[3], %i: i64[6]) {
                  %0 = Gather(%x, %i) {axis=0} : f64[6]
                  return out=%0
                }
                """);
        assertThat(run(graph, Map.of("x", values(1, 1, 1), "i", values(1, 1, -1, 7, 1, -4)), "x"))
                .containsExactly(0, 1 + 2 + 5, 3);
    }

    /** The table may be large. */
    @Test
    void equalIndices_areSummedForLargeTables() throws Exception {
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

    /** Slices of one tensor become one concatenation. */
    @Test
    void parts_areJoined() throws Exception {
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

    /** The cotangent of the one slice that is read is masked. */
    @Test
    void partUnderAMask_isPadded() throws Exception {
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

    /** Returns the gradient of {@code choice} of {@code op} of x. */
    private static double[] inside(String op, String choice, double[] x, double[] y) throws NonDifferentiableException {
        return run("""
                graph f(%%x: f64[3], %%y: f64[3]) {
                  %%0 = %s(%%x) : f64[3]
                  %%1 = %s : f64[3]
                  return out=%%1
                }
                """.formatted(op, choice), Map.of("x", x, "y", y), "x");
    }

    private static double[][] hessian(String op, int results, double[] x) throws NonDifferentiableException {
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

    private static double[] reduction(String op, double[] x) throws NonDifferentiableException {
        return gradient(op + "(%x) {axes=[0], keep_dims=true}", "f64[4] -> f64[1]", x, null, "x");
    }

    private static double[] gradient(String op, String type, double[] x, double[] y, String wanted)
            throws NonDifferentiableException {
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

    private static double[] run(String text, Map<String, double[]> given, String wanted)
            throws NonDifferentiableException {
        return run(GraphParser.parse(text), given, wanted);
    }

    private static double[] run(Graph graph, Map<String, double[]> given, String wanted)
            throws NonDifferentiableException {
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
