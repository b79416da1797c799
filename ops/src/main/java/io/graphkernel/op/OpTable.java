package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeRules;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.definition.element.ArithmeticOps;
import io.graphkernel.op.definition.element.MapOps;
import io.graphkernel.op.definition.movement.IndexingOps;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ViewKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Table of all ops, by documented name. Rows are built on first use. */
public final class OpTable implements TypeRules {

    private static final OpTable TABLE = new OpTable();

    private final Map<String, OpRow> built = new ConcurrentHashMap<>();

    /** All rows in table order, once they have been requested; null before. */
    private volatile List<OpRow> rows;

    /** Rows by alias, once an alias has been requested; null before. */
    private volatile Map<String, OpRow> aliases;

    private OpTable() {}

    /**
     * Returns the table.
     *
     * @return the only instance
     */
    public static OpTable get() {
        return TABLE;
    }

    /**
     * Returns the families.
     *
     * @return families in table order
     */
    public List<OpFamily> families() {
        return List.of(OpFamily.values());
    }

    /**
     * Returns the rows.
     *
     * @return rows in table order
     */
    public Collection<OpRow> rows() {
        List<OpRow> known = rows;
        if (known == null) {
            known = Stream.of(OpFamily.values())
                    .flatMap(family -> family.rows().stream())
                    .toList();
            rows = known;
        }
        return known;
    }

    /**
     * Finds a row.
     *
     * @param name documented name or alias
     * @return the row, or empty
     */
    public Optional<OpRow> find(String name) {
        OpRow row = named(name);
        return Optional.ofNullable(row == null ? aliases().get(name) : row);
    }

    /**
     * Returns the row with a documented name, or null. Ops that only compiled kernels have are not rows for users and
     * have no method of {@code Ops}.
     */
    private OpRow named(String name) {
        OpRow row = built.get(name);
        if (row == null) {
            OpRow created = build(name);
            OpRow earlier = created == null ? null : built.putIfAbsent(name, created);
            row = earlier == null ? created : earlier;
        }
        return row;
    }

    private static OpRow build(String name) {
        for (OpFamily family : OpFamily.values()) {
            if (family.has(name)) {
                return family.build(name);
            }
        }
        return switch (name) {
            case BasicOps.CUSTOM_GRADIENT -> ArithmeticOps.customGradient();
            case BasicOps.MAP -> MapOps.map();
            case BasicOps.ELEMENT_LOOP -> MapOps.elementLoop();
            case BasicOps.SCORED_ATTENTION -> ScoredAttentionOps.row();
            case BasicOps.SCORED_ATTENTION_GRAD -> ScoredAttentionOps.gradientRow();
            case Node.UPDATED ->
                OpRow.special(name, OpKind.VIEW, OpParameter.tensor("x"), OpParameter.tensor("update"))
                        .views(ViewKind.UPDATED)
                        .cost(0)
                        .tolerance("exact")
                        .build();
            case Node.ASSIGN_AT -> IndexingOps.assignAt();
            case Node.DISTINCT_POSITIONS -> IndexingOps.distinctPositions();
            case Loop.OP, Loop.RESULT ->
                OpRow.special(name, OpKind.LOOP, OpParameter.tensors("x")).build();
            default -> null;
        };
    }

    private Map<String, OpRow> aliases() {
        Map<String, OpRow> known = aliases;
        if (known == null) {
            known = new HashMap<>();
            for (OpRow row : rows()) {
                for (String alias : row.aliases()) {
                    known.put(alias, row);
                }
            }
            aliases = known;
        }
        return known;
    }

    /**
     * Returns the row of a node's op.
     *
     * @param node an operation of a verified graph
     * @return its row
     */
    public OpRow row(Node node) {
        return row(node.op());
    }

    /**
     * Returns the total cost of ops with any operands.
     *
     * @param nodes operations of a verified graph
     * @return approximate number of vector instructions per result vector
     */
    public int cost(Collection<Node> nodes) {
        return nodes.stream().mapToInt(node -> row(node).cost()).sum();
    }

    /**
     * Returns the operands that an op reads at the index of each of its elements.
     *
     * @param node an operation of a verified graph
     * @return its operands, without an updated parameter or gathered memory
     */
    public List<Node> indexedOperands(Node node) {
        List<Node> operands = node.operands();
        return is(node, OpKind.ASSIGN) || is(node, OpKind.GATHER) ? operands.subList(1, operands.size()) : operands;
    }

    private OpRow row(String op) {
        return find(op).orElseThrow(() -> new IllegalStateException("no op " + op));
    }

    /**
     * Returns true if a node is an op of a kind.
     *
     * @param node any node of a verified graph
     * @param kind the kind
     * @return false for a node that is not an operation
     */
    public boolean is(Node node, OpKind kind) {
        return node.isOperation() && row(node).kind() == kind;
    }

    /**
     * Returns true if an op is a step of its own.
     *
     * @param node any node of a verified graph
     * @return true for library calls and loops
     */
    public boolean isStep(Node node) {
        return node.isOperation() && row(node).kind().isStep();
    }

    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        return TypeInference.infer(row(op), operands, attributes, conditions);
    }

    @Override
    public boolean isView(String op) {
        return row(op).kind() == OpKind.VIEW;
    }

    @Override
    public Optional<SliceUpdate> sliceUpdate(Node value) {
        return value.isOperation() && row(value).replacesSlices() ? IndexingOps.sliceUpdate(value) : Optional.empty();
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
