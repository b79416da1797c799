package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every row of the table has the gradient of central differences of its definition, or a reason for none. */
class GradientTableTest {

    /** Error limit of a 16-bit adjoint in rounding errors of its largest element. */
    private static final double ROUNDINGS = 8;

    /** Magnitude of the terms of an adjoint whose elements are all smaller. */
    private static final double CANCELLED = 1 / 16.;

    private static final Map<String, List<GradientCase>> CASES = GradientCases.all();

    static Stream<String> rowsWithGradient() {
        return OpTable.get().rows().stream().filter(GradientCases::hasGradient).map(OpRow::name);
    }

    @ParameterizedTest
    @MethodSource("rowsWithGradient")
    void gradient_matchesCentralDifferences(String row) throws Exception {
        assertThat(CASES).as("a case of " + row + " in cases.txt").containsKey(row);
        for (GradientCase gradientCase : CASES.get(row)) {
            new GradientCheck(gradientCase.text(), gradientCase.graph(), gradientCase.values(new Random(7))).run();
        }
    }

    @ParameterizedTest
    @MethodSource("rowsWithGradient")
    @Tag("slow")
    void gradient_hasASecondDerivative(String row) throws Exception {
        GradientCase first = CASES.get(row).get(0);
        Graph graph = first.graph();
        List<String> names = graph.tensorParameters().stream().map(Node::label).toList();
        Graph gradient = Gradients.of(graph, names);
        if (gradient.outputs().isEmpty()) {
            return;
        }
        Random random = new Random(8);
        Map<String, Value> values = new LinkedHashMap<>(first.values(random));
        for (Node parameter : gradient.tensorParameters()) {
            values.computeIfAbsent(parameter.label(), name -> GradientCheck.random(parameter, random));
        }
        new GradientCheck("second order of " + first.text(), gradient, values).run();
    }

    /** In every dtype an adjoint has the type of its primal; composite ops compute 16 bits in f32. */
    @ParameterizedTest
    @MethodSource("rowsWithGradient")
    void adjoints_haveTheTypesOfTheOperands(String row) throws Exception {
        for (DataType dtype : List.of(DataType.F32, DataType.F16, DataType.BF16)) {
            requireTypes(CASES.get(row).get(0).graph(dtype, size -> Dim.of(size)));
        }
    }

    /** An op that supports symbolic dims has a gradient that does. */
    @ParameterizedTest
    @MethodSource("rowsWithGradient")
    void gradient_supportsSymbols(String row) throws Exception {
        for (GradientCase gradientCase : CASES.get(row)) {
            Graph symbolic;
            try {
                symbolic = gradientCase.graph(DataType.F64, size -> size < 2 ? Dim.of(size) : Dim.of("n" + size));
            } catch (TypeException needsSizes) {
                continue;
            }
            GraphVerifier.verify(requireTypes(symbolic), OpTable.get());
        }
    }

    /** A rule that reads a rounded result must not lose much more precision than that rounding. */
    @ParameterizedTest
    @MethodSource("rowsWithGradient")
    @Tag("slow")
    void gradient_inSixteenBits_isPrecise(String row) throws Exception {
        for (GradientCase gradientCase : CASES.get(row)) {
            requirePrecise(gradientCase, DataType.BF16, 0x1p-8);
        }
        requirePrecise(CASES.get(row).get(0), DataType.F16, 0x1p-11);
    }

    private static void requirePrecise(GradientCase gradientCase, DataType dtype, double rounding) throws Exception {
        Graph narrow = gradientCase.graph(dtype, size -> Dim.of(size));
        List<String> names = narrow.tensorParameters().stream()
                .filter(parameter -> parameter.dtype() == dtype)
                .map(Node::label)
                .toList();
        Graph gradient = GradientCheck.expanded(Gradients.of(narrow, names));
        Random random = new Random(11);
        Map<String, Value> values = new LinkedHashMap<>(gradientCase.values(random));
        for (Node parameter : gradient.tensorParameters()) {
            double[] elements = values.computeIfAbsent(
                            parameter.label(), name -> GradientCheck.random(parameter, random))
                    .elements();
            for (int i = 0; i < elements.length; i++) {
                elements[i] = Float64Functions.rounded(parameter.dtype(), elements[i]);
            }
        }
        List<Value> found = Float64Interpreter.run(gradient, Map.of(), values);
        Graph exact = GradientCheck.expanded(Gradients.of(gradientCase.graph(), names));
        List<Value> expected = Float64Interpreter.run(exact, Map.of(), values);
        for (int i = 0; i < found.size(); i++) {
            double[] reference = expected.get(i).elements();
            double largest = Arrays.stream(reference).map(Math::abs).max().orElse(0);
            double tolerance = ROUNDINGS * rounding * Math.max(largest, CANCELLED);
            assertThat(found.get(i).elements())
                    .as(
                            "%s of %s, d%s",
                            dtype, gradientCase, gradient.outputs().get(i).name())
                    .containsExactly(reference, within(tolerance));
        }
    }

    private static Graph requireTypes(Graph graph) throws NonDifferentiableException {
        List<String> names = graph.tensorParameters().stream()
                .filter(parameter -> parameter.dtype().isFloating())
                .map(Node::label)
                .toList();
        Graph gradient = GradientCheck.expanded(Gradients.of(graph, names));
        for (Graph.Output adjoint : gradient.outputs()) {
            Node parameter = gradient.tensorParameters().stream()
                    .filter(node -> node.label().equals(adjoint.name()))
                    .findFirst()
                    .orElseThrow();
            assertThat(adjoint.node().type())
                    .as(graph.name() + ": " + adjoint.name())
                    .isEqualTo(parameter.type());
        }
        return gradient;
    }

    @Test
    void cases_areOfTheTable() {
        List<String> others = new ArrayList<>(CASES.keySet());
        OpTable.get().rows().forEach(row -> others.remove(row.name()));
        assertThat(others).isEmpty();
    }
}
