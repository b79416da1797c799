package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/** A computation in f32 for f16 or bf16 operands, which are converted before and after it. */
final class MixedPrecisionKernel implements LibraryKernel {
    private static final long CHUNK = CpuModel.Threads.DEFAULT.conversionElements();

    private final LibraryKernel inner;
    private final DType dtype;
    private final long[] counts;
    private final long contiguous;
    private final long stride;
    private final long operandChunks;
    private final long resultChunks;
    private final long bytes;
    private final RangeFunction widen = this::widen;
    private final RangeFunction narrow = this::narrow;

    /**
     * Creates the kernel.
     *
     * @param inner computation in f32
     * @param dtype dtype of the operands, f16 or bf16
     * @param counts number of elements of each operand, then of the result
     * @param contiguous number of contiguous elements per run of the result
     * @param stride distance between the starts of consecutive runs, in elements
     */
    MixedPrecisionKernel(LibraryKernel inner, DType dtype, List<Long> counts, long contiguous, long stride) {
        this.inner = inner;
        this.dtype = dtype;
        this.contiguous = contiguous;
        this.stride = stride;
        this.counts = counts.stream().mapToLong(Long::longValue).toArray();
        long chunks = 0;
        long size = LaunchFrame.aligned((long) this.counts.length * Long.BYTES);
        for (long count : this.counts) {
            chunks += LaunchFrame.ceilDiv(count, CHUNK);
            size += LaunchFrame.aligned(count * Float.BYTES);
        }
        resultChunks = LaunchFrame.ceilDiv(this.counts[this.counts.length - 1], CHUNK);
        operandChunks = chunks - resultChunks;
        bytes = size;
    }

    /**
     * Returns the number of elements of each operand, then of the result.
     *
     * @param inputs number of elements of each operand of the computation itself
     * @param channels number of elements of an operand of the epilogue per channel
     * @param elements number of elements of the result
     */
    static List<Long> counts(List<Long> inputs, List<PostOp> epilogue, long channels, long elements) {
        List<Long> counts = new ArrayList<>(inputs);
        for (PostOp operation : epilogue) {
            if (operation.hasOperand()) {
                counts.add(operation.isPerChannel() ? channels : elements);
            }
        }
        counts.add(elements);
        return counts;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        try {
            long slots = block.address();
            long next = slots + LaunchFrame.aligned((long) counts.length * Long.BYTES);
            for (int i = 0; i < counts.length; i++) {
                Memory.putLong(slots + i * 8L, next);
                next += LaunchFrame.aligned(counts[i] * Float.BYTES);
            }
            frame.run(widen, slots, arguments, operandChunks, 0);
            inner.launch(frame, slots);
            frame.run(narrow, slots, arguments, resultChunks, 0);
        } finally {
            MemoryPool.shared().release(block);
        }
    }

    private void widen(long slots, long arguments, long begin, long end, long scratch) {
        int operand = 0;
        long first = 0;
        for (long chunk = begin; chunk < end; chunk++) {
            while (chunk - first >= LaunchFrame.ceilDiv(counts[operand], CHUNK)) {
                first += LaunchFrame.ceilDiv(counts[operand], CHUNK);
                operand++;
            }
            long element = (chunk - first) * CHUNK;
            long last = Math.min(element + CHUNK, counts[operand]);
            long source = Memory.getLong(arguments + operand * 8L);
            long target = Memory.getLong(slots + operand * 8L);
            for (long i = element; i < last; i++) {
                short bits = Memory.getShort(source + i * Short.BYTES);
                Memory.putFloat(
                        target + i * Float.BYTES, dtype == DType.F16 ? Half.fromF16(bits) : Half.fromBf16(bits));
            }
        }
    }

    private void narrow(long slots, long arguments, long begin, long end, long scratch) {
        int result = counts.length - 1;
        long source = Memory.getLong(slots + result * 8L);
        long target = Memory.getLong(arguments + result * 8L);
        long last = Math.min(end * CHUNK, counts[result]);
        for (long first = begin * CHUNK; first < last; ) {
            long next = Math.min(last, (first / contiguous + 1) * contiguous);
            long shift = first / contiguous * (stride - contiguous);
            for (long i = first; i < next; i++) {
                float value = Memory.getFloat(source + i * Float.BYTES);
                short bits = dtype == DType.F16 ? Half.toF16(value) : Half.toBf16(value);
                Memory.putShort(target + (i + shift) * Short.BYTES, bits);
            }
            first = next;
        }
    }
}
