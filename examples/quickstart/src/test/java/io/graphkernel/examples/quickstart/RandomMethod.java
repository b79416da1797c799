package io.graphkernel.examples.quickstart;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A kernel method of random ops whose values stay moderate and whose result does not jump with the last bit. */
final class RandomMethod {

    /**
     * A tensor in the method.
     *
     * @param name its variable
     * @param dims names of dims, or 1
     */
    record Value(String name, List<String> dims) {}

    private static final List<Value> MATRICES = List.of(
            value("x", "n", "d"),
            value("y", "n", "d"),
            value("w", "d"),
            value("c", "n", "1"),
            value("r", "1", "d"),
            value("v", "n"),
            value("s"));
    private static final List<Value> CUBES = List.of(
            value("x", "a", "b", "c"),
            value("y", "a", "b", "c"),
            value("w", "c"),
            value("m", "b", "1"),
            value("f", "a", "1", "1"),
            value("g", "a", "1", "c"),
            value("s"));
    private static final List<String> UNARY = List.of(
            "tanh(%s)",
            "sigmoid(%s)",
            "abs(%s)",
            "neg(%s)",
            "sin(%s)",
            "geLU(%s)",
            "reLU(%s)",
            "exp(minimum(%s, 1.0))",
            "sqrt(add(abs(%s), 0.25))",
            "rsqrt(add(square(%s), 0.5))",
            "log(add(abs(%s), 1.0))",
            "mul(%s, 0.5)",
            "mul(%s, scale)",
            "sub(scale, %s)",
            "pow(add(abs(%s), 0.5), 1.5)");
    private static final List<String> BINARY = List.of(
            "add(%s, %s)",
            "sub(%s, %s)",
            "mul(%s, %s)",
            "maximum(%s, %s)",
            "minimum(%s, %s)",
            "realDiv(%s, add(abs(%s), 0.5))",
            "squaredDifference(%s, %s)",
            "mul(tanh(%s), %s)");
    private static final List<String> REDUCTIONS = List.of("reduceSum", "reduceMean", "reduceMax", "reduceMin");

    private final Random random;
    private final List<Value> parameters;
    private final List<Value> values = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private final List<Value> results = new ArrayList<>();
    private final String name;

    RandomMethod(String name, Random random) {
        this.name = name;
        this.random = random;
        parameters = random.nextInt(4) == 0 ? CUBES : MATRICES;
        values.addAll(parameters);
        int ops = 3 + random.nextInt(18);
        for (int i = 0; i < ops; i++) {
            step(i);
        }
        Set<Value> chosen = new LinkedHashSet<>();
        chosen.add(values.get(values.size() - 1));
        for (int more = random.nextInt(3); more > 0; more--) {
            Value value = recent();
            if (!parameters.contains(value)) {
                chosen.add(value);
            }
        }
        results.addAll(chosen);
    }

    private static Value value(String name, String... dims) {
        return new Value(name, List.of(dims));
    }

    String name() {
        return name;
    }

    List<Value> parameters() {
        return parameters;
    }

    private Value recent() {
        int back = Math.min(random.nextInt(values.size()), random.nextInt(values.size()));
        return values.get(values.size() - 1 - back);
    }

    private void step(int index) {
        String variable = "t" + index;
        int kind = random.nextInt(20);
        if (kind < 5) {
            Value x = recent();
            define(variable, String.format(pick(UNARY).replace("%s", "%1$s"), x.name()), x.dims());
        } else if (kind < 13) {
            binary(variable, pick(BINARY));
        } else if (kind < 15) {
            select(variable);
        } else if (kind < 16) {
            assign(variable);
        } else {
            reduce(variable);
        }
    }

    private void define(String variable, String expression, List<String> dims) {
        body.append("        Tensor ")
                .append(variable)
                .append(" = ")
                .append(expression)
                .append(";\n");
        values.add(new Value(variable, dims));
    }

    private void binary(String variable, String form) {
        Value x = recent();
        List<Value> partners =
                values.stream().filter(y -> joint(x.dims(), y.dims()) != null).toList();
        Value y = partners.get(random.nextInt(partners.size()));
        boolean swap = random.nextBoolean();
        String text = String.format(form, swap ? y.name() : x.name(), swap ? x.name() : y.name());
        define(variable, text, joint(x.dims(), y.dims()));
    }

    /** Conditions read parameters only: these are the same bits in every run. */
    private void select(String variable) {
        Value x = recent();
        Value limit = parameters.get(random.nextInt(parameters.size()));
        List<Value> partners = values.stream()
                .filter(y ->
                        joint(x.dims(), y.dims()) != null && joint(joint(x.dims(), y.dims()), limit.dims()) != null)
                .toList();
        if (partners.isEmpty()) {
            binary(variable, "add(%s, %s)");
            return;
        }
        Value y = partners.get(random.nextInt(partners.size()));
        String condition = switch (random.nextInt(4)) {
            case 0 -> "greater(%s, 0.1)";
            case 1 -> "logicalNot(lessEqual(%s, -0.2))";
            case 2 -> "logicalOr(less(%1$s, -0.5), greaterEqual(%1$s, 0.5))";
            default -> "logicalAnd(isFinite(%1$s), notEqual(%1$s, s))";
        };
        String text = String.format("select(" + condition + ", %2$s, %3$s)", limit.name(), x.name(), y.name());
        define(variable, text, joint(joint(x.dims(), y.dims()), limit.dims()));
    }

    private void assign(String variable) {
        Value target = parameters.get(random.nextInt(parameters.size()));
        List<Value> sources = values.stream()
                .filter(y -> y.dims().equals(target.dims()) && !y.name().equals(target.name()))
                .toList();
        if (sources.isEmpty()) {
            binary(variable, "sub(%s, %s)");
            return;
        }
        Value source = sources.get(random.nextInt(sources.size()));
        String text = String.format("assign(%s, %s)", target.name(), source.name());
        define(variable, "mul(" + text + ", 1.5)", target.dims());
    }

    private void reduce(String variable) {
        Value x = recent();
        int rank = x.dims().size();
        if (rank == 0) {
            binary(variable, "mul(%s, %s)");
            return;
        }
        boolean suffix = random.nextInt(3) != 0;
        int count = 1 + random.nextInt(rank);
        int first = suffix ? rank - count : 0;
        boolean keep = random.nextInt(3) != 0;
        List<String> dims = new ArrayList<>();
        List<String> axes = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            boolean reduced = axis >= first && axis < first + count;
            if (reduced) {
                axes.add(String.valueOf(random.nextBoolean() ? axis : axis - rank));
            }
            if (!reduced || keep) {
                dims.add(reduced ? "1" : x.dims().get(axis));
            }
        }
        if (count == 1 && random.nextInt(4) == 0) {
            String op = random.nextBoolean() ? "softmax" : "logSoftmax";
            define(variable, String.format("%s(%s, %s)", op, x.name(), axes.get(0)), x.dims());
            return;
        }
        String text = String.format(
                "%s(%s, axes(%s), %s)",
                pick(REDUCTIONS), x.name(), String.join(", ", axes), keep ? "KEEP_DIMS" : "false");
        define(variable, text, dims);
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** The dims of two operands together, or null. */
    private static List<String> joint(List<String> x, List<String> y) {
        List<String> joint = new ArrayList<>();
        for (int back = 1; back <= Math.max(x.size(), y.size()); back++) {
            String a = back <= x.size() ? x.get(x.size() - back) : "1";
            String b = back <= y.size() ? y.get(y.size() - back) : "1";
            if (!a.equals(b) && !a.equals("1") && !b.equals("1")) {
                return null;
            }
            joint.add(0, a.equals("1") ? b : a);
        }
        return joint;
    }

    /** The method's Java text. */
    String text(String flags) {
        StringBuilder text = new StringBuilder();
        text.append("    @GraphKernel(flags = \"").append(flags).append("\")\n");
        String type = results.size() == 1 ? "Tensor" : "Results" + results.size();
        text.append("    public static ").append(type).append(' ').append(name).append('(');
        for (Value parameter : parameters) {
            text.append("@TensorType(\"f32[")
                    .append(String.join(", ", parameter.dims()))
                    .append("]\") Tensor ")
                    .append(parameter.name())
                    .append(", ");
        }
        text.append("float scale) {\n").append(body);
        String returned = String.join(", ", results.stream().map(Value::name).toList());
        text.append(
                results.size() == 1
                        ? "        return " + returned + ";\n"
                        : "        return new " + type + "(" + returned + ");\n");
        return text.append("    }\n").toString();
    }
}
