package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.row.OpGradient;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Gradient notes of the page of ops. */
final class GradientText {

    private GradientText() {}

    static String of(OpRow row) {
        OpGradient gradient = row.gradient();
        if (!gradient.absence().isEmpty()) {
            return "none: " + gradient.absence();
        }
        List<String> floats = row.operandParameters().stream()
                .filter(operand -> mayBeFloating(row, operand))
                .map(OpParameter::name)
                .toList();
        if (floats.isEmpty() || row.results().stream().noneMatch(result -> mayBeFloating(row, result))) {
            return "none: " + (floats.isEmpty() ? "no operand is" : "the result is not") + " floating-point";
        }
        return text(row, gradient, floats);
    }

    private static String text(OpRow row, OpGradient gradient, List<String> floats) {
        List<String> ruled = floats.stream()
                .filter(operand ->
                        !gradient.rules(results(row), Set.of(operand)).isEmpty())
                .toList();
        List<String> constant =
                floats.stream().filter(gradient.nonDifferentiable()::contains).toList();
        List<String> phrases = new ArrayList<>();
        if (!ruled.isEmpty()) {
            phrases.add(ruled.equals(floats) ? "a rule" : "a rule for " + String.join(", ", ruled));
        }
        if (!constant.isEmpty()) {
            phrases.add("constant in " + String.join(", ", constant));
        }
        if (ruled.size() + constant.size() < floats.size() && row.expansion().isPresent()) {
            phrases.add(phrases.isEmpty() ? "through its expansion" : "else through its expansion");
        }
        return String.join("; ", phrases);
    }

    /** Returns the results of the first rule. */
    private static Set<String> results(OpRow row) {
        return row.gradient().rules().isEmpty()
                ? Set.of()
                : Set.copyOf(row.gradient().rules().get(0).results());
    }

    private static boolean mayBeFloating(OpRow row, OpParameter operand) {
        return switch (operand.dtype()) {
            case BOOL, I8, I32, I64, INDEX -> false;
            case SHARED -> row.dtypes().dtypes().stream().anyMatch(dtype -> dtype.isFloating());
            default -> true;
        };
    }

    private static boolean mayBeFloating(OpRow row, OpResult result) {
        return switch (result.dtype()) {
            case BOOL, I8, I32, I64, INDEX -> false;
            case SHARED -> row.dtypes().dtypes().stream().anyMatch(dtype -> dtype.isFloating());
            default -> true;
        };
    }
}
