package io.graphkernel.conformance.random;

import java.util.List;
import java.util.Random;

/** Source of random recurrences, each as a loop over a dim, with an array or a list, and written out. */
public final class RandomLoops {

    private static final int STEPS = 6;
    private static final int INNER_STEPS = 3;
    private static final int MAX_STATEMENTS = 5;

    private final Random random;
    private final StringBuilder source = new StringBuilder();

    private RandomLoops(long seed) {
        this.random = new Random(seed);
    }

    /**
     * Returns the source of a class {@code RandomLoops}.
     *
     * @param programs number of recurrences; each is a method {@code loop0} and a method {@code unrolled0}
     * @param seed seed of the programs
     */
    public static String of(int programs, long seed) {
        RandomLoops loops = new RandomLoops(seed);
        loops.source.append("""
            package loops;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import java.util.ArrayList;
            import java.util.List;

            @SuppressWarnings("unused")
            public final class RandomLoops {
                public record Results(Tensor h, Tensor s, Tensor states) {}
            """);
        for (int i = 0; i < programs; i++) {
            loops.program(i);
        }
        return loops.source.append("}\n").toString();
    }

    private void program(int number) {
        int count = 1 + random.nextInt(MAX_STATEMENTS);
        boolean nested = random.nextInt(3) == 0;
        boolean swaps = random.nextInt(4) == 0;
        boolean reversed = random.nextBoolean();
        List<String> statements = random.ints(count)
                .mapToObj(seed -> (random.nextBoolean() ? "h" : "s") + " = " + expression(2) + ";")
                .toList();
        String stored = List.of("h", "s", "add(h, s)", "row").get(random.nextInt(4));
        boolean isFor = random.nextBoolean();
        boolean isBroken = random.nextBoolean();
        boolean isList = random.nextBoolean();
        header("loop" + number, "t", "m");
        source.append("        List<Tensor> list = new ArrayList<>();\n");
        if (isFor) {
            source.append("        for (int i = 0; i < x.dimension(0); i++) {\n");
        } else {
            source.append("        int i = 0;\n        while (")
                    .append(
                            isBroken
                                    ? "true) {\n        if (i >= x.dimension(0)) break;\n"
                                    : "i < x.dimension(0)) {\n");
        }
        step(reversed ? "x.dimension(0) - 1 - i" : "i", statements, swaps);
        if (nested) {
            source.append("        for (int j = 0; j < y.dimension(0); j++) {\n");
            inner("j");
            source.append("        }\n");
        }
        source.append(isList ? "        list.add(" + stored + ");\n" : "        states[i] = " + stored + ";\n");
        source.append(isFor ? "        }\n" : "        i++;\n        }\n");
        footer(isList ? "stack(0, list.toArray(new Tensor[0]))" : "stack(0, states)");
        header("unrolled" + number, Integer.toString(STEPS), Integer.toString(INNER_STEPS));
        StringBuilder states = new StringBuilder("stack(0");
        for (int i = 0; i < STEPS; i++) {
            step(Integer.toString(reversed ? STEPS - 1 - i : i), statements, swaps);
            for (int j = 0; nested && j < INNER_STEPS; j++) {
                inner(Integer.toString(j));
            }
            source.append("        Tensor state")
                    .append(i)
                    .append(" = ")
                    .append(stored)
                    .append(";\n");
            states.append(", state").append(i);
        }
        footer(states + ")");
    }

    private void header(String name, String steps, String innerSteps) {
        source.append("""

                @GraphKernel
                public static Results %s(
                        @TensorType("f32[%s, b, c]") Tensor x,
                        @TensorType("f32[%s, b, c]") Tensor y,
                        @TensorType("f32[b, c]") Tensor h0,
                        @TensorType("f32[b, c]") Tensor s0,
                        @TensorType("f32[c, c]") Tensor w) {
                    Tensor h = h0;
                    Tensor s = s0;
                    Tensor row;
                    Tensor t;
            """.formatted(name, steps, innerSteps));
        if (!Character.isDigit(steps.charAt(0))) {
            source.append("        Tensor[] states = new Tensor[(int) x.dimension(0)];\n");
        }
    }

    private void step(String index, List<String> statements, boolean swaps) {
        source.append("        row = squeeze(narrow(x, 0, ").append(index).append(", 1), 0);\n");
        statements.forEach(
                statement -> source.append("        ").append(statement).append('\n'));
        if (swaps) {
            source.append("        t = h;\n        h = s;\n        s = t;\n");
        }
    }

    private void inner(String index) {
        source.append("        h = add(mul(h, 0.5f), squeeze(narrow(y, 0, ")
                .append(index)
                .append(", 1), 0));\n        s = mul(s, h);\n");
    }

    private void footer(String states) {
        source.append("        return new Results(h, s, ").append(states).append(");\n    }\n");
    }

    private String expression(int depth) {
        if (depth == 0) {
            return List.of("h", "s", "row", "h0").get(random.nextInt(4));
        }
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> "add(" + a + ", " + b + ")";
            case 1 -> "sub(" + a + ", " + b + ")";
            case 2 -> "mul(" + a + ", " + b + ")";
            case 3 -> "maximum(" + a + ", " + b + ")";
            case 4 -> "tanh(" + a + ")";
            case 5 -> "mul(matMul(" + a + ", w), 0.25f)";
            case 6 -> "sub(" + a + ", reduceMean(" + b + ", 1, true))";
            case 7 -> "softmax(" + a + ", -1)";
            default -> "select(greater(" + a + ", 0f), " + b + ", mul(" + a + ", 0.5f))";
        };
    }
}
