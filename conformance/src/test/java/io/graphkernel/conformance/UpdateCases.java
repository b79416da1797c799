package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Optimizers;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cases of in-place updates: assignments and optimizer steps. */
final class UpdateCases {

    private static final Sampler VALUES = Sampler.between(-2, 2).atMagnitudes(-1e18, 1e18);
    private static final Sampler SQUARES = Sampler.between(0.25, 2).atMagnitudes(0, 1e36);
    private static final Sampler RATE = Sampler.between(0.01, 0.25);
    private static final Sampler BETA = Sampler.oneOf(0.5, 0.75, 0.875);
    private static final Sampler REST = Sampler.oneOf(0.5, 0.25, 0.125);
    private static final Sampler EPSILON = Sampler.oneOf(0x1p-10, 0x1p-8);
    private static final Sampler SWITCH = Sampler.oneOf(0, 1);
    private static final Sampler STEPS = Sampler.oneOf(1, 2, 7);

    private UpdateCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.STORED) {
            addAssign(cases, dtype, "whole", "n, d");
            addAssign(cases, dtype, "row", "d");
        }
        for (DType dtype : Dtypes.NUMBERS) {
            addAccumulation(cases, dtype, "AssignAdd", Scalar::plus);
            addAccumulation(cases, dtype, "AssignSub", Scalar::minus);
        }
        for (DType dtype : Dtypes.REALS) {
            addOptimizers(cases, dtype);
        }
        return cases.stream();
    }

    private static void addAccumulation(List<Case> cases, DType dtype, String op, BinaryOperator<Scalar> function) {
        Operand operand = operand(dtype, "n, d", Sampler.between(-9, 9));
        cases.add(Case.of(op, "", dtype, "$(a, b)", x -> List.of(x[0].zip(x[1], function)), operand, operand)
                .returnsNothing()
                .updates(0));
    }

    private static void addAssign(List<Case> cases, DType dtype, String form, String dims) {
        cases.add(Case.of(
                        "Assign",
                        form,
                        dtype,
                        "$(a, b)",
                        x -> List.of(NdArray.generate(dtype, x[0].dims(), x[1]::at)),
                        operand(dtype, "n, d", Sampler.anything()),
                        operand(dtype, dims, Sampler.anything()))
                .returnsNothing()
                .updates(0)
                .signedZero(true));
    }

    private static void addOptimizers(List<Case> cases, DType dtype) {
        List<Sampler> adam = List.of(VALUES, VALUES, SQUARES, REST, REST, RATE, BETA, BETA, EPSILON, VALUES);
        for (boolean nesterov : new boolean[] {false, true}) {
            cases.add(update(
                    "Adam",
                    nesterov ? "nesterov" : "",
                    dtype,
                    ", " + nesterov,
                    x -> Optimizers.adam(nesterov, x),
                    List.of(0, 1, 2, 9),
                    adam,
                    0,
                    1,
                    2));
        }
        List<Sampler> decayed = List.of(VALUES, SQUARES, VALUES, VALUES, RATE, BETA, REST, BETA, REST, RATE, EPSILON);
        List<Integer> tensors = List.of(0, 1, 2, 3);
        cases.add(update("AdamApplyOneWithDecay", "", dtype, "", Optimizers::adamApplyOneWithDecay, tensors, decayed)
                .results("v", "m", "var"));
        cases.add(update(
                "AdamApplyOneWithDecayAssign",
                "",
                dtype,
                "",
                Optimizers::adamApplyOneWithDecay,
                tensors,
                decayed,
                1,
                2,
                3));
        cases.add(update(
                "AdamWeightDecay",
                "",
                dtype,
                "",
                Optimizers::adamWeightDecay,
                List.of(0, 1, 2, 8),
                List.of(VALUES, VALUES, SQUARES, RATE, BETA, BETA, EPSILON, RATE, VALUES),
                0,
                1,
                2));
        cases.add(update(
                        "LambApplyOptimizerAssign",
                        "",
                        dtype,
                        "",
                        Optimizers::lambUpdate,
                        tensors,
                        List.of(VALUES, SQUARES, VALUES, VALUES, BETA, REST, BETA, REST, EPSILON, STEPS, SWITCH, RATE),
                        1,
                        2)
                .results("update"));
        cases.add(update(
                "LambApplyWeightAssign",
                "",
                dtype,
                "",
                x -> new Scalar[] {Optimizers.lambWeight(x)},
                List.of(3, 4),
                List.of(Sampler.oneOf(0, 1, 2, 3), Sampler.oneOf(0, 1, 4), RATE, VALUES, VALUES),
                4));
        for (boolean nesterov : new boolean[] {false, true}) {
            String form = nesterov ? "nesterov" : "";
            String flag = ", " + nesterov;
            cases.add(update(
                    "ApplyMomentum",
                    form,
                    dtype,
                    flag,
                    x -> Optimizers.momentum(nesterov, x),
                    List.of(0, 1, 3),
                    List.of(VALUES, VALUES, RATE, VALUES, BETA),
                    0,
                    1));
            cases.add(update(
                    "SGD",
                    form,
                    dtype,
                    flag,
                    x -> Optimizers.sgd(nesterov, x),
                    List.of(0, 1, 3),
                    List.of(VALUES, VALUES, RATE, VALUES, BETA, REST, RATE),
                    0,
                    3));
        }
        cases.add(update(
                "ApplyRMSProp",
                "",
                dtype,
                "",
                Optimizers::rmsProp,
                List.of(0, 1, 2, 4),
                List.of(VALUES, SQUARES, VALUES, RATE, VALUES, BETA, BETA, EPSILON),
                0,
                1,
                2));
        cases.add(update(
                "ApplyAdagradV2",
                "",
                dtype,
                "",
                Optimizers::adagrad,
                List.of(0, 1, 3),
                List.of(VALUES, SQUARES, RATE, VALUES, EPSILON),
                0,
                1));
    }

    /** An update for which some operands are matrices and the others of rank 0; the oracle's order is the updates'. */
    private static Case update(
            String op,
            String form,
            DType dtype,
            String attributes,
            Function<Scalar[], Scalar[]> definition,
            List<Integer> tensors,
            List<Sampler> samplers,
            Integer... updated) {
        Operand[] operands = IntStream.range(0, samplers.size())
                .mapToObj(i -> operand(dtype, tensors.contains(i) ? "n, d" : "", samplers.get(i)))
                .toArray(Operand[]::new);
        String call =
                IntStream.range(0, operands.length).mapToObj(Case::name).collect(Collectors.joining(", ", "$(", ""));
        return Case.of(op, form, dtype, call + attributes + ")", x -> apply(dtype, definition, x), operands)
                .returnsNothing()
                .updates(updated)
                .interpretedPlan();
    }

    private static List<NdArray> apply(DType dtype, Function<Scalar[], Scalar[]> definition, NdArray... x) {
        int[] dims = NdArray.broadcast(x);
        List<Scalar[]> elements = new ArrayList<>();
        NdArray.generate(dtype, dims, p -> {
            elements.add(
                    definition.apply(Stream.of(x).map(operand -> operand.at(p)).toArray(Scalar[]::new)));
            return null;
        });
        int results = elements.isEmpty() ? 0 : elements.get(0).length;
        return IntStream.range(0, results)
                .mapToObj(i -> new NdArray(
                        dtype, dims, elements.stream().map(result -> result[i]).toArray(Scalar[]::new)))
                .toList();
    }

    private static Operand operand(DType dtype, String dims, Sampler sampler) {
        return new Operand(dtype, dims, sampler);
    }
}
