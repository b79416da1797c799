package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphGradient;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.ViewKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Evaluator of the gradient rules of ops: a rule's adjoints are added to those of the operands. */
final class GradientRuleEvaluator {

    private static final String NARROW = "Narrow";

    private final GraphBuilder apart;
    private final ActiveNodes active;
    private final Function<Node, Adjoint> adjoints;
    private final Set<String> indices;

    /**
     * Creates the evaluator of one differentiation.
     *
     * @param apart receives the ops of the rules
     * @param active values that have adjoints
     * @param adjoints adjoint of a value
     * @param indices symbols of the loops around the ops
     */
    GradientRuleEvaluator(
            GraphBuilder apart, ActiveNodes active, Function<Node, Adjoint> adjoints, Set<String> indices) {
        this.apart = apart;
        this.active = active;
        this.adjoints = adjoints;
        this.indices = indices;
    }

    /**
     * Adds the adjoints that a rule computes to those of the op's operands.
     *
     * @param rule a rule of the op
     * @param op op whose results have cotangents
     * @param cotangents cotangents by the name of the result
     * @param ops receives the ops
     * @throws TypeException if the rule does not fit the op's operands
     */
    void apply(GradientRule rule, Node op, Map<String, AdjointContribution> cotangents, ExpansionBuilder ops)
            throws TypeException {
        Map.Entry<String, AdjointContribution> first =
                cotangents.entrySet().iterator().next();
        AdjointContribution only = first.getValue();
        if (cotangents.size() == 1 && only.mask() != null) {
            List<Node> masked = GraphGradient.adjoints(rule, apart, op, Map.of(first.getKey(), only.value()));
            if (arePointwise(masked, op, only.value())) {
                contribute(rule, op, masked, only.mask(), ops);
                return;
            }
        }
        Map<String, Node> cotangentTensors = new LinkedHashMap<>();
        for (Map.Entry<String, AdjointContribution> cotangent : cotangents.entrySet()) {
            cotangentTensors.put(cotangent.getKey(), cotangent.getValue().withZeros(ops));
        }
        Optional<Slice> slice = slice(rule, op, cotangentTensors);
        if (slice.isPresent()) {
            adjoints.apply(op.operands().get(0)).add(slice.get());
        } else {
            contribute(rule, op, GraphGradient.adjoints(rule, apart, op, cotangentTensors), null, ops);
        }
    }

    /** Returns true for a range whose start depends on the index of a loop, so that the sizes of its neighbors do. */
    boolean isAtIndex(Node op) {
        return op.op().equals(NARROW)
                && dependsOnIndex(op.attributes().dims("start").get(0))
                && !dependsOnIndex(op.attributes().dims("length").get(0));
    }

    private boolean dependsOnIndex(Dim dim) {
        return !Collections.disjoint(dim.symbols(), indices);
    }

    /** Adds the cotangent of such a range at its positions to the adjoint of its value. */
    void addAtIndex(Node op, Node cotangent, ExpansionBuilder ops) throws TypeException {
        Node value = op.operands().get(0);
        Origin origin = op.origin().as(Origin.Role.GRADIENT);
        Dim length = op.attributes().dims("length").get(0);
        Attributes range =
                Attributes.NONE.with(Attributes.DIMS, List.of(length)).with(Attributes.AXIS, 0L);
        Node offset = apart.operation("Index", List.of(), range, "", origin);
        Node start = apart.add(Node.dimension(op.attributes().dims("start").get(0), offset.dtype()));
        Node positions = apart.operation(BasicOps.ADD, List.of(offset, start), Attributes.NONE, "", origin);
        Node zeros = apart.operation(BasicOps.ZEROS_LIKE, List.of(value), Attributes.NONE, "", origin);
        Attributes axis = Attributes.NONE.with(Attributes.AXIS, op.attributes().integer(Attributes.AXIS));
        Node added = apart.operation("IndexAdd", List.of(zeros, positions, cotangent), axis, "", origin);
        adjoints.apply(value).add(added, null, ops);
    }

    /** Slices are collected until all slices of their value are known. */
    private Optional<Slice> slice(GradientRule rule, Node op, Map<String, Node> cotangents) {
        return OpTable.get().row(op).viewKind().equals(Optional.of(ViewKind.SLICE))
                ? Slice.of(
                        op,
                        cotangents.values().iterator().next(),
                        () -> GraphGradient.adjoints(rule, apart, op, cotangents)
                                .get(0))
                : Optional.empty();
    }

    private static boolean arePointwise(List<Node> adjoints, Node op, Node cotangent) throws TypeException {
        PointwiseAnalysis pointwise = new PointwiseAnalysis(op, cotangent);
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
                        adjoints.apply(op.operands().get(i)).add(adjoint, mask, ops);
                    }
                }
            }
        }
    }
}
