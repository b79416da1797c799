package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.GradientBuilder;
import io.graphkernel.processor.op.GradientRule;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints one call of a gradient rule as Java statements. What was left out at the call is null there. */
final class JavaGradient extends JavaExpansion implements GradientBuilder {

    private static final String ZERO = "0.0";

    /** Variables that hold any number of tensors. */
    private final Set<String> arrays = new HashSet<>();

    /** The operands of each {@code select}, by the variable of its result. */
    private final Map<String, Node[]> selects = new HashMap<>();

    private JavaGradient(OpRow row, Map<String, Object> decisions) {
        super(row, Set.of(), decisions, false);
        row.results()
                .forEach(result -> java.reserve(resultName(row, result.name()), cotangentName(row, result.name())));
        java.reserve("cotangents", "call");
    }

    /** Runs a rule. */
    static JavaGradient run(OpRow row, GradientRule rule, Map<String, Object> decisions) {
        JavaGradient gradient = new JavaGradient(row, decisions);
        try {
            gradient.results = rule.formula().adjoints(gradient);
        } catch (TypeException e) {
            throw new IllegalStateException("a gradient of " + row.name() + " cannot be printed as Java", e);
        }
        return gradient;
    }

    /** The adjoints as an array. */
    String adjoints() {
        return results().size() == 1 && arrays.contains(results().get(0).label())
                ? "GradientOps.whole(" + results().get(0).label() + ")"
                : results().stream()
                        .map(this::contribution)
                        .collect(Collectors.joining(", ", "new Contribution[] {", "}"));
    }

    /** What {@code select} chooses instead of zeros stays apart from its condition. */
    private String contribution(Node adjoint) {
        Node[] operands = selects.get(adjoint.label());
        String form = operands == null
                ? ""
                : operands[2].label().equals(ZERO)
                        ? "where"
                        : operands[1].label().equals(ZERO) ? "unless" : "";
        if (form.isEmpty()) {
            return "Contribution.of(" + tensor(adjoint) + ")";
        }
        java.forget(adjoint.label());
        Node chosen = operands[form.equals("where") ? 1 : 2];
        return "Contribution." + form + "(" + operands[0].label() + ", " + tensor(chosen) + ")";
    }

    @Override
    public Node op(String name, Node... operands) {
        Node result = super.op(name, operands);
        if (name.equals("Select")) {
            selects.put(result.label(), operands);
        }
        return result;
    }

    /** The variable that holds a result. */
    static String resultName(OpRow row, String result) {
        return row.results().size() == 1 ? "result" : "result" + capitalized(result);
    }

    /** The variable that holds the cotangent of a result. */
    static String cotangentName(OpRow row, String result) {
        return row.results().size() == 1 ? "cotangent" : "cotangent" + capitalized(result);
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    @Override
    public boolean has(String name) {
        boolean asked =
                row.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
        Map<Object, String> answers = new LinkedHashMap<>();
        answers.put(true, name + " != null");
        answers.put(false, name + " == null");
        return asked && (Boolean) answer("present " + name, answers);
    }

    @Override
    public Node result() {
        return result(row.results().get(0).name());
    }

    @Override
    public Node result(String name) {
        return node(resultName(row, name));
    }

    @Override
    public Node dy() {
        return dy(row.results().get(0).name());
    }

    @Override
    public Node dy(String name) {
        return node(cotangentName(row, name));
    }

    @Override
    public Node spread(Node value, Node x) {
        return helper("spread", tensor(value), x.label(), "axes");
    }

    @Override
    public Node transposedBack(Node value) {
        return helper("transposedBack", value.label(), attribute(Attributes.PERMUTATION));
    }

    @Override
    public List<Node> dys() {
        return List.of(array("cotangents"));
    }

    @Override
    public Node unsliced(Node value, Node x) {
        return helper(
                "unsliced",
                value.label(),
                x.label(),
                attribute(Attributes.BEGIN),
                attribute(Attributes.END),
                attribute(Attributes.STRIDES));
    }

    @Override
    public List<Node> parts(Axes axis, Node whole, String name) {
        return List.of(array(java.variable(
                "Tensor[]",
                "parts",
                "GradientOps.parts(" + JavaText.of(axis) + ", " + whole.label() + ", " + name + ")")));
    }

    @Override
    public Node gather(Node x, Node indices, Axes axis) {
        return method("Gather", List.of(x.label(), indices.label(), JavaText.of(axis)));
    }

    @Override
    public Node gatherGradient(Node dy, Node indices, Extent size) {
        return method("GatherGrad", List.of(dy.label(), indices.label(), JavaText.of(size)));
    }

    @Override
    public Node sumOfProducts(Node a, Node dy, Node like, boolean transposed) {
        return helper("sumOfProducts", a.label(), dy.label(), like.label(), String.valueOf(transposed));
    }

    @Override
    public Node convolutionOfImages() {
        return convolution("ofImages");
    }

    @Override
    public Node convolutionOfWeights() {
        return convolution("ofWeights");
    }

    private Node convolution(String adjoint) {
        String all = "x, weight, " + dy().label() + ", strides, pads, dilations, groups";
        return node(java.variable("Tensor", adjoint, "new ConvolutionGradient(" + all + ")." + adjoint + "()"));
    }

    @Override
    public Node wide(Node x) {
        return call("wide", "Expansions.widen", List.of(x.label()));
    }

    @Override
    public Node reshape(Node x, Dims dims) {
        if (!arrays.contains(x.label())) {
            return super.reshape(node(tensor(x)), dims);
        }
        return array(java.variable(
                "Tensor[]", "reshaped", "GradientOps.reshape(" + x.label() + ", " + JavaText.of(dims) + ")"));
    }

    private Node helper(String name, String... arguments) {
        return call(name, "GradientOps." + name, List.of(arguments));
    }

    private Node array(String variable) {
        arrays.add(variable);
        return node(variable);
    }

    /** The parameter that an attribute is given by. */
    private String attribute(String attribute) {
        return row.parameters().stream()
                .filter(parameter -> parameter.attribute().equals(attribute))
                .map(OpParameter::name)
                .findFirst()
                .orElseThrow();
    }
}
