package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.DtypeRules;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Turns a violated type rule into a diagnostic at the argument at fault. */
final class TypeProblem {

    private static final String SHAPE_ADVICE = "make the dims fit, in @TensorType or with reshape, transpose or slice";

    private static final String DIMS_ADVICE =
            "make the dims equal or 1, in @TensorType or by a reduction that keeps dims";

    /** Operands of an op such as addN may be hundreds. */
    private static final int MOST_NAMED = 6;

    private final Javac javac;
    private final OpArguments arguments;
    private final List<Node> operands;

    /**
     * Explains the problems of one call.
     *
     * @param javac reports
     * @param arguments the call
     * @param current the value that an operand has at the call, after updates in place
     */
    TypeProblem(Javac javac, OpArguments arguments, UnaryOperator<Node> current) {
        this.javac = javac;
        this.arguments = arguments;
        this.operands = arguments.operands().stream().map(current).toList();
    }

    Rejected report(TypeException problem) {
        String op = arguments.javaName();
        String facts = problem.getMessage();
        if (isOfExpansion(problem)) {
            // The op inside has arguments that the user did not write.
            return javac.reject(
                    arguments.select(),
                    Diagnostic.SHAPE_DOES_NOT_FIT,
                    op,
                    together(TypeProblem::shape),
                    "its result has the shape " + arguments.row().shape() + "; inside it, " + facts,
                    SHAPE_ADVICE);
        }
        int operand = operandAtFault(problem);
        TreePath path = operand < 0 ? arguments.select() : arguments.operandPath(operand);
        String argument = Javac.text(path.getLeaf());
        return switch (problem.problem()) {
            case NOT_FOR_EVERY_RANK ->
                javac.reject(
                        countsAxes() ? arguments.axesPath() : arguments.select(),
                        Diagnostic.NOT_FOR_EVERY_RANK,
                        op,
                        together(TypeProblem::shape),
                        facts,
                        everyRankAdvice());
            case SHAPES_CLASH ->
                packsDiffer()
                        ? javac.reject(path, Diagnostic.PACKS_DIFFER, op, together(TypeProblem::shape))
                        : javac.reject(
                                path,
                                Diagnostic.SHAPES_CLASH,
                                op,
                                together(TypeProblem::shape),
                                facts,
                                ReductionAdvice.of(arguments, operands).orElse(DIMS_ADVICE));
            case WRONG_DTYPE -> javac.reject(path, Diagnostic.WRONG_DTYPE, op, argument, facts, dtypeAdvice(operand));
            case DTYPES_DIFFER -> javac.reject(path, Diagnostic.DTYPES_DIFFER, op, together(TypeProblem::type), facts);
            case SHAPE_DOES_NOT_FIT ->
                javac.reject(
                        path,
                        Diagnostic.SHAPE_DOES_NOT_FIT,
                        op,
                        together(TypeProblem::shape),
                        facts,
                        ProductAdvice.of(arguments, operands).orElse(SHAPE_ADVICE));
            case BAD_ATTRIBUTE -> javac.reject(arguments.attributePath(), Diagnostic.BAD_ATTRIBUTE, op, facts);
            case AXIS_OUT_OF_RANGE ->
                javac.reject(
                        arguments.axesPath(),
                        Diagnostic.AXIS_OUT_OF_RANGE,
                        name(0),
                        Javac.text(arguments.axesPath().getLeaf()),
                        facts,
                        axisAdvice(problem.rank()));
            case AXIS_REPEATED ->
                javac.reject(
                        arguments.axesPath(),
                        Diagnostic.AXIS_REPEATED,
                        name(0),
                        Javac.text(arguments.axesPath().getLeaf()),
                        facts);
            case RANKLESS_SHAPE -> javac.reject(path, Diagnostic.SHAPE_NEEDED, op, argument, facts);
            case ASSIGN_TYPE_DIFFERS ->
                javac.reject(path, Diagnostic.ASSIGN_TYPE_DIFFERS, op, argument, facts, assignAdvice());
            case ASSIGN_NEEDS_PARAMETER -> javac.reject(path, Diagnostic.ASSIGN_NEEDS_PARAMETER, op, argument, facts);
        };
    }

    /** Whether a problem is told in words of an op inside the expansion: axes that the call does not take, or the op's name. */
    private boolean isOfExpansion(TypeException problem) {
        if (arguments.row().kind() != OpKind.COMPOSITE) {
            return false;
        }
        return switch (problem.problem()) {
            case AXIS_OUT_OF_RANGE, AXIS_REPEATED ->
                arguments.row().parameters().stream()
                        .noneMatch(parameter -> parameter.kind() == Kind.AXIS || parameter.kind() == Kind.AXES);
            case SHAPE_DOES_NOT_FIT -> {
                String first = problem.getMessage().split(" ", 2)[0];
                yield !first.equals(arguments.row().name())
                        && OpTable.get().find(first).isPresent();
            }
            default -> false;
        };
    }

    /** The index that a composite op's expansion gives counts the operands of an op inside, so it is found anew. */
    private int operandAtFault(TypeException problem) {
        if (arguments.row().kind() != OpKind.COMPOSITE) {
            return problem.operand();
        }
        return switch (problem.problem()) {
            case SHAPES_CLASH -> firstThatDoesNotBroadcast();
            case RANKLESS_SHAPE -> firstRankless();
            default -> problem.operand() < operands.size() ? problem.operand() : -1;
        };
    }

    private int firstThatDoesNotBroadcast() {
        Shape joint = operands.get(0).shape();
        for (int i = 1; i < operands.size(); i++) {
            Optional<Shape> wider = joint.broadcast(operands.get(i).shape());
            if (wider.isEmpty()) {
                return i;
            }
            joint = wider.get();
        }
        return -1;
    }

    private int firstRankless() {
        for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i).shape().isRankless()) {
                return i;
            }
        }
        return -1;
    }

    /** {@code 'x' of shape [n, d] with 'y' of shape [m]}; numbers are named only. */
    private String together(Function<Node, String> description) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < operands.size(); i++) {
            if (i == MOST_NAMED && operands.size() > MOST_NAMED + 1) {
                return text.append(" and ")
                        .append(operands.size() - MOST_NAMED)
                        .append(" others")
                        .toString();
            }
            text.append(i == 0 ? "" : i + 1 == operands.size() ? " with " : ", ");
            text.append(name(i)).append(operands.get(i).isNumber() ? "" : description.apply(operands.get(i)));
        }
        return text.toString();
    }

    private static String shape(Node operand) {
        return operand.shape().isRankless() ? " of undeclared shape" : " of shape " + operand.shape();
    }

    private static String type(Node operand) {
        return operand.shape().isRankless()
                ? " of dtype " + operand.dtype()
                : " of type " + operand.dtype() + operand.shape();
    }

    /** The text of an operand; of the op where it has none. */
    private String name(int operand) {
        if (operand >= operands.size()) {
            return arguments.javaName();
        }
        return "'" + Javac.text(arguments.operandPath(operand).getLeaf()) + "'";
    }

    private String dtypeAdvice(int operand) {
        boolean takesBool = arguments.row().dtypes() == DtypeClass.BOOL;
        boolean isBool = operand >= 0 && operands.get(operand).dtype() == DType.BOOL;
        if (isBool) {
            return "convert it with cast, or choose by it with select";
        }
        return takesBool || operand >= 0 && isCondition(operand)
                ? "compare it first, for example notEqual(…, 0)"
                : "convert it with cast, for example cast(…, DType."
                        + castTarget(operand).name() + ")";
    }

    /** A dtype that the op takes for an operand. */
    private DType castTarget(int operand) {
        List<OpParameter> parameters =
                DtypeRules.operandParameters(arguments.row(), arguments.attributes(), operands.size());
        if (operand < 0 || operand >= parameters.size()) {
            return DType.F32;
        }
        return switch (parameters.get(operand).dtype()) {
            case INDEX, I32 -> DType.I32;
            case I64 -> DType.I64;
            case I8 -> DType.I8;
            default -> DType.F32;
        };
    }

    private boolean isCondition(int operand) {
        return DtypeRules.operandParameters(arguments.row(), arguments.attributes(), operands.size())
                        .get(operand)
                        .dtype()
                == OpDtype.BOOL;
    }

    private String assignAdvice() {
        if (arguments.row().kind() != OpKind.ASSIGN) {
            return "give operands whose dims are those of what is updated, in @TensorType or by a reduction";
        }
        return operands.stream().anyMatch(operand -> operand.shape().isRankless())
                ? "declare @TensorType on both, the parameter and what the value is made of, so that their shapes are"
                        + " known to fit"
                : "assign a value that broadcasts to the parameter's shape";
    }

    /** Whether operands have packs of different names. */
    private boolean packsDiffer() {
        return operands.stream()
                        .flatMap(operand -> operand.shape().pack().stream())
                        .distinct()
                        .count()
                > 1;
    }

    /** Whether the call gives axes of its first operand. */
    private boolean countsAxes() {
        boolean asked = arguments.row().parameters().stream()
                .filter(parameter -> parameter.kind() == Kind.AXIS || parameter.kind() == Kind.AXES)
                .anyMatch(parameter ->
                        !List.of().equals(arguments.attributes().values().get(parameter.attribute())));
        return asked && !operands.isEmpty() && operands.get(0).shape().pack().isPresent();
    }

    private String everyRankAdvice() {
        if (countsAxes()) {
            return trailingAxisAdvice(operands.get(0).shape());
        }
        if (arguments.row().takesKeepDims()) {
            return "leave KEEP_DIMS out where all axes are reduced, or name axes after the dots";
        }
        return arguments.row().kind() == OpKind.ELEMENTWISE
                ? "combine them with the same dots, as f32[b..., 1], or with no more axes than follow the dots, as"
                        + " f32[d]"
                : "use an op that takes any number of leading axes, such as batchMatMul where two axes follow the dots"
                        + " in each operand, or declare all axes, for example @TensorType(\"f32[n, d]\")";
    }

    /** The axes that may be named where a pack is in front of them. */
    static String trailingAxisAdvice(Shape shape) {
        int trailing = shape.trailing().size();
        return trailing == 0
                ? "declare the axis after the dots, for example @TensorType(\"f32[..., d]\"), and call it -1"
                : "count the axis from the end: " + (trailing == 1 ? "-1" : "from -" + trailing + " to -1")
                        + ", and declare more axes after the dots to name them";
    }

    static String axisAdvice(int rank) {
        return rank == 0
                ? "a value of one element has no axis; leave the op out"
                : "use an axis from " + -rank + " to " + (rank - 1);
    }
}
