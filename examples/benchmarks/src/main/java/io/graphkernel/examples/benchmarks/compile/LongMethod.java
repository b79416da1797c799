package io.graphkernel.examples.benchmarks.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Kernels with any number of ops, as Java text. */
enum LongMethod {
    /** A method of a tutorial, whatever the number of ops. */
    SMALL("one small kernel", "x", "y") {
        @Override
        String body(int ops) {
            return "        return mul(sub(x, y), x);\n";
        }
    },
    /** A row reduction with parameters that gradients are summed for, whatever the number of ops. */
    LAYER_NORM("layer norm", "x", "b") {
        @Override
        String body(int ops) {
            return """
                        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
                        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
                        return add(mul(mul(centred, rsqrt(add(variance, 1e-5))), b), b);
                    """;
        }
    },
    /** Elementwise ops, each over any of the last values. */
    ELEMENTWISE("elementwise ops", "x", "y") {
        @Override
        String body(int ops) {
            return mixed(ops, 0);
        }
    },
    /** With every tenth op a reduction of rows or columns. */
    REDUCTIONS("with reductions", "x", "y") {
        @Override
        String body(int ops) {
            return mixed(ops, 10);
        }
    },
    /** Products, softmaxes and norms, in equal layers. */
    LAYERS("equal layers", "x", "w", "b") {
        @Override
        String body(int ops) {
            return """
                        Tensor v = x;
                        for (int layer = 0; layer < %d; layer++) {
                            Tensor scores = softmax(mul(matMul(v, w), 0.125));
                            Tensor attended = add(add(matMul(scores, w), b), v);
                            Tensor centred = sub(attended, reduceMean(attended, -1, KEEP_DIMS));
                            Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
                            Tensor middle = add(mul(mul(centred, rsqrt(add(variance, 1e-5))), b), b);
                            Tensor up = geLU(add(matMul(middle, w), b));
                            v = add(add(matMul(up, w), b), middle);
                        }
                        return v;
                    """.formatted(Math.max(1, ops / OPS_OF_A_LAYER));
        }
    },
    /** Products, each with a bias and a softmax. */
    SOFTMAXES("softmax(add(matMul(v, w), b))", "x", "w", "b") {
        @Override
        String body(int ops) {
            return """
                        Tensor v = x;
                        for (int i = 0; i < %d; i++) {
                            v = softmax(add(matMul(v, w), b));
                        }
                        return v;
                    """.formatted(Math.max(1, ops / OPS_OF_A_SOFTMAX));
        }
    };

    /** The name of the method. */
    static final String METHOD = "method";

    /** Methods whose time is measured for several numbers of ops. */
    static final List<LongMethod> GROWING = List.of(ELEMENTWISE, REDUCTIONS, LAYERS, SOFTMAXES);

    private static final int OPS_OF_A_LAYER = 20;
    private static final int OPS_OF_A_SOFTMAX = 3;
    /** Maximum distance between an op and its operands. */
    private static final int RECENT = 6;

    private static final List<String> UNARY = List.of("tanh", "sigmoid", "abs", "square", "reLU", "neg");
    private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");

    private static final Map<String, String> TYPES =
            Map.of("x", "f32[n, d]", "y", "f32[n, d]", "w", "f32[d, d]", "b", "f32[d]");

    private final String title;
    private final List<String> parameters;

    LongMethod(String title, String... parameters) {
        this.title = title;
        this.parameters = List.of(parameters);
    }

    String title() {
        return title;
    }

    /** Returns the number of ops for a number of layers. */
    static int layers(int count) {
        return count * OPS_OF_A_LAYER;
    }

    /** Returns the statements of a method of approximately a number of ops. */
    abstract String body(int ops);

    /**
     * Returns a class with one kernel.
     *
     * @param ops approximate number of ops
     * @param attributes of the annotation, in parentheses; empty for none
     */
    String source(String className, int ops, String attributes) {
        String declared = parameters.stream()
                .map(name -> "@TensorType(\"" + TYPES.get(name) + "\") Tensor " + name)
                .collect(Collectors.joining(", "));
        return """
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.GraphKernel;
                import io.graphkernel.annotations.TensorType;
                import io.graphkernel.runtime.Tensor;

                public final class %s {
                    @GraphKernel%s
                    public static Tensor %s(%s) {
                %s    }
                }
                """.formatted(className, attributes, METHOD, declared, body(ops));
    }

    /** Any op over any of the last values; the result is the sum of the last ones, so that nothing is dead. */
    private static String mixed(int ops, int reductionEvery) {
        Random random = new Random(ops);
        List<String> values = new ArrayList<>(List.of("x", "y"));
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < ops; i++) {
            String first = recent(values, random);
            String expression;
            if (reductionEvery > 0 && i % reductionEvery == reductionEvery - 1) {
                String axis = random.nextInt(3) == 0 ? "0" : "-1";
                expression = "sub(" + first + ", reduceMean(" + first + ", " + axis + ", KEEP_DIMS))";
            } else if (random.nextInt(3) == 0) {
                expression = any(UNARY, random) + "(" + first + ")";
            } else {
                expression = any(BINARY, random) + "(" + first + ", " + recent(values, random) + ")";
            }
            String value = "v" + i;
            body.append("        Tensor ")
                    .append(value)
                    .append(" = ")
                    .append(expression)
                    .append(";\n");
            values.add(value);
        }
        String sum = values.get(values.size() - 1);
        for (int back = 2; back <= RECENT; back++) {
            sum = "add(" + sum + ", " + values.get(values.size() - back) + ")";
        }
        return body.append("        return ").append(sum).append(";\n").toString();
    }

    private static String recent(List<String> values, Random random) {
        return values.get(values.size() - 1 - random.nextInt(Math.min(RECENT, values.size())));
    }

    private static String any(List<String> names, Random random) {
        return names.get(random.nextInt(names.size()));
    }
}
