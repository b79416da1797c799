package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.launch.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Emitter of size expressions. */
final class SizeCode {

    private final MethodNames names;
    private final Map<Size.Named, String> variables = new HashMap<>();
    /** Variable with the planned offsets. */
    private String offsets;

    SizeCode(MethodNames names) {
        this.names = names;
    }

    /** Emits declarations of sizes that are computed once. */
    CodeBlock declare(List<Size.Named> sizes) {
        CodeBlock.Builder code = CodeBlock.builder();
        for (Size.Named size : sizes) {
            String value = text(size.size());
            String variable = names.unique(size.name() + size.index());
            variables.put(size, variable);
            code.addStatement("final long $L = $L", variable, value);
        }
        return code.build();
    }

    /** Returns the name of the variable with the offsets planned by the runtime. */
    String declareOffsets() {
        offsets = names.unique("offsets");
        return offsets;
    }

    /** Returns an expression of type long, or an integer literal. */
    String text(Size size) {
        if (size instanceof Size.Sum sum) {
            return sum.terms().stream().map(this::text).collect(Collectors.joining(" + "));
        }
        if (size instanceof Size.Product product) {
            List<Size> factors = product.factors().stream()
                    .filter(factor -> !factor.equals(Size.ONE))
                    .toList();
            return factors.isEmpty()
                    ? text(Size.ONE)
                    : factors.stream().map(this::operand).collect(Collectors.joining(" * "));
        }
        return operand(size);
    }

    /** Returns an expression that needs no parentheses as an operand. */
    private String operand(Size size) {
        if (size instanceof Size.OfDim of) {
            return of.dim() instanceof Dim.Constant constant ? constant.size() + "L" : names.dim(of.dim());
        }
        if (size instanceof Size.Named named) {
            return variables.get(named);
        }
        if (size instanceof Size.Planned planned) {
            return offsets + "[" + planned.index() + "]";
        }
        if (size instanceof Size.Aligned aligned) {
            return "LaunchFrame.aligned(" + text(aligned.bytes()) + ")";
        }
        if (size instanceof Size.CeilDiv quotient) {
            return "LaunchFrame.ceilDiv(" + text(quotient.dividend()) + ", " + text(quotient.divisor()) + ")";
        }
        if (size instanceof Size.IfAny choice) {
            String counts = choice.counts().stream().map(this::operand).collect(Collectors.joining(" | "));
            String total = choice.counts().size() > 1 ? "(" + counts + ")" : counts;
            return "(" + total + " == 0 ? 0 : " + text(choice.size()) + ")";
        }
        return "(" + text(size) + ")";
    }
}
