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

    /** The families in the order of the table. */
    static final List<List<OpRow>> FAMILIES = List.of(
            ElementwiseRows.arithmetic(),
            ElementwiseRows.transcendental(),
            ElementwiseRows.logical(),
            ReductionRows.all(),
            MovementRows.basic(),
            LibraryRows.all(),
            PoolingRows.all(),
            CollectiveRows.all(),
            ArithmeticRows.all(),
            ActivationRows.all(),
            GradientRows.all(),
            StatisticsRows.all(),
            NormalizationRows.all(),
            FusedNormalizationRows.all(),
            SplitProductRows.all(),
            QuantizationRows.all(),
            DequantizationRows.all(),
            LossRows.all(),
            MovementRows.composites(),
            RandomRows.all(),
            OptimizerRows.all());

    private static final OpTable TABLE = new OpTable();

    private final Map<String, OpRow> rows;
    private final Map<String, OpRow> byAnyName = new LinkedHashMap<>();

    private OpTable() {
        Map<String, OpRow> byName = new LinkedHashMap<>();
        FAMILIES.stream().flatMap(List::stream).forEach(row -> byName.put(row.name(), row));
        rows = Collections.unmodifiableMap(byName);
        for (OpRow row : rows.values()) {
            Stream.concat(Stream.of(row.name()), row.aliases().stream()).forEach(name -> byAnyName.put(name, row));
        }
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
     * @param name documented name or alias
     * @return the row, or empty
     */
    public Optional<OpRow> find(String name) {
        return Optional.ofNullable(byAnyName.get(name));
    }

    /**
     * The row of a node's op.
     *
     * @param node an operation of a verified graph
     * @return its row
     */
    public OpRow row(Node node) {
        return row(node.op());
    }

    private OpRow row(String op) {
        return find(op).orElseThrow(() -> new IllegalStateException("no op " + op));
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
        return TypeInference.infer(row(op), operands, attributes, conditions);
    }

    @Override
    public List<Integer> updates(String op) {
        OpRow row = row(op);
        List<String> operands = row.operandNames();
        return row.results().stream()
                .map(result -> result.updates().map(operands::indexOf).orElse(-1))
                .toList();
    }
}
