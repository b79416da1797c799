package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The backward pass of one loss over the recorded ops, with the same steps as the compiler's, on tensors. */
final class BackwardPass {

    private final OpTape tape;
    private final List<TapedCall> calls;
    /** Values that depend on the parameters, by the view that the tape holds. */
    private final Set<Tensor> active = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Contributions to each value from the ops that read it. */
    private final Map<Tensor, List<TapedContribution>> contributions = new IdentityHashMap<>();

    BackwardPass(OpTape tape, List<TapedCall> calls) {
        this.tape = tape;
        this.calls = calls;
    }

    /** Returns new tensors, one per parameter. */
    List<Tensor> gradients(Tensor loss, List<Tensor> parameters, List<String> names) {
        parameters.forEach(parameter -> active.add(tape.hold(parameter)));
        activate(calls);
        contributions.put(tape.hold(loss), new ArrayList<>(List.of(TapedContribution.of(Ops.onesLike(loss)))));
        propagate(calls);
        List<Tensor> gradients = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            Tensor parameter = tape.hold(parameters.get(i));
            if (!contributions.containsKey(parameter) || !active.contains(tape.hold(loss))) {
                throw new GradientException(RuntimeProblem.LOSS_INDEPENDENT, names.get(i));
            }
            Tensor gradient = merged(parameter).whole();
            boolean isReturned = gradients.stream().anyMatch(other -> other == gradient);
            gradients.add(isReturned ? Ops.identityMath(gradient) : gradient);
        }
        return gradients;
    }

    private void activate(List<TapedCall> some) {
        for (TapedCall call : some) {
            if (!activeOperands(call).isEmpty()) {
                if (Arrays.stream(call.results()).noneMatch(result -> result != null && isFloat(result))) {
                    // No contribution reaches integers, such as the bits of a number.
                    requireGradient(call.rules());
                }
                Arrays.stream(call.results())
                        .filter(result -> result != null && isFloat(result))
                        .forEach(active::add);
            }
        }
    }

    /** Returns the positions of the operands through which an op depends on the parameters. */
    private Set<Integer> activeOperands(TapedCall call) {
        Set<Integer> operands = new TreeSet<>();
        for (int i = 0; i < call.arguments().length; i++) {
            boolean depends = TapedCall.tensors(call.arguments()[i]).stream()
                    .anyMatch(operand -> active.contains(operand) && isFloat(operand));
            if (depends && !call.rules().nonDifferentiable().contains(i)) {
                operands.add(i);
            }
        }
        return operands;
    }

    private static boolean isFloat(Tensor tensor) {
        return OpTape.isDifferentiable(tensor);
    }

    private void propagate(List<TapedCall> some) {
        for (int i = some.size() - 1; i >= 0; i--) {
            TapedCall call = some.get(i);
            Set<Integer> operands = activeOperands(call);
            Set<Integer> reached = new HashSet<>();
            for (int result = 0; result < call.results().length; result++) {
                Tensor value = call.results()[result];
                if (active.contains(value) && contributions.containsKey(value)) {
                    reached.add(result);
                }
            }
            if (!operands.isEmpty() && !reached.isEmpty()) {
                differentiate(call, reached, operands);
            }
        }
    }

    private void differentiate(TapedCall call, Set<Integer> reached, Set<Integer> operands) {
        OpGradientInfo rules = call.rules();
        requireGradient(rules);
        List<TapedGradientRule> fitting = rules.rules(reached, operands);
        if (fitting.isEmpty() && call.inside().isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_GRADIENT, rules.op(), "it has no rule for these operands");
        }
        if (fitting.isEmpty()) {
            activate(call.inside());
            propagate(call.inside());
            return;
        }
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] cotangents = new Tensor[call.results().length];
            Tensor mask = null;
            for (int result : reached) {
                TapedContribution cotangent = merged(call.results()[result]);
                boolean masked = rules.pointwise() && reached.size() == 1 && keepsDims(call, operands);
                mask = masked ? cotangent.mask() : null;
                cotangents[result] = masked ? cotangent.value() : cotangent.whole();
            }
            OpApplication application = new OpApplication(call, cotangents, rules.wide(), active::contains);
            for (TapedGradientRule rule : fitting) {
                contribute(call, rule, rule.formula().adjoints(application), mask, scope);
            }
        }
    }

    private static void requireGradient(OpGradientInfo rules) {
        if (!rules.absence().isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_GRADIENT, rules.op(), rules.absence());
        }
    }

    /** Returns true if no operand is broadcast. */
    private static boolean keepsDims(TapedCall call, Set<Integer> operands) {
        long[] dims = Tensors.dims(call.results()[0]);
        return operands.stream()
                .flatMap(operand -> TapedCall.tensors(call.arguments()[operand]).stream())
                .allMatch(operand -> Arrays.equals(Tensors.dims(operand), dims));
    }

    private void contribute(
            TapedCall call, TapedGradientRule rule, TapedContribution[] adjoints, Tensor mask, TensorScope scope) {
        int next = 0;
        for (int position : rule.operands()) {
            for (Tensor operand : TapedCall.tensors(call.arguments()[position])) {
                TapedContribution adjoint = adjoints[next++];
                if (active.contains(operand)) {
                    TapedContribution fitted = adjoint.within(mask).fitted(operand);
                    scope.keep(fitted.value());
                    if (fitted.mask() != null) {
                        scope.keep(fitted.mask());
                    }
                    contributions
                            .computeIfAbsent(operand, key -> new ArrayList<>())
                            .add(fitted);
                }
            }
        }
    }

    /** Returns the sum of a value's contributions in their order; f16 and bf16 are rounded once. */
    private TapedContribution merged(Tensor value) {
        List<TapedContribution> addends = contributions.get(value);
        Tensor mask = addends.get(0).mask();
        boolean sameMask = addends.stream().allMatch(addend -> addend.mask() == mask);
        Tensor sum = sameMask ? addends.get(0).value() : addends.get(0).whole();
        if (addends.size() > 1) {
            List<Tensor> tensors = addends.stream()
                    .map(addend -> sameMask ? addend.value() : addend.whole())
                    .toList();
            boolean wide = tensors.stream().anyMatch(tensor -> tensor.dtype() == DType.F32);
            sum = Ops.addN(tensors.stream()
                    .map(tensor -> wide ? Expansions.as(tensor, DType.F32) : tensor)
                    .toArray(Tensor[]::new));
        }
        TapedContribution rounded = new TapedContribution(sameMask ? mask : null, Expansions.as(sum, value.dtype()));
        addends.clear();
        addends.add(rounded);
        return rounded;
    }
}
