package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.EagerExpansion;
import io.graphkernel.runtime.internal.eager.Expansions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Application of a gradient rule to a recorded call. Operands, results and cotangents are converted to the dtype of the
 * rule when it reads them, and a {@code select} is evaluated when its result is an operand: a contribution may be its
 * chosen value with its condition as a mask.
 */
final class EagerGradient extends EagerExpansion implements GradientBuilder {

    private static final String SELECT = "Select";

    private final OpRow row;
    private final OpApplication call;
    private final Map<String, Node> results = new HashMap<>();
    private final Map<String, Node> cotangents = new HashMap<>();

    /** The operands of each {@code select}, by its result. */
    private final Map<Node, Node[]> selects = new IdentityHashMap<>();

    private final Map<Node, Tensor> selected = new IdentityHashMap<>();

    private EagerGradient(OpRow row, OpApplication call) {
        super(row, new Object[0], false);
        this.row = row;
        this.call = call;
    }

    /** Returns the contributions by a rule to the adjoints of its operands. */
    static TapedContribution[] adjoints(OpRow row, GradientRule rule, OpApplication call) {
        EagerGradient gradient = new EagerGradient(row, call);
        try {
            return rule.formula().adjoints(gradient).stream()
                    .map(gradient::contribution)
                    .toArray(TapedContribution[]::new);
        } catch (TypeException e) {
            throw new IllegalStateException("a gradient of " + row.name() + " is rejected by a rule of graphs", e);
        }
    }

    /** Returns the contribution of an adjoint; the value that {@code select} chooses instead of zeros has a mask. */
    private TapedContribution contribution(Node adjoint) {
        Node[] operands = selects.get(adjoint);
        if (operands != null && isZero(operands[2])) {
            return TapedContribution.where(tensor(operands[0]), tensor(operands[1]));
        }
        if (operands != null && isZero(operands[1])) {
            return TapedContribution.unless(tensor(operands[0]), tensor(operands[2]));
        }
        return TapedContribution.of(tensor(adjoint));
    }

    private boolean isZero(Node node) {
        return number(node) != null && number(node).isZero();
    }

    @Override
    public Tensor tensor(Node node) {
        Node[] operands = selects.get(node);
        if (operands == null) {
            return super.tensor(node);
        }
        Tensor known = selected.get(node);
        if (known == null) {
            known = super.tensor(super.op(SELECT, operands));
            selected.put(node, known);
        }
        return known;
    }

    @Override
    public Node op(String name, Node... operands) {
        if (!name.equals(SELECT)) {
            return super.op(name, operands);
        }
        Node result = node(null);
        selects.put(result, operands);
        return result;
    }

    @Override
    protected Object argument(String name) {
        int position = position(name);
        OpParameter parameter = row.parameters().get(position);
        if (call.attribute(position) == null) {
            return ABSENT;
        }
        if (!parameter.isOperand()) {
            return call.attribute(position);
        }
        return parameter.kind() == OpParameter.Kind.TENSORS ? call.operands(position) : call.operand(position);
    }

    /** Reads no operand, which may be converted. */
    @Override
    public boolean has(String name) {
        return row.parameters().stream().anyMatch(parameter -> parameter.name().equals(name))
                && call.attribute(position(name)) != null;
    }

    @Override
    public Node result() {
        return result(row.results().get(0).name());
    }

    @Override
    public Node result(String name) {
        return results.computeIfAbsent(name, result -> node(call.result(resultPosition(result))));
    }

    @Override
    public Node dy() {
        return dy(row.results().get(0).name());
    }

    @Override
    public Node dy(String name) {
        return cotangents.computeIfAbsent(name, result -> node(call.cotangent(resultPosition(result))));
    }

    private int resultPosition(String name) {
        return row.results().stream().map(OpResult::name).toList().indexOf(name);
    }

    @Override
    public List<Node> dys() {
        return nodes(call.cotangents());
    }

    private List<Node> nodes(Tensor... tensors) {
        return Arrays.stream(tensors).map(this::node).toList();
    }

    @Override
    public Node spread(Node value, Node x) {
        return node(GradientOps.spread(tensor(value), tensor(x), (int[]) argument("axes")));
    }

    @Override
    public Node transposedBack(Node value) {
        return node(GradientOps.transposedBack(tensor(value), (int[]) attribute(Attributes.PERMUTATION)));
    }

    @Override
    public Node unsliced(Node value, Node x) {
        return node(GradientOps.unsliced(
                tensor(value),
                tensor(x),
                (long[]) attribute(Attributes.BEGIN),
                (long[]) attribute(Attributes.END),
                (long[]) attribute(Attributes.STRIDES)));
    }

    /** Returns the argument for an attribute of graphs. */
    private Object attribute(String attribute) {
        return row.parameters().stream()
                .filter(parameter -> parameter.attribute().equals(attribute))
                .map(parameter -> argument(parameter.name()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<Node> parts(Axes axis, Node whole, String name) {
        return nodes(GradientOps.parts(axis(axis), tensor(whole), (Tensor[]) argument(name)));
    }

    @Override
    public Node sumOfProducts(Node a, Node dy, Node like, boolean transposed) {
        return node(GradientOps.sumOfProducts(tensor(a), tensor(dy), tensor(like), transposed));
    }

    @Override
    public Node convolutionOfImages() {
        return node(convolution().ofInput());
    }

    @Override
    public Node convolutionOfWeights() {
        return node(convolution().ofWeights());
    }

    private ConvolutionGradient convolution() {
        return new ConvolutionGradient(
                tensor(operand("x")),
                tensor(operand("weight")),
                tensor(dy()),
                (long[]) argument("strides"),
                (long[]) argument("pads"),
                (long[]) argument("dilations"),
                (int) argument("groups"));
    }

    @Override
    public Node wide(Node x) {
        return node(Expansions.widen(tensor(x)));
    }

    @Override
    public List<Node> elementAdjoints(String function, List<Node> nodes) throws TypeException {
        ScalarFunction body = ScalarFunction.parse(function);
        List<Tensor> inputs = new ArrayList<>();
        nodes.forEach(node -> inputs.add(tensor(node)));
        dys().forEach(node -> inputs.add(tensor(node)));
        List<Node> adjoints = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            adjoints.add(
                    call.needsAdjoint(position("x"), i)
                            ? node(FunctionRecording.apply(body.adjoint(i), inputs))
                            : number(0, nodes.get(i)));
        }
        return adjoints;
    }

    /** Returns a text, or the name of an enum constant. */
    @Override
    public String choice(String name) {
        return argument(name) instanceof String text ? text : super.choice(name);
    }
}
