package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopAnalysisTest extends LoopsOfOps {

    @Test
    void equalShapes_areOneLoop() throws TypeException {
        Node x = tensor("x", "f32[b, n, d]");
        Node sum = op("Add", x, tensor("y", "f32[b, n, d]"));

        IterationSpace space = space(List.of(sum), sum).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.ELEMENTWISE);
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
    void broadcastOperand_splitsTheLoops(String x, String y, String outer, String inner, int mask, Level level)
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
                "f32[n, d];    1 0;   [d];    n; n;     0 + [1, d]",
                "f32[b, n, d]; 0 2 1; [b, d]; n; n;     0 + [d*n, 1, d]",
                "f32[b, n, d]; 1 2 0; [d*n];  b; b;     0 + [1, d*n]",
                "f32[b, n, d]; 0 1 2; [];     b*d*n; b*d*n; 0 + [1]",
                "f32[1, n, d]; 2 0 1; [d];    n; n;     0 + [1, d]",
            })
    void transpose_loopOrder_followsTheStore(
            String type, String permutation, String outer, String inner, String same, String access)
            throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, longs(permutation), tensor("x", type));
        Node result = op("Exp", view);

        IterationSpace space = space(List.of(view, result), result).orElseThrow();

        assertThat(space.outer()).hasToString(outer);
        assertThat(space.inner()).hasToString(inner);
        assertThat("0 + " + space.access(view)).isEqualTo(access);
        assertThat(space.stored(result).strides().get(space.dims().size() - 1)).isEqualTo(Dim.ONE);
        assertThat(space.computed()).containsExactly(result);
    }

    @Test
    void slice_offsetsThePointer() throws TypeException {
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
    void indexOp_isItsAccess() throws TypeException {
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
    void gather_access_hasNoGatheredAxis() throws TypeException {
        Node x = tensor("x", "f32[a, n, d]");
        Node index = tensor("i", "i64[m, k]");
        Node gather = builder.operation(
                "Gather", List.of(x, index), Attributes.NONE.with(Attributes.AXIS, 1L), "", Origin.NONE);

        IterationSpace space = space(List.of(gather), gather).orElseThrow();

        assertThat(space.dims()).hasToString("[a, k*m, d]");
        assertThat(space.access(gather)).hasToString("[d*n, 0, 1]");
        assertThat(space.mask(index)).isEqualTo(2);
    }

    @Test
    void gather_ofComputedValue_isNotFused() throws TypeException {
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
    void scan_scannedLoop_isTheMiddleOne(long axis, String outer, String middle, String inner) throws TypeException {
        Node scan = cumulativeSum(tensor("x", "f32[b, n, d]"), axis);
        Node result = op("Neg", scan);

        IterationSpace space = space(List.of(scan, result), result).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.SCAN);
        assertThat(space.outer()).hasToString(outer);
        assertThat(space.middle()).hasToString(middle);
        assertThat(space.inner()).hasToString(inner);
    }

    @Test
    void transposedValue_ofSameKernel_sharesLoops() throws TypeException {
        Node exponential = op("Exp", tensor("x", "f32[n, d]"));
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), exponential);
        Node sum = op("Add", view, tensor("y", "f32[d, n]"));

        IterationSpace space = space(List.of(exponential, view, sum), sum).orElseThrow();

        assertThat(space.dims()).hasToString("[d, n]");
        assertThat(space.access(exponential.operands().get(0))).hasToString("[1, d]");
        assertThat(space.computed()).containsExactly(exponential, view, sum);
    }

    @Test
    void reshapedValue_ofSameKernel_hasOtherLoops() throws TypeException {
        Node exponential = op("Exp", tensor("x", "f32[n, d]"));
        Node view = view("Reshape", Attributes.DIMS, List.of(Dim.of("n*d")), exponential);
        Node sum = op("Neg", view);

        assertThat(space(List.of(exponential, view, sum), sum)).isEmpty();
    }

    @Test
    void update_ofMemoryReadElsewhere_isNotFused() throws TypeException {
        Node parameter = tensor("p", "f32[n, n]");
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), parameter);
        Node negative = op("Neg", view);
        Node update = op("Assign", parameter, negative);

        assertThat(space(List.of(view, negative, update), update)).isEmpty();
    }

    @Test
    void concatenationRegion_isStoredWithItsStrides() throws TypeException {
        Node left = op("Exp", tensor("x", "f32[n, d]"));
        Node right = op("Neg", tensor("y", "f32[n, k]"));
        Node whole = builder.operation(
                "Concat", List.of(left, right), Attributes.NONE.with(Attributes.AXIS, 1L), "", Origin.NONE);
        StorageLayout storage = new StorageLayout(builder.build("f", List.of(new Graph.Output("out", whole))));

        IterationSpace space = LoopAnalysis.of(List.of(right), right::equals, storage, SplitReductionParameters.DEFAULT)
                .orElseThrow();

        assertThat(space.dims()).hasToString("[n, k]");
        assertThat(space.stored(right)).hasToString("d + [d + k, 1]");
        assertThat(space.access(right.operands().get(0))).hasToString("[k, 1]");
    }

    @Test
    void region_withoutContiguousAxis_isStoredRowByRow() throws TypeException {
        Node left = op("Exp", tensor("x", "f32[n, 1]"));
        Node whole = builder.operation(
                "Concat",
                List.of(left, op("Neg", tensor("y", "f32[n, 1]"))),
                Attributes.NONE.with(Attributes.AXIS, 1L),
                "",
                Origin.NONE);
        StorageLayout storage = new StorageLayout(builder.build("f", List.of(new Graph.Output("out", whole))));

        IterationSpace space = LoopAnalysis.of(List.of(left), left::equals, storage, SplitReductionParameters.DEFAULT)
                .orElseThrow();

        assertThat(space.dims()).hasToString("[n, 1]");
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
    void scan_withoutContiguousAxis_isStoredElementByElement(
            String type, long axis, long joined, String outer, String middle, String strides) throws TypeException {
        Node scan = cumulativeSum(tensor("x", type), axis);

        IterationSpace space = inConcat(scan, op("Neg", tensor("y", type)), joined);

        assertThat(space.template()).isEqualTo(LoopTemplate.SCAN);
        assertThat(space.outer()).hasToString(outer);
        assertThat(space.middle()).hasToString(middle);
        assertThat(space.inner()).isEqualTo(Dim.ONE);
        assertThat(space.stored(scan).strides()).hasToString(strides);
        assertThat(space.level(scan)).isEqualTo(Level.ELEMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b c", "a b 1", "a 1 c", "1 b c", "a 1 1", "1 b 1", "1 1 c", "1 1 1", "4 b 1", "a 4 1"})
    void singleOp_inAnyRegion_hasLoops(String dims) throws TypeException {
        ValueType type = ValueType.parse("f32[" + dims.replace(" ", ", ") + "]").orElseThrow();
        for (long joined = 0; joined < 3; joined++) {
            for (long axis = 0; axis < 3; axis++) {
                Node scan = cumulativeSum(builder.tensorParameter("x", type), axis);
                assertThat(inConcat(scan, op("Neg", builder.tensorParameter("y", type)), joined)
                                .template())
                        .isEqualTo(LoopTemplate.SCAN);
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
    void storedValue_extendsOverAllLoops() throws TypeException {
        Node bias = op("Neg", tensor("b", "f32[d]"));
        Node sum = op("Add", tensor("x", "f32[n, d]"), bias);

        assertThat(space(List.of(bias, sum), sum)).isPresent();
        assertThat(space(List.of(bias, sum), bias, sum)).isEmpty();
    }

    @Test
    void singleElement_inPossiblyEmptyLoop_isNotStored() throws TypeException {
        Node half = op("Mul", tensor("s", "f32[]"), builder.constant(0.5));
        Node product = op("Mul", tensor("x", "f32[n, d]"), half);

        assertThat(space(List.of(half, product), product)).isPresent();
        assertThat(space(List.of(half, product), half, product)).isEmpty();
    }

    @Test
    void unrankedShapes_shareOneLoopWithoutDims() throws TypeException {
        Node x = tensor("x", "f32[x..]");
        Node scale = tensor("s", "f32[]");
        Node product = op("Mul", x, scale);
        Node sum = op("Add", product, tensor("y", "f32[y..]"));

        IterationSpace space = space(List.of(product, sum), sum).orElseThrow();

        assertThat(space.isUnranked()).isTrue();
        assertThat(space.level(x)).isEqualTo(Level.ELEMENT);
        assertThat(space.level(scale)).isEqualTo(Level.UNIFORM);
        assertThat(space(List.of(product, sum), product, sum)).isEmpty();
    }
}
