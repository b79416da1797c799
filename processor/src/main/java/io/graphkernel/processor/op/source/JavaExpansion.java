package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.ExpansionBuilder;
import io.graphkernel.processor.op.IndexRule;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.source.JavaText.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints one walk through a composite op's expansion as Java statements. The label of a node is the name of its Java
 * variable. {@code decisions} decide the branches of the expansion; the first question that they do not answer is kept,
 * to be asked again with each answer.
 */
class JavaExpansion extends JavaDims implements ExpansionBuilder {

    /** A question that an expansion branches on: each answer with the Java condition under which it holds. */
    record Question(String key, Map<Object, String> conditions) {}

    private static final Set<OpDtype> WIDENED = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32, OpDtype.OWN);

    final OpRow row;
    private final Set<String> present;
    private final Map<String, Object> decisions;
    private final boolean widened;
    private final Map<Node, Node> numbers = new HashMap<>();
    private final Set<OpRow> ops = new HashSet<>();
    List<Node> results;
    private Question question;
    private int calls;
    private boolean branches;

    JavaExpansion(OpRow row, Set<String> present, Map<String, Object> decisions, boolean widened) {
        super(row.javaName(), new JavaStatements());
        this.row = row;
        this.present = present;
        this.decisions = decisions;
        this.widened = widened;
        row.parameters().forEach(parameter -> java.reserve(parameter.name(), wide(parameter.name())));
        java.reserve("axes", "scope", "shared");
    }

    /** Runs an expansion. */
    static JavaExpansion run(OpRow row, Set<String> present, Map<String, Object> decisions, boolean widened) {
        JavaExpansion expansion = new JavaExpansion(row, present, decisions, widened);
        try {
            expansion.results = row.expansion().orElseThrow().expand(expansion);
        } catch (TypeException e) {
            throw new IllegalStateException(row.name() + " cannot be printed as Java", e);
        }
        return expansion;
    }

    /** The number of positions that an operand may name. */
    static String size(OpRow row, Set<String> present, boolean widened, IndexRule.Size size) {
        try {
            return JavaText.of(size.of(new JavaExpansion(row, present, Map.of(), widened)));
        } catch (TypeException e) {
            throw new IllegalStateException(row.name() + " has a size that cannot be printed as Java", e);
        }
    }

    /** The first question that no decision answers, or null. */
    Question question() {
        return question;
    }

    /** The statements before the results are returned. */
    List<String> statements() {
        return java.statements();
    }

    List<Node> results() {
        return results;
    }

    /** Whether there is more than one op, so that intermediate results are rounded or held. */
    boolean isSeveralOps() {
        return calls > 1 || branches;
    }

    /** The ops that it calls. */
    Set<OpRow> ops() {
        return ops;
    }

    /** The variable that holds an operand in the dtype in which it is computed. */
    static String wide(String operand) {
        return "wide" + Character.toUpperCase(operand.charAt(0)) + operand.substring(1);
    }

    /** Whether an operand is converted from f16 or bf16 before the first op. */
    static boolean isWidened(OpParameter parameter) {
        return parameter.isOperand() && WIDENED.contains(parameter.dtype());
    }

    private String name(String operand) {
        return widened && isWidened(row.parameter(operand)) ? wide(operand) : operand;
    }

    @Override
    public Node operand(String name) {
        return node(name(name));
    }

    @Override
    public boolean has(String name) {
        return present.contains(name);
    }

    @Override
    public boolean flag(String name) {
        Map<Object, String> answers = new LinkedHashMap<>();
        answers.put(true, name);
        answers.put(false, "!" + name);
        return (Boolean) answer(name, answers);
    }

    @Override
    public String choice(String name) {
        String type = row.parameter(name).enumType();
        Map<Object, String> answers = new LinkedHashMap<>();
        for (String constant : JavaTypes.constants(type)) {
            answers.put(constant, name + " == " + type + "." + constant);
        }
        return (String) answer(name, answers);
    }

    @Override
    public int position(String name, int count) {
        java.statement("DimLists.below(\"" + row.javaName() + "\", \"" + name + "\", " + name + ", " + count + ");");
        Map<Object, String> answers = new LinkedHashMap<>();
        for (int position = 0; position < count; position++) {
            answers.put(position, name + " == " + position);
        }
        return (Integer) answer(name, answers);
    }

    @Override
    public boolean isFloating(String name) {
        Map<Object, String> answers = new LinkedHashMap<>();
        answers.put(true, name + ".dtype().isFloat()");
        answers.put(false, "!" + name + ".dtype().isFloat()");
        return (Boolean) answer("floating " + name, answers);
    }

    final Object answer(String key, Map<Object, String> conditions) {
        branches = true;
        if (!decisions.containsKey(key) && question == null) {
            question = new Question(key, conditions);
        }
        return decisions.getOrDefault(key, conditions.keySet().iterator().next());
    }

    @Override
    public Axes axes(String name) {
        boolean single = row.parameter(name).kind() == OpParameter.Kind.AXIS;
        return new JavaText(name, single ? Form.AXIS : Form.AXES);
    }

    @Override
    public Dims dims(String name) {
        return new JavaText(name, Form.DIMS);
    }

    @Override
    public Extent extent(String name) {
        return new JavaText(name, Form.FACTOR);
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

    @Override
    public Node concatEach(Axes axis, String name, Each each) throws TypeException {
        String all = name(name);
        java.statement("Expansions.first(\"" + row.javaName() + "\", \"" + name + "\", " + all + ");");
        String parts = java.variable("Tensor[]", "parts", "new Tensor[" + all + ".length]");
        String i = java.loop(0, all + ".length");
        Node part = each.apply(node(all + "[" + i + "]"));
        java.statement(parts + "[" + i + "] = " + part.label() + ";");
        java.close();
        return method("Concat", List.of(JavaText.of(axis), parts));
    }

    @Override
    public Node fold(String name, Fold step) throws TypeException {
        String all = name(name);
        String first = "Expansions.first(\"" + row.javaName() + "\", \"" + name + "\", " + all + ")";
        String value = java.variable("Tensor", "folded", first);
        String i = java.loop(1, all + ".length");
        Node next = step.step(node(value), node(all + "[" + i + "]"));
        java.statement(value + " = " + next.label() + ";");
        java.close();
        branches = true;
        return node(value);
    }

    @Override
    public Node repeat(Extent count, Output each, Fold step) throws TypeException {
        String value = java.variable("Tensor", "repeated", "null");
        String i = java.loop(0, JavaText.of(count));
        Node next = each.make(new JavaText(i, Form.FACTOR));
        java.open("if (" + i + " == 0)");
        java.statement(value + " = " + next.label() + ";");
        java.otherwise();
        Node combined = step.step(node(value), next);
        java.statement(value + " = " + combined.label() + ";");
        java.close();
        java.close();
        branches = true;
        return node(value);
    }

    @Override
    public Node overAxes(Node x, OverAxes step) throws TypeException {
        String copy = "Expansions.copy(\"" + row.javaName() + "\", " + x.label() + ")";
        String value = java.variable("Tensor", "moved", copy);
        String i = java.loop(0, x.label() + ".rank()");
        Node next = step.step(node(value), new JavaText(i, Form.AXIS));
        java.statement(value + " = " + next.label() + ";");
        java.close();
        branches = true;
        return node(value);
    }

    @Override
    public List<Node> outputs(Extent count, Output output) throws TypeException {
        String size = java.variable(
                "int", "count", "DimLists.results(\"" + row.javaName() + "\", " + JavaText.of(count) + ")");
        String all = java.variable("Tensor[]", "results", "new Tensor[" + size + "]");
        String i = java.loop(0, size);
        Node one = output.make(new JavaText(i, Form.FACTOR));
        java.statement(all + "[" + i + "] = scope.keep(" + one.label() + ");");
        java.close();
        return List.of(node(all));
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
