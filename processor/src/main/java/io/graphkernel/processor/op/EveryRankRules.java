package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import io.graphkernel.processor.graph.TypeRules;
import io.graphkernel.processor.graph.ValueType;
import java.util.List;

/**
 * The rules of the ops for a method as it is written: an op over a pack must be the same op for every number of axes
 * that the pack may stand for. Passes need no such check, for them a pack is one axis.
 */
public final class EveryRankRules implements TypeRules {

    /** The only instance. */
    public static final EveryRankRules INSTANCE = new EveryRankRules();

    private EveryRankRules() {}

    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        boolean packed = operands.stream().anyMatch(EveryRank::hasPack);
        ValueType type;
        try {
            type = OpTable.get().infer(op, operands, attributes, conditions);
        } catch (TypeException e) {
            boolean ofDots = packed && EveryRank.hasPack(operands.get(0));
            throw ofDots && e.problem() == Problem.AXIS_OUT_OF_RANGE
                    ? new TypeException(
                            Problem.NOT_FOR_EVERY_RANK, -1, "with one axis in place of the dots, " + e.getMessage())
                    : e;
        }
        if (packed) {
            OpRow row = OpTable.get().find(op).orElseThrow();
            new EveryRank(row, operands, attributes).require(type);
        }
        return type;
    }

    @Override
    public List<Integer> updates(String op) {
        return OpTable.get().updates(op);
    }
}
