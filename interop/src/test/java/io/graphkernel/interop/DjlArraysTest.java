package io.graphkernel.interop;

import static io.graphkernel.interop.Values.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A1: tensors over DJL's memory")
@Tag("peer")
class DjlArraysTest {
    private static final Set<DType> UNSUPPORTED =
            EnumSet.of(DType.BF16, DType.I16, DType.U16, DType.U32, DType.U64, DType.F8E4M3, DType.F8E5M2);

    private NDManager manager;

    @BeforeAll
    static void needsDjl() {
        Frameworks.require("DJL", () -> NDManager.newBaseManager("PyTorch").close());
    }

    @BeforeEach
    void open() {
        manager = NDManager.newBaseManager("PyTorch");
    }

    @AfterEach
    void close() {
        manager.close();
    }

    private NDArray random(long... dims) {
        return manager.randomNormal(new Shape(dims));
    }

    private NDArray filled(double value, long... dims) {
        return manager.full(new Shape(dims), (float) value);
    }

    private Map<String, NDArray> contiguous() {
        Map<String, NDArray> layouts = new LinkedHashMap<>();
        NDArray matrix = random(64, 32);
        layouts.put("contiguous", matrix);
        layouts.put("of Java's data", manager.create(matrix.toFloatArray(), new Shape(64, 32)));
        layouts.put("rows", matrix.get("5:25"));
        layouts.put("row", matrix.get(7));
        layouts.put("view of a view", matrix.get("8:24").get("4:6").reshape(64));
        layouts.put("reshaped", matrix.reshape(16, 128));
        layouts.put("element", matrix.get(3, 4));
        layouts.put("expanded dims", matrix.expandDims(1));
        layouts.put("split", matrix.split(4, 0).get(2));
        layouts.put("transposed twice", matrix.transpose().transpose());
        return layouts;
    }

    private Map<String, NDArray> strided() {
        Map<String, NDArray> layouts = new LinkedHashMap<>();
        NDArray matrix = random(64, 32);
        layouts.put("transposed", matrix.transpose());
        layouts.put("columns", matrix.get(":, 3:19"));
        layouts.put("column", matrix.get(":, 7"));
        layouts.put("every second row", matrix.get("1:20:2"));
        layouts.put("every second column", matrix.get(":, 1:20:2"));
        layouts.put("duplicate of a transpose", matrix.transpose().duplicate());
        layouts.put("permuted", random(3, 4, 5).transpose(2, 0, 1));
        layouts.put("split", matrix.split(4, 1).get(2));
        layouts.put("swapped", random(2, 3, 4).swapAxes(0, 1));
        layouts.put(
                "transposed Java data",
                manager.create(new float[] {1, 2, 3, 4, 5, 6}, new Shape(2, 3)).transpose());
        return layouts;
    }

    @Test
    @DisplayName("A1: each layout is right or rejected by name, and copied right")
    void everyLayout_isRightOrRejected() {
        List<String> shared = new ArrayList<>();
        contiguous().forEach((name, x) -> {
            float[] expected = x.toFloatArray();
            try (Tensor tensor = DjlArrays.wrap(x)) {
                assertThat(tensor.dimensions()).as(name).isEqualTo(x.getShape().getShape());
                Values.assertComputesOn(tensor, expected);
                x.muli(2);
                if (x.toFloatArray()[0] == tensor.toFloatArray()[0]) {
                    shared.add(name);
                }
                x.divi(2);
            }
            try (Tensor copy = DjlArrays.copy(x)) {
                Values.assertComputesOn(copy, expected);
            }
        });
        assertThat(shared).containsExactlyElementsOf(contiguous().keySet());
        strided().forEach((name, x) -> {
            assertRefused(() -> DjlArrays.wrap(x), "GK-6312", "not contiguous", "DjlArrays.copy(x)");
            try (Tensor copy = DjlArrays.copy(x)) {
                assertThat(copy.dimensions()).as(name).isEqualTo(x.getShape().getShape());
                Values.assertComputesOn(copy, x.toFloatArray());
            }
        });
    }

    @Test
    void nothing_isLeftInTheirManager() {
        NDArray x = random(64, 32);
        NDArray t = x.transpose();
        int before = manager.getManagedArrays().size();
        try (Tensor tensor = DjlArrays.wrap(x)) {
            assertRefused(() -> DjlArrays.wrap(t), "GK-6312");
            assertThat(manager.getManagedArrays()).hasSize(before);
        }
        assertThat(manager.getManagedArrays()).hasSize(before);
        NDManager system = manager.getParentManager();
        int inSystem = system.getManagedArrays().size();
        for (int i = 0; i < 10; i++) {
            DjlArrays.wrap(x).close();
        }
        assertThat(system.getManagedArrays()).hasSize(inSystem);
    }

    @Test
    @DisplayName("A1: kernels over shared memory compute what DJL computes")
    void kernels_agreeWithDjl() {
        NDArray x = random(256, 512);
        NDArray y = random(256, 512);
        NDArray result = manager.create(new Shape(256, 512), DataType.FLOAT32);
        try (Tensor a = DjlArrays.wrap(x);
                Tensor b = DjlArrays.wrap(y);
                Tensor c = DjlArrays.wrap(result);
                Tensor columns = DjlArrays.copy(x.transpose());
                Tensor centred = MyOpsKernels.centre(columns)) {
            MyOpsKernels.mulAdd(a, b, c);
            assertThat(result.allClose(x.mul(y).add(y), 1e-5, 1e-6, false)).isTrue();
            NDArray t = x.transpose();
            assertThat(DjlArrays.toDjl(centred, manager)
                            .allClose(t.sub(t.mean(new int[] {1}, true)), 1e-5, 1e-5, false))
                    .isTrue();
        }
    }

    @Test
    void everyDtype_goesBothWays() {
        for (DType dtype : DType.values()) {
            try (Tensor tensor = Values.sample(dtype, 2, 3)) {
                if (UNSUPPORTED.contains(dtype)) {
                    assertRefused(() -> DjlArrays.toDjl(tensor, manager), "GK-6310", "tensors of " + dtype);
                    continue;
                }
                NDArray x = DjlArrays.toDjl(tensor, manager);
                assertThat(x.getDataType().getNumOfBytes()).isEqualTo(dtype.bytes());
                assertThat(x.getShape()).isEqualTo(new Shape(2, 3));
                assertThat(x.toType(DataType.FLOAT64, true).toDoubleArray())
                        .as(dtype.toString())
                        .containsExactly(Values.of(tensor));
                try (Tensor shared = DjlArrays.wrap(x);
                        Tensor copy = DjlArrays.copy(x.transpose())) {
                    Values.assertSame(shared, tensor);
                    assertThat(copy.dtype()).isEqualTo(dtype);
                    assertThat(copy.getDouble(2, 1)).isEqualTo(tensor.getDouble(1, 2));
                }
            }
        }
    }

    @Test
    void djlArrays_ofAnyRankAndSize_shareMemory() {
        for (NDArray theirs : new NDArray[] {manager.create(3f), filled(3)}) {
            try (Tensor scalar = DjlArrays.wrap(theirs)) {
                assertThat(scalar.rank()).isZero();
                assertThat(scalar.get()).isEqualTo(3);
            }
        }
        for (long[] dims : new long[][] {{0}, {0, 3}, {3, 0, 2}}) {
            NDArray theirs = manager.create(new Shape(dims), DataType.FLOAT32);
            try (Tensor empty = DjlArrays.wrap(theirs);
                    Tensor copy = DjlArrays.copy(theirs);
                    Tensor doubled = MyOpsKernels.mulAdd(empty, copy)) {
                assertThat(empty.dimensions()).isEqualTo(dims);
                assertThat(DjlArrays.toDjl(doubled, manager).getShape()).isEqualTo(new Shape(dims));
            }
        }
        NDArray eight = random(1, 2, 1, 3, 2, 1, 2, 2);
        try (Tensor tensor = DjlArrays.wrap(eight)) {
            Values.assertComputesOn(tensor, eight.toFloatArray());
        }
        NDArray nine = random(1, 1, 1, 1, 1, 1, 1, 1, 2);
        assertRefused(() -> DjlArrays.wrap(nine), "GK-6038");
    }

    @Test
    void unsupportedMemory_isRejectedByName() {
        assertRefused(() -> DjlArrays.wrap(null), "GK-6001", "DjlArrays.wrap");
        assertRefused(() -> DjlArrays.copy(null), "GK-6001", "DjlArrays.copy");
        NDArray x = random(3, 3);
        assertRefused(() -> DjlArrays.wrap(x.toType(DataType.COMPLEX64, true)), "GK-6310", "complex64");
        assertRefused(() -> DjlArrays.wrap(x.toSparse(SparseFormat.COO)), "GK-6313", "sparse", "x.toDense()");
        NDArray parameter = random(3);
        parameter.setRequiresGradient(true);
        assertRefused(() -> DjlArrays.wrap(parameter), "GK-6313", "gradients", "x.stopGradient()");
        try (Tensor tensor = DjlArrays.wrap(parameter.stopGradient())) {
            assertThat(tensor.toFloatArray()).containsExactly(parameter.toFloatArray());
        }
        NDArray large = manager.create(new Shape(1L << 31), DataType.INT8);
        assertRefused(() -> DjlArrays.wrap(large), "GK-6313", "2 GiB");
        assertRefused(() -> DjlArrays.copy(large), "GK-6313", "2 GiB");
        try (Tensor tensor = Tensor.empty(DType.I8, 1L << 31)) {
            assertRefused(() -> DjlArrays.toDjl(tensor, manager), "GK-6313", "2 GiB");
        }
        x.close();
        assertRefused(() -> DjlArrays.wrap(x), "GK-6314", "closed");
        assertRefused(() -> DjlArrays.copy(x), "GK-6314", "closed");
    }

    @Test
    @DisplayName("A1: memory outlives the close of DJL's array, its manager, its scope and garbage collection")
    void sharedMemory_outlivesTheirs() throws InterruptedException {
        float[] twos = new float[90000];
        java.util.Arrays.fill(twos, 2);
        List<Tensor> tensors = new ArrayList<>();
        try (NDManager short1 = manager.newSubManager()) {
            tensors.add(DjlArrays.wrap(short1.create(twos, new Shape(300, 300))));
            tensors.add(
                    DjlArrays.wrap(short1.create(twos, new Shape(2, 300, 150)).get(1)));
            tensors.add(DjlArrays.wrap(short1.full(new Shape(300, 300), 2f)));
            tensors.add(DjlArrays.wrap(short1.full(new Shape(300, 300), 2f).get("1:2")));
            try (NDManager below = short1.newSubManager()) {
                NDArray base = short1.create(twos, new Shape(300, 300));
                NDArray view = base.get("1:3");
                view.attach(below);
                tensors.add(DjlArrays.wrap(view));
            }
        }
        try (NDScope scope = new NDScope()) {
            scope.suppressNotUsedWarning();
            tensors.add(DjlArrays.wrap(manager.full(new Shape(300, 300), 2f)));
        }
        NDArray closed = manager.full(new Shape(300, 300), 2f);
        tensors.add(DjlArrays.wrap(closed));
        closed.close();
        manager.close();
        Values.pressMemory();
        open();
        for (int i = 0; i < 50; i++) {
            manager.full(new Shape(300, 300), -1f).close();
            ByteBuffer.allocateDirect(360000).asFloatBuffer().put(new float[90000]);
        }
        for (Tensor tensor : tensors) {
            try (tensor;
                    Tensor sum = MyOpsKernels.mulAdd(tensor, tensor)) {
                assertThat(tensor.toFloatArray()).containsOnly(2);
                assertThat(sum.toFloatArray()).containsOnly(6);
            }
        }
    }

    @Test
    @DisplayName("A1: DJL's array is closed by another thread in the middle of a kernel")
    void djlArrays_closedDuringACall() throws Exception {
        for (int round = 0; round < 100; round++) {
            NDArray x = filled(round, 1024, 1024);
            try (Tensor tensor = DjlArrays.wrap(x)) {
                Values.assertUnharmed(tensor, round, 1, () -> {
                    x.close();
                    filled(-1, 1024, 1024).close();
                });
            }
        }
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        NDArray x = manager.randomNormal(new Shape(4, 8));
        NDArray y = manager.create(new Shape(4, 8), DataType.FLOAT32);
        try (Tensor in = DjlArrays.wrap(x);
                Tensor out = DjlArrays.wrap(y)) {
            MyOpsKernels.centre(in, out); // y has the result; nothing is copied
        }
        try (Tensor columns = DjlArrays.copy(x.transpose());
                Tensor centred = MyOpsKernels.centre(columns)) {
            NDArray z = DjlArrays.toDjl(centred, manager);
            assertThat(z.mean().getFloat()).isCloseTo(0, within(1e-6f));
        }
        assertThat(y.mean().getFloat()).isCloseTo(0, within(1e-6f));
    }
}
