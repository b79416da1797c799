package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.capability.Blocks;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
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
import org.junit.jupiter.params.provider.ValueSource;

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
                "f32[b, n, d]; f32[d];          [b*n]; d;          2; ELEMENT",
                "f32[b, n, d]; f32[n, d];       [b];    d*n;       2; ELEMENT",
                "f32[b, n, d]; f32[b, n, 1];    [b*n]; d;          1; ROW",
                "f32[b, n, d]; f32[b, 1, 1];    [b];    d*n;       1; ROW",
                "f32[b, n, d]; f32[n, 1];       [b, n]; d;         2; ROW",
                "f32[b, n, d]; f32[b, 1, d];    [b, n]; d;         5; ELEMENT",
                "f32[b, n, d]; f32[];           [];     b*d*n;     0; UNIFORM",
                "f32[b, n, d]; f32[1, 1, 1];    [];     b*d*n;     0; UNIFORM",
                "f32[n, 1, d]; f32[d];          [n];    d;         2; ELEMENT",
                "f32[a, b, c, e]; f32[a, 1, c, 1]; [a, b, c]; e;   5; ROW",
                "f32[a, b, c, e]; f32[b, 1, e]; [a, b, c]; e;     10; ELEMENT",
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
                "f32[n, d];       -1;    ROW_REDUCTION;    [n];         [];              d",
                "f32[n, d];       0;     COLUMN_REDUCTION; [reduced n]; [];              d",
                "f32[n, d];       ;      FULL_REDUCTION;   [];          [];              d*n",
                "f32[n];          0;     FULL_REDUCTION;   [];          [];              n",
                "f32[];           ;      FULL_REDUCTION;   [];          [];              1",
                "f32[b, n, d];    2;     ROW_REDUCTION;    [b*n];       [];              d",
                "f32[b, n, d];    1 2;   ROW_REDUCTION;    [b];         [];              d*n",
                "f32[b, n, d];    0;     COLUMN_REDUCTION; [reduced b]; [];              d*n",
                "f32[b, n, d];    0 1;   COLUMN_REDUCTION; [reduced b*n]; [];            d",
                "f32[b, n, d];    1;     LANE_REDUCTION;   [b];         [reduced n];     d",
                "f32[b, n, d];    0 2;   ROW_REDUCTION;    [n];         [reduced b];     d",
                "f32[a, b, c, e]; -1 -2; ROW_REDUCTION;    [a*b];       [];              c*e",
                "f32[a, b, c, e]; 0 3;   ROW_REDUCTION;    [b*c];       [reduced a];     e",
                "f32[a, b, c, e]; 1;     LANE_REDUCTION;   [a];         [reduced b];     c*e",
                "f32[a, b, c, e]; 0 2;   LANE_REDUCTION;   [b];         [reduced a, reduced c]; e",
                "f32[a, b, c, e]; 0 2 3; ROW_REDUCTION;    [b];         [reduced a];     c*e",
                "f32[a, b, c, e]; 1 3;   ROW_REDUCTION;    [a, c];      [reduced b];     e",
                // So few rows are not worth two phases.
                "f32[8, d];       0;     LANE_REDUCTION;   [];          [reduced 8];     d",
                "f32[512, d];     0;     COLUMN_REDUCTION; [reduced 512]; [];            d",
                // An axis of size 1 needs no loop, unless it is all that is reduced.
                "f32[1, d];       0;     LANE_REDUCTION;   [];          [reduced 1];     d",
                "f32[1, d];       1;     FULL_REDUCTION;   [];          [];              d",
                "f32[n, 1];       1;     LANE_REDUCTION;   [];          [reduced 1];     n",
                "f32[n, 1];       0;     FULL_REDUCTION;   [];          [];              n",
                "f32[1, n, d];    0 2;   ROW_REDUCTION;    [n];         [];              d",
                "f32[n, 1, d];    1 2;   ROW_REDUCTION;    [n];         [];              d",
                "f32[n, d, 1];    0 2;   COLUMN_REDUCTION; [reduced n]; [];              d",
                "f32[1, 1];       ;      FULL_REDUCTION;   [];          [];              1",
            })
    void axesDecideTheForm(String type, String axes, Form form, String outer, String middle, String inner)
            throws TypeException {
        for (boolean keepDims : List.of(true, false)) {
            Node sum = reduce(tensor("x" + keepDims, type), keepDims, axes);

            IterationSpace space = space(List.of(sum), sum).orElseThrow();

            assertThat(space.form()).isEqualTo(form);
            assertThat(space.outer()).hasToString(form == Form.FULL_REDUCTION ? "[]" : outer);
            assertThat(space.middle()).hasToString(middle);
            assertThat(space.inner()).hasToString(inner);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[n, d];    1 0;   [d];    n; n;     0 + [1, d]",
                "f32[b, n, d]; 0 2 1; [b, d]; n; n;     0 + [d*n, 1, d]",
                "f32[b, n, d]; 1 2 0; [d*n];  b; b;     0 + [1, d*n]",
                "f32[b, n, d]; 0 1 2; [];     b*d*n; b*d*n; 0 + [1]",
                "f32[1, n, d]; 2 0 1; [d];    n; n;     0 + [1, d]",
            })
    void storeDecidesTheOrderOfATranspose(
            String type, String permutation, String outer, String inner, String same, String access)
            throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, longs(permutation), tensor("x", type));
        Node result = op("Exp", view);

        IterationSpace space = space(List.of(view, result), result).orElseThrow();

        assertThat(space.outer()).hasToString(outer);
        assertThat(space.inner()).hasToString(inner);
        assertThat("0 + " + space.access(view)).isEqualTo(access);
        assertThat(space.stored(result).strides().get(space.runs().size() - 1)).isEqualTo(Dim.ONE);
        assertThat(space.computed()).containsExactly(result);
    }

    @Test
    void sumOfATransposeFollowsTheMemory() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("x", "f32[n, d]"));
        Node sum = reduce(view, false, "0");

        IterationSpace space = space(List.of(view, sum), sum).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.ROW_REDUCTION);
        assertThat(space.outer()).hasToString("[n]");
        assertThat(space.access(view)).hasToString("[d, 1]");
    }

    @Test
    void sliceMovesThePointer() throws TypeException {
        Attributes slice = Attributes.NONE
                .with(Attributes.BEGIN, List.of(Dim.ZERO, Dim.of("d - 1")))
                .with(Attributes.END, List.of(Dim.of("n"), Dim.of(Long.MIN_VALUE)))
                .with(Attributes.STRIDES, List.of(2L, -1L));
        Node x = tensor("x", "f32[n, d]");
        Node view = builder.operation("StridedSlice", List.of(x), slice, "", Origin.NONE);
        Node result = op("Neg", view);

        IterationSpace space = space(List.of(view, result), result).orElseThrow();

        assertThat(space.access(view)).hasToString("d - 1 + [2*d, -1]");
    }

    @Test
    void indexIsItsAccess() throws TypeException {
        Attributes attributes =
                Attributes.NONE.with(Attributes.AXIS, 0L).with(Attributes.DIMS, List.of(Dim.of("n"), Dim.of("d")));
        Node index = builder.operation("Index", List.of(), attributes, "", Origin.NONE);
        Node cast = builder.operation(
                "Cast", List.of(index), Attributes.NONE.with(Attributes.DTYPE, "f32"), "", Origin.NONE);
        Node sum = op("Add", tensor("x", "f32[n, d]"), cast);

        IterationSpace space = space(List.of(index, cast, sum), sum).orElseThrow();

        assertThat(space.access(index)).hasToString("[1, 0]");
        assertThat(space.level(cast)).isEqualTo(Level.ROW);
        assertThat(space.computed()).containsExactly(cast, sum);
    }

    @Test
    void gatherLeavesItsAxisToTheIndex() throws TypeException {
        Node x = tensor("x", "f32[a, n, d]");
        Node index = tensor("i", "i64[m, k]");
        Node gather = builder.operation(
                "Gather", List.of(x, index), Attributes.NONE.with(Attributes.AXIS, 1L), "", Origin.NONE);

        IterationSpace space = space(List.of(gather), gather).orElseThrow();

        assertThat(space.runs()).hasToString("[a, k*m, d]");
        assertThat(space.access(gather)).hasToString("[d*n, 0, 1]");
        assertThat(space.mask(index)).isEqualTo(2);
    }

    @Test
    void nothingIsGatheredFromWhatTheKernelComputes() throws TypeException {
        Node data = op("Exp", tensor("x", "f32[n, d]"));
        Node gather = builder.operation(
                "Gather",
                List.of(data, tensor("i", "i64[m]")),
                Attributes.NONE.with(Attributes.AXIS, 0L),
                "",
                Origin.NONE);

        assertThat(space(List.of(data, gather), gather)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0; []; [b]; d*n", "1; [b]; [n]; d", "2; [b*n]; [d]; 1"})
    void scannedLoopIsTheMiddleOne(long axis, String outer, String middle, String inner) throws TypeException {
        Node scan = cumulativeSum(tensor("x", "f32[b, n, d]"), axis);
        Node result = op("Neg", scan);

        IterationSpace space = space(List.of(scan, result), result).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.SCAN);
        assertThat(space.outer()).hasToString(outer);
        assertThat(space.middle()).hasToString(middle);
        assertThat(space.inner()).hasToString(inner);
    }

    @Test
    void transposedValueOfTheKernelKeepsItsLoops() throws TypeException {
        Node exponential = op("Exp", tensor("x", "f32[n, d]"));
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), exponential);
        Node sum = op("Add", view, tensor("y", "f32[d, n]"));

        IterationSpace space = space(List.of(exponential, view, sum), sum).orElseThrow();

        assertThat(space.runs()).hasToString("[d, n]");
        assertThat(space.access(exponential.operands().get(0))).hasToString("[1, d]");
        assertThat(space.computed()).containsExactly(exponential, view, sum);
    }

    @Test
    void regroupedValueOfTheKernelHasOtherLoops() throws TypeException {
        Node exponential = op("Exp", tensor("x", "f32[n, d]"));
        Node view = view("Reshape", Attributes.DIMS, List.of(Dim.of("n*d")), exponential);
        Node sum = op("Neg", view);

        assertThat(space(List.of(exponential, view, sum), sum)).isEmpty();
    }

    @Test
    void updateDoesNotOverwriteWhatIsReadElsewhere() throws TypeException {
        Node parameter = tensor("p", "f32[n, n]");
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), parameter);
        Node negative = op("Neg", view);
        Node update = op("Assign", parameter, negative);

        assertThat(space(List.of(view, negative, update), update)).isEmpty();
    }

    @Test
    void regionOfAConcatenationIsStoredWithItsStrides() throws TypeException {
        Node left = op("Exp", tensor("x", "f32[n, d]"));
        Node right = op("Neg", tensor("y", "f32[n, k]"));
        Node whole = builder.operation(
                "Concat", List.of(left, right), Attributes.NONE.with(Attributes.AXIS, 1L), "", Origin.NONE);
        Storage storage = new Storage(builder.build("f", List.of(new Graph.Output("out", whole))));

        IterationSpace space = LoopAnalysis.of(List.of(right), right::equals, storage, Blocks.USUAL)
                .orElseThrow();

        assertThat(space.runs()).hasToString("[n, k]");
        assertThat(space.stored(right)).hasToString("d + [d + k, 1]");
        assertThat(space.access(right.operands().get(0))).hasToString("[k, 1]");
    }

    @Test
    void regionWithoutAContiguousAxisIsStoredRowByRow() throws TypeException {
        Node left = op("Exp", tensor("x", "f32[n, 1]"));
        Node whole = builder.operation(
                "Concat",
                List.of(left, op("Neg", tensor("y", "f32[n, 1]"))),
                Attributes.NONE.with(Attributes.AXIS, 1L),
                "",
                Origin.NONE);
        Storage storage = new Storage(builder.build("f", List.of(new Graph.Output("out", whole))));

        IterationSpace space = LoopAnalysis.of(List.of(left), left::equals, storage, Blocks.USUAL)
                .orElseThrow();

        assertThat(space.runs()).hasToString("[n, 1]");
        assertThat(space.stored(left)).hasToString("[2, 0]");
        assertThat(space.level(left)).isEqualTo(Level.ROW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[b, n, 1]; 1; 2; [b]; [n]; [2*n, 2, 0]",
                "f32[b, n, 1]; 0; 2; [n]; [b]; [2, 2*n, 0]",
                "f32[n, 1, 1]; 0; 1; [];  [n]; [2, 0]",
            })
    void scanWithoutAContiguousAxisIsStoredOneByOne(
            String type, long axis, long joined, String outer, String middle, String strides) throws TypeException {
        Node scan = cumulativeSum(tensor("x", type), axis);

        IterationSpace space = inConcat(scan, op("Neg", tensor("y", type)), joined);

        assertThat(space.form()).isEqualTo(Form.SCAN);
        assertThat(space.outer()).hasToString(outer);
        assertThat(space.middle()).hasToString(middle);
        assertThat(space.inner()).isEqualTo(Dim.ONE);
        assertThat(space.stored(scan).strides()).hasToString(strides);
        assertThat(space.level(scan)).isEqualTo(Level.ELEMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b c", "a b 1", "a 1 c", "1 b c", "a 1 1", "1 b 1", "1 1 c", "1 1 1", "4 b 1", "a 4 1"})
    void anOpAloneHasLoopsInEveryRegion(String dims) throws TypeException {
        ValueType type = ValueType.parse("f32[" + dims.replace(" ", ", ") + "]").orElseThrow();
        for (long joined = 0; joined < 3; joined++) {
            for (long axis = 0; axis < 3; axis++) {
                Node scan = cumulativeSum(builder.tensorParameter("x", type), axis);
                assertThat(inConcat(scan, op("Neg", builder.tensorParameter("y", type)), joined)
                                .form())
                        .isEqualTo(Form.SCAN);
            }
            for (String axes : List.of("0", "1", "2", "0 1", "0 2", "1 2", "0 1 2", "")) {
                Node sum = reduce(builder.tensorParameter("x", type), true, axes);
                inConcat(sum, op("Neg", sum), joined);
            }
            Node copy =
                    view("Transpose", Attributes.PERMUTATION, List.of(2L, 0L, 1L), builder.tensorParameter("x", type));
            inConcat(copy, op("Exp", copy), joined);
        }
    }

    @Test
    void reductionDoesNotReadItsOperandsAcross() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("y", "f32[d, n]"));
        Node sum = op("Add", tensor("x", "f32[n, d]"), view);
        Node total = reduce(sum, false, "1");

        assertThat(space(List.of(view, sum), sum)).isPresent();
        assertThat(space(List.of(view, sum, total), total)).isEmpty();
    }

    @Test
    void reductionDoesNotReadAcrossForTheSakeOfACopy() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("x", "f32[d, n]"));
        Node columns = reduce(view, true, "0");

        assertThat(space(List.of(view, columns), columns).orElseThrow().form()).isEqualTo(Form.ROW_REDUCTION);
        assertThat(space(List.of(view, columns), columns, view)).isEmpty();
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
    void reducedColumnsMeetTheirColumnsAgainLaneByLane() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, true, "0");
        Node centred = op("Sub", x, sum);

        IterationSpace space = space(List.of(sum, centred), centred).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.LANE_REDUCTION);
        assertThat(space.level(sum)).isEqualTo(Level.ROW);
        assertThat(space.level(centred)).isEqualTo(Level.ELEMENT);
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
        Node x = tensor("x", "f32[b, n, d]");
        Node rows = reduce(x, true, "2");
        Node columns = reduce(x, true, "0");

        assertThat(space(List.of(rows, columns), rows, columns)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[n, d];    1;   0;   [reduced n];   d",
                "f32[b, n, d]; 2;   0 1; [reduced b*n]; d",
                "f32[b, n, d]; 1 2; 0;   [reduced b];   d*n",
                "f32[n, 1, d]; 2;   0 1; [reduced n];   d",
            })
    void rowsAndColumnsOfTheSameValueMeet(String type, String ofRow, String ofColumn, String outer, String inner)
            throws TypeException {
        for (boolean rowsFirst : List.of(true, false)) {
            Node x = tensor("x" + rowsFirst, type);
            Node first = reduce(x, true, rowsFirst ? ofRow : ofColumn);
            Node second = reduce(x, true, rowsFirst ? ofColumn : ofRow);

            IterationSpace space = space(List.of(first, second), first, second).orElseThrow();

            assertThat(space.form()).isEqualTo(Form.COLUMN_REDUCTION);
            assertThat(space.outer()).hasToString(outer);
            assertThat(space.inner()).hasToString(inner);
            assertThat(space.level(rowsFirst ? first : second)).isEqualTo(Level.ROW);
            assertThat(space.mask(rowsFirst ? second : first)).isEqualTo(space.innerMask());
        }
    }

    @Test
    void columnsOfWhatRowsWereReducedToMeet() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node rows = reduce(x, true, "1");
        Node centred = op("Sub", x, rows);
        Node columns = reduce(centred, true, "0");

        assertThat(space(List.of(rows, centred, columns), rows, centred, columns))
                .isPresent();
    }

    @Test
    void rowsOfWhatColumnsWereReducedToAreRefused() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node columns = reduce(x, true, "0");
        Node centred = op("Sub", x, columns);
        Node rows = reduce(centred, true, "1");

        assertThat(space(List.of(columns, centred, rows), columns, rows)).isEmpty();
    }

    @Test
    void rowsOfSeveralLoopsDoNotMeetColumns() throws TypeException {
        Node x = tensor("x", "f32[a, b, c]");
        Node scaled = op("Mul", x, tensor("w", "f32[b, 1]"));
        Node rows = reduce(scaled, true, "1 2");
        Node columns = reduce(scaled, true, "0");

        assertThat(space(List.of(scaled, rows, columns), rows, columns)).isEmpty();
    }

    @Test
    void fewRowsDoNotMeetTheirColumns() throws TypeException {
        Node x = tensor("x", "f32[64, d]");
        Node rows = reduce(x, true, "1");
        Node columns = reduce(x, true, "0");

        assertThat(space(List.of(rows, columns), rows, columns)).isEmpty();
    }

    @Test
    void columnsAreReducedTwiceLaneByLane() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node first = reduce(x, true, "0");
        Node second = reduce(op("Sub", x, first), true, "0");

        IterationSpace space =
                space(List.of(first, second.operands().get(0), second), second).orElseThrow();

        assertThat(space.form()).isEqualTo(Form.LANE_REDUCTION);
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
    void ranklessShapesShareOneLoopWithoutDims() throws TypeException {
        Node x = tensor("x", "f32[x..]");
        Node scale = tensor("s", "f32[]");
        Node product = op("Mul", x, scale);
        Node sum = op("Add", product, tensor("y", "f32[y..]"));

        IterationSpace space = space(List.of(product, sum), sum).orElseThrow();

        assertThat(space.isRankless()).isTrue();
        assertThat(space.level(x)).isEqualTo(Level.ELEMENT);
        assertThat(space.level(scale)).isEqualTo(Level.UNIFORM);
        assertThat(space(List.of(product, sum), product, sum)).isEmpty();
    }

    private Node tensor(String name, String type) {
        return builder.tensorParameter(name, ValueType.parse(type).orElseThrow());
    }

    private Node view(String name, String attribute, Object value, Node operand) throws TypeException {
        return builder.operation(name, List.of(operand), Attributes.NONE.with(attribute, value), "", Origin.NONE);
    }

    private static List<Long> longs(String text) {
        return Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    private Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }

    private Node reduce(Node x, boolean keepDims, String axes) throws TypeException {
        List<Long> list = axes == null || axes.isEmpty() ? List.of() : longs(axes);
        Attributes attributes = Attributes.NONE.with(Attributes.AXES, list).with(Attributes.KEEP_DIMS, keepDims);
        return builder.operation("ReduceSum", List.of(x), attributes, "", Origin.NONE);
    }

    private Node cumulativeSum(Node x, long axis) throws TypeException {
        Attributes attributes = Attributes.NONE
                .with(Attributes.AXIS, axis)
                .with("exclusive", false)
                .with("reverse", false);
        return builder.operation("CumSum", List.of(x), attributes, "", Origin.NONE);
    }

    /** The loops of an op alone whose result is the first region of a concatenation. */
    private IterationSpace inConcat(Node node, Node other, long axis) throws TypeException {
        Node whole = builder.operation(
                "Concat", List.of(node, other), Attributes.NONE.with(Attributes.AXIS, axis), "", Origin.NONE);
        Storage storage = new Storage(builder.build("f", List.of(new Graph.Output("out", whole))));
        Optional<IterationSpace> space = LoopAnalysis.of(List.of(node), node::equals, storage, Blocks.USUAL);
        assertThat(space).describedAs("%s in %s", node, whole).isPresent();
        return space.get();
    }

    private static Optional<IterationSpace> space(List<Node> members, Node... stored) {
        Set<Node> escaping = Collections.newSetFromMap(new IdentityHashMap<>());
        escaping.addAll(List.of(stored));
        return LoopAnalysis.of(members, escaping::contains, new Storage(), Blocks.USUAL);
    }
}
