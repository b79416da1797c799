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
            OpFamily.of("Arithmetic, element by element", ElementwiseRows.arithmetic()),
            OpFamily.of("Exponentials, logarithms, trigonometry", TranscendentalRows.all()),
            OpFamily.of("Comparison, logic, choice, conversion", ElementwiseRows.logical()),
            OpFamily.of("Reductions, scans, assignment", ReductionRows.all()),
            OpFamily.of("Views, indices, joining, gathering", MovementRows.basic()),
            OpFamily.of("Matrix products, convolution, attention", LibraryRows.all()),
            OpFamily.of("Pooling", PoolingRows.all()),
            OpFamily.of("Ranks of a group", CollectiveRows.all()),
            OpFamily.of("Composed arithmetic, tensors made from numbers", ArithmeticRows.all()),
            OpFamily.of("Activation functions", ActivationRows.all()),
            OpFamily.of("Gradients of elementwise ops", GradientRows.all()),
            OpFamily.of("Means, variances, softmax, positions of extremes", StatisticsRows.all()),
            OpFamily.of("Normalisation and its gradients", NormalizationRows.all()),
            OpFamily.of("Normalisation with a sum or a quantisation", FusedNormalizationRows.all()),
            OpFamily.of("Matrix products cut along their columns", SplitProductRows.all()),
            OpFamily.of("Products of quantised matrices", QuantizationRows.all()),
            OpFamily.of("Real numbers from quantised ones", DequantizationRows.all()),
            OpFamily.of("Losses and their gradients", LossRows.all()),
            OpFamily.of("Composed movement: slices, padding, stacking", MovementRows.composites()),
            OpFamily.of("Random numbers", RandomRows.all()),
            OpFamily.of("Optimizer steps", OptimizerRows.all()));

    private static final OpTable TABLE = new OpTable();

    private final Map<String, OpRow> rows;
    /** With the op that compiled kernels alone have: it is no row for users, and no method of {@code Ops}. */
    private final Map<String, OpRow> byAnyName = new LinkedHashMap<>();

    private OpTable() {
        Map<String, OpRow> byName = new LinkedHashMap<>();
        FAMILIES.stream().flatMap(family -> family.rows().stream()).forEach(row -> byName.put(row.name(), row));
        rows = Collections.unmodifiableMap(byName);
        for (OpRow row : rows.values()) {
            Stream.concat(Stream.of(row.name()), row.aliases().stream()).forEach(name -> byAnyName.put(name, row));
        }
        OpRow marker = ArithmeticRows.ownGradient();
        byAnyName.put(marker.name(), marker);
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
        OpRow row = byAnyName.get(op);
        if (row == null) {
            throw new IllegalStateException("no op " + op);
        }
        return row;
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
