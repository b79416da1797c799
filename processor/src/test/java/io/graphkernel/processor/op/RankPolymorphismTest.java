package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpSample;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.RankPolymorphicTypeRules;
import io.graphkernel.op.RankPolymorphism;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("C4: an op over dots is the same op for every number of axes, or is rejected")
class RankPolymorphismTest {

    private static final Path OPS = Path.of("src/test/resources/op/every_rank.txt");

    /** Tests each op with dots in place of its first axes, and of its last axis where allowed. */
    @Test
    void everyOp_isDecided() throws IOException {
        StringBuilder text = new StringBuilder();
        for (OpRow row : OpTable.get().rows()) {
            OpSample sample = OpSample.of(row);
            List<Node> operands =
                    sample.operands().stream().map(RankPolymorphismTest::packed).toList();
            if (operands.stream().anyMatch(RankPolymorphism::hasBatchDims)) {
                text.append(line(row, operands, ofLastAxis(row, sample.attributes())));
            }
        }
        Golden.check(OPS, text.toString());
    }

    private static String line(OpRow row, List<Node> operands, Attributes attributes) {
        String call = row.name()
                + operands.stream()
                        .map(operand -> operand.shape().toString())
                        .collect(Collectors.joining(", ", "(", ")"));
        try {
            ValueType type =
                    RankPolymorphicTypeRules.INSTANCE.infer(row.name(), operands, attributes, new ArrayList<>());
            return call + " : " + type.shape() + "\n";
        } catch (TypeException e) {
            return call + " rejected: " + e.getMessage() + "\n";
        }
    }

    private static Node packed(Node operand) {
        List<Dim> dims = new ArrayList<>(operand.shape().dims());
        if (operand.isNumber() || dims.isEmpty() || !dims.get(0).equals(Dim.of("n"))) {
            return operand;
        }
        dims.set(0, Dim.Symbol.batchDims("n"));
        return Node.parameter(operand.label(), new ValueType(operand.dtype(), Shape.of(dims)));
    }

    private static Attributes ofLastAxis(OpRow row, Attributes attributes) {
        SortedMap<String, Object> values = new TreeMap<>(attributes.values());
        for (OpParameter parameter : row.parameters()) {
            if (parameter.kind() == Kind.AXIS) {
                values.put(parameter.attribute(), -1L);
            } else if (parameter.kind() == Kind.AXES && !row.name().equals("Squeeze")) {
                values.put(parameter.attribute(), List.of(-1L));
            }
        }
        return Attributes.of(values);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Softmax      | axis=-1 | f32[b..., d] | f32[b..., d]",
                "CumSum       | axis=-1 | f32[b..., d] | f32[b..., d]",
                "ReduceSum    | axes=   | f32[b..., d] | f32[]",
                "ReduceSum    | axes=   | f32[b...]    | f32[]",
                "ReduceSum    | axes=-1 -2 | f32[b..., n, d] | f32[b...]",
                "Reverse      | axes=   | f32[b..., d] | f32[b..., d]",
                "ExpandDims   | axis=-2 | f32[b..., d] | f32[b..., 1, d]",
                "Squeeze      | axes=-1 | f32[b..., 1] | f32[b...]",
                "Flatten      | axis=-1 | f32[b..., n, d] | f32[b...*n, d]"
            })
    void rankPolymorphism_ofParameters_isKnown(String op, String attribute, String operand, String result)
            throws TypeException {
        assertThat(infer(op, attribute, operand)).hasToString(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Softmax      | axis=0  | f32[b..., d] | with 2 axes in place of the dots, it works along other axes",
                "Softmax      | axis=1  | f32[b..., d] | with no axis in place of the dots, axis 1 of",
                "CumSum       | axis=0  | f32[b...]    | with no axis in place of the dots, axis 0 of",
                "CumSum       | axis=-2 | f32[b..., d] | with no axis in place of the dots, axis -2 of",
                "CumSum       | axis=2  | f32[b..., d] | with one axis for the dots, axis 2 of",
                "ReduceSum    | axes=0  | f32[b..., d] | with no axis in place of the dots, its result has the shape []",
                "ReduceSum    | axes=0 1 | f32[b..., d] | with no axis in place of the dots, axis 1 of",
                "Reverse      | axes=0  | f32[b..., d] | with 2 axes in place of the dots, it works along other axes",
                "ExpandDims   | axis=0  | f32[b..., d] | with no axis in place of the dots, its result has the shape [1, d]",
                "Squeeze      | axes=   | f32[b..., 1, d] | with 2 axes of size 1 in place of the dots, its result has",
                "Flatten      | axis=-1 | f32[b..., d] | with no axis in place of the dots, its result has the shape [1, d]",
                "Stack        | axis=0  | f32[b..., d] | with no axis in place of the dots, its result has the shape [1, d]"
            })
    void rankPolymorphism_ofUnsupportedOps_isRejected(String op, String attribute, String operand, String facts) {
        TypeException e = catchThrowableOfType(TypeException.class, () -> infer(op, attribute, operand));

        assertThat(e.problem()).isEqualTo(Problem.NOT_FOR_EVERY_RANK);
        assertThat(e).hasMessageContaining(facts);
    }

    private static ValueType infer(String op, String attribute, String operand) throws TypeException {
        String[] words = attribute.split("=", -1);
        List<Long> axes = words[1].isEmpty()
                ? List.of()
                : List.of(words[1].split(" ")).stream().map(Long::valueOf).toList();
        Attributes attributes = Attributes.NONE
                .with(Attributes.KEEP_DIMS, false)
                .with(Attributes.EXCLUSIVE, false)
                .with(Attributes.REVERSE, false)
                .with(words[0], words[0].equals(Attributes.AXIS) ? axes.get(0) : axes);
        Node node = Node.parameter("x", ValueType.parse(operand).orElseThrow());
        return RankPolymorphicTypeRules.INSTANCE.infer(op, List.of(node), attributes, new ArrayList<>());
    }
}
