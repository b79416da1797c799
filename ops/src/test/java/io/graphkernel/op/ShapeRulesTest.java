package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeRulesTest {

    private final List<DimCondition> conditions = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, 4, d] | Transpose(%x) {permutation=[2 0 1]}  | f32[d, n, 4]",
                "f32[n, 4, d] | Transpose(%x) {permutation=[-1 1 0]} | f32[d, 4, n]",
                "f32[n, 4, d] | Transpose(%x) {permutation=[]}       | f32[d, 4, n]",
                "bool[]       | Transpose(%x) {permutation=[]}       | bool[]",
                "i8[n, d]     | Reverse(%x) {axes=[0 -1]}            | i8[n, d]",
                "f32[n, d]    | Reshape(%x) {dims=(d*n)}             | f32[d*n]",
                "f32[n, d]    | Reshape(%x) {dims=(-1)}              | f32[d*n]",
                "f32[n, 12]   | Reshape(%x) {dims=(n, 3, -1)}        | f32[n, 3, 4]",
                "f32[n, 12]   | Reshape(%x) {dims=(-1, 4)}           | f32[3*n, 4]",
                "f32[n, 0]    | Reshape(%x) {dims=(0, 7)}            | f32[0, 7]",
                "f32[]        | Reshape(%x) {dims=(1, 1)}            | f32[1, 1]",
                "f32[n, 0]    | Reshape(%x) {dims=(n, -1)}           | f32[n, 0]",
                "f32[0, n]    | Reshape(%x) {dims=(n, -1)}           | f32[n, 0]",
                "f32[d]       | BroadcastTo(%x) {dims=(n, d)}        | f32[n, d]",
                "f32[1, d]    | BroadcastTo(%x) {dims=(n, -1)}       | f32[n, d]",
                "f32[]        | BroadcastTo(%x) {dims=(n)}           | f32[n]"
            })
    void shapeRules_ofViews_isInferred(String operand, String call, String result) throws TypeException {
        assertThat(infer(call, operand)).hasToString(result);
        assertThat(conditions).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n] | (0)  | (4)  | (1)  | f32[min(4, n)]",
                "f32[n] | (1)  | (9223372036854775807)  | (1)  | f32[max(0, n - 1)]",
                "f32[n] | (0)  | (9223372036854775807)  | (2)  | f32[floorDiv(n + 1, 2)]",
                "f32[n] | (-3) | (9223372036854775807)  | (1)  | f32[min(3, n)]",
                "f32[9] | (-3) | (9223372036854775807)  | (1)  | f32[3]",
                "f32[9] | (1)  | (-1) | (3)  | f32[3]",
                "f32[9] | (7)  | (2)  | (-2) | f32[3]",
                "f32[9] | (2)  | (7)  | (-2) | f32[0]",
                "f32[9] | (5)  | (2)  | (1)  | f32[0]",
                "f32[9] | (90) | (99) | (1)  | f32[0]",
                "f32[0] | (0)  | (9)  | (1)  | f32[0]",
                "f32[9] | (-9223372036854775808) | (4) | (1) | f32[4]",
                "f32[9] | (9223372036854775807)  | (-9223372036854775808) | (-1) | f32[9]",
                "f32[n] | (-1) | (-9223372036854775808) | (-1) | f32[n]"
            })
    void slices_followNumPy(String operand, String begin, String end, String strides, String result)
            throws TypeException {
        String call = "StridedSlice(%x) {begin=" + begin + ", end=" + end + ", strides=" + strides + "}";

        assertThat(infer(call, operand)).hasToString(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, d] | Reshape(%x) {dims=(12, k)}  | 12*k == d*n",
                "f32[n]    | Reshape(%x) {dims=(-1, 4)}  | 4*floorDiv(n, 4) == n",
                "f32[n, d] | Reshape(%x) {dims=(n, 4, -1)} | 4*floorDiv(d, 4)*n == d*n",
                "f32[n]    | Reshape(%x) {dims=(n - 1)}  | n - 1 >= 0"
            })
    void relationThatSymbolsDoNotDecide_isACondition(String operand, String call, String condition)
            throws TypeException {
        boolean possible = !call.contains("n - 1");
        if (possible) {
            infer(call, operand);
        } else {
            assertThat(failure(call, operand).problem()).isEqualTo(Problem.SHAPE_DOES_NOT_FIT);
        }

        assertThat(conditions).extracting(DimCondition::toString).containsExactly(condition);
    }

    @Test
    void quotientsBySymbols_areGuarded() throws TypeException {
        assertThat(infer("Reshape(%x) {dims=(-1, m)}", "f32[n, d]")).hasToString("f32[floorDiv(d*n, m), m]");
        assertThat(conditions)
                .extracting(DimCondition::toString)
                .containsExactly("m >= 1", "floorDiv(d*n, m)*m == d*n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, d] | f32[m, d] | Concat(%x, %y) {axis=0}  | f32[m + n, d]",
                "f32[n, d] | f32[n, 3] | Concat(%x, %y) {axis=-1} | f32[n, d + 3]",
                "f32[n, d] | i64[k]    | Gather(%x, %y) {axis=0}  | f32[k, d]",
                "i8[n, d]  | i32[a, b] | Gather(%x, %y) {axis=1}  | i8[n, a, b]",
                "f32[n, d] | i32[]     | Gather(%x, %y) {axis=1}  | f32[n]",
                "f32[m, k] | f32[k, n] | MatMul(%x, %y) {transpose_a=false, transpose_b=false} | f32[m, n]",
                "f32[k, m] | f32[n, k] | MatMul(%x, %y) {transpose_a=true, transpose_b=true}   | f32[m, n]",
                "f32[b, 1, m, k] | f32[c, k, n] | BatchMatMul(%x, %y) {transpose_a=false, transpose_b=false} | f32[b, c, m, n]",
                "i32[1, 2, 1, 2, a, b, m, k] | i32[1, 2, 1, 2, a, b, k, n] | BatchMatMul(%x, %y) {transpose_a=false, transpose_b=false} | i32[1, 2, 1, 2, a, b, m, n]",
                "f32[1, 2, 1, 2, a, b, m, k] | f32[k, n] | BatchMatMul(%x, %y) {transpose_a=false, transpose_b=false} | f32[1, 2, 1, 2, a, b, m, n]"
            })
    void shapeRules_ofTwoOperands_isInferred(String x, String y, String call, String result) throws TypeException {
        assertThat(infer(call, x, y)).hasToString(result);
        assertThat(conditions).isEmpty();
    }

    @Test
    void shapeRules_ofConvolution_isInferred() throws TypeException {
        String call = "Conv2D(%x, %y) {dilations=[1 1], groups=1, pads=[1 1 1 1], strides=[2 1]}";

        assertThat(infer(call, "f32[n, c, h, w]", "f32[o, c, 3, 3]")).hasToString("f32[n, o, floorDiv(h + 1, 2), w]");
        assertThat(conditions).extracting(DimCondition::toString).containsExactly("h + 2 >= 3", "w + 2 >= 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[b, h, t, d] | f32[b, h, t, d] | f32[b, h, s, t] | ''",
                "f32[b, h, t, d] | f32[b, h, t, d] | f32[1, 1, t]    | ''",
                "f32[b, h, t, d] | f32[b, h, t, d] | f32[]           | ''",
                "f32[b, h, t, e] | f32[b, h, t, d] | f32[s, t]       | takes keys",
                "f32[b, 1, t, d] | f32[b, 1, t, d] | f32[s, t]       | takes keys",
                "f32[b, h, t, d] | f32[b, h, t, e] | f32[s, t]       | one shape",
                "f32[b, t, d]    | f32[b, t, d]    | f32[s, t]       | keys [batch, heads, rows, size]",
                "f32[b, h, t, d] | f32[b, h, t, d] | f32[t, s]       | does not broadcast",
                "f32[b, h, t, d] | f32[b, h, t, d] | f32[1, b, h, s, t] | does not broadcast"
            })
    void shapeRules_ofAttention_isInferred(String key, String value, String mask, String misfit) throws TypeException {
        String call = "PromptFlashAttention(%x, %y, %z, %u, 0.125)";
        String[] operands = {"f32[b, h, s, d]", key, value, mask};
        if (misfit.isEmpty()) {
            assertThat(infer(call, operands)).hasToString("f32[b, h, s, d]");
        } else {
            assertThat(failure(call, operands)).hasMessageContaining(misfit);
        }
    }

    @Test
    void shapeRules_ofNumbering_isInferred() throws TypeException {
        assertThat(infer("Index() {axis=-1, dims=(n, d)}")).hasToString("i64[n, d]");
        assertThat(infer("CumSum(%x) {axis=0, exclusive=false, reverse=true}", "i32[n, d]"))
                .hasToString("i32[n, d]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, d] | Transpose(%x) {permutation=[1 1]}            | AXIS_REPEATED",
                "f32[6]    | SplitWithSize(%x) {axis=0, output=0, sizes=(2, 3)}    | BAD_ATTRIBUTE",
                "f32[6]    | SplitWithSize(%x) {axis=0, output=0, sizes=(7, -1)}   | BAD_ATTRIBUTE",
                "f32[6]    | SplitWithSize(%x) {axis=1, output=0, sizes=(6)}       | AXIS_OUT_OF_RANGE",
                "f32[6, 6] | MatmulSplitOut2(%x, %x) {output=0, sizes=(2, 2, 2)}   | BAD_ATTRIBUTE",
                "f32[6, 6] | MatmulSplitSiluOut2(%x, %x) {output=0, silu_position=2, sizes=(2, 4)} | BAD_ATTRIBUTE",
                "f32[n, d] | Transpose(%x) {permutation=[1]}              | BAD_ATTRIBUTE",
                "f32[n, d] | Transpose(%x) {permutation=[0 2]}            | AXIS_OUT_OF_RANGE",
                "f32[x..]  | Transpose(%x) {permutation=[0]}              | UNRANKED_SHAPE",
                "f32[6]    | Reshape(%x) {dims=(4)}                       | SHAPE_DOES_NOT_FIT",
                "f32[n]    | Reshape(%x) {dims=(-1, -1)}                  | BAD_ATTRIBUTE",
                "f32[n]    | Reshape(%x) {dims=(-2)}                      | BAD_ATTRIBUTE",
                "f32[6]    | Reshape(%x) {dims=(0, -1)}                   | BAD_ATTRIBUTE",
                "f32[1]    | Reshape(%x) {dims=(1, 1, 1, 1, 1, 1, 1, 1, 1)} | BAD_ATTRIBUTE",
                "f32[n]    | BroadcastTo(%x) {dims=(d)}                   | SHAPE_DOES_NOT_FIT",
                "f32[n, d] | BroadcastTo(%x) {dims=(d)}                   | SHAPE_DOES_NOT_FIT",
                "f32[n]    | StridedSlice(%x) {begin=(0), end=(1), strides=(0)} | BAD_ATTRIBUTE",
                "f32[n]    | StridedSlice(%x) {begin=(0, 0), end=(1, 1), strides=(1, 1)} | BAD_ATTRIBUTE",
                "f32[n]    | CumSum(%x) {axis=1}                          | AXIS_OUT_OF_RANGE",
                "f32[n, d] | Concat(%x, %x) {axis=2}                      | AXIS_OUT_OF_RANGE",
                "f32[n, d] | MatMul(%x, %x) {transpose_a=false}           | SHAPE_DOES_NOT_FIT",
                "f32[n]    | BatchMatMul(%x, %x) {transpose_a=false}      | SHAPE_DOES_NOT_FIT"
            })
    void shapeRules_ofProblems_isInferred(String operand, String call, Problem problem) {
        assertThat(failure(call, operand).problem()).isEqualTo(problem);
    }

    @Test
    void differentBatches_clash() {
        TypeException e = failure("BatchMatMul(%x, %y) {transpose_a=false}", "f32[b, m, k]", "f32[c, k, n]");

        assertThat(e.problem()).isEqualTo(Problem.SHAPES_CLASH);
        assertThat(e).hasMessageContaining("[b]").hasMessageContaining("[c]");
    }

    @Test
    void matmulOfIntegers_ofEightAxes_needsEqualBatches() {
        TypeException e =
                failure("BatchMatMul(%x, %y) {transpose_a=false}", "i32[1, 2, 1, 2, a, b, m, k]", "i32[k, n]");

        assertThat(e.problem()).isEqualTo(Problem.SHAPE_DOES_NOT_FIT);
        assertThat(e).hasMessageContaining("BatchMatMul of integers takes at most 7 axes if the batch dims differ");
    }

    @Test
    void joinedTensors_differAlongTheAxisAlone() {
        TypeException e = failure("Concat(%x, %y) {axis=0}", "f32[n, d]", "f32[n, k]");

        assertThat(e.problem()).isEqualTo(Problem.SHAPE_DOES_NOT_FIT);
        assertThat(e.operand()).isEqualTo(1);
        assertThat(e).hasMessageContaining("axis 1");
    }

    private TypeException failure(String call, String... operands) {
        TypeException e = catchThrowableOfType(TypeException.class, () -> infer(call, operands));
        assertThat(e).as("a type error").isNotNull();
        return e;
    }

    /** Returns the type of a call over parameters x, y, z and u. */
    private ValueType infer(String call, String... operands) throws TypeException {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < operands.length; i++) {
            parameters.add("%" + "xyzu".charAt(i) + ": " + operands[i]);
        }
        Graph graph = GraphParser.parse(
                "graph f(" + String.join(", ", parameters) + ") {\n%0 = " + call + " : f32[]\nreturn out=%0\n}\n");
        Node node = graph.operations().get(0);
        return OpTable.get().infer(node.op(), node.operands(), node.attributes(), conditions);
    }
}
