package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.TypeRule;
import io.graphkernel.processor.op.source.JavaMethod.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The overloads of one op: one does the work, the others fill in what was left out or turn numbers into tensors. */
final class MethodFamily {

    private static final Parameter AXIS = new Parameter("int", "axis", "the axis; a negative one counts from the end");
    private static final Parameter AXES =
            new Parameter("int[]", "axes", "the axes, none for all; a negative one counts from the end");
    private static final Parameter KEEP_DIMS =
            new Parameter("boolean", "keepDims", "whether the reduced axes stay with size 1");
    private static final Parameter DTYPE = new Parameter("DType", "dtype", "f32 or bool");

    private final OpRow row;

    private MethodFamily(OpRow row) {
        this.row = row;
    }

    /** The overloads of a row's op, the most general one last if it has axes, else first. */
    static List<JavaMethod> of(OpRow row) {
        MethodFamily family = new MethodFamily(row);
        if (row.takesKeepDims()) {
            return family.reduction();
        }
        if (row.takesAxes()) {
            List<Parameter> parameters = family.tensors(AXIS);
            return List.of(family.method(parameters, EagerBody.of(row)));
        }
        return family.elementwise();
    }

    private List<JavaMethod> reduction() {
        String name = row.javaName();
        return List.of(
                method(tensors(), List.of("return " + name + "(x, axes(), false);")),
                method(tensors(AXIS), List.of("return " + name + "(x, axes(axis), false);")),
                method(tensors(AXIS, KEEP_DIMS), List.of("return " + name + "(x, axes(axis), keepDims);")),
                method(tensors(AXES, KEEP_DIMS), EagerBody.of(row)));
    }

    private List<JavaMethod> elementwise() {
        List<JavaMethod> methods = new ArrayList<>();
        methods.add(
                row.typeRule() == TypeRule.CONVERSION
                        ? method(tensors(DTYPE), EagerBody.of(row))
                        : method(tensors(), EagerBody.of(row)));
        int allNumbers = (1 << row.arity()) - 1;
        for (int numbers = 1; numbers < allNumbers; numbers++) {
            if (takesNumbers(numbers)) {
                methods.add(withNumbers(numbers));
            }
        }
        return methods;
    }

    private boolean takesNumbers(int numbers) {
        return IntStream.range(0, row.arity()).allMatch(i -> (numbers >> i & 1) == 0 || mayBeNumber(i));
    }

    private boolean mayBeNumber(int operand) {
        return switch (row.typeRule()) {
            case LOGICAL, CONVERSION -> false;
            case SELECTION -> operand != 0;
            case ARITHMETIC, COMPARISON -> !isUpdated(operand);
        };
    }

    private JavaMethod withNumbers(int numbers) {
        List<Parameter> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < row.arity(); i++) {
            String name = row.operandNames().get(i);
            if ((numbers >> i & 1) == 0) {
                parameters.add(tensor(i));
                arguments.add(name);
            } else {
                parameters.add(new Parameter("double", name, "a number, rounded to f32"));
                arguments.add("Eager.scalar(" + name + ")");
            }
        }
        String call = arguments.stream().collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        return method(parameters, List.of("return " + call + ";"));
    }

    private JavaMethod method(List<Parameter> parameters, List<String> body) {
        return new JavaMethod(row.name(), row.javaName(), parameters, row.documentation(), result(), body);
    }

    private List<Parameter> tensors(Parameter... attributes) {
        List<Parameter> parameters = new ArrayList<>();
        IntStream.range(0, row.arity()).mapToObj(this::tensor).forEach(parameters::add);
        parameters.addAll(List.of(attributes));
        return parameters;
    }

    private Parameter tensor(int operand) {
        String name = row.operandNames().get(operand);
        return new Parameter("Tensor", name, Dtypes.operand(row, operand) + (isUpdated(operand) ? ", updated" : ""));
    }

    /** An operand of this name is the tensor that an in-place update writes. */
    private boolean isUpdated(int operand) {
        return row.operandNames().get(operand).equals("parameter");
    }

    private String result() {
        if (isUpdated(0)) {
            return "parameter";
        }
        String dtype = row.typeRule() == TypeRule.CONVERSION ? "the given dtype" : Dtypes.result(row);
        if (row.takesKeepDims()) {
            return dtype + ", the shape of x without the reduced axes, or with size 1 there";
        }
        boolean joint = row.arity() > 1 && row.kind() != OpKind.ASSIGN;
        return dtype + (joint ? ", the shape to which the operands broadcast" : ", the shape of x");
    }
}
