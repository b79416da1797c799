package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpGradient;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpResult;
import io.graphkernel.processor.op.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the page of the ops says about the gradient of one. */
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
                floats.stream().filter(gradient.constantIn()::contains).toList();
        List<String> parts = new ArrayList<>();
        if (!ruled.isEmpty()) {
            parts.add(ruled.equals(floats) ? "a rule" : "a rule for " + String.join(", ", ruled));
        }
        if (!constant.isEmpty()) {
            parts.add("constant in " + String.join(", ", constant));
        }
        if (ruled.size() + constant.size() < floats.size() && row.expansion().isPresent()) {
            parts.add(parts.isEmpty() ? "through its expansion" : "else through its expansion");
        }
        return String.join("; ", parts);
    }

    /** Those of the first rule: for which it is. */
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
