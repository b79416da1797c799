package io.graphkernel.processor.gradient;

import io.graphkernel.processor.gradient.GradientException.Problem;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.ExpansionBuilder;
import io.graphkernel.processor.op.GradientRule;
import io.graphkernel.processor.op.OpGradient;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Adds the adjoints of values to a graph: reverse mode, on the op graph, before any pass. */
public final class Differentiator {

    /** Apart from the method's graph, in which a parameter that was updated since would be read with its new value. */
    private final GraphBuilder apart = new GraphBuilder(OpTable.get());

    private final ActiveNodes active = new ActiveNodes();
    private final Map<Node, Adjoint> adjoints = new IdentityHashMap<>();
    private final Map<String, Graph> ownGradients;
    private final Recognition recognition;

    private Differentiator(GradientSources sources, Recognition recognition) {
        this.ownGradients = sources.ownGradients();
        this.recognition = recognition;
    }

    /**
     * The adjoints of values: the sum, over results, of the cotangent times the derivative of the result by the value.
     *
     * <p>Only ops on a path from a wanted value to a result are differentiated. The ops of adjoints read values of the graph as
     * they were when they were computed, also those of parameters that were updated in place later.
     *
     * @param graph receives the ops of the adjoints
     * @param cotangents of results, which are floating-point nodes of the graph, each of the type of its result; a number for
     *     one of rank 0. A result that is left out has the cotangent 0, which costs nothing
     * @param wanted parameters or other values
     * @param sources where gradients come from besides the rules of ops
     * @return the adjoints, tensors of the types of the values, in the order of those; without those that no result depends on
     * @throws GradientException if an op on a path has no gradient, or the shapes that its gradient needs are not declared
     */
    public static Map<Node, Node> adjoints(
            GraphBuilder graph, Map<Node, Node> cotangents, Collection<Node> wanted, GradientSources sources)
            throws GradientException {
        return adjoints(graph, cotangents, wanted, List.of(), sources);
    }

    /**
     * The adjoints of values as {@link #adjoints(GraphBuilder, Map, Collection, GradientSources)} gives them, where some values count as constant
     * although they are computed from others.
     *
     * @param graph receives the ops of the adjoints
     * @param cotangents of results
     * @param wanted parameters or other values
     * @param constants values through which nothing is differentiated; one that is wanted has its adjoint all the same
     * @param sources where gradients come from besides the rules of ops
     * @return the adjoints of those wanted values on which a result depends
     * @throws GradientException if an op on a path has no gradient, or the shapes that its gradient needs are not declared
     */
    public static Map<Node, Node> adjoints(
            GraphBuilder graph,
            Map<Node, Node> cotangents,
            Collection<Node> wanted,
            Collection<Node> constants,
            GradientSources sources)
            throws GradientException {
        Set<Node> constant = Set.copyOf(constants);
        List<OpResults> leading = OpResults.leadingTo(cotangents.keySet(), constant);
        Recognition recognition = new Recognition(sources.recognised(), leading, constant);
        Differentiator differentiator = new Differentiator(sources, recognition);
        Map<Node, Node> found = differentiator.run(OpResults.without(constant, leading), cotangents, wanted);
        differentiator.moveTo(graph, found.values());
        return found;
    }

    private Map<Node, Node> run(List<OpResults> order, Map<Node, Node> cotangents, Collection<Node> wanted)
            throws GradientException {
        active.addAll(wanted);
        order.forEach(active::activate);
        for (Map.Entry<Node, Node> cotangent : cotangents.entrySet()) {
            Contribution whole = new Contribution(null, cotangent.getValue());
            at(cotangent.getKey(), ops -> adjoint(cotangent.getKey()).add(whole));
        }
        propagate(order);
        Map<Node, Node> found = new LinkedHashMap<>();
        for (Node node : wanted) {
            boolean reached = adjoints.containsKey(node);
            if (reached || leadsToOne(node, cotangents.keySet(), order)) {
                // A parameter has no line.
                Node made = node.isOperation()
                        ? node
                        : cotangents.keySet().iterator().next();
                at(
                        node,
                        made.origin(),
                        ops -> found.put(
                                node, reached ? adjoint(node).tensor(ops) : ops.op(BasicOps.ZEROS_LIKE, node)));
            }
        }
        return found;
    }

    /** Whether results depend on a value, as they do through one without elements, which has no adjoint. */
    private static boolean leadsToOne(Node value, Set<Node> results, List<OpResults> order) {
        ActiveNodes dependent = new ActiveNodes();
        dependent.addAll(List.of(value));
        order.forEach(dependent::activate);
        return results.stream().anyMatch(dependent::contains);
    }

    /** Goes through ops from the last one back. */
    private void propagate(List<OpResults> order) throws GradientException {
        for (int i = order.size() - 1; i >= 0; i--) {
            OpResults op = order.get(i);
            Map<Integer, String> operands = active.operands(op.first());
            List<Node> reached = op.results().stream()
                    .filter(result -> active.contains(result) && adjoints.containsKey(result))
                    .toList();
            if (!operands.isEmpty() && !reached.isEmpty()) {
                at(op.first(), ops -> differentiate(op.first(), reached, operands, ops));
            }
        }
    }

    private void differentiate(Node op, List<Node> reached, Map<Integer, String> operands, ExpansionBuilder ops)
            throws TypeException, GradientException {
        if (OwnGradient.is(op)) {
            OwnGradient own = new OwnGradient(op);
            if (own.isComputedAgain()) {
                differentiateAgain(own, reached, ops);
            } else {
                differentiateByKernel(own, reached, ops);
            }
            return;
        }
        Optional<Recognition.Recognised> recognised = recognition.of(op, active);
        if (recognised.isPresent()) {
            recognised.get().ops().forEach(each -> apart.add(each.first()));
            adjoint(recognised.get().whole()).add(adjoint(op).merged(ops));
            propagate(recognised.get().ops());
            return;
        }
        OpRow row = OpTable.get().row(op);
        OpGradient gradient = row.gradient();
        if (!gradient.absence().isEmpty()) {
            throw new GradientException(
                    Problem.NO_GRADIENT, op, row.javaName() + " has no gradient: " + gradient.absence());
        }
        Map<String, Contribution> cotangents = new LinkedHashMap<>();
        for (Node result : reached) {
            cotangents.put(OpResults.name(result), adjoint(result).merged(ops));
        }
        List<GradientRule> rules = gradient.rules(cotangents.keySet(), Set.copyOf(operands.values()));
        for (GradientRule rule : rules) {
            apply(rule, op, cotangents, ops);
        }
        if (rules.isEmpty() && row.expansion().isPresent()) {
            differentiateExpansion(row, op, reached, ops);
        } else if (rules.isEmpty()) {
            throw new GradientException(
                    Problem.NO_GRADIENT, op, row.javaName() + " has no gradient with respect to " + operands.values());
        }
    }

    private void apply(GradientRule rule, Node op, Map<String, Contribution> cotangents, ExpansionBuilder ops)
            throws TypeException {
        Map.Entry<String, Contribution> first = cotangents.entrySet().iterator().next();
        Contribution only = first.getValue();
        if (cotangents.size() == 1 && only.mask() != null) {
            List<Node> masked = rule.adjoints(apart, op, Map.of(first.getKey(), only.value()));
            if (arePointwise(masked, op, only.value())) {
                contribute(rule, op, masked, only.mask(), ops);
                return;
            }
        }
        Map<String, Node> whole = new LinkedHashMap<>();
        for (Map.Entry<String, Contribution> cotangent : cotangents.entrySet()) {
            whole.put(cotangent.getKey(), cotangent.getValue().whole(ops));
        }
        Optional<Slice> slice = slice(rule, op, whole);
        if (slice.isPresent()) {
            adjoint(op.operands().get(0)).add(slice.get());
        } else {
            contribute(rule, op, rule.adjoints(apart, op, whole), null, ops);
        }
    }

    /** Ranges wait for the others of the same value. */
    private Optional<Slice> slice(GradientRule rule, Node op, Map<String, Node> cotangents) {
        return OpTable.get().row(op).viewKind().equals(Optional.of(ViewKind.SLICE))
                ? Slice.of(
                        op,
                        cotangents.values().iterator().next(),
                        () -> rule.adjoints(apart, op, cotangents).get(0))
                : Optional.empty();
    }

    private static boolean arePointwise(List<Node> adjoints, Node op, Node cotangent) throws TypeException {
        Pointwise pointwise = new Pointwise(op, cotangent);
        for (Node adjoint : adjoints) {
            if (!pointwise.is(adjoint)) {
                return false;
            }
        }
        return true;
    }

    private void contribute(GradientRule rule, Node op, List<Node> found, Node mask, ExpansionBuilder ops)
            throws TypeException {
        List<OpParameter> parameters = ActiveNodes.parameters(OpTable.get().row(op), op);
        int next = 0;
        for (String operand : rule.operands()) {
            for (int i = 0; i < parameters.size(); i++) {
                if (parameters.get(i).name().equals(operand)) {
                    Node adjoint = found.get(next++);
                    if (active.contains(op.operands().get(i))) {
                        adjoint(op.operands().get(i)).add(adjoint, mask, ops);
                    }
                }
            }
        }
    }

    private void differentiateByKernel(OwnGradient own, List<Node> reached, ExpansionBuilder ops) throws TypeException {
        Graph kernel = ownGradients.get(own.gradient());
        List<Node> cotangents = new ArrayList<>();
        for (int number = 0; number < own.resultCount(); number++) {
            int output = number;
            Optional<Node> result = reached.stream()
                    .filter(each -> each.attributes().integer(Attributes.OUTPUT) == output)
                    .findFirst();
            cotangents.add(
                    result.isPresent()
                            ? adjoint(result.get()).tensor(ops)
                            : ops.op(BasicOps.ZEROS_LIKE, own.result(number, apart)));
        }
        List<Node> found = own.adjoints(apart, kernel, cotangents);
        List<Integer> operands = own.differentiable(kernel);
        for (int i = 0; i < operands.size(); i++) {
            Node operand = own.op().operands().get(operands.get(i));
            if (active.contains(operand)) {
                adjoint(operand).add(found.get(i), null, ops);
            }
        }
    }

    private void differentiateAgain(OwnGradient kernel, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, GradientException {
        Node cotangent = adjoint(reached.get(0)).tensor(ops);
        ComputedAgain again = ComputedAgain.of(kernel, cotangent, active, apart, ops);
        recognition.copied(again.nodes());
        again.copies().forEach((value, copy) -> {
            if (active.contains(value)) {
                active.addAll(List.of(copy));
            }
        });
        differentiateInside(again.results(), again.leaves(), reached, ops);
        for (Map.Entry<Node, Node> copy : again.copies().entrySet()) {
            if (adjoints.containsKey(copy.getValue())) {
                adjoint(copy.getKey()).add(adjoint(copy.getValue()).merged(ops));
            }
        }
    }

    /** The expansion is made again: where the op itself is expanded later, the two are the same ops. */
    private void differentiateExpansion(OpRow row, Node op, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, GradientException {
        Origin origin = op.origin();
        if (origin.role() == Origin.Role.METHOD) {
            origin = origin.as(Origin.Role.AGAIN_INSIDE);
        }
        List<Node> expanded = row.expand(apart, op.operands(), op.attributes(), origin);
        Set<Node> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        leaves.addAll(op.operands());
        try {
            differentiateInside(expanded, leaves, reached, ops);
        } catch (GradientException e) {
            throw e.inside(op, row.javaName());
        }
    }

    /** Differentiates ops that give the same results as an op, from leaves on. */
    private void differentiateInside(List<Node> results, Set<Node> leaves, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, GradientException {
        List<OpResults> order = OpResults.between(leaves, results);
        order.forEach(active::activate);
        for (Node result : reached) {
            Node inside = results.get((int) result.attributes().integer(Attributes.OUTPUT));
            if (active.contains(inside)) {
                adjoint(inside).add(adjoint(result).merged(ops));
            }
        }
        propagate(order);
    }

    private Adjoint adjoint(Node node) {
        return adjoints.computeIfAbsent(node, Adjoint::new);
    }

    /** What is made for one node. */
    @FunctionalInterface
    private interface Step {

        void make(ExpansionBuilder ops) throws TypeException, GradientException;
    }

    private void at(Node node, Step step) throws GradientException {
        at(node, node.origin(), step);
    }

    private void at(Node node, Origin line, Step step) throws GradientException {
        try {
            step.make(ExpansionBuilder.in(apart, line.as(Origin.Role.GRADIENT)));
        } catch (TypeException e) {
            boolean undeclared = e.problem() == TypeException.Problem.RANKLESS_SHAPE;
            GradientException problem = new GradientException(
                    undeclared ? Problem.UNDECLARED_SHAPE : Problem.RULE_DOES_NOT_FIT, node, e.getMessage());
            problem.initCause(e);
            throw problem;
        }
    }

    /** Adds what the adjoints are computed from: a rule may have made more. */
    private void moveTo(GraphBuilder graph, Collection<Node> found) {
        Graph all = apart.build("", List.of());
        Set<Node> made = Collections.newSetFromMap(new IdentityHashMap<>());
        made.addAll(all.nodes());
        Set<Node> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> rest = new ArrayList<>(found);
        while (!rest.isEmpty()) {
            Node node = rest.remove(rest.size() - 1);
            if (made.contains(node) && needed.add(node)) {
                rest.addAll(node.operands());
            }
        }
        all.nodes().stream().filter(needed::contains).forEach(graph::add);
        graph.require(all.conditions());
    }
}
