package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeInferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Add       | f32[n, d]  | f32[d]     | f32[n, d]",
                "Add       | f32[n, 1]  | f32[1, d]  | f32[n, d]",
                "Mul       | f32[x..]   | f32[y..]   | f32[x.. y..]",
                "Mul       | f32[x..]   | f32[]      | f32[x..]",
                "Less      | f32[n]     | f32[]      | bool[n]",
                "LogicalOr | bool[n, d] | bool[d]    | bool[n, d]",
                "Atan2     | f32[]      | f32[]      | f32[]",
                "SquaredDifference | f32[n, d] | f32[n, 1] | f32[n, d]"
            })
    void typeInference_ofBinary_isInferred(String op, String left, String right, String result) throws TypeException {
        assertThat(infer(op, Attributes.NONE, left, right)).hasToString(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, d]    | -1   | true  | f32[n, 1]",
                "f32[n, d]    | -1   | false | f32[n]",
                "f32[n, d]    | 0    | false | f32[d]",
                "f32[n, d]    | 0 -1 | true  | f32[1, 1]",
                "f32[a, b, c] | 0 2  | false | f32[b]",
                "f32[n, d]    | ''   | false | f32[]",
                "f32[n, d]    | ''   | true  | f32[1, 1]",
                "f32[]        | ''   | false | f32[]"
            })
    void typeInference_ofReductions_isInferred(String operand, String axes, boolean keepDims, String result)
            throws TypeException {
        assertThat(infer("ReduceMax", reduction(axes, keepDims), operand)).hasToString(result);
        assertThat(infer("ReduceMean", reduction(axes, keepDims), operand)).hasToString(result);
    }

    @Test
    void poolingOverTheWholeImage_mayBeOfAnySize() throws TypeException {
        Attributes window = Attributes.NONE
                .with("kernel_size", List.of(500L, 600L))
                .with("strides", List.of(1L, 1L))
                .with("pads", List.of(0L, 0L, 0L, 0L));

        assertThat(infer("MaxPool", window, "f32[n, c, 500, 600]")).hasToString("f32[n, c, 1, 1]");
        assertThat(infer("AvgPool", window.with("count_include_pad", false), "f32[n, c, 500, 600]"))
                .hasToString("f32[n, c, 1, 1]");
        assertThat(catchThrowableOfType(TypeException.class, () -> infer("MaxPool", window, "f32[n, c, 501, 600]"))
                        .problem())
                .isEqualTo(Problem.BAD_ATTRIBUTE);
    }

    @ParameterizedTest
    @CsvSource({"f32, bool[n], f32[n]", "bool, f32[n], bool[n]", "f32, f32[n], f32[n]", "i8, i64[n], i8[n]"})
    void typeInference_ofCast_isInferred(String dtype, String operand, String result) throws TypeException {
        assertThat(infer("Cast", Attributes.NONE.with(Attributes.DTYPE, dtype), operand))
                .hasToString(result);
    }

    @ParameterizedTest
    @CsvSource({
        "Add, i32[n], i32[1], i32[n]",
        "Add, f16[n], f16[], f16[n]",
        "Less, u8[n], u8[n], bool[n]",
        "Equal, bool[n], bool[n], bool[n]",
        "Pow, bf16[n], bf16[n], bf16[n]"
    })
    void typeInference_ofDtypes_isInferred(String op, String left, String right, String result) throws TypeException {
        assertThat(infer(op, Attributes.NONE, left, right)).hasToString(result);
    }

    @Test
    void softmax_keepsTheShape() throws TypeException {
        assertThat(infer("Softmax", Attributes.NONE.with(Attributes.AXIS, -1L), "f32[n, d]"))
                .hasToString("f32[n, d]");
    }

    @Test
    void select_broadcastsItsCondition() throws TypeException {
        assertThat(infer("Select", Attributes.NONE, "bool[n, 1]", "f32[d]", "f32[]"))
                .hasToString("f32[n, d]");
    }

    @Test
    void assign_hasTheTypeOfTheParameter() throws TypeException {
        assertThat(infer("Assign", Attributes.NONE, "f32[n, d]", "f32[d]")).hasToString("f32[n, d]");
    }

    @Test
    void clashingShapes_nameTheOperand() {
        TypeException e = failure("FusedMulAdd", Attributes.NONE, "f32[n, d]", "f32[d]", "f32[n]");

        assertThat(e.problem()).isEqualTo(Problem.SHAPES_CLASH);
        assertThat(e).hasMessageContaining("[n, d]").hasMessageContaining("[n]");
    }

    @Test
    void operandIndex_isThatOfTheClash() {
        assertThat(failure("Select", Attributes.NONE, "bool[n]", "f32[n]", "f32[m]")
                        .operand())
                .isEqualTo(2);
    }

    @Test
    void declaredPartsOfUnrankedShapes_clash() {
        TypeException e = failure("Add", Attributes.NONE, "f32[x.. | n]", "f32[m]");

        assertThat(e.problem()).isEqualTo(Problem.SHAPES_CLASH);
        assertThat(e.operand()).isEqualTo(1);
        assertThat(e).hasMessageContaining("shapes [n] and [m] do not broadcast");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Exp        | bool[n] |         |         | 0",
                "Exp        | i32[n]  |         |         | 0",
                "Add        | bool[n] | bool[n] |         | 0",
                "Less       | f32[n]  | bool[n] |         | 1",
                "LogicalAnd | bool[n] | f32[n]  |         | 1",
                "LogicalNot | f32[n]  |         |         | 0",
                "Select     | f32[n]  | f32[n]  | f32[n]  | 0",
                "ReduceSum  | bool[n] |         |         | 0"
            })
    void typeInference_ofWrongDtype_isInferred(String op, String first, String second, String third, int operand) {
        String[] types =
                Stream.of(first, second, third).filter(type -> type != null).toArray(String[]::new);

        TypeException e = failure(op, Attributes.NONE.with(Attributes.DTYPE, "f32"), types);

        assertThat(e.problem()).isEqualTo(Problem.WRONG_DTYPE);
        assertThat(e.operand()).isEqualTo(operand);
        assertThat(e)
                .hasMessageStartingWith(OpTable.get().find(op).orElseThrow().javaName() + " takes ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Add    | f32[n]  | i32[n] |         | 1",
                "Mul    | f16[n]  | f32[]  |         | 1",
                "Equal  | bool[n] | i8[n]  |         | 1",
                "Select | bool[n] | f32[n] | bool[n] | 2"
            })
    void operandsOfOneOp_haveOneDtype(String op, String first, String second, String third, int operand) {
        String[] types =
                Stream.of(first, second, third).filter(type -> type != null).toArray(String[]::new);

        TypeException e = failure(op, Attributes.NONE, types);

        assertThat(e.problem()).isEqualTo(Problem.DTYPES_DIFFER);
        assertThat(e.operand()).isEqualTo(operand);
    }

    @ParameterizedTest
    @CsvSource({"2, 'f32[n, d]'", "-3, 'f32[n, d]'", "0, f32[]", "-1, f32[]", "1, f32[n]"})
    void typeInference_ofAxisOutOfRange_isInferred(String axis, String operand) {
        TypeException e = failure("ReduceSum", reduction(axis, false), operand);

        assertThat(e.problem()).isEqualTo(Problem.AXIS_OUT_OF_RANGE);
        assertThat(e).hasMessageContaining("axis " + axis);
    }

    @Test
    void typeInference_ofAxisRepeated_isInferred() {
        TypeException e = failure("ReduceSum", reduction("-1 2", false), "f32[a, b, c]");

        assertThat(e.problem()).isEqualTo(Problem.AXIS_REPEATED);
        assertThat(e).hasMessageContaining("axis 2");
    }

    @Test
    void composite_reportsTheAxisOfItsExpansion() {
        TypeException e = failure("Softmax", Attributes.NONE.with(Attributes.AXIS, 5L), "f32[n, d]");

        assertThat(e.problem()).isEqualTo(Problem.AXIS_OUT_OF_RANGE);
    }

    @Test
    void reduction_needsADeclaredRank() {
        TypeException e = failure("ReduceSum", reduction("-1", false), "f32[x..]");

        assertThat(e.problem()).isEqualTo(Problem.UNRANKED_SHAPE);
        assertThat(e).hasMessageContaining("x");
    }

    @Test
    void assign_needsAParameter() {
        TypeException e = catchThrowableOfType(
                TypeException.class,
                () -> OpTable.get().infer("Assign", List.of(Node.constant(1), Node.constant(2)), Attributes.NONE));

        assertThat(e.problem()).isEqualTo(Problem.ASSIGN_NEEDS_PARAMETER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"f32[d] | f32[n, d]", "f32[n] | bool[n]", "f32[n] | f32[m]", "f32[] | f32[n]"})
    void assignedValue_fitsTheParameter(String parameter, String value) {
        TypeException e = failure("Assign", Attributes.NONE, parameter, value);

        assertThat(e.problem()).isEqualTo(Problem.ASSIGN_TYPE_DIFFERS);
        assertThat(e.operand()).isEqualTo(1);
    }

    private static TypeException failure(String op, Attributes attributes, String... operands) {
        TypeException e = catchThrowableOfType(TypeException.class, () -> infer(op, attributes, operands));
        assertThat(e).as("a type error").isNotNull();
        return e;
    }

    private static ValueType infer(String op, Attributes attributes, String... operands) throws TypeException {
        List<Node> nodes = Stream.of(operands)
                .map(type -> Node.parameter("x", ValueType.parse(type).orElseThrow()))
                .toList();
        return OpTable.get().infer(op, nodes, attributes);
    }

    private static Attributes reduction(String axes, boolean keepDims) {
        List<Long> list = Stream.of(axes.split(" "))
                .filter(axis -> !axis.isEmpty())
                .map(Long::valueOf)
                .toList();
        return Attributes.NONE.with(Attributes.AXES, list).with(Attributes.KEEP_DIMS, keepDims);
    }
}
