package io.graphkernel.processor.frontend.advice;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Conversion of a violated type rule to a diagnostic at the offending argument. */
public final class TypeProblem {

    private static final String SHAPE_ADVICE = "make the dims fit, in @TensorType or with reshape, transpose or slice";

    private static final String DIMS_ADVICE =
            "make the dims equal or 1, in @TensorType or by a reduction that keeps dims";

    /** Maximum number of operands named in a message, since an op such as addN may have hundreds. */
    private static final int MAX_NAMED = 6;

    private final Javac javac;
    private final OpArguments arguments;
    private final List<Node> operands;

    /**
     * Creates the converter for one call.
     *
     * @param javac services for messages
     * @param arguments the call
     * @param current function to the value that an operand has at the call, after in-place updates
     */
    public TypeProblem(Javac javac, OpArguments arguments, UnaryOperator<Node> current) {
        this.javac = javac;
        this.arguments = arguments;
        this.operands = arguments.operands().stream().map(current).toList();
    }

    public RejectedTreeException report(TypeException problem) {
        String op = arguments.javaName();
        String facts = problem.getMessage();
        if (isOfExpansion(problem)) {
            // Ops of the expansion have arguments that are not in the source.
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
                        countsAxes() ? arguments.axesPath(axes -> false) : arguments.select(),
                        Diagnostic.NOT_FOR_EVERY_RANK,
                        op,
                        together(TypeProblem::shape),
                        facts,
                        everyRankAdvice());
            case SHAPES_CLASH ->
                batchDimsDiffer()
                        ? javac.reject(path, Diagnostic.PACKS_DIFFER, op, together(TypeProblem::shape))
                        : javac.reject(
                                path,
                                Diagnostic.SHAPES_CLASH,
                                op,
                                together(TypeProblem::shape),
                                facts,
                                ReductionAdvice.of(arguments, operands)
                                        .or(() -> DimsAdvice.of(arguments, operands))
                                        .or(() -> BroadcastAdvice.of(arguments, operands))
                                        .orElse(DIMS_ADVICE));
            case WRONG_DTYPE -> javac.reject(path, Diagnostic.WRONG_DTYPE, op, argument, facts, dtypeAdvice(operand));
            case DTYPES_DIFFER ->
                javac.reject(
                        path,
                        Diagnostic.DTYPES_DIFFER,
                        op,
                        together(TypeProblem::type),
                        facts,
                        PromotionAdvice.facts(arguments),
                        PromotionAdvice.of(arguments, operands));
            case SHAPE_DOES_NOT_FIT ->
                javac.reject(
                        path,
                        Diagnostic.SHAPE_DOES_NOT_FIT,
                        op,
                        together(TypeProblem::shape),
                        facts,
                        MatMulAdvice.of(arguments, operands)
                                .or(() -> DimsAdvice.of(arguments, operands))
                                .orElse(SHAPE_ADVICE));
            case BAD_ATTRIBUTE ->
                javac.reject(
                        arguments.attributePath(problem.argument()),
                        Diagnostic.BAD_ATTRIBUTE,
                        op,
                        facts,
                        problem.advice());
            case AXIS_OUT_OF_RANGE -> {
                TreePath axes = arguments.axesPath(axesOfCall -> isOutOfRange(axesOfCall, problem.rank()));
                yield javac.reject(
                        axes,
                        Diagnostic.AXIS_OUT_OF_RANGE,
                        name(0),
                        Javac.text(axes.getLeaf()),
                        facts,
                        axisAdvice(problem.rank()));
            }
            case AXIS_REPEATED -> {
                TreePath axes = arguments.axesPath(axesOfCall -> isRepeated(axesOfCall, problem.rank()));
                yield javac.reject(axes, Diagnostic.AXIS_REPEATED, name(0), Javac.text(axes.getLeaf()), facts);
            }
            case UNRANKED_SHAPE -> shapeNeeded(javac, path, op, facts, operands.get(Math.max(operand, 0)));
            case ASSIGN_TYPE_DIFFERS ->
                javac.reject(path, Diagnostic.ASSIGN_TYPE_DIFFERS, op, argument, facts, assignAdvice());
            case ASSIGN_NEEDS_PARAMETER -> javac.reject(path, Diagnostic.ASSIGN_NEEDS_PARAMETER, op, argument, facts);
        };
    }

    /**
     * Reports a tensor whose rank is needed, with the parameters to declare.
     *
     * @param javac services for messages
     * @param path the tensor
     * @param op the op or method that needs the rank
     * @param facts the cause
     * @param tensor value of the tensor
     */
    public static RejectedTreeException shapeNeeded(Javac javac, TreePath path, String op, String facts, Node tensor) {
        List<String> parameters = tensor.shape().parameters().stream()
                .map(name -> "'" + name + "'")
                .toList();
        return javac.reject(
                path,
                Diagnostic.SHAPE_NEEDED,
                op,
                Javac.text(path.getLeaf()),
                facts,
                (parameters.size() == 1 ? "parameter " : "the parameters ") + String.join(" and ", parameters),
                tensor.dtype() + "[n, d]");
    }

    private static boolean isOutOfRange(List<Long> axes, int rank) {
        return axes.stream().anyMatch(axis -> axis < -rank || axis >= rank);
    }

    private static boolean isRepeated(List<Long> axes, int rank) {
        long distinct =
                axes.stream().map(axis -> Math.floorMod(axis, rank)).distinct().count();
        return distinct < axes.size();
    }

    /**
     * Returns true if the text refers to an op of the expansion: to axes that the call does not have, or to the op's
     * name.
     */
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

    /**
     * Returns the index of the offending operand. The index from a composite op's expansion refers to an inner op, so
     * it is recomputed.
     */
    private int operandAtFault(TypeException problem) {
        if (arguments.row().kind() != OpKind.COMPOSITE) {
            return problem.operand();
        }
        return switch (problem.problem()) {
            case SHAPES_CLASH -> firstThatDoesNotBroadcast();
            case UNRANKED_SHAPE -> firstUnranked();
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

    private int firstUnranked() {
        for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i).shape().isUnranked()) {
                return i;
            }
        }
        return -1;
    }

    /** Returns {@code 'x' of shape [n, d] with 'y' of shape [m]}; numbers are only named. */
    private String together(Function<Node, String> description) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < operands.size(); i++) {
            if (i == MAX_NAMED && operands.size() > MAX_NAMED + 1) {
                return text.append(" and ")
                        .append(operands.size() - MAX_NAMED)
                        .append(" others")
                        .toString();
            }
            text.append(i == 0 ? "" : i + 1 == operands.size() ? " and " : ", ");
            text.append(name(i)).append(operands.get(i).isNumber() ? "" : description.apply(operands.get(i)));
        }
        return text.toString();
    }

    private static String shape(Node operand) {
        return operand.shape().isUnranked() ? " of undeclared shape" : " of shape " + operand.shape();
    }

    private static String type(Node operand) {
        return operand.shape().isUnranked()
                ? " of dtype " + operand.dtype()
                : " of type " + operand.dtype() + operand.shape();
    }

    /** Returns the text of an operand, or of the op if it has none. */
    private String name(int operand) {
        if (operand >= operands.size()) {
            return arguments.javaName();
        }
        return "'" + Javac.text(arguments.operandPath(operand).getLeaf()) + "'";
    }

    private String dtypeAdvice(int operand) {
        boolean takesBool = arguments.row().dtypes() == DtypeClass.BOOL;
        boolean isBool = operand >= 0 && operands.get(operand).dtype() == DataType.BOOL;
        if (isBool) {
            return "convert it with cast, or choose by it with select";
        }
        return takesBool || operand >= 0 && isCondition(operand)
                ? "compare it first, for example notEqual(…, 0)"
                : "convert it with cast, for example cast(…, DType."
                        + castTarget(operand).name() + ")";
    }

    /** Returns a dtype that the op accepts for an operand. */
    private DataType castTarget(int operand) {
        List<OpParameter> parameters =
                DtypeRules.operandParameters(arguments.row(), arguments.attributes(), operands.size());
        if (operand < 0 || operand >= parameters.size()) {
            return DataType.F32;
        }
        return switch (parameters.get(operand).dtype()) {
            case INDEX, I32 -> DataType.I32;
            case I64 -> DataType.I64;
            case I8 -> DataType.I8;
            default -> DataType.F32;
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
        return operands.stream().anyMatch(operand -> operand.shape().isUnranked())
                ? "declare @TensorType on both, the parameter and what the value is made of, so that their shapes are"
                        + " known to fit"
                : "assign a value that broadcasts to the parameter's shape";
    }

    /** Returns true if operands have batch dims of different names. */
    private boolean batchDimsDiffer() {
        return operands.stream()
                        .flatMap(operand -> operand.shape().batchDims().stream())
                        .distinct()
                        .count()
                > 1;
    }

    /** Returns true if the call has axes of its first operand. */
    private boolean countsAxes() {
        boolean hasAxes = arguments.row().parameters().stream()
                .filter(parameter -> parameter.kind() == Kind.AXIS || parameter.kind() == Kind.AXES)
                .anyMatch(parameter ->
                        !List.of().equals(arguments.attributes().values().get(parameter.attribute())));
        return hasAxes
                && !operands.isEmpty()
                && operands.get(0).shape().batchDims().isPresent();
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
                : "use an op with any number of batch dims, such as batchMatMul if two axes follow the dots"
                        + " in each operand, or declare all axes, for example @TensorType(\"f32[n, d]\")";
    }

    /** Returns the axes that may be used after batch dims. */
    public static String trailingAxisAdvice(Shape shape) {
        int trailing = shape.trailing().size();
        return trailing == 0
                ? "declare the axis after the dots, for example @TensorType(\"f32[..., d]\"), and call it -1"
                : "count the axis from the end: " + (trailing == 1 ? "-1" : "from -" + trailing + " to -1")
                        + ", and declare more axes after the dots to name them";
    }

    public static String axisAdvice(int rank) {
        return rank == 0
                ? "a value of one element has no axis; leave the op out"
                : "use an axis from " + -rank + " to " + (rank - 1);
    }
}
