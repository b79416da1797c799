package io.graphkernel.interop;

import static io.graphkernel.interop.Values.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A1: tensors over PyTorch's memory")
@Tag("peer")
class PyTorchTensorsTest {
    @BeforeAll
    static void needsPyTorch() {
        Frameworks.require("PyTorch", () -> torch.ones(1).close());
    }

    private static float[] elements(org.bytedeco.pytorch.Tensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.numel())];
        if (values.length > 0) {
            new FloatPointer(tensor.contiguous().data_ptr()).get(values);
        }
        return values;
    }

    private static Map<String, org.bytedeco.pytorch.Tensor> layouts() {
        Map<String, org.bytedeco.pytorch.Tensor> layouts = new LinkedHashMap<>();
        org.bytedeco.pytorch.Tensor matrix = torch.randn(64, 32);
        layouts.put("contiguous", matrix);
        layouts.put("t", matrix.t());
        layouts.put("narrow of columns", matrix.narrow(1, 3, 16));
        layouts.put("narrow of rows", matrix.narrow(0, 5, 20));
        layouts.put("row", matrix.select(0, 7));
        layouts.put("column", matrix.select(1, 7));
        layouts.put("every second row", slice(matrix, 0));
        layouts.put("every second column", slice(matrix, 1));
        layouts.put("element", matrix.select(0, 3).select(0, 4));
        layouts.put("permuted", torch.randn(3, 4, 5).permute(2, 0, 1));
        layouts.put(
                "permuted to row-major", torch.randn(3, 4, 5).permute(2, 0, 1).permute(1, 2, 0));
        layouts.put("expanded", torch.randn(1, 8).expand(4, 8));
        layouts.put("diagonal", torch.randn(6, 6).diagonal());
        layouts.put("flipped", torch.randn(3, 5).flip(1));
        layouts.put("view of a view", matrix.narrow(0, 8, 16).narrow(0, 4, 2).view(64));
        layouts.put("one row of columns", matrix.narrow(0, 2, 1).narrow(1, 3, 9));
        layouts.put("channels last", torch.randn(2, 3, 4, 5).permute(0, 2, 3, 1));
        return layouts;
    }

    private static org.bytedeco.pytorch.Tensor slice(org.bytedeco.pytorch.Tensor tensor, long dim) {
        return tensor.slice(dim, new LongOptional(1), new LongOptional(20), 2);
    }

    @Test
    @DisplayName("A1: each layout is right or rejected by name, and copied right")
    void everyLayout_isRightOrRejected() {
        List<String> wrapped = new ArrayList<>();
        layouts().forEach((name, x) -> {
            float[] expected = elements(x);
            if (x.is_contiguous()) {
                wrapped.add(name);
                try (Tensor tensor = PyTorchTensors.wrap(x)) {
                    assertThat(tensor.address()).as(name).isEqualTo(x.data_ptr().address());
                    assertThat(tensor.dimensions())
                            .as(name)
                            .isEqualTo(x.sizes().vec().get());
                    Values.assertComputesOn(tensor, expected);
                }
            } else {
                assertRefused(
                        () -> PyTorchTensors.wrap(x), "GK-6312", "strides", "PyTorchTensors.copy(x)", "x.contiguous()");
                try (Tensor tensor = PyTorchTensors.wrap(x.contiguous())) {
                    Values.assertComputesOn(tensor, expected);
                }
            }
            try (Tensor copy = PyTorchTensors.copy(x)) {
                assertThat(copy.dimensions()).as(name).isEqualTo(x.sizes().vec().get());
                Values.assertComputesOn(copy, expected);
            }
        });
        assertThat(wrapped)
                .containsExactly(
                        "contiguous",
                        "narrow of rows",
                        "row",
                        "element",
                        "permuted to row-major",
                        "flipped",
                        "view of a view",
                        "one row of columns");
    }

    @Test
    @DisplayName("A1: kernels over shared memory compute what PyTorch computes")
    void kernels_agreeWithPyTorch() {
        org.bytedeco.pytorch.Tensor x = torch.randn(256, 512);
        org.bytedeco.pytorch.Tensor y = torch.randn(256, 512);
        org.bytedeco.pytorch.Tensor result = torch.empty(256, 512);
        try (Tensor a = PyTorchTensors.wrap(x);
                Tensor b = PyTorchTensors.wrap(y);
                Tensor c = PyTorchTensors.wrap(result);
                Tensor columns = PyTorchTensors.copy(x.t());
                Tensor centred = MyOpsKernels.centre(columns)) {
            MyOpsKernels.mulAdd(a, b, c);
            assertThat(torch.allclose(result, x.mul(y).add(y), 1e-5, 1e-6, false))
                    .isTrue();
            org.bytedeco.pytorch.Tensor mean = x.t().mean(new long[] {1}, true, new ScalarTypeOptional());
            assertThat(torch.allclose(PyTorchTensors.toPyTorch(centred), x.t().sub(mean), 1e-5, 1e-5, false))
                    .isTrue();
        }
    }

    @Test
    void everyDtype_goesBothWays() {
        for (DType dtype : DType.values()) {
            try (Tensor tensor = Values.sample(dtype, 2, 3)) {
                org.bytedeco.pytorch.Tensor x = PyTorchTensors.toPyTorch(tensor);
                assertThat(x.element_size()).isEqualTo(dtype.bytes());
                assertThat(x.sizes().vec().get()).containsExactly(2, 3);
                double[] seen = new double[6];
                new org.bytedeco.javacpp.DoublePointer(x.to(ScalarType.Double).data_ptr()).get(seen);
                assertThat(seen).as(dtype.toString()).containsExactly(Values.of(tensor));
                try (Tensor shared = PyTorchTensors.wrap(x);
                        Tensor copy = PyTorchTensors.copy(x.t())) {
                    Values.assertSame(shared, tensor);
                    assertThat(copy.dtype()).isEqualTo(dtype);
                    assertThat(copy.getDouble(2, 1)).isEqualTo(tensor.getDouble(1, 2));
                }
            }
        }
    }

    @Test
    void otherDtypes_areRejectedByName() {
        Set<ScalarType> others =
                EnumSet.of(ScalarType.ComplexFloat, ScalarType.ComplexDouble, ScalarType.Float8_e5m2fnuz);
        for (ScalarType other : others) {
            org.bytedeco.pytorch.Tensor x =
                    torch.empty(new long[] {2, 3}, new TensorOptions().dtype(new ScalarTypeOptional(other)), null);
            assertRefused(() -> PyTorchTensors.wrap(x), "GK-6310", "PyTorchTensors.wrap", other.name());
            assertRefused(() -> PyTorchTensors.copy(x), "GK-6310", "PyTorchTensors.copy", other.name());
        }
    }

    @Test
    void pyTorchTensors_ofAnyRankAndSize_shareMemory() {
        try (Tensor scalar =
                PyTorchTensors.wrap(torch.ones().mul(torch.full(new long[0], new org.bytedeco.pytorch.Scalar(3.0))))) {
            assertThat(scalar.rank()).isZero();
            assertThat(scalar.get()).isEqualTo(3);
        }
        for (long[] dims : new long[][] {{0}, {0, 3}, {3, 0, 2}}) {
            try (Tensor empty = PyTorchTensors.wrap(torch.empty(dims));
                    Tensor copy = PyTorchTensors.copy(torch.empty(dims).transpose(0, dims.length - 1));
                    Tensor doubled = MyOpsKernels.mulAdd(empty, empty)) {
                assertThat(empty.dimensions()).isEqualTo(dims);
                assertThat(copy.elementCount()).isZero();
                assertThat(doubled.dimensions()).isEqualTo(dims);
                assertThat(PyTorchTensors.toPyTorch(empty).sizes().vec().get()).isEqualTo(dims);
            }
        }
        org.bytedeco.pytorch.Tensor eight = torch.randn(1, 2, 1, 3, 2, 1, 2, 2);
        try (Tensor tensor = PyTorchTensors.wrap(eight)) {
            Values.assertComputesOn(tensor, elements(eight));
        }
        org.bytedeco.pytorch.Tensor nine = torch.randn(1, 1, 1, 1, 1, 1, 1, 1, 2);
        long before = nine.storage().use_count();
        assertRefused(() -> PyTorchTensors.wrap(nine), "GK-6038");
        assertThat(nine.storage().use_count()).isEqualTo(before);
    }

    @Test
    void unsupportedMemory_isRejectedByName() {
        org.bytedeco.pytorch.Tensor x = torch.randn(3, 3);
        assertRefused(() -> PyTorchTensors.wrap(null), "GK-6001", "PyTorchTensors.wrap");
        assertRefused(() -> PyTorchTensors.toPyTorch(null), "GK-6001", "PyTorchTensors.toPyTorch");
        assertRefused(() -> PyTorchTensors.wrap(new org.bytedeco.pytorch.Tensor()), "GK-6313", "undefined");
        assertRefused(() -> PyTorchTensors.wrap(x.to_sparse()), "GK-6313", "Sparse", "x.to_dense()");
        assertRefused(() -> PyTorchTensors.copy(x.to_sparse()), "GK-6313", "Sparse", "x.to_dense()");
        assertRefused(() -> PyTorchTensors.wrap(torch.torch__efficientzerotensor(3, 3)), "GK-6313", "zero tensor");
        assertRefused(() -> PyTorchTensors.copy(torch.torch__efficientzerotensor(3, 3)), "GK-6313", "zero tensor");
        assertRefused(() -> PyTorchTensors.wrap(x._neg_view()), "GK-6313", "negated", "x.resolve_neg()");
        try (Tensor copy = PyTorchTensors.copy(x._neg_view())) {
            assertThat(copy.get(1, 2)).isEqualTo(-elements(x)[5]);
        }
        org.bytedeco.pytorch.Tensor parameter = torch.randn(3).set_requires_grad(true);
        assertRefused(() -> PyTorchTensors.wrap(parameter), "GK-6313", "gradients", "x.detach()");
        try (Tensor shared = PyTorchTensors.wrap(parameter.detach());
                Tensor copy = PyTorchTensors.copy(parameter)) {
            assertThat(shared.toFloatArray()).containsExactly(copy.toFloatArray());
        }
        org.bytedeco.pytorch.Tensor meta =
                torch.empty(new long[] {3}, new TensorOptions().device(new DeviceOptional(new Device("meta"))), null);
        assertRefused(() -> PyTorchTensors.wrap(meta), "GK-6311", "meta", "x.cpu()");
        assertRefused(() -> PyTorchTensors.copy(meta), "GK-6313", "meta");
        x.close();
        assertRefused(() -> PyTorchTensors.wrap(x), "GK-6314", "closed");
        assertRefused(() -> PyTorchTensors.copy(x), "GK-6314", "closed");
    }

    @Test
    @DisplayName("A1: memory outlives the close of PyTorch's tensor, its scope and garbage collection")
    void sharedMemory_outlivesTheirs() throws InterruptedException {
        org.bytedeco.pytorch.Tensor x = torch.full(new long[] {300, 300}, new org.bytedeco.pytorch.Scalar(2.0));
        Tensor closed = PyTorchTensors.wrap(x);
        x.close();
        Tensor scoped;
        try (PointerScope scope = new PointerScope()) {
            scoped = PyTorchTensors.wrap(torch.full(new long[] {300, 300}, new org.bytedeco.pytorch.Scalar(3.0)));
        }
        Tensor collected = PyTorchTensors.wrap(torch.full(new long[] {300, 300}, new org.bytedeco.pytorch.Scalar(4.0)));
        Values.pressMemory();
        for (int i = 0; i < 50; i++) {
            torch.randn(300, 300).close();
        }
        try (closed;
                scoped;
                collected) {
            assertThat(closed.toFloatArray()).containsOnly(2);
            assertThat(scoped.toFloatArray()).containsOnly(3);
            assertThat(collected.toFloatArray()).containsOnly(4);
            try (Tensor sum = MyOpsKernels.mulAdd(scoped, closed)) {
                assertThat(sum.toFloatArray()).containsOnly(8);
            }
        }
    }

    @Test
    void closing_returnsTheMemoryBack() {
        org.bytedeco.pytorch.Tensor x = torch.ones(1000);
        long before = x.storage().use_count();
        Tensor one = PyTorchTensors.wrap(x);
        Tensor two = PyTorchTensors.wrap(x);
        assertThat(x.storage().use_count()).isEqualTo(before + 2);
        one.close();
        two.close();
        try (Tensor copy = PyTorchTensors.copy(x)) {
            assertThat(copy.elementCount()).isEqualTo(1000);
        }
        try (TensorScope scope = TensorScope.open()) {
            PyTorchTensors.wrap(x);
        }
        assertThat(x.storage().use_count()).isEqualTo(before);
        assertThat(x.sum().item_float()).isEqualTo(1000);
    }

    @Test
    @DisplayName("A1: what PyTorch does to its tensor in place does not pull the memory away")
    void changesInPlace_areSafe() {
        org.bytedeco.pytorch.Tensor x = torch.ones(1000);
        try (Tensor tensor = PyTorchTensors.wrap(x)) {
            assertThatThrownBy(() -> x.resize_(1L << 20)).hasMessageContaining("not resizable");
            x.set_(torch.zeros(5));
            assertThat(tensor.toFloatArray()).containsOnly(1);
        }
    }

    @Test
    @DisplayName("A1: PyTorch's tensor is closed by another thread in the middle of a kernel")
    void pyTorchTensors_closedDuringACall() throws Exception {
        for (int round = 0; round < 100; round++) {
            org.bytedeco.pytorch.Tensor x =
                    torch.full(new long[] {1024, 1024}, new org.bytedeco.pytorch.Scalar((double) round));
            try (Tensor tensor = PyTorchTensors.wrap(x)) {
                Values.assertUnharmed(tensor, round, 1, () -> {
                    x.close();
                    torch.full(new long[] {1024, 1024}, new org.bytedeco.pytorch.Scalar(-1.0))
                            .close();
                });
            }
        }
    }

    @Test
    void toPyTorch_isAnOrdinaryTensor() {
        try (Tensor tensor = Tensor.of(new long[] {1, 2, 3, 4}, 2, 2)) {
            org.bytedeco.pytorch.Tensor x = PyTorchTensors.toPyTorch(tensor);
            tensor.close();
            x.resize_(4, 4);
            assertThat(new LongPointer(x.data_ptr()).get(3)).isEqualTo(4);
            org.bytedeco.pytorch.Tensor scoped;
            try (PointerScope scope = new PointerScope();
                    Tensor other = Tensor.scalar(2)) {
                scoped = PyTorchTensors.toPyTorch(other);
                assertThat(scoped.item_float()).isEqualTo(2);
            }
            assertThat(scoped.isNull()).isTrue();
        }
    }

    @Test
    void forgottenTensors_giveTheMemoryBack() throws InterruptedException {
        org.bytedeco.pytorch.Tensor x = torch.ones(1000);
        long before = x.storage().use_count();
        for (int i = 0; i < 10; i++) {
            PyTorchTensors.wrap(x);
        }
        Values.pressMemoryUntil(() -> x.storage().use_count() == before);
        assertThat(x.storage().use_count()).isEqualTo(before);
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        org.bytedeco.pytorch.Tensor x = torch.randn(4, 8);
        org.bytedeco.pytorch.Tensor y = torch.empty(4, 8);
        try (Tensor in = PyTorchTensors.wrap(x);
                Tensor out = PyTorchTensors.wrap(y)) {
            MyOpsKernels.centre(in, out); // y has the result; nothing is copied
        }
        try (Tensor columns = PyTorchTensors.copy(x.t());
                Tensor centred = MyOpsKernels.centre(columns)) {
            org.bytedeco.pytorch.Tensor z = PyTorchTensors.toPyTorch(centred);
            assertThat(z.mean().item_float()).isCloseTo(0, within(1e-6f));
        }
        assertThat(y.mean().item_float()).isCloseTo(0, within(1e-6f));
    }
}
