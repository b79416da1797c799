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

    private static final List<OpFamily> FAMILIES = List.of(
            new OpFamily("Arithmetic, element by element", ElementwiseRows.arithmetic()),
            new OpFamily("Exponentials, logarithms, trigonometry", ElementwiseRows.transcendental()),
            new OpFamily("Comparison, logic, choice, conversion", ElementwiseRows.logical()),
            new OpFamily("Reductions, scans, assignment", ReductionRows.all()),
            new OpFamily("Views, indices, joining, gathering", MovementRows.basic()),
            new OpFamily("Matrix products, convolution, attention", LibraryRows.all()),
            new OpFamily("Pooling", PoolingRows.all()),
            new OpFamily("Ranks of a group", CollectiveRows.all()),
            new OpFamily("Composed arithmetic, tensors made from numbers", ArithmeticRows.all()),
            new OpFamily("Activation functions", ActivationRows.all()),
            new OpFamily("Gradients of elementwise ops", GradientRows.all()),
            new OpFamily("Means, variances, softmax, positions of extremes", StatisticsRows.all()),
            new OpFamily("Normalisation and its gradients", NormalizationRows.all()),
            new OpFamily("Normalisation with a sum or a quantisation", FusedNormalizationRows.all()),
            new OpFamily("Matrix products cut along their columns", SplitProductRows.all()),
            new OpFamily("Products of quantised matrices", QuantizationRows.all()),
            new OpFamily("Real numbers from quantised ones", DequantizationRows.all()),
            new OpFamily("Losses and their gradients", LossRows.all()),
            new OpFamily("Composed movement: slices, padding, stacking", MovementRows.composites()),
            new OpFamily("Random numbers", RandomRows.all()),
            new OpFamily("Optimizer steps", OptimizerRows.all()));

    private static final OpTable TABLE = new OpTable();

    private final Map<String, OpRow> rows;
    private final Map<String, OpRow> byAnyName = new LinkedHashMap<>();

    private OpTable() {
        Map<String, OpRow> byName = new LinkedHashMap<>();
        FAMILIES.stream().flatMap(family -> family.rows().stream()).forEach(row -> byName.put(row.name(), row));
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
     * The families.
     *
     * @return in the order of the table
     */
    public List<OpFamily> families() {
        return FAMILIES;
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
