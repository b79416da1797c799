package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeRules;
import io.graphkernel.processor.graph.ValueType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All ops, by documented name. */
public final class OpTable implements TypeRules {

    private static final OpTable TABLE = new OpTable();

    private final Map<String, OpRow> rows;

    private OpTable() {
        Map<String, OpRow> byName = new LinkedHashMap<>();
        Stream.of(
                        ElementwiseRows.arithmetic(),
                        ElementwiseRows.transcendental(),
                        ElementwiseRows.logical(),
                        ReductionRows.all(),
                        CompositeRows.all())
                .flatMap(List::stream)
                .forEach(row -> byName.put(row.name(), row));
        rows = Collections.unmodifiableMap(byName);
    }

    /**
     * The table.
     *
     * @return the only instance
     */
    public static OpTable get() {
        return TABLE;
    }

    /**
     * The rows.
     *
     * @return in table order
     */
    public Collection<OpRow> rows() {
        return rows.values();
    }

    /**
     * Finds a row.
     *
     * @param name documented name
     * @return the row, or empty
     */
    public Optional<OpRow> find(String name) {
        return Optional.ofNullable(rows.get(name));
    }

    /**
     * The row of a node's op.
     *
     * @param node an operation of a verified graph
     * @return its row
     */
    public OpRow row(Node node) {
        return find(node.op()).orElseThrow(() -> new IllegalStateException("no op " + node.op()));
    }

    /**
     * Whether a node is an op of a kind.
     *
     * @param node any node of a verified graph
     * @param kind the kind
     * @return false for a node that is no operation
     */
    public boolean is(Node node, OpKind kind) {
        return node.isOperation() && row(node).kind() == kind;
    }

    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        OpRow row = find(op).orElseThrow(() -> new IllegalStateException("no op " + op));
        return TypeInference.infer(row, operands, attributes, conditions);
    }

    @Override
    public List<Integer> updates(String op) {
        OpRow row = find(op).orElseThrow(() -> new IllegalStateException("no op " + op));
        List<String> operands = row.operandNames();
        return row.results().stream()
                .map(result -> result.updates().map(operands::indexOf).orElse(-1))
                .toList();
    }
}
