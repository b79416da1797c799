package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.FloatText;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.ExpansionBuilder;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints a composite op's expansion as Java statements. Its nodes stand for Java variables: their labels are the
 * variables' names.
 */
final class JavaExpansion implements ExpansionBuilder {

    /** Stands for the axes that the caller passes; compared by identity. */
    private static final List<Long> AXES_OF_CALLER = List.of(Long.MIN_VALUE);

    /** One call: its result's variable, method and arguments; the flag is null for what is not a reduction. */
    private record Call(String variable, String method, List<String> arguments, Boolean keepDims) {

        /** The call; what the other run has another flag for is the caller's flag. */
        String print(Call otherRun) {
            String flag = "";
            if (keepDims != null) {
                flag = ", " + (keepDims.equals(otherRun.keepDims) ? keepDims.toString() : "keepDims");
            }
            return arguments.stream().collect(Collectors.joining(", ", method + "(", flag + ")"));
        }
    }

    private final List<Call> calls = new ArrayList<>();
    private final Set<String> variables = new HashSet<>(Set.of("axis", "axes", "keepDims", "scope"));
    private final boolean severalAxes;

    private JavaExpansion(OpRow row) {
        variables.addAll(row.operandNames());
        severalAxes = row.takesKeepDims();
    }

    /**
     * The expansion as the body of a method over the op's operands. Intermediate tensors are closed by a scope.
     *
     * @param row a composite op
     * @return its statements, which return the result
     */
    static List<String> statements(OpRow row) {
        // What differs between the two runs is the caller's flag, what does not is the expansion's own.
        List<Call> dropping = run(row, false);
        List<Call> keeping = run(row, true);
        List<String> statements = new ArrayList<>();
        int last = dropping.size() - 1;
        for (int i = 0; i < last; i++) {
            String call = dropping.get(i).print(keeping.get(i));
            statements.add("    Tensor " + dropping.get(i).variable() + " = " + call + ";");
        }
        String result = dropping.get(last).print(keeping.get(last));
        if (statements.isEmpty()) {
            return List.of("return " + result + ";");
        }
        statements.add(0, "try (TensorScope scope = TensorScope.open()) {");
        statements.add("    return scope.keep(" + result + ");");
        statements.add("}");
        return statements;
    }

    private static List<Call> run(OpRow row, boolean keepDims) {
        JavaExpansion java = new JavaExpansion(row);
        List<Node> operands =
                row.operandNames().stream().map(JavaExpansion::variable).toList();
        Attributes attributes =
                Attributes.NONE.with(Attributes.AXES, AXES_OF_CALLER).with(Attributes.KEEP_DIMS, keepDims);
        Node result;
        try {
            result = row.expansion().orElseThrow().expand(java, operands, attributes);
        } catch (TypeException e) {
            throw new IllegalStateException(row.name() + " cannot be printed as Java", e);
        }
        if (!java.calls.get(java.calls.size() - 1).variable().equals(result.label())) {
            throw new IllegalStateException("the last op of " + row.name() + " is not its result");
        }
        return java.calls;
    }

    @Override
    public Node constant(double value) {
        return Node.constant(value);
    }

    @Override
    public Node op(String name, Node... operands) {
        List<String> arguments = Stream.of(operands).map(JavaExpansion::text).toList();
        return call(method(name), arguments, null);
    }

    @Override
    public Node reduce(String name, Node x, List<Long> axes, boolean keepDims) {
        boolean single = axes == AXES_OF_CALLER && !severalAxes;
        return call(method(name), List.of(text(x), single ? "axis" : axesText(axes)), keepDims);
    }

    @Override
    public Node elementCount(Node x, List<Long> axes) {
        return variable("Eager.elementCount(" + text(x) + ", " + axesText(axes) + ")");
    }

    private Node call(String method, List<String> arguments, Boolean keepDims) {
        String variable = method;
        for (int number = 2; !variables.add(variable); number++) {
            variable = method + number;
        }
        calls.add(new Call(variable, method, arguments, keepDims));
        return variable(variable);
    }

    private String axesText(List<Long> axes) {
        if (axes == AXES_OF_CALLER) {
            return severalAxes ? "axes" : "axes(axis)";
        }
        return axes.stream().map(String::valueOf).collect(Collectors.joining(", ", "axes(", ")"));
    }

    private static String method(String op) {
        return OpTable.get().find(op).orElseThrow().javaName();
    }

    private static Node variable(String text) {
        return Node.parameter(text, ValueType.F32_SCALAR);
    }

    /** A constant is the shortest decimal that rounds to the same {@code f32}. */
    private static String text(Node node) {
        return node.kind() == Node.Kind.CONSTANT
                ? FloatText.of((float) node.attributes().value())
                : node.label();
    }
}
