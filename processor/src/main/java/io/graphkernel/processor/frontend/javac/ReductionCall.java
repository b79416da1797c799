package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.UnaryTree;
import io.graphkernel.op.counterpart.OpSynonyms;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Call of a reduction by the name of another library, such as {@code mean(x, 1, true)}, in the terms of {@code Ops}.
 *
 * @param tensor the tensor
 * @param axes the axis after a comma; empty for all axes
 * @param keeps the constant that keeps dims, after a comma; empty if they are dropped
 */
record ReductionCall(String tensor, String axes, String keeps) {

    /** Reduction in the table of synonyms, over an axis that stands for any. */
    private static final Pattern EXAMPLE = Pattern.compile("(\\w+)\\([xc], -1\\)");

    /** Returns the advice of a synonym, with the arguments of a call where they are those of a reduction. */
    static String advice(OpSynonyms.Synonym synonym, List<? extends ExpressionTree> arguments) {
        Optional<ReductionCall> call = of(arguments);
        if (call.isEmpty()) {
            return synonym.advice();
        }
        List<String> calls = synonym.calls().stream()
                .filter(example ->
                        call.get().keeps.isEmpty() || EXAMPLE.matcher(example).matches())
                .map(example -> {
                    Matcher reduction = EXAMPLE.matcher(example);
                    return reduction.matches() ? call.get().text(reduction.group(1)) : example;
                })
                .toList();
        return calls.isEmpty() ? synonym.advice() : new OpSynonyms.Synonym(synonym.names(), calls).advice();
    }

    private static Optional<ReductionCall> of(List<? extends ExpressionTree> arguments) {
        boolean hasAxis = arguments.size() >= 2 && isInteger(arguments.get(1));
        boolean hasSwitch = arguments.size() == 3
                && arguments.get(2) instanceof LiteralTree literal
                && literal.getValue() instanceof Boolean;
        if (arguments.isEmpty() || arguments.size() > 1 && !hasAxis || arguments.size() > 2 && !hasSwitch) {
            return Optional.empty();
        }
        String axes = hasAxis ? ", " + Javac.text(arguments.get(1)) : "";
        boolean isKept = hasSwitch && Boolean.TRUE.equals(((LiteralTree) arguments.get(2)).getValue());
        return Optional.of(new ReductionCall(Javac.text(arguments.get(0)), axes, isKept ? ", KEEP_DIMS" : ""));
    }

    private static boolean isInteger(ExpressionTree tree) {
        ExpressionTree number = tree instanceof UnaryTree sign ? sign.getExpression() : tree;
        return number instanceof LiteralTree literal && literal.getValue() instanceof Integer;
    }

    private String text(String op) {
        return op + "(" + tensor + axes + keeps + ")";
    }
}
