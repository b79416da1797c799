package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.TypeRules;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Type rules for source-level methods: an op over batch dims must be the same op for every number of axes. Passes need
 * no such check, since they treat batch dims as one axis.
 */
public final class RankPolymorphicTypeRules implements TypeRules {

    /** The only instance. */
    public static final RankPolymorphicTypeRules INSTANCE = new RankPolymorphicTypeRules();

    private static final Set<String> SAME_FOR_EVERY_RANK = Set.of(Loop.OP, Loop.RESULT, Node.UPDATED);

    private RankPolymorphicTypeRules() {}

    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        boolean packed = operands.stream().anyMatch(RankPolymorphism::hasBatchDims);
        ValueType type;
        try {
            type = OpTable.get().infer(op, operands, attributes, conditions);
        } catch (TypeException e) {
            boolean ofDots = packed && RankPolymorphism.hasBatchDims(operands.get(0));
            throw ofDots && e.problem() == Problem.AXIS_OUT_OF_RANGE
                    ? new TypeException(Problem.NOT_FOR_EVERY_RANK, -1, "with one axis for the dots, " + e.getMessage())
                    : e;
        }
        if (packed && !SAME_FOR_EVERY_RANK.contains(op)) {
            OpRow row = OpTable.get().find(op).orElseThrow();
            new RankPolymorphism(row, operands, attributes).require(type);
        }
        return type;
    }

    @Override
    public boolean isView(String op) {
        return OpTable.get().isView(op);
    }

    @Override
    public Optional<SliceUpdate> sliceUpdate(Node value) {
        return OpTable.get().sliceUpdate(value);
    }

    @Override
    public List<Integer> updates(String op) {
        return OpTable.get().updates(op);
    }
}
