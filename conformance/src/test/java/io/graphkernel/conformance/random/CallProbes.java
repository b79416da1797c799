package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Result shapes and operand domains of ops, found by probing. */
final class CallProbes {

    private static final int SAMPLES = 300;
    /** Fewer different samples than this are a choice of constants. */
    private static final int CONSTANTS = 12;
    /** Two sets of sizes of symbols that differ from each other and from usual constants. */
    private static final int[][] PROBES = {{5, 7, 11, 13, 17}, {19, 13, 17, 10, 14}};

    /**
     * The numbers that an operand accepts.
     *
     * @param isChoice true if it accepts few of the numbers between the bounds
     */
    record Domain(double low, double high, boolean isChoice) {

        boolean contains(double[] range) {
            return !isChoice && (range[0] > range[1] || low <= range[0] && range[1] <= high);
        }
    }

    private final Map<OpCall.Operand, Domain> domains = new HashMap<>();
    private final Map<OpCall, Optional<List<Value>>> results = new HashMap<>();

    Domain domain(OpCall.Operand operand) {
        return domains.computeIfAbsent(operand, CallProbes::sample);
    }

    private static Domain sample(OpCall.Operand operand) {
        SplittableRandom random = new SplittableRandom(1);
        TreeSet<Double> samples = new TreeSet<>();
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(operand.sampler().apply(random).asDouble());
        }
        boolean everyInteger = !operand.dtype().isFloat() && samples.last() - samples.first() < samples.size();
        boolean few = samples.size() < CONSTANTS && !everyInteger && operand.dtype() != DType.BOOL;
        return new Domain(samples.first(), samples.last(), few);
    }

    /** The dims of an operand of a call; none if any will do. */
    static List<Dim> pattern(OpCall.Operand operand) {
        return Stream.of(operand.dims() == null ? new String[0] : operand.dims().split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(Dim::of)
                .toList();
    }

    /** Returns the results of a call; empty if the shapes are not expressed by the operands' dims. */
    Optional<List<Value>> results(OpCall call) {
        return results.computeIfAbsent(call, CallProbes::probe);
    }

    private static Optional<List<Value>> probe(OpCall call) {
        List<String> symbols = new ArrayList<>(new TreeSet<>(call.operands().stream()
                .flatMap(operand -> pattern(operand).stream())
                .flatMap(dim -> dim.symbols().stream())
                .toList()));
        if (symbols.size() > PROBES[0].length) {
            return Optional.empty();
        }
        List<List<NdArray>> outcomes = new ArrayList<>();
        for (int[] probe : PROBES) {
            Map<String, Integer> sizes = new HashMap<>();
            symbols.forEach(symbol -> sizes.put(symbol, probe[sizes.size()]));
            Binding binding = new Binding(sizes, Integer.MAX_VALUE);
            NdArray[] operands = call.operands().stream()
                    .map(operand -> operand(operand, binding))
                    .toArray(NdArray[]::new);
            outcomes.add(call.definition().apply(operands));
        }
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < outcomes.get(0).size(); i++) {
            NdArray first = outcomes.get(0).get(i);
            NdArray second = outcomes.get(1).get(i);
            List<Dim> dims = new ArrayList<>();
            for (int axis = 0; axis < first.rank(); axis++) {
                Optional<Dim> dim = dim(first.dims()[axis], second.dims()[axis], symbols);
                if (dim.isEmpty()) {
                    return Optional.empty();
                }
                dims.add(dim.get());
            }
            values.add(new Value("", first.dtype(), dims));
        }
        return Optional.of(values);
    }

    private static NdArray operand(OpCall.Operand operand, Binding binding) {
        SplittableRandom random = new SplittableRandom(1);
        int[] sizes = binding.sizes(pattern(operand));
        return NdArray.generate(
                operand.dtype(), sizes, position -> operand.sampler().apply(random));
    }

    private static Optional<Dim> dim(int first, int second, List<String> symbols) {
        for (int i = 0; i < symbols.size(); i++) {
            if (PROBES[0][i] == first && PROBES[1][i] == second) {
                return Optional.of(new Dim.Symbol(symbols.get(i)));
            }
        }
        return first == second ? Optional.of(Dim.of(first)) : Optional.empty();
    }
}
