package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpGradient;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.NonDifferentiableException.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reverse-mode differentiation on the op graph, before any pass. */
public final class Differentiator {

    /** Receives ops separately from the method's graph, where updated parameters would be read with their new value. */
    private final GraphBuilder apart;

    private final GradientSources sources;
    private final ActiveNodes active = new ActiveNodes();
    private final Map<Node, Adjoint> adjoints = new IdentityHashMap<>();
    private final Map<String, Graph> customGradients;
    private final CompositeRecognizer recognizer;
    private final GradientRuleEvaluator evaluator;

    private Differentiator(GraphBuilder graph, GradientSources sources, CompositeRecognizer recognizer) {
        this.apart = graph.apart(OpTable.get());
        this.sources = sources;
        this.customGradients = sources.customGradients();
        this.recognizer = recognizer;
        this.evaluator = new GradientRuleEvaluator(apart, active, this::adjoint, sources.indices());
    }

    /**
     * Returns the adjoints of values: the sum over results of the cotangent times the derivative of the result by the
     * value.
     *
     * <p>Only ops on a path from a wanted value to a result are differentiated. The ops of adjoints read values of the
     * graph at the time of their computation, including parameters that are updated in place later.
     *
     * @param graph receives the ops of the adjoints
     * @param cotangents cotangents of floating-point results, each of its result's type; a number for one of rank 0. A
     *     missing result has a zero cotangent, without cost
     * @param wanted parameters or other values
     * @param sources sources of gradients besides the rules of ops
     * @return the adjoints in the order of the values and of their types; values that no result depends on are missing
     * @throws GradientException if an op on a path has no gradient, or its gradient needs undeclared shapes
     */
    public static Map<Node, Node> adjoints(
            GraphBuilder graph, Map<Node, Node> cotangents, Collection<Node> wanted, GradientSources sources)
            throws NonDifferentiableException {
        return adjoints(graph, cotangents, wanted, List.of(), sources);
    }

    /**
     * Returns the adjoints of values like {@link #adjoints(GraphBuilder, Map, Collection, GradientSources)}, with some
     * computed values as constants.
     *
     * @param graph receives the ops of the adjoints
     * @param cotangents cotangents of results
     * @param wanted parameters or other values
     * @param constants values that are constants for the gradient; a wanted one has an adjoint nevertheless
     * @param sources sources of gradients besides the rules of ops
     * @return the adjoints of those wanted values on which a result depends
     * @throws GradientException if an op on a path has no gradient, or its gradient needs undeclared shapes
     */
    public static Map<Node, Node> adjoints(
            GraphBuilder graph,
            Map<Node, Node> cotangents,
            Collection<Node> wanted,
            Collection<Node> constants,
            GradientSources sources)
            throws NonDifferentiableException {
        Set<Node> constant = Set.copyOf(constants);
        List<OpResults> leading = OpResults.transitiveOps(cotangents.keySet(), constant);
        CompositeRecognizer recognizer = new CompositeRecognizer(sources.recognized(), leading, constant);
        Differentiator differentiator = new Differentiator(graph, sources, recognizer);
        Map<Node, Node> found = differentiator.run(OpResults.without(constant, leading), cotangents, wanted);
        differentiator.addTo(graph, found.values());
        return found;
    }

    private Map<Node, Node> run(List<OpResults> order, Map<Node, Node> cotangents, Collection<Node> wanted)
            throws NonDifferentiableException {
        active.addAll(wanted);
        for (OpResults op : order) {
            active.activate(op);
            requireGradient(op);
        }
        for (Map.Entry<Node, Node> cotangent : cotangents.entrySet()) {
            AdjointContribution contribution = new AdjointContribution(null, cotangent.getValue());
            at(cotangent.getKey(), ops -> adjoint(cotangent.getKey()).add(contribution));
        }
        propagate(order);
        Map<Node, Node> found = new LinkedHashMap<>();
        for (Node node : wanted) {
            boolean reached = adjoints.containsKey(node);
            if (reached || ActiveNodes.dependOn(node, cotangents.keySet(), order)) {
                // A parameter has no line.
                Node adjoint = node.isOperation()
                        ? node
                        : cotangents.keySet().iterator().next();
                at(
                        node,
                        adjoint.origin(),
                        ops -> found.put(
                                node, reached ? adjoint(node).tensor(ops) : ops.op(BasicOps.ZEROS_LIKE, node)));
            }
        }
        return found;
    }

    /** Propagates adjoints through ops in reverse order. */
    private void propagate(List<OpResults> order) throws NonDifferentiableException {
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
            throws TypeException, NonDifferentiableException {
        if (CustomGradient.is(op)) {
            CustomGradient own = new CustomGradient(op);
            if (own.isRecomputed()) {
                differentiateRecomputed(own, reached, ops);
            } else {
                differentiateByKernel(own, reached, ops);
            }
            return;
        }
        if (Loop.isResult(op)) {
            differentiateLoop(op.operands().get(0), reached, ops);
            return;
        }
        if (evaluator.isAtIndex(op)) {
            evaluator.addAtIndex(op, adjoint(op).tensor(ops), ops);
            return;
        }
        Optional<CompositeRecognizer.Recognized> recognized = recognizer.of(op, active);
        if (recognized.isPresent()) {
            recognized.get().ops().forEach(replaced -> apart.add(replaced.first()));
            adjoint(recognized.get().composite()).add(adjoint(op).sum(ops));
            propagate(recognized.get().ops());
            return;
        }
        OpRow row = OpTable.get().row(op);
        OpGradient gradient = row.gradient();
        requireGradient(row, op);
        Map<String, AdjointContribution> cotangents = new LinkedHashMap<>();
        for (Node result : reached) {
            cotangents.put(OpResults.name(result), adjoint(result).sum(ops));
        }
        List<GradientRule> rules = gradient.rules(cotangents.keySet(), Set.copyOf(operands.values()));
        for (GradientRule rule : rules) {
            evaluator.apply(rule, op, cotangents, ops);
        }
        if (rules.isEmpty() && row.expansion().isPresent()) {
            differentiateExpansion(row, op, reached, ops);
        } else if (rules.isEmpty()) {
            throw new NonDifferentiableException(
                    Problem.NO_GRADIENT, op, row.javaName() + " has no gradient with respect to " + operands.values());
        }
    }

    /** Rejects an op that has no gradient although its results are integers, which no adjoint reaches. */
    private void requireGradient(OpResults op) throws NonDifferentiableException {
        Node first = op.first();
        if (first.isOperation()
                && !first.dtype().isDifferentiable()
                && !active.operands(first).isEmpty()) {
            requireGradient(OpTable.get().row(first), first);
        }
    }

    private static void requireGradient(OpRow row, Node op) throws NonDifferentiableException {
        String absence = row.gradient().absence();
        if (!absence.isEmpty()) {
            throw new NonDifferentiableException(
                    Problem.NO_GRADIENT, op, row.javaName() + " has no gradient: " + absence);
        }
    }

    /** Differentiates all results of a loop; the loop itself has no value, and is differentiated with its results. */
    private void differentiateLoop(Node loop, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, NonDifferentiableException {
        Map<Integer, Node> cotangents = new LinkedHashMap<>();
        for (Node result : reached) {
            cotangents.put(
                    (int) result.attributes().integer(Attributes.OUTPUT),
                    adjoint(result).tensor(ops));
        }
        Map<Integer, Node> found = new LoopGradient(apart, loop, sources)
                .adjoints(cotangents, active.operands(loop).keySet());
        for (Map.Entry<Integer, Node> adjoint : found.entrySet()) {
            Node operand = loop.operands().get(adjoint.getKey());
            if (active.contains(operand)) {
                adjoint(operand).add(adjoint.getValue(), null, ops);
            }
        }
    }

    private void differentiateByKernel(CustomGradient own, List<Node> reached, ExpansionBuilder ops)
            throws TypeException {
        Graph kernel = customGradients.get(own.gradient());
        List<Node> cotangents = new ArrayList<>();
        for (int number = 0; number < own.resultCount(); number++) {
            int output = number;
            Optional<Node> result = reached.stream()
                    .filter(node -> node.attributes().integer(Attributes.OUTPUT) == output)
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

    private void differentiateRecomputed(CustomGradient kernel, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, NonDifferentiableException {
        Node cotangent = adjoint(reached.get(0)).tensor(ops);
        RecomputedOps recomputed = RecomputedOps.of(kernel, cotangent, active, apart, ops);
        recognizer.recognizeCopies(recomputed.nodes());
        recomputed.copies().forEach((value, copy) -> {
            if (active.contains(value)) {
                active.addAll(List.of(copy));
            }
        });
        differentiateInside(recomputed.results(), recomputed.leaves(), reached, ops);
        for (Map.Entry<Node, Node> copy : recomputed.copies().entrySet()) {
            if (adjoints.containsKey(copy.getValue())) {
                adjoint(copy.getKey()).add(adjoint(copy.getValue()).sum(ops));
            }
        }
    }

    /**
     * Differentiates an op by its expansion, which is repeated here; CSE merges it with the later expansion of the op
     * itself.
     */
    private void differentiateExpansion(OpRow row, Node op, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, NonDifferentiableException {
        Origin origin = op.origin();
        if (origin.role() == Origin.Role.METHOD) {
            origin = origin.as(Origin.Role.RECOMPUTED_INSIDE_COMPOSITE);
        }
        List<Node> expanded = GraphExpansion.expand(row, apart, op.operands(), op.attributes(), origin);
        Set<Node> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        leaves.addAll(op.operands());
        try {
            differentiateInside(expanded, leaves, reached, ops);
        } catch (NonDifferentiableException e) {
            throw e.inside(op, row.javaName());
        }
    }

    /** Differentiates ops that compute the same results as an op, starting from its leaves. */
    private void differentiateInside(List<Node> results, Set<Node> leaves, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, NonDifferentiableException {
        List<OpResults> order = OpResults.between(leaves, results);
        order.forEach(active::activate);
        for (Node result : reached) {
            Node inside = results.get((int) result.attributes().integer(Attributes.OUTPUT));
            if (active.contains(inside)) {
                adjoint(inside).add(adjoint(result).sum(ops));
            }
        }
        propagate(order);
    }

    private Adjoint adjoint(Node node) {
        return adjoints.computeIfAbsent(node, Adjoint::new);
    }

    /** Action for one node. */
    @FunctionalInterface
    private interface Step {

        void make(ExpansionBuilder ops) throws TypeException, NonDifferentiableException;
    }

    private void at(Node node, Step step) throws NonDifferentiableException {
        at(node, node.origin(), step);
    }

    private void at(Node node, Origin line, Step step) throws NonDifferentiableException {
        try {
            step.make(GraphExpansion.in(apart, line.as(Origin.Role.GRADIENT)));
        } catch (TypeException e) {
            boolean undeclared = e.problem() == TypeException.Problem.UNRANKED_SHAPE;
            NonDifferentiableException problem = new NonDifferentiableException(
                    undeclared ? Problem.UNDECLARED_SHAPE : Problem.RULE_DOES_NOT_FIT, node, e.getMessage());
            problem.initCause(e);
            throw problem;
        }
    }

    /** Adds the ops that the adjoints depend on, without unused ones that a rule created. */
    private void addTo(GraphBuilder graph, Collection<Node> found) {
        Graph added = apart.build("", List.of());
        Set<Node> addedNodes = Collections.newSetFromMap(new IdentityHashMap<>());
        addedNodes.addAll(added.nodes());
        Set<Node> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> worklist = new ArrayList<>(found);
        while (!worklist.isEmpty()) {
            Node node = worklist.remove(worklist.size() - 1);
            if (addedNodes.contains(node) && needed.add(node)) {
                worklist.addAll(node.operands());
            }
        }
        added.nodes().stream().filter(needed::contains).forEach(graph::add);
        graph.require(added.conditions());
    }
}
