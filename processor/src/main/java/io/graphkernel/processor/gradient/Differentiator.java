package io.graphkernel.processor.gradient;

import io.graphkernel.processor.gradient.GradientException.Problem;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.DtypeRules;
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
import java.util.TreeMap;

/** Adds the adjoints of values to a graph: reverse mode, on the op graph, before any pass. */
public final class Differentiator {

    /** Apart from the method's graph, in which a parameter that was updated since would be read with its new value. */
    private final GraphBuilder apart = new GraphBuilder(OpTable.get());

    private final Set<Node> active = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Adjoint> adjoints = new IdentityHashMap<>();
    private final GradientSources sources;

    /** Values through which nothing is differentiated. */
    private final Set<Node> constants = Collections.newSetFromMap(new IdentityHashMap<>());

    /** All nodes that lead to results. */
    private final Set<Node> forward = Collections.newSetFromMap(new IdentityHashMap<>());

    private Differentiator(GradientSources sources) {
        this.sources = sources;
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
        Differentiator differentiator = new Differentiator(sources);
        differentiator.constants.addAll(constants);
        Map<Node, Node> found = differentiator.run(cotangents, wanted);
        differentiator.moveTo(graph, found.values());
        return found;
    }

    private Map<Node, Node> run(Map<Node, Node> cotangents, Collection<Node> wanted) throws GradientException {
        List<OpResults> leading = OpResults.leadingTo(cotangents.keySet(), constants);
        leading.forEach(op -> forward.addAll(op.results()));
        List<OpResults> order = inside(leading, constants);
        active.addAll(wanted);
        order.forEach(this::activate);
        for (Map.Entry<Node, Node> cotangent : cotangents.entrySet()) {
            Contribution whole = new Contribution(null, cotangent.getValue());
            at(cotangent.getKey(), ops -> adjoint(cotangent.getKey()).add(whole));
        }
        propagate(order);
        Map<Node, Node> found = new LinkedHashMap<>();
        for (Node node : wanted) {
            if (adjoints.containsKey(node)) {
                at(node, ops -> found.put(node, adjoint(node).tensor(ops)));
            }
        }
        return found;
    }

    /** What depends on wanted values is active. */
    private void activate(OpResults op) {
        if (!activeOperands(op.first()).isEmpty()) {
            op.results().stream().filter(Differentiator::isFloating).forEach(active::add);
        }
    }

    /** The operands through which an op depends on wanted values, by position. */
    private Map<Integer, String> activeOperands(Node op) {
        if (!op.isOperation()) {
            return Map.of();
        }
        Map<Integer, String> found = new TreeMap<>();
        OpRow row = OpTable.get().row(op);
        List<OpParameter> parameters = parameters(row, op);
        // What the user's gradient says of the parameters is all.
        int first = OwnGradient.is(op) ? new OwnGradient(op).resultCount() : 0;
        for (int i = first; i < parameters.size(); i++) {
            String name = parameters.get(i).name();
            Node operand = op.operands().get(i);
            if (active.contains(operand)
                    && isFloating(operand)
                    && !row.gradient().constantIn().contains(name)) {
                found.put(i, name);
            }
        }
        return found;
    }

    private static List<OpParameter> parameters(OpRow row, Node op) {
        return DtypeRules.operandParameters(row, op.attributes(), op.operands().size());
    }

    private static boolean isFloating(Node node) {
        return node.dtype().isFloating();
    }

    /** Goes through ops from the last one back. */
    private void propagate(List<OpResults> order) throws GradientException {
        for (int i = order.size() - 1; i >= 0; i--) {
            OpResults op = order.get(i);
            Map<Integer, String> operands = activeOperands(op.first());
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
        Optional<List<OpResults>> recognised = recognised(op);
        if (recognised.isPresent()) {
            adjoint(sources.recognised().get(op)).add(adjoint(op).merged(ops));
            propagate(recognised.get());
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
            cotangents.put(name(row, result), adjoint(result).merged(ops));
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

    /** Results whose number an attribute decides have no names. */
    private static String name(OpRow row, Node result) {
        int number = (int) result.attributes().integer(Attributes.OUTPUT);
        return row.hasVaryingResults()
                ? String.valueOf(number)
                : row.results().get(number).name();
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
        List<OpParameter> parameters = parameters(OpTable.get().row(op), op);
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
        Graph kernel = sources.ownGradients().get(own.gradient());
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

    /**
     * The op in whose place a value of several ops is recognised, with what only it reads. Several rules would each compute
     * again what the ops have, and the adjoint of what counts as constant would be lost.
     */
    private Optional<List<OpResults>> recognised(Node value) {
        Node whole = sources.recognised().get(value);
        if (whole == null) {
            return Optional.empty();
        }
        List<OpResults> order = inside(OpResults.leadingTo(List.of(whole), forward), forward);
        order.forEach(this::activate);
        OpRow row = OpTable.get().row(whole);
        Set<String> operands = Set.copyOf(activeOperands(whole).values());
        if (row.gradient().rules(Set.of(name(row, whole)), operands).size() != 1) {
            return Optional.empty();
        }
        Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
        order.forEach(op -> read.addAll(op.first().operands()));
        boolean constant = inside(OpResults.leadingTo(List.of(value), read), read).stream()
                .anyMatch(op -> op.first().isOperation() && constants.contains(op.first()));
        if (constant) {
            return Optional.empty();
        }
        order.forEach(op -> apart.add(op.first()));
        return Optional.of(order);
    }

    /**
     * The kernel is computed again where its gradient is, from copies of what it was given: ops of the same operands would be united
     * with those of the first time, which would then be saved.
     */
    private void differentiateAgain(OwnGradient kernel, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, GradientException {
        Set<Node> given = Collections.newSetFromMap(new IdentityHashMap<>());
        given.addAll(kernel.parameters());
        Node cotangent = adjoint(reached.get(0)).tensor(ops);
        Map<Node, Node> again = new IdentityHashMap<>();
        Map<Node, Node> copies = new LinkedHashMap<>();
        for (Node value : kernel.parameters()) {
            if (value.isOperation() && active.contains(value) && !copies.containsKey(value)) {
                copies.put(value, copyAfter(cotangent, value, ops));
            }
            again.put(value, copies.getOrDefault(value, value));
        }
        for (OpResults op : inside(OpResults.leadingTo(kernel.results(), given), given)) {
            for (Node node : op.results()) {
                List<Node> operands = node.operands().stream().map(again::get).toList();
                again.put(node, node.isOperation() ? apart.add(node.withOperands(operands)) : node);
            }
        }
        active.addAll(copies.values());
        Set<Node> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        kernel.parameters().forEach(value -> leaves.add(again.get(value)));
        differentiateInside(kernel.results().stream().map(again::get).toList(), leaves, reached, ops);
        for (Map.Entry<Node, Node> copy : copies.entrySet()) {
            if (adjoints.containsKey(copy.getValue())) {
                adjoint(copy.getKey()).add(adjoint(copy.getValue()).merged(ops));
            }
        }
    }

    /** A copy that cannot be made, and fused with what comes first, before the cotangent is there: a choice between the same. */
    private static Node copyAfter(Node cotangent, Node value, ExpansionBuilder ops) throws TypeException {
        Node awaited = cotangent.shape().equals(value.shape())
                ? cotangent
                : ops.reduce("ReduceSum", cotangent, ops.allAxes(), false);
        return ops.select(ops.op("IsNan", awaited), ops.op(BasicOps.COPY, value), value);
    }

    /** The expansion is made again: where the op itself is expanded later, the two are the same ops. */
    private void differentiateExpansion(OpRow row, Node op, List<Node> reached, ExpansionBuilder ops)
            throws TypeException, GradientException {
        List<Node> expanded = row.expand(apart, op.operands(), op.attributes(), op.origin());
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
        List<OpResults> order = inside(OpResults.leadingTo(results, leaves), leaves);
        order.forEach(this::activate);
        for (Node result : reached) {
            Node inside = results.get((int) result.attributes().integer(Attributes.OUTPUT));
            if (active.contains(inside)) {
                adjoint(inside).add(adjoint(result).merged(ops));
            }
        }
        propagate(order);
    }

    private static List<OpResults> inside(List<OpResults> ops, Set<Node> leaves) {
        return ops.stream().filter(op -> !leaves.contains(op.first())).toList();
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
        Origin origin = node.origin();
        try {
            step.make(ExpansionBuilder.in(apart, origin));
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
