package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.IndexRule;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.source.JavaText.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prints one walk through a composite op's expansion as Java statements. The label of a node is the name of its Java
 * variable. {@code decisions} decide the branches of the expansion; the first question that they do not answer is kept,
 * to be asked again with each answer.
 */
class JavaExpansion extends JavaOps {

    /** A question that an expansion branches on: each answer with the Java condition under which it holds. */
    record Question(String key, Map<Object, String> conditions) {}

    private final Set<String> present;
    private final Map<String, Object> decisions;
    List<Node> results;
    private Question question;
    private boolean branches;

    JavaExpansion(OpRow row, Set<String> present, Map<String, Object> decisions, boolean widened) {
        super(row, widened);
        this.present = present;
        this.decisions = decisions;
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
        return calls() > 1 || branches;
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
        return new JavaText(name, single ? Type.AXIS : Type.AXES);
    }

    @Override
    public Dims dims(String name) {
        return new JavaText(name, Type.DIMS);
    }

    @Override
    public Extent extent(String name) {
        return new JavaText(name, Type.FACTOR);
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
        Node next = each.make(new JavaText(i, Type.FACTOR));
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
        Node next = step.step(node(value), new JavaText(i, Type.AXIS));
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
        Node one = output.make(new JavaText(i, Type.FACTOR));
        java.statement(all + "[" + i + "] = scope.keep(" + one.label() + ");");
        java.close();
        return List.of(node(all));
    }
}
