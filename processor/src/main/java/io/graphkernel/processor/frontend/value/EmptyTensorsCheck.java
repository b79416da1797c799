package io.graphkernel.processor.frontend.value;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Warning for ops whose sizes fit empty tensors only.
 *
 * @param graph graph of the ops
 * @param warned called names that have a warning
 */
public record EmptyTensorsCheck(GraphBuilder graph, Set<Tree> warned) {

    /**
     * Reports an op whose conditions hold only if a dim of its operands is 0.
     *
     * @param javac services for messages
     * @param op the op
     * @param first number of conditions of the graph before the op
     */
    public void check(Javac javac, OpArguments op, int first) {
        List<DimCondition> conditions = graph.conditionCount() > first ? graph.conditions() : List.of();
        if (conditions.isEmpty()) {
            return;
        }
        Set<String> dims = new HashSet<>();
        for (Node operand : op.operands()) {
            if (!operand.shape().isUnranked()) {
                operand.shape().dims().forEach(dim -> dims.addAll(dim.symbols()));
            }
        }
        for (DimCondition condition : conditions.subList(first, conditions.size())) {
            Set<String> symbols = new TreeSet<>(condition.left().symbols());
            symbols.addAll(condition.right().symbols());
            // Numbers of the call and indices of loops are 0 more often than dims.
            if (dims.containsAll(symbols)
                    && condition.requiresZero()
                    && warned.add(op.select().getLeaf())) {
                javac.report(
                        javac.position(op.select()),
                        Diagnostic.ONLY_EMPTY_TENSORS,
                        op.javaName(),
                        condition,
                        String.join(" or ", symbols));
            }
        }
    }
}
