package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.ExpansionBuilder;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints the ops of an expansion as calls of their Java methods. The label of a node is the name of its Java variable. */
abstract class JavaOps extends JavaDims implements ExpansionBuilder {

    private static final Set<OpDtype> WIDENED = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32, OpDtype.OWN);

    final OpRow row;
    /** Whether operands of 16 bits are converted before the first op. */
    final boolean widened;
    /** Numbers, with the tensor whose dtype they have. */
    private final Map<Node, Node> numbers = new HashMap<>();

    private final Set<OpRow> ops = new HashSet<>();
    private int calls;

    JavaOps(OpRow row, boolean widened) {
        super(row.javaName(), new JavaStatements());
        this.row = row;
        this.widened = widened;
    }

    /** The ops that it calls. */
    Set<OpRow> ops() {
        return ops;
    }

    /** How many methods are called. */
    final int calls() {
        return calls;
    }

    /** The variable that holds an operand in the dtype in which it is computed. */
    static String wide(String operand) {
        return "wide" + Character.toUpperCase(operand.charAt(0)) + operand.substring(1);
    }

    /** Whether an operand is converted from f16 or bf16 before the first op. */
    static boolean isWidened(OpParameter parameter) {
        return parameter.isOperand() && WIDENED.contains(parameter.dtype());
    }

    @Override
    public Node number(double value, Node like) {
        Node number = node(value == Double.NEGATIVE_INFINITY ? "Double.NEGATIVE_INFINITY" : Double.toString(value));
        numbers.put(number, like);
        return number;
    }

    @Override
    public Node number(Extent extent, Node like) {
        Node number = node(JavaText.of(extent));
        numbers.put(number, like);
        return number;
    }

    @Override
    public Node op(String name, Node... operands) {
        OpRow called = OpTable.get().find(name).orElseThrow();
        ops.add(called);
        List<String> arguments = new ArrayList<>();
        boolean meetsTensor = false;
        for (int i = 0; i < operands.length; i++) {
            boolean shared = called.operandParameters().get(i).dtype() == OpDtype.SHARED;
            meetsTensor |= shared && !numbers.containsKey(operands[i]);
        }
        for (Node operand : operands) {
            arguments.add(meetsTensor ? operand.label() : tensor(operand));
        }
        return call(called.javaName(), called.javaName(), arguments);
    }

    /** The operand as a tensor: no other operand would say what dtype a number has. */
    final String tensor(Node operand) {
        Node like = numbers.get(operand);
        return like == null
                ? operand.label()
                : (widened ? "Expansions.number" : "Eager.scalar") + "(\"" + row.javaName() + "\", \"number\", "
                        + operand.label() + ", " + like.label() + ")";
    }

    @Override
    public Node castLike(Node x, Node like) {
        return call("converted", "Expansions.as", List.of(x.label(), like.label() + ".dtype()"));
    }

    @Override
    public Node rounded(Node x) {
        return x;
    }

    @Override
    public Node cast(Node x, DType dtype) {
        return call("converted", "Expansions.as", List.of(x.label(), "DType." + dtype.name()));
    }

    @Override
    public Node castTo(Node x, String name) {
        return call("converted", "Expansions.as", List.of(x.label(), name));
    }

    @Override
    public Node reduce(String name, Node x, Axes axes, boolean keepDims) {
        return reduce(name, x, axes, String.valueOf(keepDims));
    }

    @Override
    public Node reduceAsAsked(String name, Node x) {
        return reduce(name, x, axes("axes"), "keepDims");
    }

    private Node reduce(String name, Node x, Axes axes, String keepDims) {
        return method(name, List.of(x.label(), JavaText.of(axes), keepDims));
    }

    @Override
    public Node call(String name, Map<String, Boolean> flags, Node... operands) {
        List<String> arguments = new ArrayList<>();
        Iterator<Node> next = Arrays.asList(operands).iterator();
        for (OpParameter parameter : OpTable.get().find(name).orElseThrow().parameters()) {
            boolean absent = parameter.kind() == OpParameter.Kind.OPTIONAL_TENSOR && !has(parameter.name());
            if (parameter.isOperand() && !absent) {
                arguments.add(next.next().label());
            } else if (!absent) {
                Boolean given = flags.get(parameter.name());
                arguments.add(given == null ? parameter.name() : given.toString());
            }
        }
        return method(name, arguments);
    }

    @Override
    public Node productAsAsked(String name, Node a, Node b) {
        return method(name, List.of(a.label(), b.label(), "transposeA", "transposeB"));
    }

    @Override
    public Node elementCount(Node x, Axes axes) {
        return node("Eager.elementCount(" + x.label() + ", " + JavaText.array(axes) + ")");
    }

    @Override
    public Node sumTo(Node value, Node operand) {
        return call("sum", "Expansions.sumTo", List.of(value.label(), operand.label()));
    }

    @Override
    public Node reshape(Node x, Dims dims) {
        return method("Reshape", List.of(x.label(), JavaText.of(dims)));
    }

    @Override
    public Node broadcastTo(Node x, Dims dims) {
        return method("BroadcastTo", List.of(tensor(x), JavaText.of(dims)));
    }

    @Override
    public Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) {
        return method("StridedSlice", List.of(x.label(), JavaText.of(begin), JavaText.of(end), JavaText.of(strides)));
    }

    @Override
    public Node index(Dims dims, Axes axis) {
        return method("Index", List.of(JavaText.of(axis), JavaText.of(dims)));
    }

    @Override
    public Node rowMajorIndex(Dims dims) {
        return method("RowMajorIndex", List.of(JavaText.of(dims)));
    }

    @Override
    public Node concat(Axes axis, Node... parts) {
        List<String> arguments = new ArrayList<>(List.of(JavaText.of(axis)));
        Arrays.stream(parts).map(Node::label).forEach(arguments::add);
        return method("Concat", arguments);
    }

    final Node method(String op, List<String> arguments) {
        OpRow called = OpTable.get().find(op).orElseThrow();
        ops.add(called);
        String method = called.javaName();
        return call(method, method, arguments);
    }

    final Node call(String variable, String method, List<String> arguments) {
        calls++;
        return node(java.variable(
                "Tensor", variable, method + arguments.stream().collect(Collectors.joining(", ", "(", ")"))));
    }

    static Node node(String text) {
        return Node.parameter(text, ValueType.F32_SCALAR);
    }
}
