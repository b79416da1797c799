package io.graphkernel.processor.gradient;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cases of {@code cases.txt}, and every class of shapes for other elementwise ops. */
public final class GradientCases {

    /** Shapes of the first, second and third tensor: equal, broadcast in all ways, of size 1, of rank 0, empty. */
    private static final String[][] SHAPES = {
        {"[2,3]", "[2,3]", "[2,3]", "[2,3]"},
        {"[2,3]", "[3]", "[2,1]", "[]"},
        {"[1,3]", "[2,1]", "[2,3]", "[3]"},
        {"[]", "[2,3]", "[3]", "[1]"},
        {"[1]", "[1]", "[1]", "[1]"},
        {"[]", "[]", "[]", "[]"},
        {"[0,3]", "[3]", "[1,3]", "[0,1]"}
    };

    /** The one op whose gradient is not its derivative. */
    private static final String NOT_ITS_DERIVATIVE = "StopGradient";

    private GradientCases() {}

    /** Returns true if a float operand can affect a float result, and the row does not reject. */
    public static boolean hasGradient(OpRow row) {
        boolean from = row.operandParameters().stream().anyMatch(GradientCases::mayBeFloating);
        boolean to = row.results().stream().anyMatch(result -> switch (result.dtype()) {
            case BOOL, I8, I32, I64, INDEX -> false;
            default -> true;
        });
        boolean floats = row.dtypes().dtypes().stream().anyMatch(dtype -> dtype.isFloating());
        return from
                && to
                && floats
                && row.gradient().absence().isEmpty()
                && !row.name().equals(NOT_ITS_DERIVATIVE);
    }

    private static boolean mayBeFloating(OpParameter parameter) {
        return switch (parameter.dtype()) {
            case BOOL, I8, I32, I64, INDEX -> false;
            default -> true;
        };
    }

    /** Returns the cases by op name; an op without a case is absent. */
    public static Map<String, List<GradientCase>> all() {
        Map<String, Map<String, String>> domains = new HashMap<>();
        Map<String, List<GradientCase>> cases = new HashMap<>();
        List<String> lines = lines();
        for (String line : lines) {
            if (line.startsWith("domain ")) {
                String[] words = line.split(" ");
                for (int i = 2; i < words.length; i++) {
                    String[] fields = words[i].split(":");
                    domains.computeIfAbsent(words[1], name -> new HashMap<>()).put(fields[0], fields[1]);
                }
            }
        }
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("domain ")) {
                add(line, domains, cases);
            }
        }
        for (OpRow row : OpTable.get().rows()) {
            if (!cases.containsKey(row.name()) && isElementwise(row)) {
                elementwise(row).forEach(line -> add(line, domains, cases));
            }
        }
        return cases;
    }

    private static void add(
            String line, Map<String, Map<String, String>> domains, Map<String, List<GradientCase>> cases) {
        String op = line.split(" ")[0];
        GradientCase parsed = GradientCase.parse(line, domains.getOrDefault(op, Map.of()));
        cases.computeIfAbsent(parsed.row().name(), name -> new ArrayList<>()).add(parsed);
    }

    private static boolean isElementwise(OpRow row) {
        boolean elements = row.kind() == OpKind.ELEMENTWISE
                || (row.kind() == OpKind.COMPOSITE && row.shape().isEmpty());
        return elements && row.parameters().stream().allMatch(OpParameter::isOperand);
    }

    private static List<String> elementwise(OpRow row) {
        long tensors = row.parameters().stream().filter(GradientCases::isTensor).count();
        List<String> lines = new ArrayList<>();
        for (String[] shapes : SHAPES) {
            StringBuilder line = new StringBuilder(row.name());
            int tensor = 0;
            for (OpParameter parameter : row.parameters()) {
                String shape = isTensor(parameter) ? shapes[tensor++] : "[]";
                line.append(' ').append(parameter.name()).append(shape);
            }
            if (tensors > 1 || !lines.contains(line.toString())) {
                lines.add(line.toString());
            }
        }
        return lines;
    }

    private static boolean isTensor(OpParameter parameter) {
        return parameter.kind() != OpParameter.Kind.NUMBER;
    }

    private static List<String> lines() {
        try (InputStream file = GradientCases.class.getResourceAsStream("/gradient/cases.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
