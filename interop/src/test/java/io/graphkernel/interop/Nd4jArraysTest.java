package io.graphkernel.interop;

import static io.graphkernel.interop.Values.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.memory.MemoryWorkspace;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

@DisplayName("A1: tensors over ND4J's memory")
@Tag("peer")
class Nd4jArraysTest {
    @BeforeAll
    static void needsNd4j() {
        Frameworks.require("ND4J", () -> Nd4j.ones(1).close());
    }

    private static float[] elements(INDArray array) {
        return array.isEmpty() ? new float[0] : array.dup('c').data().asFloat();
    }

    private static INDArray random(long... dims) {
        return Nd4j.rand(DataType.FLOAT, dims);
    }

    private static Map<String, INDArray> layouts() {
        Map<String, INDArray> layouts = new LinkedHashMap<>();
        INDArray matrix = random(64, 32);
        layouts.put("c", matrix);
        layouts.put("f", matrix.dup('f'));
        layouts.put("transposed", matrix.transpose());
        layouts.put("transposed f", matrix.dup('f').transpose());
        layouts.put("row", matrix.getRow(5));
        layouts.put("column", matrix.getColumn(5));
        layouts.put("row of f", matrix.dup('f').getRow(5));
        layouts.put("column of f", matrix.dup('f').getColumn(5));
        layouts.put("rows", matrix.get(NDArrayIndex.interval(3, 9), NDArrayIndex.all()));
        layouts.put("columns", matrix.get(NDArrayIndex.all(), NDArrayIndex.interval(3, 9)));
        layouts.put("every second column", matrix.get(NDArrayIndex.all(), NDArrayIndex.interval(1, 2, 21)));
        layouts.put("view of a view", matrix.getRow(5).get(NDArrayIndex.interval(2, 9)));
        layouts.put("rows of rows", matrix.get(NDArrayIndex.interval(3, 9)).get(NDArrayIndex.interval(2, 4)));
        layouts.put("element", matrix.getScalar(3, 4));
        layouts.put("permuted", random(3, 4, 5).permute(2, 0, 1));
        layouts.put("slice", random(3, 4, 5).slice(1));
        layouts.put("reshaped", matrix.reshape(16, 128));
        layouts.put("reshaped f", matrix.dup('f').reshape('f', 16, 128));
        layouts.put("tensor along dimension", random(3, 4, 5).tensorAlongDimension(1, 0, 2));
        layouts.put("diagonal", Nd4j.diag(random(6, 6)));
        return layouts;
    }

    @Test
    @DisplayName("A1: each order, offset and stride is right or rejected by name, and copied right")
    void everyLayout_isRightOrRejected() {
        List<String> wrapped = new ArrayList<>();
        layouts().forEach((name, x) -> {
            float[] expected = elements(x);
            if (Adapter.isRowMajor(x.shape(), x.stride())) {
                wrapped.add(name);
                try (Tensor tensor = Nd4jArrays.wrap(x)) {
                    assertThat(tensor.address())
                            .as(name)
                            .isEqualTo(x.data().addressPointer().address());
                    assertThat(tensor.dimensions()).as(name).isEqualTo(x.shape());
                    Values.assertComputesOn(tensor, expected);
                }
            } else {
                assertRefused(() -> Nd4jArrays.wrap(x), "GK-6312", "strides", "Nd4jArrays.copy(x)", "x.dup('c')");
                try (Tensor tensor = Nd4jArrays.wrap(x.dup('c'))) {
                    Values.assertComputesOn(tensor, expected);
                }
            }
            try (Tensor copy = Nd4jArrays.copy(x)) {
                assertThat(copy.dimensions()).as(name).isEqualTo(x.shape());
                Values.assertComputesOn(copy, expected);
            }
        });
        assertThat(wrapped)
                .contains(
                        "c", "row", "column of f", "transposed f", "rows", "view of a view", "rows of rows", "element")
                .contains("slice", "reshaped")
                .doesNotContain("f", "transposed", "column", "row of f", "columns", "every second column", "permuted");
    }

    @Test
    @DisplayName("A1: kernels over shared memory compute what ND4J computes")
    void kernels_agreeWithNd4j() {
        INDArray x = random(256, 512);
        INDArray y = random(256, 512);
        INDArray result = Nd4j.createUninitialized(DataType.FLOAT, 256, 512);
        try (Tensor a = Nd4jArrays.wrap(x);
                Tensor b = Nd4jArrays.wrap(y);
                Tensor c = Nd4jArrays.wrap(result);
                Tensor columns = Nd4jArrays.copy(x.transpose());
                Tensor centred = MyOpsKernels.centre(columns)) {
            MyOpsKernels.mulAdd(a, b, c);
            assertThat(result.equalsWithEps(x.mul(y).add(y), 1e-5)).isTrue();
            INDArray t = x.transpose().dup('c');
            assertThat(Nd4jArrays.toNd4j(centred).equalsWithEps(t.subColumnVector(t.mean(true, 1)), 1e-5))
                    .isTrue();
        }
    }

    @Test
    void everyDtype_goesBothWays() {
        for (DType dtype : DType.values()) {
            try (Tensor tensor = Values.sample(dtype, 2, 3)) {
                if (dtype.isStorageOnly()) {
                    assertRefused(() -> Nd4jArrays.toNd4j(tensor), "GK-6310", "tensors of " + dtype);
                    continue;
                }
                INDArray x = Nd4jArrays.toNd4j(tensor);
                assertThat(x.dataType().width()).isEqualTo(dtype.bytes());
                assertThat(x.shape()).containsExactly(2, 3);
                assertThat(x.castTo(DataType.DOUBLE).dup('c').data().asDouble())
                        .as(dtype.toString())
                        .containsExactly(Values.of(tensor));
                try (Tensor shared = Nd4jArrays.wrap(x);
                        Tensor row = Nd4jArrays.wrap(x.getRow(1));
                        Tensor copy = Nd4jArrays.copy(x.transpose())) {
                    Values.assertSame(shared, tensor);
                    assertThat(row.getDouble(2)).isEqualTo(tensor.getDouble(1, 2));
                    assertThat(copy.dtype()).isEqualTo(dtype);
                    assertThat(copy.getDouble(2, 1)).isEqualTo(tensor.getDouble(1, 2));
                }
            }
        }
    }

    @Test
    void otherDtypes_areRejectedByName() {
        assertRefused(() -> Nd4jArrays.wrap(Nd4j.create("a", "b")), "GK-6310", "Nd4jArrays.wrap", "UTF8");
        assertRefused(() -> Nd4jArrays.copy(Nd4j.create("a", "b")), "GK-6310", "Nd4jArrays.copy", "UTF8");
    }

    @Test
    void nd4jArrays_ofAnyRankAndSize_shareMemory() {
        try (Tensor scalar = Nd4jArrays.wrap(Nd4j.scalar(3f))) {
            assertThat(scalar.rank()).isZero();
            assertThat(scalar.get()).isEqualTo(3);
        }
        for (long[] dims : new long[][] {{0}, {0, 3}, {3, 0, 2}}) {
            try (Tensor empty = Nd4jArrays.wrap(Nd4j.create(DataType.FLOAT, dims));
                    Tensor copy = Nd4jArrays.copy(Nd4j.create(DataType.FLOAT, dims));
                    Tensor doubled = MyOpsKernels.mulAdd(empty, copy)) {
                assertThat(empty.dimensions()).isEqualTo(dims);
                assertThat(doubled.dimensions()).isEqualTo(dims);
                assertThat(Nd4jArrays.toNd4j(empty).shape()).isEqualTo(dims);
            }
        }
        INDArray eight = random(1, 2, 1, 3, 2, 1, 2, 2);
        try (Tensor tensor = Nd4jArrays.wrap(eight)) {
            Values.assertComputesOn(tensor, elements(eight));
        }
        INDArray nine = random(1, 1, 1, 1, 1, 1, 1, 1, 2);
        try (Tensor tensor = Nd4jArrays.wrap(nine.reshape(2))) {
            assertRefused(() -> Nd4jArrays.wrap(nine), "GK-6038");
            assertThat(nine.data().isConstant()).as("still held by " + tensor).isTrue();
        }
        assertThat(nine.data().isConstant()).isFalse();
    }

    @Test
    void unsupportedArray_isRejectedByName() {
        assertRefused(() -> Nd4jArrays.wrap(null), "GK-6001", "Nd4jArrays.wrap");
        assertRefused(() -> Nd4jArrays.toNd4j(null), "GK-6001", "Nd4jArrays.toNd4j");
        assertRefused(() -> Nd4jArrays.wrap(Nd4j.empty(DataType.FLOAT)), "GK-6313", "Nd4j.empty()");
        INDArray closed = random(3, 3);
        closed.close();
        assertRefused(() -> Nd4jArrays.wrap(closed), "GK-6314", "closed");
        assertRefused(() -> Nd4jArrays.copy(closed), "GK-6314", "closed");
        INDArray base = random(3, 3);
        INDArray view = base.getRow(1);
        base.close();
        assertRefused(() -> Nd4jArrays.wrap(view), "GK-6314", "closed");
    }

    @Test
    @DisplayName("A1: memory outlives the close of ND4J's array, its views and garbage collection")
    void sharedMemory_outlivesTheirs() throws InterruptedException {
        INDArray x = Nd4j.valueArrayOf(new long[] {300, 300}, 2f);
        INDArray reshaped = x.reshape(90000);
        Tensor tensor = Nd4jArrays.wrap(x);
        Tensor row = Nd4jArrays.wrap(x.getRow(7));
        Tensor collected = Nd4jArrays.wrap(Nd4j.valueArrayOf(new long[] {300, 300}, 4f));
        reshaped.close();
        x.close();
        Values.pressMemory();
        for (int i = 0; i < 50; i++) {
            random(300, 300).close();
        }
        try (tensor;
                row;
                collected) {
            assertThat(tensor.toFloatArray()).containsOnly(2);
            assertThat(row.toFloatArray()).hasSize(300).containsOnly(2);
            assertThat(collected.toFloatArray()).containsOnly(4);
            try (Tensor sum = MyOpsKernels.mulAdd(collected, tensor)) {
                assertThat(sum.toFloatArray()).containsOnly(10);
            }
        }
    }

    @Test
    void closing_returnsTheMemory() {
        INDArray x = Nd4j.ones(DataType.FLOAT, 10, 10);
        Tensor one = Nd4jArrays.wrap(x);
        Tensor two = Nd4jArrays.wrap(x.getRow(1));
        x.close();
        assertThat(x.wasClosed()).isFalse();
        one.close();
        x.close();
        assertThat(x.wasClosed()).isFalse();
        assertThat(two.toFloatArray()).containsOnly(1);
        two.close();
        x.addi(1);
        try (TensorScope scope = TensorScope.open()) {
            Nd4jArrays.copy(x.transpose());
            assertThat(Nd4jArrays.wrap(x).toFloatArray()).containsOnly(2);
        }
        x.close();
        assertThat(x.wasClosed()).isTrue();
    }

    @Test
    void constantBuffers_stayConstant() {
        INDArray x = Nd4j.ones(DataType.FLOAT, 10, 10);
        x.data().setConstant(true);
        try (Tensor tensor = Nd4jArrays.wrap(x)) {
            assertThat(tensor.get(1, 1)).isEqualTo(1);
        }
        assertThat(x.data().isConstant()).isTrue();
    }

    @Test
    @DisplayName("A1: the memory of a workspace is noticed as gone when its scope has ended")
    void nd4jArrays_ofWorkspaces_shareMemory() {
        Tensor tensor = null;
        Tensor row = null;
        for (int round = 0; round < 3; round++) {
            try (MemoryWorkspace workspace = Nd4j.getWorkspaceManager().getAndActivateWorkspace("adapters")) {
                INDArray x = Nd4j.valueArrayOf(new long[] {30, 30}, (float) round);
                assertThat(x.isAttached()).isTrue();
                if (tensor != null) {
                    assertGone(tensor);
                    assertGone(row);
                    tensor.close();
                    row.close();
                }
                tensor = Nd4jArrays.wrap(x);
                row = Nd4jArrays.wrap(x.getRow(3));
                assertThat(tensor.toFloatArray()).containsOnly(round);
                try (Tensor sum = MyOpsKernels.mulAdd(row, row)) {
                    assertThat(Nd4jArrays.toNd4j(sum).sumNumber().floatValue()).isEqualTo(30 * (round * round + round));
                }
            }
            assertGone(tensor);
            assertGone(row);
        }
    }

    private static void assertGone(Tensor tensor) {
        Assertions.assertThatThrownBy(tensor::toFloatArray).isInstanceOf(ClosedTensorException.class);
        Assertions.assertThatThrownBy(() -> MyOpsKernels.mulAdd(tensor, tensor))
                .isInstanceOf(ClosedTensorException.class);
    }

    @Test
    @DisplayName("A1: ND4J's array is closed by another thread in the middle of a kernel")
    void nd4jArray_closedDuringACall_staysValid() throws Exception {
        for (int round = 0; round < 100; round++) {
            INDArray x = Nd4j.valueArrayOf(new long[] {1024, 1024}, (float) round);
            try (Tensor tensor = Nd4jArrays.wrap(x)) {
                Values.assertUnharmed(tensor, round, 1, () -> {
                    x.close();
                    Nd4j.valueArrayOf(new long[] {1024, 1024}, -1f).close();
                });
            }
            x.close();
        }
    }

    @Test
    void forgottenTensors_giveTheMemoryBack() throws InterruptedException {
        INDArray x = Nd4j.ones(DataType.FLOAT, 10, 10);
        for (int i = 0; i < 10; i++) {
            Nd4jArrays.wrap(x);
        }
        Values.pressMemoryUntil(() -> !x.data().isConstant());
        assertThat(x.data().isConstant()).isFalse();
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        INDArray x = Nd4j.rand(DataType.FLOAT, 4, 8);
        INDArray y = Nd4j.createUninitialized(DataType.FLOAT, 4, 8);
        try (Tensor in = Nd4jArrays.wrap(x);
                Tensor out = Nd4jArrays.wrap(y)) {
            MyOpsKernels.centre(in, out); // y has the result; nothing is copied
        }
        try (Tensor columns = Nd4jArrays.copy(x.transpose());
                Tensor centred = MyOpsKernels.centre(columns)) {
            INDArray z = Nd4jArrays.toNd4j(centred);
            assertThat(z.meanNumber().floatValue()).isCloseTo(0, within(1e-6f));
        }
        assertThat(y.meanNumber().floatValue()).isCloseTo(0, within(1e-6f));
    }
}
