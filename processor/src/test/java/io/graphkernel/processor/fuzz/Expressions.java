package io.graphkernel.processor.fuzz;

import io.graphkernel.processor.fuzz.OpMethods.OpMethod;
import io.graphkernel.processor.fuzz.SeedMethod.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Generator of random expressions of a type. */
final class Expressions {

    private static final List<String> INTS = List.of(
            "0",
            "1",
            "-1",
            "2",
            "3",
            "-2",
            "4",
            "7",
            "8",
            "1000",
            "1024",
            "2147483647",
            "-2147483648",
            "1 << 30",
            "7 / 2");
    private static final List<String> AXES = List.of("0", "-1", "1", "-1", "-2", "2", "3", "-4");
    private static final List<String> LONGS = List.of(
            "0L",
            "1L",
            "-1L",
            "2L",
            "3L",
            "4L",
            "12L",
            "65536L",
            "1L << 47",
            "9223372036854775807L",
            "-9223372036854775808L");
    private static final List<String> FLOATS = List.of(
            "0f", "1f", "-0f", "0.5f", "1e-38f", "1e-45f", "3.4e38f", "Float.NaN", "Float.POSITIVE_INFINITY", "-1e-7f");
    private static final List<String> DOUBLES = List.of(
            "0.0", "1.0", "-0.0", "0.5", "1e-300", "1e300", "Double.NaN", "Double.NEGATIVE_INFINITY", "1.0 / 3", "2");
    private final OpMethods ops;
    private final Random random;

    Expressions(OpMethods ops, Random random) {
        this.ops = ops;
        this.random = random;
    }

    <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /**
     * Returns an expression.
     *
     * @param type Java type of the expression
     * @param visible variables in scope
     * @param inside expression of the same type that it may contain
     * @param depth maximum nesting of calls
     * @return Java text; {@code inside} for an unknown type
     */
    String of(String type, List<Variable> visible, String inside, int depth) {
        List<String> names = visible.stream()
                .filter(variable -> variable.type().equals(type))
                .map(Variable::name)
                .toList();
        if (!names.isEmpty() && chance(type.equals("Tensor") ? 30 : 25)) {
            return one(names);
        }
        return switch (type) {
            case "Tensor" -> tensor(visible, inside, depth, names);
            case "int" ->
                chance(20)
                        ? "(" + inside + " " + one(List.of("+", "-", "*", "/", "%", "<<")) + " " + one(INTS) + ")"
                        : one(INTS);
            case "long" -> whole(visible, inside);
            case "float" -> fraction(inside, "float", FLOATS);
            case "double" -> fraction(inside, "double", DOUBLES);
            case "boolean" -> one(List.of("true", "false", "!" + "(" + inside + ")", "1 < 2"));
            case "int[]" -> "new int[] {" + list(AXES) + "}";
            case "long[]" -> "new long[] {" + list(LONGS) + "}";
            case "Tensor[]" ->
                "new Tensor[] {" + tensor(visible, inside, depth - 1, names) + ", "
                        + tensor(visible, inside, depth - 1, names) + "}";
            default -> ops.constants(type).isEmpty() ? inside : one(ops.constants(type));
        };
    }

    private String tensor(List<Variable> visible, String inside, int depth, List<String> names) {
        if (depth <= 0) {
            return names.isEmpty() ? inside : one(names);
        }
        if (chance(5)) {
            return "(" + one(List.of("1 < 2", "false")) + " ? " + inside + " : "
                    + of("Tensor", visible, inside, depth - 1) + ")";
        }
        OpMethod op = chance(60) ? one(ops.onTensorsAlone()) : one(ops.all());
        List<String> arguments = new ArrayList<>();
        boolean used = false;
        for (int i = 0; i < op.parameters().size(); i++) {
            String parameter = op.parameters().get(i);
            if (op.isVarArgs() && i == op.parameters().size() - 1) {
                String element = parameter.substring(0, parameter.length() - 2);
                int count = random.nextInt(4);
                IntStream.range(0, count).forEach(k -> arguments.add(argument(element, visible, inside, depth)));
            } else if (parameter.equals("Tensor") && !used && chance(60)) {
                arguments.add(inside);
                used = true;
            } else {
                arguments.add(argument(parameter, visible, inside, depth));
            }
        }
        return "Ops." + op.name() + "(" + String.join(", ", arguments) + ")" + op.suffix();
    }

    private String argument(String type, List<Variable> visible, String inside, int depth) {
        return switch (type) {
            case "Tensor" -> of(type, visible, inside, depth - 1);
            case "int" -> chance(75) ? one(AXES) : of(type, visible, "1", 0);
            case "String" -> one(List.of("\"none\"", "\"mean\"", "\"sum\"", "\"tanh\"", "\"\"", "\"NHWC\""));
            default -> of(type, visible, type.equals("Tensor[]") ? inside : zero(type), depth - 1);
        };
    }

    private static String zero(String type) {
        return switch (type) {
            case "boolean" -> "false";
            case "float" -> "1f";
            case "long" -> "1L";
            case "double", "int" -> "1";
            default -> "new " + type + " {}";
        };
    }

    private String whole(List<Variable> visible, String inside) {
        List<String> tensors = visible.stream()
                .filter(variable -> variable.type().equals("Tensor"))
                .map(Variable::name)
                .toList();
        String size = tensors.isEmpty() ? "3L" : one(tensors) + ".dimension(" + one(List.of("0", "1", "-1")) + ")";
        return switch (random.nextInt(6)) {
            case 0 -> size;
            case 1 -> "(" + size + " " + one(List.of("+", "-", "*", "/", "%")) + " " + one(LONGS) + ")";
            case 2 -> "Math." + one(List.of("min", "max", "floorDiv")) + "(" + size + ", " + one(LONGS) + ")";
            case 3 -> "(" + inside + " " + one(List.of("+", "-", "*", "/", "%")) + " " + size + ")";
            default -> one(LONGS);
        };
    }

    private String fraction(String inside, String type, List<String> constants) {
        return switch (random.nextInt(6)) {
            case 0 -> "(" + inside + " " + one(List.of("+", "-", "*", "/", "%")) + " " + one(constants) + ")";
            case 1 -> "(" + type + ") Math." + one(List.of("sqrt", "exp", "abs", "sin")) + "(" + inside + ")";
            case 2 -> "(" + inside + " > 1 ? " + inside + " : " + one(constants) + ")";
            case 3 -> "(" + type + ") (" + one(INTS) + ")";
            default -> one(constants);
        };
    }

    private String list(List<String> items) {
        List<String> chosen = new ArrayList<>();
        IntStream.range(0, random.nextInt(4)).forEach(i -> chosen.add(one(items)));
        return String.join(", ", chosen);
    }
}
