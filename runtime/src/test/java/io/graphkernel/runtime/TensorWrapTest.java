package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.BoolPointer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.CharPointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.ShortPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorWrapTest {
    private static FloatBuffer direct(int elements) {
        return ByteBuffer.allocateDirect(elements * 4)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    @Test
    void tensorWrap_sharesTheMemoryOfABuffer() {
        FloatBuffer buffer = direct(8);
        buffer.put(3, 7).position(2);
        try (Tensor tensor = Tensor.wrap(buffer, 2, 3)) {
            assertThat(tensor.get(0, 1)).isEqualTo(7);
            tensor.copyFrom(new float[] {1, 2, 3, 4, 5, 6});
            assertThat(((FloatPointer) tensor.pointer()).get(5)).isEqualTo(6);
        }
        assertThat(buffer.get(2)).isEqualTo(1);
        assertThat(buffer.get(7)).isEqualTo(6);
    }

    @Test
    void tensorWrap_rejectsBuffersThatNativeCodeCannotUse() {
        FloatBuffer wrongOrder = ByteBuffer.allocateDirect(16)
                .order(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .asFloatBuffer();
        assertThatThrownBy(() -> Tensor.wrap(FloatBuffer.allocate(4), 4))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("it is on the heap");
        assertThatThrownBy(() -> Tensor.wrap(wrongOrder, 4)).hasMessageContaining("has the byte order");
        assertThatThrownBy(() -> Tensor.wrap(direct(4), 5)).hasMessageContaining("has 4 elements left");
    }

    @Test
    void tensorWrap_sharesTheMemoryOfAPointer() {
        try (LongPointer pointer = new LongPointer(4)) {
            pointer.put(2, 42).put(3, Long.MAX_VALUE - 1);
            try (Tensor tensor = Tensor.wrap(pointer, DType.I64, 4);
                    Tensor tail = Tensor.wrap(new LongPointer(pointer).position(2), DType.I64, 2)) {
                assertThat(tensor.get(2)).isEqualTo(42);
                assertThat(tail.get(0)).isEqualTo(42);
                assertThat(((LongPointer) tail.pointer()).get(0)).isEqualTo(42);
                assertThat(tail).hasToString("Tensor i64[2] [42, 9223372036854775806]");
            }
            assertThat(pointer.isNull()).isFalse();
        }
    }

    @Test
    void tensorWrap_rejectsPointersThatAreTooSmallOrMisaligned() {
        try (BytePointer pointer = new BytePointer(64)) {
            assertThatThrownBy(() -> Tensor.wrap(pointer, DType.F32, 17)).hasMessageContaining("has 64 bytes");
            assertThatThrownBy(() -> Tensor.wrap(new BytePointer(pointer).position(1), DType.F32, 2))
                    .hasMessageContaining("is not aligned");
            assertThatThrownBy(() -> Tensor.wrap(new FloatPointer(), DType.F32, 1))
                    .hasMessageContaining("is null");
        }
    }

    @Test
    @DisplayName("A1: a pointer of another class is rejected, whatever its memory")
    void tensorWrap_rejectsPointersOfOtherClasses() {
        Map<DType, Pointer> right = Map.ofEntries(
                Map.entry(DType.F32, new FloatPointer(4)),
                Map.entry(DType.F64, new DoublePointer(4)),
                Map.entry(DType.F16, new ShortPointer(4)),
                Map.entry(DType.BF16, new ShortPointer(4)),
                Map.entry(DType.I8, new BytePointer(4)),
                Map.entry(DType.U8, new BytePointer(4)),
                Map.entry(DType.F8E4M3, new BytePointer(4)),
                Map.entry(DType.F8E5M2, new BytePointer(4)),
                Map.entry(DType.I16, new ShortPointer(4)),
                Map.entry(DType.U16, new ShortPointer(4)),
                Map.entry(DType.I32, new IntPointer(4)),
                Map.entry(DType.U32, new IntPointer(4)),
                Map.entry(DType.I64, new LongPointer(4)),
                Map.entry(DType.U64, new LongPointer(4)),
                Map.entry(DType.BOOL, new BoolPointer(4)));
        List<Pointer> pointers = new ArrayList<>(right.values());
        pointers.add(new CharPointer(4));
        pointers.add(new PointerPointer<>(4));
        pointers.add(new SizeTPointer(4));
        for (DType dtype : DType.values()) {
            for (Pointer pointer : pointers) {
                Class<?> type = pointer.getClass();
                if (type == right.get(dtype).getClass() || type == BytePointer.class) {
                    assertThat(Tensor.wrap(pointer, dtype, 4 / dtype.bytes()).dtype())
                            .isEqualTo(dtype);
                } else {
                    assertThatThrownBy(() -> Tensor.wrap(pointer, dtype, 1))
                            .as(dtype + " over " + type)
                            .isInstanceOf(InvalidArgumentException.class)
                            .hasMessageContaining("[GK-6071]")
                            .hasMessageContaining(type.getSimpleName());
                }
            }
        }
    }

    @Test
    @DisplayName("A1: positions, limits and capacities that no memory has are rejected")
    void tensorWrap_rejectsExtentsThatCannotBe() {
        FloatPointer own = new FloatPointer(16);
        List<Pointer> wrong = List.of(
                new BytePointer(64).limit(1 << 20),
                new FloatPointer(own).position(-1),
                new FloatPointer(own).position(Long.MIN_VALUE),
                new FloatPointer(own).position(17),
                new FloatPointer(own).position(9).limit(8),
                new FloatPointer(own).limit(-1),
                new FloatPointer(own).capacity(0),
                new FloatPointer(own).capacity(-5),
                new FloatPointer(own).capacity(Long.MAX_VALUE / 2).limit(Long.MAX_VALUE / 2));
        for (Pointer pointer : wrong) {
            assertThatThrownBy(() -> Tensor.wrap(pointer, DType.F32, 1))
                    .as(pointer.toString())
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6071]");
        }
        assertThatThrownBy(() -> Tensor.wrap(own, DType.F32, 300, 256))
                .hasMessageContaining("has 64 bytes where 307200 are needed");
        assertThatThrownBy(() -> Tensor.wrap(own, DType.F32, 1L << 62, 2)).isInstanceOf(ShapeMismatchException.class);
        own.close();
        assertThat(own.isNull()).as("nothing that was rejected retains it").isTrue();
    }

    @Test
    @DisplayName("A1: a pointer that owns nothing is rejected, or named together with its owner")
    void tensorWrap_rejectsPointersThatOwnNothing() {
        Pointer bare = Pointer.malloc(64).capacity(64);
        assertThatThrownBy(() -> Tensor.wrap(bare, DType.F32, 4))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6076]")
                .hasMessageContaining("Tensor.wrap(pointer, owner, dtype, dims)");
        FloatPointer freed = new FloatPointer(4);
        FloatPointer copy = new FloatPointer(freed);
        freed.deallocate();
        assertThatThrownBy(() -> Tensor.wrap(copy, DType.F32, 4)).hasMessageContaining("[GK-6076]");
        assertThatThrownBy(() -> Tensor.wrap(new FloatPointer(direct(4)), DType.F32, 4))
                .hasMessageContaining("[GK-6076]")
                .hasMessageContaining("wrap the buffer itself");
        try (Tensor tensor = Tensor.wrap(bare, new Object(), DType.F32, 4)) {
            tensor.copyFrom(new float[] {1, 2, 3, 4});
        }
        assertThat(new FloatPointer(bare).get(3)).isEqualTo(4);
        Pointer.free(bare);
    }

    @Test
    @DisplayName("A1: an owner that is a pointer is retained")
    void tensorWrap_retainsItsOwner() {
        FloatPointer owner = new FloatPointer(8);
        Pointer inside = new BytePointer(owner).position(16).limit(32).capacity(32);
        Tensor tensor = Tensor.wrap(inside, owner, DType.F32, 4);
        Tensor again = Tensor.wrap(owner, DType.F32, 8);
        owner.close();
        tensor.copyFrom(new float[] {5, 6, 7, 8});
        assertThat(again.get(4)).isEqualTo(5);
        tensor.close();
        assertThat(again.get(7)).isEqualTo(8);
        again.close();
        assertThat(owner.isNull()).isTrue();
        assertThatThrownBy(() -> Tensor.wrap(inside, owner, DType.F32, 4)).hasMessageContaining("[GK-6076]");
    }

    @Test
    @DisplayName("A1: a PointerScope leaves wrapped memory alone")
    void pointerScope_leavesTheMemory() {
        Tensor tensor;
        FloatPointer pointer;
        try (PointerScope scope = new PointerScope()) {
            pointer = new FloatPointer(1 << 20);
            tensor = Tensor.wrap(pointer, DType.F32, 1 << 20);
            assertThat(scope).isNotNull();
        }
        tensor.copyFrom(new float[1 << 20]);
        assertThat(Ops.reduceSum(tensor).get()).isZero();
        tensor.close();
        assertThat(pointer.isNull()).isTrue();
    }

    @Test
    @DisplayName("A1: a file that is mapped read-only is an input")
    void mappedFile_isAnInput(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("weights"), new byte[] {0, 0, -128, 63, 0, 0, 0, 64});
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 8).order(ByteOrder.LITTLE_ENDIAN);
            Tensor weights = Tensor.wrap(mapped, DType.F32, 2);
            assertThat(weights.isReadOnly()).isTrue();
            assertThat(Ops.mul(weights, 2).toFloatArray()).containsExactly(2, 4);
            assertThatThrownBy(() -> weights.copyFrom(new float[2]))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6072] tensor is read-only: copyFrom: tensor f32[2]");
            try (Tensor copy = weights.to(Device.cpu())) {
                copy.copyFrom(new float[2]);
            }
        }
    }

    @Test
    void tensorWrap_keepsThePointerOpen() {
        FloatPointer pointer = new FloatPointer(4);
        try (Tensor tensor = Tensor.wrap(pointer, DType.F32, 4)) {
            pointer.close();
            tensor.copyFrom(new float[] {1, 2, 3, 4});
            assertThat(tensor.get(3)).isEqualTo(4);
        }
        assertThat(pointer.isNull()).isTrue();
    }

    @Test
    void tensorWrap_detectsThatThePointerWasDeallocated() {
        FloatPointer pointer = new FloatPointer(4);
        Tensor tensor = Tensor.wrap(new FloatPointer(pointer), DType.F32, 4);
        pointer.deallocate();
        assertThatThrownBy(tensor::address)
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("[GK-6004] wrapped pointer is closed: tensor f32[4]");
    }

    @Test
    @DisplayName("A1: threads that wrap one fresh pointer at a time leave one reference, its owner's")
    void threadsThatWrapOnePointer_leakNoReference() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            CyclicBarrier together = new CyclicBarrier(2);
            for (int round = 0; round < 5000; round++) {
                FloatPointer pointer = new FloatPointer(4);
                Callable<Void> wrap = () -> {
                    together.await();
                    Tensor.wrap(pointer, DType.F32, 4).close();
                    return null;
                };
                for (Future<Void> done : threads.invokeAll(List.of(wrap, wrap))) {
                    done.get();
                }
                assertThat(pointer.referenceCount()).as("in round %s", round).isEqualTo(1);
                pointer.close();
                assertThat(pointer.isNull()).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }
}
