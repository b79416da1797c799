package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.cpu.NativeMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
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

    /** The properties of a matmul that determine the order. */
    private record Layout(long k, boolean transposedA, boolean transposedB) {}

    /**
     * Returns the number of terms per block with which the built-in kernel computes few rows with oneDNN's bits.
     *
     * @return empty for many rows, for post-ops that both compute differently, and if the orders differ
     */
    static OptionalLong ofFewRows(MatMulShape shape, DType dtype, List<PostOp> epilogue) {
        boolean applies = dtype == DType.F32
                && shape.m() <= MODEL.maxBuiltInRows()
                && shape.n() > 1
                && epilogue.stream().allMatch(operation -> operation.hasOperand() || operation == PostOp.RELU);
        return applies
                ? KNOWN.computeIfAbsent(
                        new Layout(shape.k(), shape.aRow() == 1, shape.bColumn() != 1), OneDnnSumOrder::compare)
                : OptionalLong.empty();
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
        long floats = m * k + k * n + 2 * m * n;
        HostBlock block = MemoryPool.shared().acquire(4L * Long.BYTES + floats * Float.BYTES);
        try {
            long slots = block.address();
            long a = slots + 4L * Long.BYTES;
            long b = a + m * k * Float.BYTES;
            long expected = b + k * n * Float.BYTES;
            long actual = expected + m * n * Float.BYTES;
            SplittableRandom random = new SplittableRandom(k);
            for (long element = a; element < expected; element += Float.BYTES) {
                Memory.putFloat(element, (float) random.nextDouble(-1, 1));
            }
            Memory.putLong(slots, a);
            Memory.putLong(slots + Long.BYTES, b);
            Memory.putLong(slots + 2L * Long.BYTES, expected);
            if (!OneDnnMatMul.run(shape, slots)) {
                return OptionalLong.empty();
            }
            Memory.putLong(slots + 2L * Long.BYTES, actual);
            for (long terms = MODEL.minSumTerms(); terms <= MODEL.maxSumTerms(); terms *= 2) {
                NativeMatMul.run(shape, slots, terms);
                if (equal(expected, actual, m * n)) {
                    return OptionalLong.of(terms);
                }
            }
            return OptionalLong.empty();
        } finally {
            MemoryPool.shared().release(block);
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
