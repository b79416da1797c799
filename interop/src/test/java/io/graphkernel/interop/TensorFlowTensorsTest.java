package io.graphkernel.interop;

import static io.graphkernel.interop.Values.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.EnumMap;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tensorflow.EagerSession;
import org.tensorflow.SparseTensor;
import org.tensorflow.TensorFlow;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.types.TBfloat16;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat16;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;
import org.tensorflow.types.TUint16;
import org.tensorflow.types.TUint8;
import org.tensorflow.types.family.TType;

@DisplayName("A1: tensors over TensorFlow's memory")
@Tag("peer")
class TensorFlowTensorsTest {
    private static final Map<DType, Class<? extends TType>> TYPES = new EnumMap<>(Map.of(
            DType.F32, TFloat32.class,
            DType.F64, TFloat64.class,
            DType.F16, TFloat16.class,
            DType.BF16, TBfloat16.class,
            DType.U8, TUint8.class,
            DType.U16, TUint16.class,
            DType.I32, TInt32.class,
            DType.I64, TInt64.class,
            DType.BOOL, TBool.class));

    @BeforeAll
    static void needsTensorFlow() {
        Frameworks.require("TensorFlow", TensorFlow::version);
    }

    private static float[] elements(TFloat32 tensor) {
        float[] values = new float[Math.toIntExact(tensor.size())];
        tensor.copyTo(DataBuffers.of(values, false, false));
        return values;
    }

    private static TFloat32 filled(float value, long... dims) {
        return org.tensorflow.Tensor.of(
                TFloat32.class, Shape.of(dims), tensor -> tensor.scalars().forEach(scalar -> scalar.setFloat(value)));
    }

    private static TFloat32 counted(long... dims) {
        float[] next = {0};
        return org.tensorflow.Tensor.of(
                TFloat32.class,
                Shape.of(dims),
                tensor -> tensor.scalars().forEach(scalar -> scalar.setFloat(next[0]++)));
    }

    @Test
    @DisplayName("A1: results of ops, slices and transposes among them, are shared and right")
    void tensorFlowTensors_ofResultsOfOps_shareMemory() {
        try (EagerSession session = EagerSession.create()) {
            org.tensorflow.op.Ops tf = org.tensorflow.op.Ops.create(session);
            var x = tf.constant(new float[][] {{1, 2, 3}, {4, 5, 6}});
            TFloat32 transposed =
                    tf.linalg.transpose(x, tf.constant(new int[] {1, 0})).asTensor();
            TFloat32 slice = tf.slice(x, tf.constant(new int[] {0, 1}), tf.constant(new int[] {2, 2}))
                    .asTensor();
            TFloat32 row = tf.slice(x, tf.constant(new int[] {1, 0}), tf.constant(new int[] {1, 3}))
                    .asTensor();
            TFloat32 half = tf.split(tf.constant(0), x, 2L).output().get(1).asTensor();
            for (TFloat32 theirs : new TFloat32[] {x.asTensor(), transposed, slice, row, half}) {
                try (Tensor tensor = TensorFlowTensors.wrap(theirs);
                        Tensor copy = TensorFlowTensors.copy(theirs)) {
                    assertThat(tensor.dimensions()).isEqualTo(theirs.shape().asArray());
                    Values.assertComputesOn(tensor, elements(theirs));
                    Values.assertComputesOn(copy, elements(theirs));
                }
            }
        }
    }

    @Test
    @DisplayName("A1: kernels over shared memory compute what TensorFlow computes")
    void kernels_agreeWithTensorFlow() {
        try (EagerSession session = EagerSession.create();
                TFloat32 x = counted(16, 32);
                TFloat32 y = counted(16, 32)) {
            org.tensorflow.op.Ops tf = org.tensorflow.op.Ops.create(session);
            var a = tf.constantOf(x);
            var b = tf.constantOf(y);
            TFloat32 expected = tf.math.add(tf.math.mul(a, b), b).asTensor();
            TFloat32 mean = tf.math
                    .sub(a, tf.math.mean(a, tf.constant(1), org.tensorflow.op.math.Mean.keepDims(true)))
                    .asTensor();
            try (Tensor ours = TensorFlowTensors.wrap(x);
                    Tensor other = TensorFlowTensors.wrap(y);
                    Tensor result = MyOpsKernels.mulAdd(ours, other);
                    Tensor centred = MyOpsKernels.centre(ours);
                    TFloat32 back = TensorFlowTensors.toTensorFlow(result, TFloat32.class);
                    TFloat32 written = TensorFlowTensors.create(
                            TFloat32.class, x.shape(), out -> MyOpsKernels.mulAdd(ours, other, out))) {
                assertThat(elements(back)).containsExactly(elements(expected));
                assertThat(elements(written)).containsExactly(elements(expected));
                assertThat(centred.toFloatArray()).containsExactly(elements(mean));
            }
        }
    }

    @Test
    void everyDtype_goesBothWays() {
        for (DType dtype : DType.values()) {
            try (Tensor tensor = Values.sample(dtype, 2, 3)) {
                if (!TYPES.containsKey(dtype)) {
                    assertRefused(
                            () -> TensorFlowTensors.toTensorFlow(tensor, TUint8.class),
                            "GK-6310",
                            "tensors of " + dtype);
                    continue;
                }
                try (TType theirs = TensorFlowTensors.toTensorFlow(tensor, TYPES.get(dtype));
                        Tensor shared = TensorFlowTensors.wrap(theirs);
                        Tensor copy = TensorFlowTensors.copy(theirs)) {
                    assertThat(theirs.shape()).isEqualTo(Shape.of(2, 3));
                    Values.assertSame(shared, tensor);
                    assertThat(Values.of(copy)).containsExactly(Values.of(tensor));
                    assertThat(theirNumbers(theirs)).as(dtype.toString()).containsExactly(Values.of(tensor));
                }
            }
        }
    }

    private static double[] theirNumbers(TType tensor) {
        try (EagerSession session = EagerSession.create()) {
            org.tensorflow.op.Ops tf = org.tensorflow.op.Ops.create(session);
            TFloat64 doubles =
                    tf.dtypes.cast(tf.constantOf(tensor), TFloat64.class).asTensor();
            double[] values = new double[6];
            doubles.copyTo(DataBuffers.of(values, false, false));
            return values;
        }
    }

    @Test
    void otherTypes_areRejectedByName() {
        try (TString text = TString.scalarOf("a");
                Tensor tensor = Tensor.zeros(2)) {
            assertRefused(() -> TensorFlowTensors.wrap(text), "GK-6310", "DT_STRING");
            assertRefused(() -> TensorFlowTensors.copy(text), "GK-6310", "DT_STRING");
            assertRefused(
                    () -> TensorFlowTensors.toTensorFlow(tensor, TInt32.class), "GK-6313", "TInt32", "TFloat32.class");
            assertRefused(() -> TensorFlowTensors.create(TString.class, Shape.of(2), out -> {}), "GK-6310", "TString");
        }
        assertRefused(() -> TensorFlowTensors.wrap(null), "GK-6001", "TensorFlowTensors.wrap");
        assertRefused(() -> TensorFlowTensors.toTensorFlow(null, TFloat32.class), "GK-6001");
        TFloat32 closed = filled(1, 3);
        closed.close();
        assertRefused(() -> TensorFlowTensors.wrap(closed), "GK-6314", "closed");
        assertRefused(() -> TensorFlowTensors.copy(closed), "GK-6314", "closed");
        try (SparseTensor<TFloat32> sparse = SparseTensor.of(
                TInt64.tensorOf(StdArrays.ndCopyOf(new long[][] {{0, 1}})),
                TFloat32.vectorOf(3),
                TInt64.vectorOf(2, 2))) {
            assertRefused(() -> TensorFlowTensors.wrap(sparse), "GK-6313", "sparse", "sparseToDense");
        }
    }

    @Test
    void tensorFlowTensors_ofAnyRankAndSize_shareMemory() {
        try (TFloat32 scalar = TFloat32.scalarOf(3);
                Tensor tensor = TensorFlowTensors.wrap(scalar)) {
            assertThat(tensor.rank()).isZero();
            assertThat(tensor.get()).isEqualTo(3);
        }
        for (long[] dims : new long[][] {{0}, {0, 3}, {3, 0, 2}}) {
            try (TFloat32 theirs = filled(1, dims);
                    Tensor empty = TensorFlowTensors.wrap(theirs);
                    Tensor doubled = MyOpsKernels.mulAdd(empty, empty);
                    TFloat32 back = TensorFlowTensors.toTensorFlow(doubled, TFloat32.class)) {
                assertThat(empty.dimensions()).isEqualTo(dims);
                assertThat(back.shape().asArray()).isEqualTo(dims);
            }
        }
        try (TFloat32 eight = counted(1, 2, 1, 3, 2, 1, 2, 2);
                Tensor tensor = TensorFlowTensors.wrap(eight)) {
            Values.assertComputesOn(tensor, elements(eight));
        }
        try (TFloat32 nine = filled(1, 1, 1, 1, 1, 1, 1, 1, 1, 2)) {
            assertRefused(() -> TensorFlowTensors.wrap(nine), "GK-6038");
            assertRefused(() -> TensorFlowTensors.wrap(nine), "GK-6038"); // It is still theirs.
        }
    }

    @Test
    @DisplayName("A1: TensorFlow's tensors are inputs, not results")
    void tensorFlowTensor_readOnly_isNotWritten() {
        try (TFloat32 theirs = filled(2, 2, 2);
                Tensor tensor = TensorFlowTensors.wrap(theirs);
                Tensor ones = Tensor.full(1, 2, 2)) {
            assertThatThrownBy(() -> MyOpsKernels.mulAdd(ones, ones, tensor)).isInstanceOf(GraphKernelException.class);
            assertThatThrownBy(() -> tensor.copyFrom(new float[4])).isInstanceOf(GraphKernelException.class);
            assertThatThrownBy(() -> ones.copyTo(tensor)).isInstanceOf(GraphKernelException.class);
            try (Tensor twice = Ops.add(tensor, tensor)) {
                assertThat(twice.toFloatArray()).containsOnly(4);
            }
            assertThat(elements(theirs)).containsOnly(2);
        }
    }

    @Test
    @DisplayName("A1: memory outlives the close of TensorFlow's tensor, its session, its scope and garbage collection")
    void sharedMemory_outlivesTheirs() throws InterruptedException {
        TFloat32 x = filled(2, 300, 300);
        Tensor closed = TensorFlowTensors.wrap(x);
        x.close();
        Tensor scoped;
        Tensor eager;
        try (PointerScope scope = new PointerScope()) {
            scoped = TensorFlowTensors.wrap(filled(3, 300, 300));
        }
        try (EagerSession session = EagerSession.create()) {
            org.tensorflow.op.Ops tf = org.tensorflow.op.Ops.create(session);
            eager = TensorFlowTensors.wrap(
                    tf.fill(tf.constant(new int[] {300, 300}), tf.constant(5f)).asTensor());
        }
        Tensor collected = TensorFlowTensors.wrap(filled(4, 300, 300));
        Values.pressMemory();
        for (int i = 0; i < 50; i++) {
            org.tensorflow.Tensor.of(TFloat32.class, Shape.of(300, 300)).close();
        }
        try (closed;
                scoped;
                eager;
                collected) {
            assertThat(closed.toFloatArray()).containsOnly(2);
            assertThat(scoped.toFloatArray()).containsOnly(3);
            assertThat(collected.toFloatArray()).containsOnly(4);
            assertThat(eager.toFloatArray()).containsOnly(5);
            try (Tensor sum = MyOpsKernels.mulAdd(scoped, closed)) {
                assertThat(sum.toFloatArray()).containsOnly(8);
            }
        }
    }

    @Test
    void closing_returnsTheMemoryBack() {
        long before = org.bytedeco.javacpp.Pointer.totalCount();
        try (TensorScope scope = TensorScope.open()) {
            for (int i = 0; i < 1000; i++) {
                try (TFloat32 x = org.tensorflow.Tensor.of(TFloat32.class, Shape.of(1 << 20))) {
                    TensorFlowTensors.wrap(x).close();
                    TensorFlowTensors.wrap(x).close();
                }
            }
        }
        assertThat(org.bytedeco.javacpp.Pointer.totalCount() - before).isLessThan(100);
    }

    @Test
    @DisplayName("A1: TensorFlow's tensor is closed by another thread in the middle of a kernel")
    void tensorFlowTensors_closedDuringACall() throws Exception {
        for (int round = 0; round < 20; round++) {
            TFloat32 x = filled(round, 512, 512);
            try (Tensor tensor = TensorFlowTensors.wrap(x)) {
                Values.assertUnharmed(tensor, round, 10, () -> {
                    x.close();
                    for (int i = 0; i < 4; i++) {
                        org.tensorflow.Tensor.of(TFloat32.class, Shape.of(512, 512), t -> t.setFloat(-1, 0, 0))
                                .close();
                    }
                });
            }
        }
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        try (TFloat32 x = TFloat32.tensorOf(StdArrays.ndCopyOf(new float[][] {{1, 2, 6}, {4, 5, 9}}));
                Tensor in = TensorFlowTensors.wrap(x);
                TFloat32 y = TensorFlowTensors.create(
                        TFloat32.class, x.shape(), out -> MyOpsKernels.centre(in, out)); // nothing is copied
                Tensor squares = Ops.square(in);
                TFloat32 z = TensorFlowTensors.toTensorFlow(squares, TFloat32.class)) {
            assertThat(elements(y)).containsExactly(-2, -1, 3, -2, -1, 3);
            assertThat(elements(z)).containsExactly(1, 4, 36, 16, 25, 81);
        }
    }
}
