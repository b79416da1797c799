package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Forward-mode differentiation of an element function. A cotangent is the seed of the tangents: over single elements,
 * the derivative is a number, so that both modes multiply the same factors.
 *
 * <p>A selected value has the selected tangent. In reverse mode, the untaken branch would receive the cotangent 0, and
 * multiply it by a derivative that may be infinite.
 */
final class ElementDerivative {

    private static final String SELECT = "Select";
    private static final String COTANGENT = "dy";

    private final Graph body;
    private final GraphBuilder graph = new GraphBuilder(OpTable.get());

    /** Tangents by value; a value without one does not depend on the parameter. */
    private final Map<Node, Node> tangents = new IdentityHashMap<>();

    /** Integers that depend on the bits of a value with a tangent, by the op without a gradient that returned them. */
    private final Map<Node, OpRow> bits = new IdentityHashMap<>();

    /** States of loops with tangents, by the equal states of the loops without. */
    private final Map<Node, Node> sharedLoops = new IdentityHashMap<>();

    private final Set<Node> differentiated = Collections.newSetFromMap(new IdentityHashMap<>());

    ElementDerivative(Graph body) {
        this.body = body;
    }

    ScalarFunction adjoint(int parameter) throws TypeException {
        graph.parametersOf(body.parameters());
        Node variable = body.parameters().get(parameter).node();
        body.nodes().forEach(graph::add);
        Node adjoint = null;
        for (int i = 0; i < body.outputs().size(); i++) {
            Node result = body.outputs().get(i).node();
            Node cotangent = graph.tensorParameter(name(i), new ValueType(result.dtype(), Shape.SCALAR));
            Node term = result.dtype().isDifferentiable() ? tangent(result, variable, cotangent) : null;
            if (term != null) {
                Node converted = cast(term, variable.dtype());
                adjoint = adjoint == null ? converted : op(BasicOps.ADD, adjoint, converted);
            }
        }
        Node value = adjoint == null ? graph.constant(0, variable.dtype()) : adjoint;
        Graph complete = graph.build(body.name(), List.of(new Graph.Output("adjoint", value)));
        return ScalarFunction.minimal(complete, sharedLoops);
    }

    /** Returns a name that no parameter has: the adjoint of an adjoint has two cotangents. */
    private String name(int result) {
        String name = COTANGENT + result;
        while (isParameter(name)) {
            name = COTANGENT + name;
        }
        return name;
    }

    private boolean isParameter(String name) {
        return body.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
    }

    private Node tangent(Node result, Node variable, Node cotangent) throws TypeException {
        differentiate(Map.of(variable, cast(cotangent, variable.dtype())));
        return tangents.get(result);
    }

    /**
     * Differentiates the step of a loop by operands.
     *
     * @param loop loop whose step this derivative is of
     * @param operands indices of the operands that have a tangent
     * @return indices of the states whose next value has a tangent
     * @throws TypeException if an op of the step has no gradient
     */
    Set<Integer> activeStates(ElementLoop loop, Set<Integer> operands) throws TypeException {
        graph.parametersOf(body.parameters());
        body.nodes().forEach(graph::add);
        Map<Node, Node> seeds = new LinkedHashMap<>();
        for (int operand : operands) {
            Node value = body.parameters().get(operand).node();
            seeds.put(value, graph.tensorParameter(tangentName(operand), value.type()));
        }
        differentiate(seeds);
        Set<Integer> active = new TreeSet<>();
        for (int state = 0; state < loop.states(); state++) {
            Node next = loop.next(state);
            if (tangents.containsKey(next)) {
                active.add(state);
            }
            if (bits.containsKey(next)) {
                throw noGradient(bits.get(next));
            }
        }
        return active;
    }

    /**
     * Returns the step of a loop with tangents, after {@link #activeStates}.
     *
     * @param loop the original loop
     * @param operands operands of the loop with tangents
     * @param active indices of the states that have a tangent
     * @return a function of the operands
     */
    ScalarFunction step(ElementLoop loop, List<TangentLoop.Operand> operands, List<Integer> active) {
        List<Graph.Output> outputs = new ArrayList<>(body.outputs());
        for (int state : active) {
            outputs.add(new Graph.Output(tangentName(state), orZero(loop.next(state))));
        }
        Graph complete = graph.build(body.name(), outputs);
        Map<String, Graph.Parameter> parameters = new HashMap<>();
        complete.parameters().forEach(parameter -> parameters.put(parameter.name(), parameter));
        List<Graph.Parameter> ordered = operands.stream()
                .map(operand -> operand.isTangent()
                        ? tangentName(operand.index())
                        : body.parameters().get(operand.index()).name())
                .map(parameters::get)
                .toList();
        Graph step = new Graph(complete.name(), ordered, complete.nodes(), complete.outputs(), List.of(), List.of());
        return ScalarFunction.minimal(step, sharedLoops);
    }

    private String tangentName(int operand) {
        String name = "tangent" + operand;
        while (isParameter(name)) {
            name = "tangent" + name;
        }
        return name;
    }

    private void differentiate(Map<Node, Node> seeds) throws TypeException {
        tangents.clear();
        bits.clear();
        differentiated.clear();
        tangents.putAll(seeds);
        for (Node node : body.nodes()) {
            differentiate(node);
        }
    }

    private void differentiate(Node node) throws TypeException {
        if (!node.isOperation() || !differentiated.add(node)) {
            return;
        }
        OpRow source = bitsOf(node);
        if (!node.dtype().isDifferentiable()) {
            // A comparison is piecewise constant.
            if (source != null && node.dtype() != DataType.BOOL) {
                bits.put(node, source);
            }
            return;
        }
        if (source != null) {
            throw noGradient(source);
        }
        Node tangent = tangent(node);
        if (tangent != null) {
            tangents.put(node, tangent);
        }
    }

    /** Returns the op without a gradient on whose result an op depends, or which it is; null if there is none. */
    private OpRow bitsOf(Node node) {
        OpRow row = OpTable.get().row(node);
        if (!row.gradient().absence().isEmpty() && node.operands().stream().anyMatch(tangents::containsKey)) {
            return row;
        }
        return node.operands().stream()
                .map(bits::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static TypeException noGradient(OpRow row) {
        return new TypeException(
                Problem.BAD_ATTRIBUTE,
                -1,
                row.javaName() + " has no gradient: " + row.gradient().absence());
    }

    private Node tangent(Node node) throws TypeException {
        List<Node> operands = node.operands();
        if (operands.stream().noneMatch(tangents::containsKey)) {
            return null;
        }
        return switch (node.op()) {
            case SELECT -> op(SELECT, operands.get(0), orZero(operands.get(1)), orZero(operands.get(2)));
            case BasicOps.CAST -> cast(tangents.get(operands.get(0)), node.dtype());
            case BasicOps.ELEMENT_LOOP -> ofLoop(node);
            default -> byRow(node);
        };
    }

    /** Returns the state of a loop that carries the tangents along with the states. */
    private Node ofLoop(Node node) throws TypeException {
        ElementLoop loop = ElementLoop.of(node);
        Set<Integer> seeds = new TreeSet<>();
        for (int i = 0; i < node.operands().size(); i++) {
            if (tangents.containsKey(node.operands().get(i))) {
                seeds.add(i);
            }
        }
        TangentLoop derived = TangentLoop.of(loop, seeds);
        OptionalInt result = derived.tangentOf(ElementLoop.result(node));
        if (result.isEmpty()) {
            return null;
        }
        List<Node> operands = new ArrayList<>();
        for (TangentLoop.Operand operand : derived.operands()) {
            Node value = node.operands().get(operand.index());
            operands.add(operand.isTangent() ? orZero(value) : value);
        }
        Node tangent = loopResult(derived.loop(), result.getAsInt(), operands, node);
        for (Node other : body.nodes()) {
            if (ElementLoop.isSameLoop(node, other)) {
                sharedLoops.putIfAbsent(other, loopResult(derived.loop(), ElementLoop.result(other), operands, other));
            }
        }
        return tangent;
    }

    private Node loopResult(ElementLoop loop, int result, List<Node> operands, Node original) throws TypeException {
        return graph.operation(BasicOps.ELEMENT_LOOP, operands, loop.attributes(result), "", original.origin());
    }

    private Node orZero(Node value) {
        Node tangent = tangents.get(value);
        return tangent == null ? graph.constant(0, value.dtype()) : tangent;
    }

    /** Returns the sum of the tangents by the gradient rules of an op, or the tangent of its expansion. */
    private Node byRow(Node node) throws TypeException {
        OpRow row = OpTable.get().row(node);
        List<OpParameter> parameters = DtypeRules.operandParameters(
                row, node.attributes(), node.operands().size());
        Node sum = null;
        for (int i = 0; i < node.operands().size(); i++) {
            Node tangent = tangents.get(node.operands().get(i));
            String name = parameters.get(i).name();
            if (tangent == null || row.gradient().nonDifferentiable().contains(name)) {
                continue;
            }
            String result = row.results().get(0).name();
            List<GradientRule> rules = row.gradient().rules(Set.of(result), Set.of(name));
            if (rules.isEmpty()) {
                return expanded(row, node);
            }
            GradientRule rule = rules.get(0);
            Node term = GraphGradient.adjoints(rule, graph, node, Map.of(result, tangent))
                    .get(rule.operands().indexOf(name));
            sum = sum == null ? term : op(BasicOps.ADD, sum, term);
        }
        return sum;
    }

    private Node expanded(OpRow row, Node node) throws TypeException {
        if (row.kind() != OpKind.COMPOSITE) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, row.javaName() + " has no gradient");
        }
        int before = graph.size();
        Node result = GraphExpansion.expand(row, graph, node.operands(), node.attributes(), node.origin())
                .get(0);
        for (Node inner : List.copyOf(graph.nodes().subList(before, graph.size()))) {
            differentiate(inner);
        }
        return tangents.get(result);
    }

    private Node op(String name, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), Attributes.NONE, "", operands[0].origin());
    }

    private Node cast(Node value, DataType dtype) throws TypeException {
        Attributes target = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        return value.dtype() == dtype
                ? value
                : graph.operation(BasicOps.CAST, List.of(value), target, "", value.origin());
    }
}
