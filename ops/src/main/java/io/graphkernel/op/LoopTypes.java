package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import java.util.List;

/** Type rules of loops and their results, with the conditions that a body has in all iterations. */
final class LoopTypes {

    /** Type of the op that runs a loop, whose value is never read. */
    private static final ValueType NONE = new ValueType(DataType.BOOL, Shape.SCALAR);

    private LoopTypes() {}

    static ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        if (op.equals(Loop.RESULT)) {
            return Loop.of(operands.get(0)).resultType(attributes);
        }
        Loop loop = Loop.of(attributes);
        requireOperands(loop.body(), operands);
        requireControl(loop);
        for (Node node : loop.body().allNodes()) {
            requireFixedShape(loop, node);
        }
        for (DimCondition condition : loop.body().conditions()) {
            require(loop, condition, conditions);
        }
        for (Node node : loop.body().nodes()) {
            if (node.kind() == Node.Kind.DIMENSION && node.isConverted()) {
                requireRange(loop, node, conditions);
            }
        }
        return NONE;
    }

    private static void requireOperands(Graph body, List<Node> operands) throws TypeException {
        List<Node> parameters = body.tensorParameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (i >= operands.size()
                    || !operands.get(i).type().equals(parameters.get(i).type())) {
                throw misfit("the body reads " + parameters.get(i).type() + " as "
                        + parameters.get(i).label());
            }
        }
    }

    /** Requires the scalars that select iterations. */
    private static void requireControl(Loop loop) throws TypeException {
        int first = loop.control() == Loop.Control.TAIL ? loop.carried() : 0;
        if (loop.control() == Loop.Control.TAIL) {
            requireScalar(loop, first, DataType.I64, "the first iteration");
        } else if (loop.isConditional()) {
            requireScalar(loop, first, DataType.BOOL, "the condition");
            if (!loop.isUnbounded()) {
                requireScalar(loop, first + 1, DataType.I64, "the number of iterations");
            }
        }
    }

    private static void requireScalar(Loop loop, int parameter, DataType dtype, String role) throws TypeException {
        List<Node> parameters = loop.body().tensorParameters();
        boolean present = parameter < (loop.isConditional() ? loop.carried() : parameters.size());
        if (!present || !parameters.get(parameter).type().equals(new ValueType(dtype, Shape.SCALAR))) {
            throw misfit(role + " of a loop is " + dtype + "[]");
        }
    }

    /** Memory is allocated once for all iterations. */
    private static void requireFixedShape(Loop loop, Node node) throws TypeException {
        if (node.shape().isUnranked()) {
            throw misfit(
                    "the number of axes of " + String.join(", ", node.shape().parameters()) + " is not declared");
        }
        boolean fixed =
                node.shape().dims().stream().noneMatch(dim -> dim.symbols().contains(loop.index()));
        if (!fixed) {
            throw misfit("the shape " + node.shape() + " of " + node.op() + at(node.origin())
                    + " differs between iterations");
        }
    }

    /** Requires a condition of the body in all iterations. */
    private static void require(Loop loop, DimCondition condition, List<DimCondition> conditions) throws TypeException {
        DimCondition lifted = loop.range()
                .overAllIterations(condition)
                .orElseThrow(() -> misfit(
                        condition + at(condition.origin()) + " cannot be checked for all iterations before the call"));
        switch (lifted.decision()) {
            case FAILS ->
                throw misfit(reason(condition) + at(condition.origin()) + " needs " + lifted + " in an iteration");
            case OPEN -> conditions.add(lifted);
            default -> {}
        }
    }

    /** Requires that a number which depends on the index fits its dtype; the call checks other numbers itself. */
    private static void requireRange(Loop loop, Node number, List<DimCondition> conditions) throws TypeException {
        Dim dim = number.attributes().dims().get(0);
        if (dim.symbols().contains(loop.index())) {
            DataType dtype = number.dtype();
            long max = dtype.maxSignedValue();
            DimCondition.Argument argument = new DimCondition.Argument(dtype.text(), dim.toString());
            require(loop, DimCondition.of(dim, Relation.AT_MOST, Dim.of(max), argument), conditions);
            require(
                    loop,
                    DimCondition.of(dim, Relation.AT_LEAST, Dim.of(dtype.isUnsigned() ? 0 : -max - 1), argument),
                    conditions);
        }
    }

    private static String reason(DimCondition condition) {
        return condition
                .argument()
                .map(argument -> argument.op() + " with " + argument.name() + " " + condition.left())
                .orElse(condition.reason());
    }

    private static String at(Origin origin) {
        return origin.line() == 0 ? "" : " at " + origin;
    }

    private static TypeException misfit(String facts) {
        return new TypeException(Problem.SHAPE_DOES_NOT_FIT, -1, facts);
    }
}
