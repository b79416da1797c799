package io.graphkernel.conformance.pattern;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.Tensors;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs fused and unfused methods on one device and compares them. */
final class PatternChecker {

    private static final Range SIZES = new Range(1, 24);
    private static final Range ELEMENTS = new Range(-2, 2);
    /** Tolerance of fused ops, which round elsewhere, in units in the last place of the largest result. */
    private static final double ULPS_OF_HALF = 4;

    private static final double ULPS = 64;

    private final ClassLoader loader;

    /**
     * Creates a checker on the default device.
     *
     * @param loader loader of the compiled classes, with the settings of the device
     */
    PatternChecker(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Returns the differences between the two methods of an instance.
     *
     * @param draws number of sizes, with the smallest ones among them
     */
    Stream<String> check(Instance instance, int draws) {
        return IntStream.range(0, draws).boxed().flatMap(draw -> check(instance, (long) draw).stream());
    }

    /** Sizes and elements are drawn by the seed; for 0 all sizes are the smallest ones. */
    private List<String> check(Instance instance, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> sizes = sizes(instance, seed == 0 ? null : random);
        List<NdArray> arguments = instance.method().arguments().stream()
                .map(argument -> elements(instance, argument, sizes, random))
                .toList();
        String context = instance + " " + sizes;
        try {
            boolean compiled = Instance.isSwitchable(instance.entry().pass());
            List<NdArray> expected = call(instance, false, compiled, arguments);
            List<NdArray> actual = call(instance, true, true, arguments);
            boolean rounded =
                    arguments.stream().anyMatch(argument -> argument.dtype().isFloat());
            List<String> differences = new ArrayList<>();
            for (int i = 0; i < expected.size(); i++) {
                compare(context + " result " + i, expected.get(i), actual.get(i), rounded, differences);
            }
            return differences;
        } catch (InvocationTargetException e) {
            return List.of(context + " failed: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Integer> sizes(Instance instance, SplittableRandom random) {
        Map<String, Integer> sizes = new TreeMap<>();
        instance.method().arguments().stream()
                .flatMap(Argument::symbols)
                .sorted()
                .forEach(symbol -> {
                    Range range = instance.entry().ranges().getOrDefault(symbol, SIZES);
                    sizes.computeIfAbsent(symbol, key -> random == null ? (int) range.low() : range.integer(random));
                });
        return sizes;
    }

    private static NdArray elements(
            Instance instance, Argument argument, Map<String, Integer> sizes, SplittableRandom random) {
        Range range = instance.entry().ranges().getOrDefault(argument.name(), ELEMENTS);
        DType dtype = argument.dtype().orElse(instance.dtype());
        return NdArray.generate(
                dtype, argument.sizes(sizes), position -> CaseCalls.number(dtype, range.low(), range.high(), random));
    }

    private List<NdArray> call(Instance instance, boolean fused, boolean compiled, List<NdArray> arguments)
            throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open();
                Communicator.Binding bound = Communicator.single().bind()) {
            Tensor[] tensors = arguments.stream().map(CaseCalls::tensor).toArray(Tensor[]::new);
            Class<?>[] types = new Class<?>[tensors.length];
            Arrays.fill(types, Tensor.class);
            Object result = loader.loadClass(instance.className() + (compiled ? "Kernels" : ""))
                    .getMethod(instance.methodName(fused), types)
                    .invoke(null, (Object[]) tensors);
            List<NdArray> results = new ArrayList<>();
            for (Tensor tensor : Tensors.results(result)) {
                results.add(CaseCalls.array(tensor));
            }
            return results;
        }
    }

    private static void compare(
            String context, NdArray expected, NdArray actual, boolean rounded, List<String> differences) {
        if (expected.dtype() != actual.dtype() || !Arrays.equals(expected.dims(), actual.dims())) {
            differences.add(context + " is " + actual + " instead of " + expected);
            return;
        }
        double tolerance = tolerance(expected, rounded);
        for (int i = 0; i < expected.elements().length; i++) {
            double wanted = expected.elements()[i].asDouble();
            double found = actual.elements()[i].asDouble();
            boolean same = Double.compare(wanted, found) == 0 || Math.abs(wanted - found) <= tolerance;
            if (!same) {
                differences.add(context + " element " + i + " is " + found + " instead of " + wanted);
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
