package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeRules;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.List;

/** The type rules of the ops, which also refuse axes that no kernel template reduces. */
final class TemplateRules implements TypeRules {

    /** Stands for every reduction: they differ in the combining function only. */
    private static final String REDUCTION = "ReduceSum";

    private final OpTable table = OpTable.get();

    /**
     * {@inheritDoc}
     *
     * @throws NoTemplateException if there is no template for the axes
     */
    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        ValueType type = table.infer(op, operands, attributes, conditions);
        OpRow row = table.find(op).orElseThrow();
        if (row.takesAxes() && !hasTemplate(operands.get(0), attributes)) {
            throw new NoTemplateException(
                    row.javaName(),
                    "over axes " + attributes.axes() + " of shape "
                            + operands.get(0).shape());
        }
        return type;
    }

    @Override
    public List<Integer> updates(String op) {
        return table.updates(op);
    }

    private boolean hasTemplate(Node operand, Attributes attributes) throws TypeException {
        List<Node> operands = List.of(operand);
        ValueType type = table.infer(REDUCTION, operands, attributes);
        Node reduction = Node.operation(REDUCTION, operands, attributes, type, "", Origin.NONE);
        return LoopAnalysis.of(List.of(reduction), node -> true).isPresent();
    }
}
