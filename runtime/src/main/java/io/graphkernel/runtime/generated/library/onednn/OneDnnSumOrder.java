package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.cpu.NativeMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order in which oneDNN sums the terms of f32 products on this machine. If it is that of the built-in kernel with some
 * number of terms per block, the built-in kernel computes few rows with the bits of many; see docs/bench/contractions.md.
 */
final class OneDnnSumOrder {
    private static final CpuModel.MatMul MODEL = CpuModel.MatMul.DEFAULT;

    private static final Map<Layout, OptionalLong> KNOWN = new ConcurrentHashMap<>();

    private OneDnnSumOrder() {}

    /**
     * The properties of a matmul that determine the bits.
     *
     * @param epilogue post-ops without ReLU, which neither oneDNN nor its sums see
     */
    private record Layout(long k, boolean transposedA, boolean transposedB, List<PostOp> epilogue) {}

    /**
     * Returns the number of terms per block with which the built-in kernel computes few rows with oneDNN's bits.
     *
     * @return empty for many rows, for post-ops that {@link ActivatedRowsKernel} does not compute, and if the bits differ
     */
    static OptionalLong ofFewRows(MatMulShape shape, DType dtype, List<PostOp> epilogue) {
        boolean applies = dtype == DType.F32
                && shape.m() <= MODEL.maxBuiltInRows()
                && shape.n() > 1
                && ActivatedRowsKernel.computes(epilogue, shape.elementCount() / shape.n());
        if (!applies) {
            return OptionalLong.empty();
        }
        List<PostOp> compared = PostOp.outOfPlace(epilogue).stream()
                .filter(operation -> operation != PostOp.RELU)
                .toList();
        return KNOWN.computeIfAbsent(
                new Layout(shape.k(), shape.aRow() == 1, shape.bColumn() != 1, compared), OneDnnSumOrder::compare);
    }

    /** Compares both kernels on random elements. */
    private static OptionalLong compare(Layout layout) {
        long m = MODEL.comparedRows();
        long n = MODEL.comparedColumns();
        long k = layout.k();
        MatMulShape shape = new MatMulShape(
                List.of(m, n),
                m,
                n,
                k,
                layout.transposedA() ? 1 : k,
                layout.transposedA() ? m : 1,
                layout.transposedB() ? 1 : n,
                layout.transposedB() ? k : 1,
                List.of());
        List<Long> counts = new ArrayList<>(List.of(m * k, k * n));
        layout.epilogue().stream()
                .filter(PostOp::hasOperand)
                .forEach(operation -> counts.add(operation.isPerChannel() ? n : m * n));
        long slotBytes = (counts.size() + 1L) * Long.BYTES;
        long inputs = counts.stream().mapToLong(Long::longValue).sum();
        HostBlock memory = MemoryPool.shared().acquire(slotBytes + (inputs + 2 * m * n) * Float.BYTES);
        try {
            long slots = memory.address();
            long next = slots + slotBytes;
            SplittableRandom random = new SplittableRandom(k);
            for (int i = 0; i < counts.size(); i++) {
                Memory.putLong(slots + (long) i * Long.BYTES, next);
                for (long end = next + counts.get(i) * Float.BYTES; next < end; next += Float.BYTES) {
                    Memory.putFloat(next, (float) random.nextDouble(-1, 1));
                }
            }
            long expected = next;
            long actual = expected + m * n * Float.BYTES;
            long result = slots + (long) counts.size() * Long.BYTES;
            Memory.putLong(result, expected);
            if (!OneDnnMatMul.run(shape, layout.epilogue(), slots)) {
                return OptionalLong.empty();
            }
            Memory.putLong(result, actual);
            for (long terms = MODEL.minSumTerms(); terms <= MODEL.maxSumTerms(); terms *= 2) {
                long block = terms;
                ActivatedRowsKernel.kernel(
                                shape,
                                layout.epilogue(),
                                earlier -> NativeMatMul.onCallingThread(shape, earlier, block))
                        .launch(LaunchFrame.current(Device.cpu()), slots);
                if (equal(expected, actual, m * n)) {
                    return OptionalLong.of(terms);
                }
            }
            return OptionalLong.empty();
        } catch (NotImplementedByOneDnnException e) {
            return OptionalLong.empty();
        } finally {
            MemoryPool.shared().release(memory);
        }
    }

    private static boolean equal(long one, long other, long count) {
        for (long i = 0; i < count * Float.BYTES; i += Float.BYTES) {
            if (Memory.getInt(one + i) != Memory.getInt(other + i)) {
                return false;
            }
        }
        return true;
    }
}
