package io.graphkernel.conformance.pattern;

import io.graphkernel.conformance.CaseForms;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs fused and unfused methods on one device and compares them. */
final class PatternRun {

    private static final Range SIZES = new Range(1, 24);
    private static final Range ELEMENTS = new Range(-2, 2);
    /** Fused ops round in other places: this many times the distance of the numbers around the largest result. */
    private static final double ULPS_OF_HALF = 4;

    private static final double ULPS = 64;

    private final ClassLoader loader;
    private final UnaryOperator<Tensor> placed;

    /**
     * A run on a device.
     *
     * @param loader of the compiled classes, loaded with the settings of the device
     * @param placed moves a tensor to the device
     */
    PatternRun(ClassLoader loader, UnaryOperator<Tensor> placed) {
        this.loader = loader;
        this.placed = placed;
    }

    /**
     * The differences between an entry's methods with the pass and without.
     *
     * @param draws how many sizes are tried; the last ones are the smallest
     */
    List<String> check(Entry entry, DType dtype, int draws) {
        return entry.methods().stream()
                .flatMap(method -> IntStream.range(0, draws)
                        .mapToObj(draw -> check(entry, method, dtype, draws - 1 - draw))
                        .flatMap(List::stream))
                .toList();
    }

    /** Sizes and elements are drawn by the seed; for 0 all sizes are the smallest ones. */
    private List<String> check(Entry entry, Entry.Method method, DType dtype, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> sizes = sizes(entry, method, seed == 0 ? null : random);
        List<NdArray> arguments = method.arguments().stream()
                .map(argument -> elements(entry, argument, argument.dtype().orElse(dtype), sizes, random))
                .toList();
        String place = entry.pass() + " " + method.name() + " " + dtype + sizes;
        try {
            boolean compiled = PatternClasses.isSwitchable(entry.pass());
            String unfused = PatternClasses.method(method, dtype, false);
            List<NdArray> expected = call(entry, dtype, unfused, compiled, arguments);
            List<NdArray> actual = call(entry, dtype, PatternClasses.method(method, dtype, true), true, arguments);
            boolean rounded = method.arguments().stream()
                    .anyMatch(argument -> argument.dtype().orElse(dtype).isFloat());
            List<String> differences = new ArrayList<>();
            for (int i = 0; i < expected.size(); i++) {
                compare(place + " result " + i, expected.get(i), actual.get(i), rounded, differences);
            }
            return differences;
        } catch (InvocationTargetException e) {
            return List.of(place + " failed: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Integer> sizes(Entry entry, Entry.Method method, SplittableRandom random) {
        Map<String, Integer> sizes = new TreeMap<>();
        method.arguments().stream().flatMap(Argument::symbols).sorted().forEach(symbol -> {
            Range range = entry.ranges().getOrDefault(symbol, SIZES);
            sizes.computeIfAbsent(symbol, any -> random == null ? (int) range.low() : range.integer(random));
        });
        return sizes;
    }

    private static NdArray elements(
            Entry entry, Argument argument, DType dtype, Map<String, Integer> sizes, SplittableRandom random) {
        Range range = entry.ranges().getOrDefault(argument.name(), ELEMENTS);
        return NdArray.generate(
                dtype, argument.sizes(sizes), position -> CaseForms.number(dtype, range.low(), range.high(), random));
    }

    private List<NdArray> call(Entry entry, DType dtype, String method, boolean compiled, List<NdArray> arguments)
            throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] tensors =
                    arguments.stream().map(CaseForms::tensor).map(placed).toArray(Tensor[]::new);
            Class<?>[] types = new Class<?>[tensors.length];
            Arrays.fill(types, Tensor.class);
            String owner = PatternClasses.className(entry, dtype) + (compiled ? "Kernels" : "");
            Object result = loader.loadClass(owner).getMethod(method, types).invoke(null, (Object[]) tensors);
            List<NdArray> results = new ArrayList<>();
            for (Tensor tensor : tensors(result)) {
                results.add(CaseForms.array(tensor));
            }
            return results;
        }
    }

    private static List<Tensor> tensors(Object result) throws ReflectiveOperationException {
        if (result instanceof Tensor tensor) {
            return List.of(tensor);
        }
        List<Tensor> tensors = new ArrayList<>();
        for (RecordComponent component : result.getClass().getRecordComponents()) {
            tensors.add((Tensor) component.getAccessor().invoke(result));
        }
        return tensors;
    }

    private static void compare(
            String place, NdArray expected, NdArray actual, boolean rounded, List<String> differences) {
        if (expected.dtype() != actual.dtype() || !Arrays.equals(expected.dims(), actual.dims())) {
            differences.add(place + " is " + actual + " instead of " + expected);
            return;
        }
        double tolerance = tolerance(expected, rounded);
        for (int i = 0; i < expected.elements().length; i++) {
            double wanted = expected.elements()[i].asDouble();
            double found = actual.elements()[i].asDouble();
            boolean same = Double.compare(wanted, found) == 0 || Math.abs(wanted - found) <= tolerance;
            if (!same) {
                differences.add(place + " element " + i + " is " + found + " instead of " + wanted);
                return;
            }
        }
    }

    /** Integers that are rounded from floats may round to the other side. */
    private static double tolerance(NdArray expected, boolean rounded) {
        DType dtype = expected.dtype();
        if (!dtype.isFloat()) {
            return rounded ? 1 : 0;
        }
        double largest = Stream.of(expected.elements())
                .mapToDouble(Scalar::asDouble)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Precision.of(dtype).stored().ulp(Math.max(1, largest)) * (dtype.bytes() == 2 ? ULPS_OF_HALF : ULPS);
    }
}
