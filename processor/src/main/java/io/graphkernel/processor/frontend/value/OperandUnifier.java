package io.graphkernel.processor.frontend.value;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.RankPolymorphicTypeRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Search for dims of records to bind so that an op accepts its operands. */
final class OperandUnifier {

    /** Maximum number of pairs of dims that are bound at once. */
    private static final int MAX_PAIRS = 3;

    private static final int MAX_OPS = 1_000;

    private final RecordDims dims;
    private final OpArguments arguments;
    private final List<ValueType> types;

    /**
     * Creates a search.
     *
     * @param arguments an op with its operands
     * @param types current types of the operands
     */
    OperandUnifier(RecordDims dims, OpArguments arguments, List<ValueType> types) {
        this.dims = dims;
        this.arguments = arguments;
        this.types = types;
    }

    /** Returns the dims to bind; empty if none makes the op accept its operands. */
    Optional<Map<String, Dim>> binding() {
        Optional<Map<String, Dim>> aligned = aligned();
        if (aligned.isPresent() && accepts(aligned.get())) {
            return aligned;
        }
        for (int pairs = 1; pairs <= MAX_PAIRS; pairs++) {
            Optional<Map<String, Dim>> found = search(Map.of(), pairs);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the binding with which all axes, counted from the last, have the same dims, as elementwise ops need. */
    private Optional<Map<String, Dim>> aligned() {
        Map<String, Dim> merged = new HashMap<>();
        for (int first = 0; first < types.size(); first++) {
            for (int second = first + 1; second < types.size(); second++) {
                List<Dim> a = reversed(types.get(first));
                List<Dim> b = reversed(types.get(second));
                for (int axis = 0; axis < Math.min(a.size(), b.size()); axis++) {
                    boolean broadcasts =
                            a.get(axis).equals(Dim.ONE) || b.get(axis).equals(Dim.ONE);
                    if (!broadcasts) {
                        merge(
                                merged,
                                dims.binding(
                                        a.get(axis).substitute(merged),
                                        b.get(axis).substitute(merged)));
                    }
                }
            }
        }
        return Optional.of(merged).filter(binding -> !binding.isEmpty());
    }

    private static List<Dim> reversed(ValueType type) {
        List<Dim> reversed = new ArrayList<>(type.shape().dims());
        Collections.reverse(reversed);
        return reversed;
    }

    private Optional<Map<String, Dim>> search(Map<String, Dim> chosen, int pairs) {
        for (int first = 0; first < types.size(); first++) {
            for (int second = first + 1; second < types.size(); second++) {
                for (Dim a : types.get(first).shape().dims()) {
                    for (Dim b : types.get(second).shape().dims()) {
                        Map<String, Dim> binding = dims.binding(a.substitute(chosen), b.substitute(chosen));
                        if (binding.isEmpty()) {
                            continue;
                        }
                        Map<String, Dim> next = new HashMap<>(chosen);
                        merge(next, binding);
                        Optional<Map<String, Dim>> found =
                                pairs == 1 ? Optional.of(next).filter(this::accepts) : search(next, pairs - 1);
                        if (found.isPresent()) {
                            return found;
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static void merge(Map<String, Dim> merged, Map<String, Dim> binding) {
        merged.replaceAll((name, dim) -> dim.substitute(binding));
        binding.forEach(merged::putIfAbsent);
    }

    private boolean accepts(Map<String, Dim> binding) {
        GraphBuilder trial = new GraphBuilder(RankPolymorphicTypeRules.INSTANCE, MAX_OPS);
        List<Node> operands = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            ValueType type = types.get(i);
            operands.add(trial.tensorParameter(
                    "operand" + i, new ValueType(type.dtype(), type.shape().substitute(binding))));
        }
        Attributes attributes = arguments.attributes().substitute(binding);
        try {
            trial.operation(arguments.row().name(), operands, attributes, "", Origin.NONE);
            return true;
        } catch (TypeException doesNotFit) {
            return false;
        }
    }
}
