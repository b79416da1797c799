package io.graphkernel.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Source of random functions of two doubles, piecewise smooth, with branches and loops whose number of iterations
 * depends on the element, and of kernels with their derivatives.
 */
public final class RandomDerivatives {

    private static final int MAX_DEPTH = 3;

    private final Random random;
    private final StringBuilder source = new StringBuilder();
    private final List<String> variables = new ArrayList<>();
    private int locals;

    private RandomDerivatives(long seed) {
        this.random = new Random(seed);
    }

    /**
     * Returns the source of a class {@code element.RandomDerivatives}.
     *
     * @param count number of functions {@code f0}, …, each with kernels {@code f0ByX} and {@code f0ByY}
     * @param seed seed of the functions
     */
    public static String of(int count, long seed) {
        RandomDerivatives functions = new RandomDerivatives(seed);
        functions.source.append("""
            package element;

            import static io.graphkernel.runtime.Elementwise.mapDouble;
            import static io.graphkernel.runtime.Gradients.gradient;
            import static io.graphkernel.runtime.Ops.reduceSum;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            @SuppressWarnings("unused")
            public final class RandomDerivatives {
            """);
        for (int i = 0; i < count; i++) {
            functions.function("f" + i);
        }
        return functions.source.append("}\n").toString();
    }

    private void function(String name) {
        variables.clear();
        variables.add("x");
        variables.add("y");
        locals = 0;
        line(1, "public static double " + name + "(double x, double y) {");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            statement(2, MAX_DEPTH);
        }
        line(2, "return " + expression(MAX_DEPTH) + ";");
        line(1, "}");
        for (String operand : List.of("x", "y")) {
            line(1, "@GraphKernel");
            line(
                    1,
                    "public static Tensor " + name + "By" + operand.toUpperCase(Locale.ROOT)
                            + "(@TensorType(\"f64[n]\") Tensor x, @TensorType(\"f64[n]\") Tensor y) {");
            line(
                    2,
                    "return gradient(() -> reduceSum(mapDouble(x, y, RandomDerivatives::" + name + ")), " + operand
                            + ");");
            line(1, "}");
        }
    }

    private void statement(int indent, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        if (kind == 1) {
            line(indent, "if (" + condition() + ") {");
            block(indent + 1, depth - 1);
            line(indent, "} else {");
            block(indent + 1, depth - 1);
            line(indent, "}");
        } else if (kind == 2) {
            String counter = "i" + locals++;
            line(indent, "int " + counter + " = 0;");
            line(indent, "while (" + counter + " < 6 && " + condition() + ") {");
            line(indent + 1, counter + "++;");
            if (random.nextInt(3) == 0) {
                line(indent + 1, "if (" + condition() + ") {");
                line(indent + 2, any(List.of("break;", "continue;", "return " + expression(1) + ";")));
                line(indent + 1, "}");
            }
            block(indent + 1, depth - 1);
            line(indent, "}");
        } else if (random.nextBoolean()) {
            line(indent, any(variables) + any(List.of(" = ", " += ", " -= ")) + expression(depth) + ";");
        } else {
            String local = "v" + locals++;
            line(indent, "double " + local + " = " + expression(depth) + ";");
            variables.add(local);
        }
    }

    private void block(int indent, int depth) {
        int before = variables.size();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            statement(indent, depth);
        }
        variables.subList(before, variables.size()).clear();
    }

    private String condition() {
        return expression(1) + any(List.of(" < ", " > ")) + expression(1);
    }

    private String expression(int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 3);
        return switch (kind) {
            case 0 -> any(List.of("0.5", "-0.25", "1.5", "0.1", "2.0"));
            case 1, 2 -> any(variables);
            case 3 -> "(" + condition() + " ? " + expression(depth - 1) + " : " + expression(depth - 1) + ")";
            // Bounded, so that repeated products do not overflow.
            case 4 -> "Math.sin(" + expression(depth - 1) + ")";
            case 5 -> "(" + expression(depth - 1) + " / (1.5 + Math.cos(" + expression(depth - 1) + ")))";
            default ->
                "(" + expression(depth - 1) + any(List.of(" + ", " - ", " * 0.5 * ")) + expression(depth - 1) + ")";
        };
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void line(int indent, String text) {
        source.append("    ".repeat(indent)).append(text).append('\n');
    }
}
