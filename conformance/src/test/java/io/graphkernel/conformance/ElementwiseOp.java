package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An elementwise op, and the forms in which its operands may come. */
final class ElementwiseOp {

    /** A function of one element of each operand. */
    @FunctionalInterface
    interface Definition {
        Scalar apply(Scalar... elements);
    }

    /** Ops tested with declared shapes, which differ only in the loops that ops share. */
    private static final Set<String> REPRESENTATIVE = Set.of("Sub", "Exp", "Less", "LogicalOr", "Select", "GeLU");

    private final String op;
    private final int arity;
    private final Definition definition;
    private List<DType> dtypes = Dtypes.REALS;
    private List<Sampler> samplers;
    private String variant = "";
    private String call;
    private Set<Integer> numbers = Set.of();
    private boolean condition;
    private boolean toBool;
    private boolean signedZero;
    private boolean basic;

    ElementwiseOp(String op, int arity, Definition definition) {
        this.op = op;
        this.arity = arity;
        this.definition = definition;
        this.samplers = Stream.generate(Sampler::anything).limit(arity).toList();
        this.call = "$(" + IntStream.range(0, arity).mapToObj(Case::name).collect(Collectors.joining(", ")) + ")";
    }

    ElementwiseOp over(List<DType> taken) {
        dtypes = taken;
        return this;
    }

    /** Draws the elements of each operand from its domain; all operands have the last one's if fewer are given. */
    ElementwiseOp within(Sampler... domains) {
        samplers = IntStream.range(0, arity)
                .mapToObj(i -> domains[Math.min(i, domains.length - 1)])
                .toList();
        return this;
    }

    ElementwiseOp call(String name, String expression) {
        variant = name;
        call = expression;
        return this;
    }

    /** Operands of rank 0. */
    ElementwiseOp numbers(Integer... indices) {
        numbers = Set.of(indices);
        return this;
    }

    /** The first operand is bool. */
    ElementwiseOp condition() {
        condition = true;
        return this;
    }

    /** The result is bool. */
    ElementwiseOp toBool() {
        toBool = true;
        return this;
    }

    /** Its accuracy is that of one function. */
    ElementwiseOp basic() {
        basic = true;
        return this;
    }

    ElementwiseOp signedZero() {
        signedZero = true;
        return this;
    }

    /** Any shapes for each dtype; for f32 and a few ops the forms that the compiler knows of, too. */
    Stream<Case> cases() {
        return dtypes.stream().flatMap(dtype -> {
            if (!numbers.isEmpty()) {
                return Stream.of(build(dtype, "numbers", call, i -> numbers.contains(i) ? "" : "n, d", this::apply));
            }
            List<Case> cases = new ArrayList<>();
            cases.add(unranked(dtype));
            if (Scope.isWide(dtype) || dtypes.size() == 1) {
                cases.add(permuted(dtype));
            }
            if (TestTier.isExhaustive() || REPRESENTATIVE.contains(op)) {
                cases.add(declared(dtype, "rows", "n, d", "d"));
                if (arity > 1) {
                    cases.add(declared(dtype, "inner", "n, 1", "n, d"));
                    cases.add(declared(dtype, "scalar", "n, d", ""));
                }
            }
            return cases.stream();
        });
    }

    private Case unranked(DType dtype) {
        return build(dtype, "", call, i -> Operand.UNRANKED, this::apply);
    }

    private Case declared(DType dtype, String form, String first, String others) {
        return build(dtype, form, call, i -> i == 0 ? first : others, this::apply);
    }

    /** The first operand arrives with its axes exchanged. */
    private Case permuted(DType dtype) {
        String transposed = call.replaceFirst("\\ba\\b", "Ops.transpose(a, 1, 0)");
        return build(dtype, "permuted", transposed, i -> i == 0 ? "d, n" : "n, d", x -> {
            NdArray[] operands = x.clone();
            operands[0] = Movement.transpose(x[0], 1, 0);
            return apply(operands);
        });
    }

    private Case build(DType dtype, String form, String expression, IntFunction<String> dims, Oracle oracle) {
        Operand[] operands = IntStream.range(0, arity)
                .mapToObj(i -> new Operand(condition && i == 0 ? DType.BOOL : dtype, dims.apply(i), samplers.get(i)))
                .toArray(Operand[]::new);
        String name = Stream.of(variant, form).filter(word -> !word.isEmpty()).collect(Collectors.joining("_"));
        Case built = Case.of(op, name, dtype, expression, oracle, operands).signedZero(signedZero);
        if (basic) {
            built.basic();
        }
        return form.equals("rows") ? built.large() : built;
    }

    private List<NdArray> apply(NdArray... x) {
        DType result = toBool ? DType.BOOL : x[condition ? 1 : 0].dtype();
        return List.of(NdArray.generate(result, NdArray.broadcast(x), position -> {
            Scalar[] elements = new Scalar[x.length];
            for (int i = 0; i < x.length; i++) {
                elements[i] = x[i].at(position);
            }
            return definition.apply(elements);
        }));
    }
}
