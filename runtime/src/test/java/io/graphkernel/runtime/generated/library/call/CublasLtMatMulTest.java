package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.cublas.CublasLt;
import io.graphkernel.runtime.generated.library.cublas.CublasLtMatMul;
import io.graphkernel.runtime.generated.library.device.DeviceLibraryKernel;
import io.graphkernel.runtime.generated.library.device.DeviceMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products by cuBLASLt, or where the machine has none by its emulation, compared with those of plain Java. */
class CublasLtMatMulTest {
    private final Random random = new Random(5);
    private Device device;

    @BeforeEach
    void findDevice() {
        try {
            device = Device.cuda(0);
        } catch (DeviceUnavailableException e) {
            Assumptions.abort(e.getMessage());
        }
        Assumptions.assumeTrue(CublasLt.of(used()).isPresent(), "cuBLASLt is not installed");
    }

    private DeviceInUse used() {
        return LaunchFrame.current(device).deviceInUse();
    }

    private static MatMulShape shape(long[] a, boolean transposeA, long[] b, boolean transposeB) {
        return MatMulShape.of("k", "a", a, transposeA, "b", b, transposeB);
    }

    private LibraryKernel kernel(DType dtype, MatMulShape shape, PostOp... epilogue) {
        return MatMulCall.deviceKernel("k", shape, dtype, List.of(epilogue), used());
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    void cublasLtMatMul_acceptsProductsOfFloats(DType dtype) {
        MatMulShape plain = shape(new long[] {5, 6}, false, new long[] {6, 7}, false);
        MatMulShape batch = shape(new long[] {3, 5, 6}, false, new long[] {3, 6, 7}, false);
        MatMulShape shared = shape(new long[] {5, 6}, false, new long[] {3, 6, 7}, false);
        assertThat(kernel(dtype, plain)).isInstanceOf(CublasLtMatMul.class);
        assertThat(kernel(dtype, batch, PostOp.BIAS, PostOp.RELU)).isInstanceOf(CublasLtMatMul.class);
        assertThat(kernel(dtype, shared, PostOp.SILU)).isInstanceOf(CublasLtMatMul.class);
    }

    @Test
    void cublasLtMatMul_leavesWhatItDoesNotHaveToOurKernel() {
        MatMulShape loops = shape(new long[] {3, 1, 5, 6}, false, new long[] {1, 2, 6, 7}, false);
        MatMulShape withoutSums = shape(new long[] {5, 0}, false, new long[] {0, 7}, false);
        assertThat(kernel(DType.F32, loops)).isInstanceOf(DeviceLibraryKernel.class);
        assertThat(kernel(DType.F32, withoutSums)).isInstanceOf(DeviceLibraryKernel.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    void cublasLtMatMul_computesEveryEpilogue(DType dtype) {
        for (PostOp operation : PostOp.values()) {
            check(dtype, new long[] {2, 9, 12}, new long[] {12, 7}, operation);
            if (operation == PostOp.ACCUMULATE) {
                continue; // Always the only one.
            }
            check(dtype, new long[] {2, 9, 12}, new long[] {2, 12, 7}, PostOp.BIAS, operation);
            PostOp[] several = operation == PostOp.RELU
                    ? new PostOp[] {PostOp.ADD, PostOp.BIAS, PostOp.MUL, operation}
                    : new PostOp[] {PostOp.ADD, PostOp.BIAS, operation, PostOp.MUL};
            check(dtype, new long[] {9, 12}, new long[] {12, 7}, several);
        }
    }

    private void check(DType dtype, long[] aDims, long[] bDims, PostOp... epilogue) {
        for (int transposes = 0; transposes < 4; transposes++) {
            boolean transposeA = (transposes & 1) != 0;
            boolean transposeB = (transposes & 2) != 0;
            Tensor a = RawTensor.random(random, dtype, transposeA ? swapped(aDims) : aDims);
            Tensor b = RawTensor.random(random, dtype, transposeB ? swapped(bDims) : bDims);
            long[] dims = aDims.clone();
            dims[dims.length - 1] = bDims[bDims.length - 1];
            MatMulCall call = new MatMulCall(
                    "k", "a", "b", dtype, dtype, aDims.length, bDims.length, transposeA, transposeB, epilogue);
            List<Tensor> tail = CallRunner.tail(random, dtype, List.of(epilogue), dims[dims.length - 1], dims);
            Tensor expected = CallRunner.run(call, CallPlace.JVM, a, b, tail, dims);
            Tensor actual = CallRunner.run(call, new CallPlace(device, false), a, b, tail, dims);
            // A sum that is stored before the rest of the post-ops has one rounding more.
            double scale = dtype == DType.BF16 || dtype == DType.F16 ? 32 : 8;
            CallRunner.assertClose(call, "cuBLASLt", RawTensor.values(actual), RawTensor.values(expected), scale);
        }
    }

    private static long[] swapped(long[] dims) {
        long[] result = dims.clone();
        result[dims.length - 1] = dims[dims.length - 2];
        result[dims.length - 2] = dims[dims.length - 1];
        return result;
    }

    /** 64 rows are one small tile, 300 several large ones. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    void ourKernel_computesTheSame(DType dtype) {
        for (long rows : new long[] {64, 300}) {
            Tensor a = RawTensor.random(random, dtype, rows, 20);
            Tensor b = RawTensor.random(random, dtype, 20, rows + 1);
            MatMulCall call = new MatMulCall("k", "a", "b", dtype, dtype, 2, 2, false, false);
            Tensor expected = CallRunner.run(call, CallPlace.JVM, a, b, List.of(), rows, rows + 1);
            MatMulShape shape = shape(a.dimensions(), false, b.dimensions(), false);
            LibraryKernel own = DeviceMatMul.builtIn(shape, dtype, List.of(), used());
            Tensor result = Tensor.empty(device, dtype, rows, rows + 1);
            Tensor left = a.to(device);
            Tensor right = b.to(device);
            LaunchFrame frame = LaunchFrame.current(device);
            frame.input(0, left);
            frame.input(1, right);
            frame.output(2, result);
            own.launch(frame, frame.arguments());
            CallRunner.assertClose(call, "our kernel", RawTensor.values(result), RawTensor.values(expected), 2);
        }
    }

    @Test
    void cublasLtMatMul_acceptsAddressesOfAnyAlignment() {
        MatMulShape shape = shape(new long[] {5, 6}, false, new long[] {6, 7}, false);
        LibraryKernel work = kernel(DType.F32, shape, PostOp.BIAS);
        Tensor whole = RawTensor.random(random, DType.F32, 5 * 6 + 6 * 7 + 7).to(device);
        Tensor result = Tensor.empty(device, DType.F32, 5, 7);
        LaunchFrame frame = LaunchFrame.current(device);
        frame.input(0, whole);
        long address = frame.slot(0);
        frame.pointer(1, address + 5 * 6 * Float.BYTES);
        frame.pointer(2, address + (5 * 6 + 6 * 7) * Float.BYTES);
        frame.output(3, result);
        work.launch(frame, frame.arguments());

        double[] values = RawTensor.values(whole.to(Device.cpu()));
        double[] actual = RawTensor.values(result.to(Device.cpu()));
        for (int i = 0; i < actual.length; i++) {
            double expected = values[30 + 42 + i % 7];
            for (int k = 0; k < 6; k++) {
                expected += values[i / 7 * 6 + k] * values[30 + k * 7 + i % 7];
            }
            assertThat(actual[i]).isEqualTo(expected);
        }
    }
}
