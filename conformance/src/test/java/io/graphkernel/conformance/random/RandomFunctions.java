package io.graphkernel.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Source of random element functions over numbers of all types, with locals, branches, switches and loops. They use no
 * function of {@code Math}, so that kernels have the bits of the Java methods.
 */
public final class RandomFunctions {

    private static final int MAX_PARAMETERS = 3;
    private static final int MAX_STATEMENTS = 4;
    private static final int MAX_DEPTH = 3;
    private static final List<Type> TYPES = List.of(Type.values());
    /** Dtypes and names of the operands of a kernel of several functions. */
    private static final List<Variable> OPERANDS = IntStream.range(0, MAX_PARAMETERS)
            .boxed()
            .flatMap(position -> TYPES.stream().map(type -> new Variable(type.letter + position, type)))
            .toList();

    /** Types of elements, with the letter of the parameter in the name of a kernel. */
    private enum Type {
        FLOAT("float", "f32", "f", "Float"),
        DOUBLE("double", "f64", "d", "Double"),
        INT("int", "i32", "i", "Integer"),
        LONG("long", "i64", "l", "Long");

        private final String java;
        private final String dtype;
        private final String letter;
        private final String box;

        Type(String java, String dtype, String letter, String box) {
            this.java = java;
            this.dtype = dtype;
            this.letter = letter;
            this.box = box;
        }

        boolean isInteger() {
            return this == INT || this == LONG;
        }
    }

    /** A variable in scope. */
    private record Variable(String name, Type type) {}

    /** A call of a function on tensors, and their declarations. */
    private record Call(String text, String letters, String declarations) {}

    private final String name;
    private final Random random;
    private final StringBuilder source = new StringBuilder();
    private final List<Variable> variables = new ArrayList<>();
    private int locals;

    private RandomFunctions(String name, long seed) {
        this.name = name;
        this.random = new Random(seed);
    }

    /**
     * Returns the source of a class of package {@code element}.
     *
     * @param name simple name of the class
     * @param count number of functions
     * @param perKernel number of functions that a kernel calls; its name ends with the letters of its parameters
     * @param seed seed of the functions
     */
    public static String of(String name, int count, int perKernel, long seed) {
        RandomFunctions functions = new RandomFunctions(name, seed);
        functions.source.append("""
            package element;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            @SuppressWarnings("unused")
            public final class %s {
            """.formatted(name));
        for (int first = 0; first < count; first += perKernel) {
            int kernel = first;
            List<Call> calls = IntStream.range(first, Math.min(first + perKernel, count))
                    .mapToObj(index -> functions.function(index, perKernel > 1))
                    .toList();
            functions.kernel(kernel, calls);
        }
        return functions.source.append("}\n").toString();
    }

    private Call function(int index, boolean isShared) {
        variables.clear();
        locals = 0;
        int count = 1 + random.nextInt(MAX_PARAMETERS);
        for (int i = 0; i < count; i++) {
            variables.add(new Variable("x" + i, any(TYPES)));
        }
        List<Variable> parameters = List.copyOf(variables);
        Type result = any(TYPES);
        String declared =
                parameters.stream().map(x -> x.type.java + " " + x.name).collect(Collectors.joining(", "));
        line(1, "static " + result.java + " f" + index + "(" + declared + ") {");
        for (int i = random.nextInt(MAX_STATEMENTS + 1); i > 0; i--) {
            statement(2, MAX_DEPTH);
        }
        line(2, "return " + expression(result, MAX_DEPTH) + ";");
        line(1, "}");
        List<Variable> operands = isShared ? OPERANDS : parameters;
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Variable parameter = parameters.get(i);
            arguments.add(isShared ? parameter.type.letter + i : parameter.name);
        }
        String types = parameters.stream().map(x -> x.type.box).collect(Collectors.joining(", "));
        String form = "ElementFunctions.Function" + count + "<" + types + ", " + result.box + ">";
        String cast = random.nextBoolean() ? "(" + form + ") " : "";
        return new Call(
                "Elementwise.apply(" + String.join(", ", arguments) + ", " + cast + name + "::f" + index + ")",
                operands.stream().map(x -> x.type.letter).collect(Collectors.joining()),
                operands.stream()
                        .map(x -> "@TensorType(\"" + x.type.dtype + "[n]\") Tensor " + x.name)
                        .collect(Collectors.joining(", ")));
    }

    private void kernel(int index, List<Call> calls) {
        Call first = calls.get(0);
        boolean isArray = calls.size() > 1;
        line(1, "@GraphKernel");
        String type = isArray ? "Tensor[]" : "Tensor";
        line(1, "public static " + type + " k" + index + "_" + first.letters + "(" + first.declarations + ") {");
        String results = calls.stream().map(Call::text).collect(Collectors.joining(",\n" + "    ".repeat(4)));
        line(2, "return " + (isArray ? "new Tensor[] {" + results + "}" : results) + ";");
        line(1, "}");
    }

    private void statement(int indent, int depth) {
        int kind = random.nextInt(depth > 0 ? 7 : 3);
        if (kind == 3 || kind == 4) {
            line(indent, "if (" + condition(depth) + ") {");
            block(indent + 1, depth - 1);
            if (random.nextBoolean()) {
                line(indent, "} else {");
                block(indent + 1, depth - 1);
            }
            line(indent, "}");
        } else if (kind == 5) {
            loop(indent, depth);
        } else if (kind == 0 && variables.stream().anyMatch(RandomFunctions::isAssignable)) {
            Variable target =
                    any(variables.stream().filter(RandomFunctions::isAssignable).toList());
            String operator = any(List.of("=", "+=", "-=", "*="));
            line(indent, target.name + " " + operator + " " + expression(target.type, depth) + ";");
        } else {
            Variable local = new Variable("v" + locals++, any(TYPES));
            line(indent, local.type.java + " " + local.name + " = " + expression(local.type, depth) + ";");
            variables.add(local);
        }
    }

    /** A loop with a constant number of iterations, or with one that depends on the element. */
    private void loop(int indent, int depth) {
        Variable counter = new Variable("i" + locals++, Type.INT);
        String name = counter.name;
        int kind = random.nextInt(6);
        String end = "}";
        if (kind == 0) {
            line(indent, "int " + name + " = 0;");
            line(indent, "while (" + name + "++ < 5 && " + condition(2) + ") {");
        } else if (kind == 1) {
            line(indent, "int " + name + " = 0;");
            line(indent, "do {");
            end = "} while (++" + name + " < 4 && " + condition(2) + ");";
        } else {
            String bound = kind == 2 ? "(" + expression(Type.INT, 2) + " & 7)" : "" + (1 + random.nextInt(3));
            line(indent, "for (int " + name + " = 0; " + name + " < " + bound + "; " + name + "++) {");
        }
        variables.add(counter);
        if (random.nextInt(3) == 0) {
            line(indent + 1, "if (" + condition(1) + ") {");
            line(indent + 2, random.nextBoolean() ? "break;" : "continue;");
            line(indent + 1, "}");
        }
        block(indent + 1, depth - 1);
        variables.remove(counter);
        line(indent, end);
    }

    /** Statements in a scope of their own. */
    private void block(int indent, int depth) {
        int before = variables.size();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            statement(indent, depth);
        }
        variables.subList(before, variables.size()).clear();
    }

    private static boolean isAssignable(Variable variable) {
        return !variable.name.startsWith("i");
    }

    private String condition(int depth) {
        if (depth > 1 && random.nextInt(4) == 0) {
            String operator = any(List.of(" && ", " || ", " ^ "));
            return "(" + condition(depth - 1) + operator + (random.nextBoolean() ? "" : "!") + "("
                    + condition(depth - 1) + "))";
        }
        Type type = any(TYPES);
        return expression(type, depth - 1)
                + any(List.of(" < ", " <= ", " > ", " >= ", " == ", " != "))
                + expression(type, depth - 1);
    }

    private String expression(Type type, int depth) {
        int kind = random.nextInt(depth > 0 ? 10 : 3);
        return switch (kind) {
            case 0 -> constant(type);
            case 1, 2 -> variable(type);
            case 3 ->
                "(" + condition(depth - 1) + " ? " + expression(type, depth - 1) + " : " + expression(type, depth - 1)
                        + ")";
            case 4 -> "(" + type.java + ") (" + expression(any(TYPES), depth - 1) + ")";
            case 5 -> type.isInteger() ? bits(type, depth) : division(type, depth);
            case 6 -> "-(" + expression(type, depth - 1) + ")";
            default ->
                "(" + expression(type, depth - 1) + any(List.of(" + ", " - ", " * ")) + expression(type, depth - 1)
                        + ")";
        };
    }

    /** An operation on bits; the distance of a shift may have any value. */
    private String bits(Type type, int depth) {
        String operand = expression(type, depth - 1);
        return switch (random.nextInt(4)) {
            case 0 -> "~(" + operand + ")";
            case 1 -> "(" + operand + any(List.of(" & ", " | ", " ^ ")) + expression(type, depth - 1) + ")";
            case 2 -> "(" + operand + any(List.of(" << ", " >> ", " >>> ")) + random.nextInt(64) + ")";
            default ->
                "(" + operand + any(List.of(" << ", " >> ", " >>> "))
                        + expression(any(List.of(Type.INT, Type.LONG)), depth - 1) + ")";
        };
    }

    private String division(Type type, int depth) {
        return "(" + expression(type, depth - 1) + " / " + expression(type, depth - 1) + ")";
    }

    private String variable(Type type) {
        Variable variable = any(variables);
        return variable.type == type ? variable.name : "(" + type.java + ") " + variable.name;
    }

    private String constant(Type type) {
        return switch (type) {
            case FLOAT -> any(List.of("0f", "-0f", "1.5f", "0.1f", "1e30f", "3f"));
            case DOUBLE -> any(List.of("0.0", "2.5", "0.1", "1e300", "-7.0"));
            case INT -> any(List.of("0", "1", "-3", "65537", "Integer.MAX_VALUE", "Integer.MIN_VALUE"));
            case LONG -> any(List.of("0L", "1L", "-5L", "4294967311L", "Long.MAX_VALUE", "Long.MIN_VALUE"));
        };
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void line(int indent, String text) {
        source.append("    ".repeat(indent)).append(text).append('\n');
    }
}
