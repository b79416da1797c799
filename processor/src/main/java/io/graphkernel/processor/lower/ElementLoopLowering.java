package io.graphkernel.processor.lower;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ScalarOp;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lowering of loops over single elements. A vector iterates until no lane is active, and the states of inactive lanes
 * remain unchanged; a scalar iterates until its condition is false.
 */
final class ElementLoopLowering {

    private final StageLowering stage;
    private final KernelNames names;
    private final CodeBuilder code;

    ElementLoopLowering(StageLowering stage, KernelNames names, CodeBuilder code) {
        this.stage = stage;
        this.names = names;
        this.code = code;
    }

    /**
     * Lowers the loop of an op, and declares all results of the loop. Later results are declared by the first one.
     *
     * @param node result of a loop
     * @param ops ops that are computed together
     */
    void lower(Node node, List<Node> ops) {
        List<Node> results =
                ops.stream().filter(op -> ElementLoop.isSameLoop(node, op)).toList();
        if (results.get(0) != node) {
            return;
        }
        List<Expression> operands = node.operands().stream().map(stage::operand).toList();
        List<Variable> states = new Emission(node).loop(ElementLoop.of(node), operands, stage.lanesInUse());
        results.forEach(result -> stage.declare(result, states.get(ElementLoop.result(result))));
    }

    /** Emission of one loop and those inside it. */
    private final class Emission {

        private final Node node;
        private int variables;

        Emission(Node node) {
            this.node = node;
        }

        private Variable variable(DataType dtype) {
            return new Variable(names.loopValue(node, variables++), new Type.ScalarType(dtype));
        }

        /** Emits a loop, and returns its states after it. */
        List<Variable> loop(ElementLoop loop, List<Expression> operands, Expression lanes) {
            Graph body = loop.step().body();
            Map<Node, Expression> values = new IdentityHashMap<>();
            List<Variable> states = new ArrayList<>();
            for (int i = 0; i < operands.size(); i++) {
                Expression value = operands.get(i);
                if (i < loop.states()) {
                    Variable state = variable(loop.stateTypes().get(i));
                    code.declare(state, value);
                    states.add(state);
                    value = state;
                }
                values.put(body.parameters().get(i).node(), value);
            }
            Variable active = variable(DataType.BOOL);
            code.declare(active, lanes);
            Set<Node> conditional = dependencies(body, loop.condition());
            code.whileActive(
                    active,
                    () -> {
                        compute(body, values, active, conditional::contains);
                        code.assign(active, op("LogicalAnd", DataType.BOOL, active, value(values, loop.condition())));
                    },
                    () -> {
                        compute(body, values, active, op -> !conditional.contains(op));
                        update(loop, states, values, active);
                    });
            return states;
        }

        private void update(ElementLoop loop, List<Variable> states, Map<Node, Expression> values, Variable active) {
            List<Expression> next = new ArrayList<>();
            for (int i = 0; i < states.size(); i++) {
                Expression value = value(values, loop.next(i));
                // A state that is assigned earlier may be read by the value of another one.
                boolean isState = states.contains(value) && !value.equals(states.get(i));
                if (isState) {
                    Variable copy = variable(loop.stateTypes().get(i));
                    code.declareFinal(copy.name(), copy.type(), value);
                    value = copy;
                }
                next.add(value);
            }
            for (int i = 0; i < states.size(); i++) {
                Variable state = states.get(i);
                if (!next.get(i).equals(state)) {
                    code.assign(state, op("Select", loop.stateTypes().get(i), active, next.get(i), state));
                }
            }
        }

        private void compute(
                Graph body,
                Map<Node, Expression> values,
                Variable active,
                java.util.function.Predicate<Node> included) {
            for (Node op : body.operations()) {
                if (!included.test(op) || values.containsKey(op)) {
                    continue;
                }
                if (ElementLoop.isLoop(op)) {
                    nested(body, op, values, active);
                } else {
                    Variable result = variable(op.dtype());
                    Expression value = ElementwiseLowering.lower(op, operand -> value(values, operand));
                    code.declareFinal(result, value, op.origin());
                    values.put(op, result);
                }
            }
        }

        private void nested(Graph body, Node op, Map<Node, Expression> values, Variable active) {
            List<Expression> operands = op.operands().stream()
                    .map(operand -> value(values, operand))
                    .toList();
            List<Variable> states = loop(ElementLoop.of(op), operands, active);
            for (Node other : body.operations()) {
                if (ElementLoop.isSameLoop(op, other)) {
                    values.put(other, states.get(ElementLoop.result(other)));
                }
            }
        }

        private Expression value(Map<Node, Expression> values, Node operand) {
            return operand.kind() == Node.Kind.CONSTANT ? new Expression.ScalarConstant(operand) : values.get(operand);
        }
    }

    private static Expression op(String name, DataType to, Expression... operands) {
        OpRow row = OpTable.get().find(name).orElseThrow();
        DataType from = name.equals("Select") ? DataType.BOOL : to;
        return new ScalarOp(row, row.scalar(), from, to, List.of(operands));
    }

    /** Returns the ops that a value needs, with the value. */
    private static Set<Node> dependencies(Graph body, Node value) {
        Set<Node> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        needed.add(value);
        List<Node> ops = body.operations();
        for (int i = ops.size() - 1; i >= 0; i--) {
            if (needed.contains(ops.get(i))) {
                needed.addAll(ops.get(i).operands());
            }
        }
        return needed;
    }
}
