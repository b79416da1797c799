package io.graphkernel.runtime.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every target has to compute: each op over all magnitudes and many shapes, against float64. */
abstract class ConformanceSuite {

    private static final int SHOWN = 5;

    /** Runs a kernel of a fixture class on this target. */
    abstract Tensor call(Class<?> fixture, String method, List<Tensor> arguments);

    static Stream<ElementwiseCase> elementwise() {
        return ElementwiseCases.all().stream();
    }

    static Stream<ElementwiseCase> anyShape() {
        return elementwise().filter(kernel -> kernel.dims().isEmpty());
    }

    static Stream<ReductionCase> reductions() {
        return ReductionCases.reductions().stream();
    }

    static Stream<LineCase> lines() {
        return ReductionCases.lines().stream();
    }

    @ParameterizedTest
    @MethodSource("anyShape")
    void valuesOfAllMagnitudes(ElementwiseCase kernel) {
        int arity = kernel.operands().size();
        check(kernel, arity == 1 ? Samples.dense() : Samples.tuples(arity));
    }

    @ParameterizedTest
    @MethodSource("elementwise")
    void shapes(ElementwiseCase kernel) {
        int arity = kernel.operands().size();
        List<List<int[]>> shapes = kernel.dims().isEmpty() ? Samples.shapes(arity) : Samples.shapes(kernel.dims());
        for (List<int[]> shape : shapes) {
            check(
                    kernel,
                    IntStream.range(0, arity)
                            .mapToObj(i -> Samples.filled(kernel.operands().get(i), 31L * i + 7, shape.get(i)))
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void reductionsOfFiniteValues(ReductionCase kernel) {
        for (int[] size : Samples.sizes()) {
            boolean product = kernel.op().equals("reduceProd");
            check(kernel, product ? Samples.within(0.98, 1.02, 5, size) : Samples.within(-3, 5, 5, size));
        }
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void reductionsOfSpecialValues(ReductionCase kernel) {
        for (float special : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0f}) {
            for (int place : new int[] {0, 16, 19, 36}) {
                NdArray x = Samples.within(0.5, 1.5, 5, 3, 37);
                x.data()[37 + place] = special;
                check(kernel, x);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void linesOfFiniteValues(LineCase kernel) {
        for (int[] size : Samples.sizes()) {
            check(kernel, Samples.within(-3, 5, 5, size));
            check(kernel, Samples.within(-60, 60, 6, size));
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void linesWithSpecialValues(LineCase kernel) {
        for (float special : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 3e38f}) {
            NdArray x = Samples.within(-3, 5, 5, 3, 37);
            x.data()[37 + 19] = special;
            check(kernel, x);
        }
    }

    @Test
    void assignWritesIntoTheParameter() {
        for (int[] size : Samples.sizes()) {
            for (boolean row : new boolean[] {false, true}) {
                NdArray value = Samples.filled(DType.F32, 3, row ? new int[] {size[1]} : size);
                try (TensorScope scope = TensorScope.open()) {
                    Tensor parameter = scope.keep(NdArray.zeros(size).toTensor(DType.F32));
                    call(
                            DeclaredOps.class,
                            row ? "assignRow" : "assign",
                            List.of(parameter, value.toTensor(DType.F32)));
                    double[] expected = NdArray.positions(size).stream()
                            .mapToDouble(value::at)
                            .toArray();
                    assertThat(parameter.toFloatArray()).isEqualTo(NdArray.narrowed(expected));
                    parameter.close();
                }
            }
        }
    }

    private void check(ElementwiseCase kernel, List<NdArray> operands) {
        int[] dims = NdArray.broadcast(operands);
        List<DType> dtypes = kernel.operands();
        float[] actual = run(
                kernel.fixture(),
                kernel.method(),
                IntStream.range(0, operands.size())
                        .mapToObj(i -> operands.get(i).toTensor(dtypes.get(i)))
                        .toList(),
                kernel.result(),
                dims);
        List<String> wrong = new ArrayList<>();
        List<int[]> positions = NdArray.positions(dims);
        for (int i = 0; i < actual.length; i++) {
            double[] element = new double[3];
            for (int k = 0; k < operands.size(); k++) {
                element[k] = operands.get(k).at(positions.get(i));
            }
            if (!kernel.accepts(actual[i], element)) {
                wrong.add(kernel + Arrays.toString(Arrays.copyOf(element, operands.size())) + " = " + actual[i]
                        + " instead of " + kernel.expected(element));
            }
        }
        report(wrong, dims);
    }

    private void check(ReductionCase kernel, NdArray x) {
        NdArray expected = x.reduce(kernel.reduced(), kernel.keepDims(), kernel.definition());
        NdArray allowed = x.reduce(kernel.reduced(), kernel.keepDims(), kernel.allowed());
        check(kernel.method(), x, expected, allowed);
    }

    private void check(LineCase kernel, NdArray x) {
        check(
                kernel.method(),
                x,
                x.mapLines(kernel.axis(), kernel.definition()),
                x.mapLines(kernel.axis(), kernel.allowed()));
    }

    private void check(String method, NdArray x, NdArray expected, NdArray allowed) {
        float[] actual = run(Reductions.class, method, List.of(x.toTensor(DType.F32)), DType.F32, expected.dims());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < actual.length; i++) {
            double wanted = expected.data()[i];
            double tolerance = allowed.data()[i] + Accuracy.ulp(wanted) / 2;
            boolean same = Double.compare(actual[i], (float) wanted) == 0 || actual[i] == (float) wanted;
            if (!same && !(Math.abs(actual[i] - wanted) <= tolerance)) {
                wrong.add(method + " element " + i + " = " + actual[i] + " instead of " + wanted);
            }
        }
        report(wrong, x.dims());
    }

    /** Calls a kernel, closes all tensors, and gives the result's elements, a bool as 0 or 1. */
    private float[] run(Class<?> fixture, String method, List<Tensor> arguments, DType dtype, int[] dims) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor result = scope.keep(call(fixture, method, arguments));
            assertThat(result.dtype()).as(method).isEqualTo(dtype);
            assertThat(result.dimensions())
                    .as(method)
                    .isEqualTo(Arrays.stream(dims).asLongStream().toArray());
            float[] elements = dtype == DType.BOOL ? numbers(result.toBooleanArray()) : result.toFloatArray();
            result.close();
            return elements;
        } finally {
            arguments.forEach(Tensor::close);
        }
    }

    private static float[] numbers(boolean[] values) {
        float[] numbers = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            numbers[i] = values[i] ? 1 : 0;
        }
        return numbers;
    }

    private static void report(List<String> wrong, int[] dims) {
        assertThat(wrong.stream().limit(SHOWN))
                .as("%d wrong elements of shape %s", wrong.size(), Arrays.toString(dims))
                .isEmpty();
    }
}
