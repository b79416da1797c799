package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A loss over the result of an op, Σ sin y, and its gradient: a kernel for each, and the gradient in f32 too.
 *
 * @param loss in f64
 * @param gradient in f64
 * @param narrow the gradient in f32
 * @param wanted the operands by which is differentiated
 */
record GradientCases(Case loss, Case gradient, Case narrow, List<Integer> wanted) {

    /** A kernel gives no more results than records for them are written. */
    private static final int MAX_RESULTS = 4;

    /** Operands without restrictions: away from poles and kinks. */
    private static final Sampler TAME = Sampler.between(0.2, 0.9);

    private static final Sampler ABOVE_ONE = Sampler.between(1.2, 1.9);

    /**
     * Operands on which the first result of floats does not depend, by position: others are compared with them, or they make
     * another result.
     */
    private static final Map<String, Set<Integer>> INDEPENDENT = Map.of(
            "SoftplusExt", Set.of(2),
            "SoftplusGradExt", Set.of(3),
            "ClipByNormNoDivSum", Set.of(1),
            "SquareSumAll", Set.of(1),
            "MeshGrid", Set.of(1, 2),
            "AddRmsNormQuant", Set.of(3, 4));

    private static List<GradientCases> gradientCases;

    /** Returns the cases of differentiable ops; the first variant of each or, in the exhaustive tier, all. */
    static synchronized List<GradientCases> all() {
        if (gradientCases == null) {
            gradientCases = found();
        }
        return gradientCases;
    }

    private static List<GradientCases> found() {
        Map<String, GradientCases> found = new LinkedHashMap<>();
        for (Case tested : Cases.all()) {
            if (tested.dtype() == DType.F64 && Table.claims(tested) && !tested.isCompiledOnly()) {
                String key = TestTier.isExhaustive() ? tested.kernel() : tested.op();
                if (!found.containsKey(key)) {
                    of(tested).ifPresent(cases -> found.put(key, cases));
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static Optional<GradientCases> of(Case tested) {
        OpRow row = Table.row(tested.op()).orElseThrow();
        List<Operand> operands = tested.operands().stream()
                .map(operand -> new Operand(
                        operand.dtype(),
                        operand.isUnranked() ? "n, d" : operand.dims(),
                        operand.sampler().isUnlimited() ? tame(row) : operand.sampler()))
                .toList();
        List<Integer> wanted = IntStream.range(0, operands.size())
                .filter(i -> operands.get(i).dtype() == DType.F64)
                .filter(i -> i >= row.operandParameters().size()
                        || !row.gradient()
                                .nonDifferentiable()
                                .contains(row.operandParameters().get(i).name()))
                .filter(i -> !INDEPENDENT.getOrDefault(row.name(), Set.of()).contains(i))
                .filter(i -> !tested.kernel().contains("gridSample")
                        || !tested.kernel().contains("nearest")
                        || i != 1)
                .limit(MAX_RESULTS)
                .boxed()
                .toList();
        boolean stopped = row.gradient().nonDifferentiable().size() == row.arity();
        if (wanted.isEmpty()
                || stopped
                || !row.gradient().absence().isEmpty()
                || !tested.updated().isEmpty()) {
            return Optional.empty();
        }
        return floatResult(tested, operands).map(accessor -> {
            String value = "Ops.reduceSum(Ops.sin("
                    + tested.call().replace("$", "Ops." + Table.javaName(tested.op()))
                    + accessor + "))";
            return new GradientCases(
                    built(tested, "loss", value, DType.F64, operands, List.of("")),
                    gradient(tested, "gradient", value, DType.F64, operands, wanted),
                    gradient(tested, "narrow", value, DType.F32, operands, wanted),
                    wanted);
        });
    }

    private static Sampler tame(OpRow row) {
        return row.name().equals("Acosh") ? ABOVE_ONE : TAME;
    }

    private static Case gradient(
            Case tested, String name, String value, DType dtype, List<Operand> operands, List<Integer> wanted) {
        String parameters = String.join(", ", wanted.stream().map(Case::name).toList());
        List<String> results = wanted.size() == 1
                ? List.of("")
                : IntStream.range(0, wanted.size()).mapToObj(i -> "[" + i + "]").toList();
        String call = "Gradients.gradient(() -> " + value + ", " + parameters + ")";
        return built(tested, name, call, dtype, operands, results);
    }

    private static Case built(
            Case tested, String name, String call, DType dtype, List<Operand> operands, List<String> results) {
        List<Operand> own = new ArrayList<>();
        for (Operand operand : operands) {
            own.add(operand.dtype() == DType.F64 ? new Operand(dtype, operand.dims(), operand.sampler()) : operand);
        }
        String text = dtype == DType.F64 ? call : call.replace("DType.F64", "DType." + dtype.name());
        Case built = Case.of(
                        tested.op(),
                        tested.kernel() + "_" + name,
                        dtype,
                        text,
                        key -> List.of(),
                        own.toArray(Operand[]::new))
                .results(results.toArray(String[]::new));
        return tested.allowsEmpty() ? built : built.withoutEmpty();
    }

    /** The accessor of the first result of floats. */
    private static Optional<String> floatResult(Case tested, List<Operand> operands) {
        int[][] shapes =
                Sizes.of(built(tested, "", "", DType.F64, operands, List.of())).get(0);
        List<NdArray> results;
        try {
            results = tested.oracle().apply(values(operands, shapes));
        } catch (RuntimeException notForTheseShapes) {
            return Optional.empty();
        }
        return IntStream.range(0, Math.min(results.size(), tested.results().size()))
                .filter(i -> results.get(i).dtype() == DType.F64)
                .mapToObj(i -> tested.results().get(i))
                .map(name -> name.isEmpty() || name.startsWith("[") ? name : "." + name + "()")
                .findFirst();
    }

    private static NdArray[] values(List<Operand> operands, int[][] shapes) {
        SplittableRandom random = new SplittableRandom(5);
        return IntStream.range(0, shapes.length)
                .mapToObj(i -> {
                    Operand operand = operands.get(i);
                    return NdArray.generate(
                            operand.dtype(), shapes[i], p -> operand.sampler().sample(operand.dtype(), random, p));
                })
                .toArray(NdArray[]::new);
    }

    /** Operands of a shape class, in f64 but as exact in f32. */
    NdArray[] operands(int[][] shapes) {
        NdArray[] values = values(loss.operands(), shapes);
        for (int i = 0; i < values.length; i++) {
            if (values[i].dtype() == DType.F64) {
                values[i] = values[i].map(x -> Numbers.number(DType.F64, (float) x.asDouble()));
            }
        }
        return values;
    }

    /** Returns the values rounded to f32. */
    static NdArray[] narrowed(NdArray[] values) {
        NdArray[] narrow = values.clone();
        for (int i = 0; i < narrow.length; i++) {
            if (narrow[i].dtype() == DType.F64) {
                NdArray wide = narrow[i];
                narrow[i] = NdArray.generate(
                        DType.F32,
                        wide.dims(),
                        p -> Numbers.number(DType.F32, wide.at(p).asDouble()));
            }
        }
        return narrow;
    }

    /** A value moved along a direction. */
    static NdArray moved(NdArray x, double[] direction, double step) {
        Real[] moved = new Real[direction.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (Real) Numbers.number(DType.F64, x.elements()[i].asDouble() + step * direction[i]);
        }
        return new NdArray(DType.F64, x.dims(), moved);
    }

    @Override
    public String toString() {
        return loss.kernel().replaceAll("_loss$", "");
    }
}
