package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.OpTable;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopAnalysisTest {

    private final GraphBuilder builder = new GraphBuilder(OpTable.get());

    @Test
    void equalShapesAreOneLoop() throws TypeException {
        Node x = tensor("x", "f32[b, n, d]");
        Node sum = op("Add", x, tensor("y", "f32[b, n, d]"));

        IterationSpace space = space(List.of(sum), sum).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.ELEMENTWISE);
        assertThat(space.outer()).isEmpty();
        assertThat(space.inner()).hasToString("b*d*n");
        assertThat(space.mask(x)).isEqualTo(space.fullMask());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[b, n, d]; f32[d];          [[b, n]]; [d];          2; ELEMENT",
                "f32[b, n, d]; f32[n, d];       [[b]];    [n, d];       2; ELEMENT",
                "f32[b, n, d]; f32[b, n, 1];    [[b, n]]; [d];          1; ROW",
                "f32[b, n, d]; f32[b, 1, 1];    [[b]];    [n, d];       1; ROW",
                "f32[b, n, d]; f32[n, 1];       [[b], [n]]; [d];        2; ROW",
                "f32[b, n, d]; f32[b, 1, d];    [[b], [n]]; [d];        5; ELEMENT",
                "f32[b, n, d]; f32[];           [];       [b, n, d];    0; UNIFORM",
                "f32[b, n, d]; f32[1, 1, 1];    [];       [b, n, d];    0; UNIFORM",
                "f32[n, 1, d]; f32[d];          [[n]];    [d];          2; ELEMENT",
                "f32[a, b, c, e]; f32[a, 1, c, 1]; [[a], [b], [c]]; [e]; 5; ROW",
                "f32[a, b, c, e]; f32[b, 1, e]; [[a], [b], [c]]; [e];  10; ELEMENT",
            })
    void broadcastOperandSplitsTheLoops(String x, String y, String outer, String inner, int mask, Level level)
            throws TypeException {
        Node small = tensor("y", y);
        Node sum = op("Add", tensor("x", x), small);

        IterationSpace space = space(List.of(sum), sum).orElseThrow();

        assertThat(space.outer()).hasToString(outer);
        assertThat(space.inner()).hasToString(inner);
        assertThat(space.mask(small)).isEqualTo(mask);
        assertThat(space.level(small)).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[n, d];       -1;    ROW_REDUCTION;    [[n]];    [d]",
                "f32[n, d];       0;     COLUMN_REDUCTION; [[n]];    [d]",
                "f32[n, d];       ;      FULL_REDUCTION;   [];       [n, d]",
                "f32[n];          0;     FULL_REDUCTION;   [];       [n]",
                "f32[];           ;      FULL_REDUCTION;   [];       []",
                "f32[b, n, d];    2;     ROW_REDUCTION;    [[b, n]]; [d]",
                "f32[b, n, d];    1 2;   ROW_REDUCTION;    [[b]];    [n, d]",
                "f32[b, n, d];    0;     COLUMN_REDUCTION; [[b]];    [n, d]",
                "f32[b, n, d];    0 1;   COLUMN_REDUCTION; [[b, n]]; [d]",
                "f32[a, b, c, e]; -1 -2; ROW_REDUCTION;    [[a, b]]; [c, e]",
                // An axis of size 1 needs no loop.
                "f32[1, d];       0;     COLUMN_REDUCTION; [[1]];    [d]",
                "f32[1, d];       1;     FULL_REDUCTION;   [];       [d]",
                "f32[n, 1];       1;     ROW_REDUCTION;    [[n]];    [1]",
                "f32[n, 1];       0;     FULL_REDUCTION;   [];       [n]",
                "f32[1, n, d];    0 2;   ROW_REDUCTION;    [[n]];    [d]",
                "f32[n, 1, d];    1 2;   ROW_REDUCTION;    [[n]];    [d]",
                "f32[n, d, 1];    0 2;   COLUMN_REDUCTION; [[n]];    [d]",
                "f32[1, 1];       ;      FULL_REDUCTION;   [];       [1, 1]",
            })
    void axesDecideTheForm(String type, String axes, Form form, String outer, String inner) throws TypeException {
        for (boolean keepDims : List.of(true, false)) {
            Node sum = reduce(tensor("x" + keepDims, type), keepDims, axes);

            IterationSpace space = space(List.of(sum), sum).orElseThrow();

            assertThat(space.form()).isEqualTo(form);
            assertThat(space.outer()).hasToString(outer);
            assertThat(space.inner()).hasToString(inner);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"f32[b, n, d]; 1", "f32[b, n, d]; 0 2", "f32[a, b, c, e]; 0 3"})
    void kernelsForOtherAxesDoNotExist(String type, String axes) throws TypeException {
        Node sum = reduce(tensor("x", type), false, axes);

        assertThat(space(List.of(sum), sum)).isEmpty();
    }

    @Test
    void reducedRowMeetsItsRowAgain() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, true, "1");
        Node centred = op("Sub", x, sum);

        IterationSpace space = space(List.of(sum, centred), centred).orElseThrow();

        assertThat(space.level(sum)).isEqualTo(Level.ROW);
        assertThat(space.level(centred)).isEqualTo(Level.ELEMENT);
        assertThat(space.spanMask(sum)).isEqualTo(space.outerMask());
    }

    @Test
    void reducedColumnsDoNotMeetTheirColumnsAgain() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, true, "0");
        Node centred = op("Sub", x, sum);

        assertThat(space(List.of(sum, centred), centred)).isEmpty();
    }

    @Test
    void droppedRowsDoNotMeetColumnsOfTheSameSize() throws TypeException {
        Node x = tensor("x", "f32[n, n]");
        Node sum = reduce(x, false, "1");
        Node wrong = op("Add", x, sum);

        assertThat(space(List.of(sum, wrong), wrong)).isEmpty();
    }

    @Test
    void droppedRowsMeetOtherValuesOfTheRows() throws TypeException {
        Node weight = tensor("w", "f32[n]");
        Node sum = reduce(tensor("x", "f32[n, d]"), false, "1");
        Node scaled = op("Mul", sum, weight);

        IterationSpace space = space(List.of(sum, scaled), scaled).orElseThrow();

        assertThat(space.level(weight)).isEqualTo(Level.ROW);
        assertThat(space.spanMask(weight)).isEqualTo(space.outerMask());
    }

    @Test
    void operandWithTwoPlacesIsRefused() throws TypeException {
        Node weight = tensor("w", "f32[n]");
        Node product = op("Mul", tensor("x", "f32[n, n]"), weight);
        Node sum = reduce(product, false, "1");
        Node scaled = op("Mul", sum, weight);

        assertThat(space(List.of(product, sum, scaled), scaled)).isEmpty();
    }

    @Test
    void reductionsOverDifferentAxesDoNotMeet() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node rows = reduce(x, true, "1");
        Node columns = reduce(x, true, "0");

        assertThat(space(List.of(rows, columns), rows, columns)).isEmpty();
    }

    @Test
    void columnsAreReducedOnceInAKernel() throws TypeException {
        Node first = reduce(tensor("x", "f32[1, d]"), true, "0");
        Node second = reduce(first, true, "0");

        assertThat(space(List.of(first, second), second)).isEmpty();
    }

    @Test
    void reducedUnitAxisKeepsItsNeighboursApart() throws TypeException {
        Node small = tensor("y", "f32[a, 1, 1]");
        Node sum = op("Add", tensor("x", "f32[a, 1, c]"), small);
        Node all = reduce(sum, false, "");

        IterationSpace space = space(List.of(sum, all), all).orElseThrow();

        assertThat(space.outer()).hasToString("[reduced a]");
        assertThat(space.inner()).hasToString("c");
        assertThat(space.mask(small)).isEqualTo(space.outerMask());
    }

    @Test
    void storedValueExtendsOverAllLoops() throws TypeException {
        Node bias = op("Neg", tensor("b", "f32[d]"));
        Node sum = op("Add", tensor("x", "f32[n, d]"), bias);

        assertThat(space(List.of(bias, sum), sum)).isPresent();
        assertThat(space(List.of(bias, sum), bias, sum)).isEmpty();
    }

    @Test
    void oneElementIsNotStoredByLoopsThatMayBeEmpty() throws TypeException {
        Node half = op("Mul", tensor("s", "f32[]"), builder.constant(0.5));
        Node product = op("Mul", tensor("x", "f32[n, d]"), half);

        assertThat(space(List.of(half, product), product)).isPresent();
        assertThat(space(List.of(half, product), half, product)).isEmpty();
    }

    @Test
    void oneElementIsNotUpdatedWhereColumnsReadIt() throws TypeException {
        Node scale = tensor("s", "f32[]");
        Node product = op("Mul", tensor("x", "f32[n, d]"), scale);
        Node sum = reduce(product, false, "0");
        Node half = op("Mul", scale, builder.constant(0.5));
        Node update = op("Assign", scale, half);

        assertThat(space(List.of(product, sum, half, update), sum, update)).isEmpty();
    }

    @Test
    void reducedRowIsStoredPerRow() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, false, "1");
        Node exponential = op("Exp", x);

        IterationSpace space =
                space(List.of(sum, exponential), sum, exponential).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.ROW_REDUCTION);
        assertThat(space.spanMask(sum)).isEqualTo(space.outerMask());
    }

    @Test
    void openShapesShareOneLoopWithoutDims() throws TypeException {
        Node x = tensor("x", "f32[x..]");
        Node scale = tensor("s", "f32[]");
        Node product = op("Mul", x, scale);
        Node sum = op("Add", product, tensor("y", "f32[y..]"));

        IterationSpace space = space(List.of(product, sum), sum).orElseThrow();

        assertThat(space.isOpen()).isTrue();
        assertThat(space.level(x)).isEqualTo(Level.ELEMENT);
        assertThat(space.level(scale)).isEqualTo(Level.UNIFORM);
        assertThat(space(List.of(product, sum), product, sum)).isEmpty();
    }

    private Node tensor(String name, String type) {
        return builder.tensorParameter(name, ValueType.parse(type).orElseThrow());
    }

    private Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }

    private Node reduce(Node x, boolean keepDims, String axes) throws TypeException {
        List<Long> list = axes == null || axes.isEmpty()
                ? List.of()
                : Arrays.stream(axes.split(" ")).map(Long::valueOf).toList();
        Attributes attributes = Attributes.NONE.with(Attributes.AXES, list).with(Attributes.KEEP_DIMS, keepDims);
        return builder.operation("ReduceSum", List.of(x), attributes, "", Origin.NONE);
    }

    private static Optional<IterationSpace> space(List<Node> members, Node... stored) {
        Set<Node> escaping = Collections.newSetFromMap(new IdentityHashMap<>());
        escaping.addAll(List.of(stored));
        return LoopAnalysis.of(members, escaping::contains);
    }
}
