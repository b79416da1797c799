package io.graphkernel.conformance.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Methods of random ops over values of any number of batch dimensions. */
final class RandomBodies {

    static final String CLASS = "RandomRanks";

    /** Type of a value: the batch dimensions with others after them, or not. */
    private enum Kind {
        ROWS("f32 ... d", "f32[b..., d]"),
        ONES("f32 ... 1", "f32[b..., 1]"),
        LEADING("f32 ...", "f32[b...]"),
        COLUMNS("f32 d", "f32[d]"),
        NUMBER("f32", "f32[]");

        private final String tensor;
        private final String declared;

        Kind(String tensor, String declared) {
            this.tensor = tensor;
            this.declared = declared;
        }
    }

    private record Value(String name, Kind kind) {}

    private static final List<String> UNARY = List.of("tanh", "sigmoid", "neg", "abs", "square", "siLU");
    private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");
    /** Elementwise ops of two kinds give the first of these that one of them is. */
    private static final List<Kind> WIDER = List.of(Kind.ROWS, Kind.ONES, Kind.LEADING, Kind.COLUMNS, Kind.NUMBER);

    /** Conversions by source kind. */
    private static final Map<Kind, List<Map.Entry<String, Kind>>> STEPS = Map.of(
            Kind.ROWS,
            List.of(
                    Map.entry("softmax(%s, -1)", Kind.ROWS),
                    Map.entry("cumSum(%s, -1)", Kind.ROWS),
                    Map.entry("cumSum(%s, -1, true, true)", Kind.ROWS),
                    Map.entry("reverse(%s, -1)", Kind.ROWS),
                    Map.entry("reduceSum(%s, -1, KEEP_DIMS)", Kind.ONES),
                    Map.entry("reduceMax(%s, -1, KEEP_DIMS)", Kind.ONES),
                    Map.entry("reduceMean(%s, -1)", Kind.LEADING),
                    Map.entry("reduceMin(%s, -1)", Kind.LEADING),
                    Map.entry("reduceMean(%s)", Kind.NUMBER),
                    Map.entry("split(concat(-1, %1$s, reverse(%1$s, -1)), 2, -1)[1]", Kind.ROWS),
                    Map.entry("mul(%1$s, %1$s.dimension(-1))", Kind.ROWS)),
            Kind.ONES,
            List.of(
                    Map.entry("squeeze(%s, -1)", Kind.LEADING),
                    Map.entry("reduceSum(%s, -1)", Kind.LEADING),
                    Map.entry("reduceMean(%s)", Kind.NUMBER)),
            Kind.LEADING,
            List.of(Map.entry("expandDims(%s, -1)", Kind.ONES), Map.entry("reduceMean(%s)", Kind.NUMBER)),
            Kind.COLUMNS,
            List.of(Map.entry("softmax(%s, 0)", Kind.COLUMNS), Map.entry("reduceSum(%s)", Kind.NUMBER)),
            Kind.NUMBER,
            List.of());

    private final SplittableRandom random;
    private final List<RankCase> cases = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private RandomBodies(long seed) {
        random = new SplittableRandom(seed);
    }

    /** A class of methods. */
    static RandomBodies of(long seed, int methods) {
        RandomBodies bodies = new RandomBodies(seed);
        bodies.text.append("""
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.GraphKernel;
                import io.graphkernel.annotations.TensorType;
                import io.graphkernel.runtime.Tensor;

                public final class %s {
                """.formatted(CLASS));
        for (int i = 0; i < methods; i++) {
            bodies.method("body" + i);
        }
        bodies.text.append("}\n");
        return bodies;
    }

    String text() {
        return text.toString();
    }

    List<RankCase> cases() {
        return cases;
    }

    private void method(String name) {
        List<Value> parameters = new ArrayList<>(List.of(new Value("p0", Kind.ROWS)));
        int count = 1 + random.nextInt(3);
        for (int i = 1; i < count; i++) {
            parameters.add(new Value("p" + i, Kind.values()[random.nextInt(Kind.values().length)]));
        }
        List<Value> values = new ArrayList<>(parameters);
        StringBuilder body = new StringBuilder();
        int steps = 3 + random.nextInt(6);
        for (int i = 0; i < steps; i++) {
            Value next = step("v" + i, values, body);
            values.add(next);
        }
        // The last value depends on most of the others.
        Value last = values.get(values.size() - 1);
        cases.add(new RankCase(
                CLASS,
                name,
                parameters.stream().map(value -> value.kind().tensor).toList()));
        text.append("    @GraphKernel\n    public static Tensor %s(%s) {\n%s        return %s;\n    }\n\n"
                .formatted(
                        name,
                        parameters.stream()
                                .map(value -> "@TensorType(\"" + value.kind().declared + "\") Tensor " + value.name())
                                .collect(Collectors.joining(", ")),
                        body,
                        last.name()));
    }

    private Value step(String name, List<Value> values, StringBuilder body) {
        // Later values are taken more often, so that little is computed in vain.
        Value x = values.get(values.size() - 1 - random.nextInt(Math.min(3, values.size())));
        List<Map.Entry<String, Kind>> steps = STEPS.get(x.kind());
        Value drawn;
        String expression;
        int choice = random.nextInt(3);
        if (choice == 0 && !steps.isEmpty()) {
            Map.Entry<String, Kind> taken = steps.get(random.nextInt(steps.size()));
            expression = taken.getKey().formatted(x.name());
            drawn = new Value(name, taken.getValue());
        } else if (choice == 1) {
            expression = UNARY.get(random.nextInt(UNARY.size())) + "(" + x.name() + ")";
            drawn = new Value(name, x.kind());
        } else {
            Value y = partner(x, values);
            Kind kind = joint(x.kind(), y.kind());
            expression = BINARY.get(random.nextInt(BINARY.size())) + "(" + x.name() + ", " + y.name() + ")";
            drawn = new Value(name, kind);
        }
        body.append("        Tensor ")
                .append(name)
                .append(" = ")
                .append(expression)
                .append(";\n");
        return drawn;
    }

    private Value partner(Value x, List<Value> values) {
        List<Value> possible =
                values.stream().filter(y -> joint(x.kind(), y.kind()) != null).toList();
        return possible.get(random.nextInt(possible.size()));
    }

    /** Returns the kind of an elementwise op of two kinds; null if it is another op for some ranks. */
    private static Kind joint(Kind x, Kind y) {
        if (x == y || y == Kind.NUMBER || x == Kind.NUMBER) {
            return x == Kind.NUMBER ? y : x;
        }
        if (x == Kind.LEADING || y == Kind.LEADING) {
            return null;
        }
        return x == Kind.COLUMNS && y == Kind.ONES || x == Kind.ONES && y == Kind.COLUMNS
                ? Kind.ROWS
                : WIDER.stream()
                        .filter(kind -> kind == x || kind == y)
                        .findFirst()
                        .orElseThrow();
    }
}
