package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Partition of a convolution into chunks for threads.
 *
 * @param itemsPerChunk number of batch items; the last chunks may have fewer, also of slices
 * @param slicesPerChunk number of output channels, or of groups if there are several
 */
record ConvolutionTiling(long itemsPerChunk, long slicesPerChunk) {
    private static final CpuModel.MatMul MODEL = CpuModel.MatMul.DEFAULT;

    /** Part of the names of implementations that call a matmul over all output channels, such as {@code x64:gemm:jit}. */
    private static final String GEMM = "gemm:";

    /**
     * Returns the partition for a number of threads that has the bits of the partition for one.
     *
     * <p>oneDNN sums the last channels of a matmul in another order than the others. It is therefore split into the same
     * channels for every number of threads. The chunks of the others have the implementation of the whole convolution.
     *
     * @param implementations names of oneDNN's implementations of the chunks of a partition
     */
    static ConvolutionTiling of(
            ConvolutionShape shape, int threads, Function<ConvolutionTiling, Set<String>> implementations) {
        ConvolutionTiling whole = whole(shape);
        Set<String> ofWhole = implementations.apply(whole);
        boolean blocked = isDense(shape) && ofWhole.stream().anyMatch(implementation -> implementation.contains(GEMM));
        ConvolutionTiling oneThread = blocked
                ? new ConvolutionTiling(whole.itemsPerChunk, Math.min(whole.slicesPerChunk, MODEL.gemmChannels()))
                : whole;
        Set<String> expected = blocked ? implementations.apply(oneThread) : ofWhole;
        return LongStream.iterate(requestedChunks(shape, threads), chunks -> chunks > 1, chunks -> chunks / 2)
                .mapToObj(chunks -> inChunks(shape, chunks, blocked ? oneThread.slicesPerChunk : 0))
                .filter(tiling ->
                        expected.size() == 1 && implementations.apply(tiling).equals(expected))
                .findFirst()
                .orElse(oneThread);
    }

    private static long requestedChunks(ConvolutionShape shape, int threads) {
        double multiplications =
                (double) shape.elementCount() * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth();
        return (long) Math.max(1, Math.min(threads, multiplications / MODEL.minMultiplicationsPerThread()));
    }

    /**
     * Splits the batch, then the slices.
     *
     * @param block number of slices per chunk for every number of chunks, or 0
     */
    private static ConvolutionTiling inChunks(ConvolutionShape shape, long requestedChunks, long block) {
        long items = LaunchFrame.ceilDiv(shape.batch(), Math.min(shape.batch(), requestedChunks));
        if (block > 0) {
            return new ConvolutionTiling(items, block);
        }
        long unit = isDense(shape) ? MODEL.channelUnit() : 1;
        long units = LaunchFrame.ceilDiv(slices(shape), unit);
        long batchChunks = LaunchFrame.ceilDiv(shape.batch(), items);
        long chunks = Math.min(units, LaunchFrame.ceilDiv(requestedChunks, batchChunks));
        return new ConvolutionTiling(items, Math.min(slices(shape), LaunchFrame.ceilDiv(units, chunks) * unit));
    }

    /** Returns the partition of one chunk. */
    static ConvolutionTiling whole(ConvolutionShape shape) {
        return new ConvolutionTiling(shape.batch(), slices(shape));
    }

    /** Returns the size of the last chunk along an axis, and that of the others if there are any. */
    static LongStream sizes(long extent, long regular) {
        return LongStream.of(extent - (LaunchFrame.ceilDiv(extent, regular) - 1) * regular, regular)
                .distinct();
    }

    private static boolean isDense(ConvolutionShape shape) {
        return shape.parameters().groups() == 1;
    }

    /** Returns the number of output channels, or of groups if there are several. */
    static long slices(ConvolutionShape shape) {
        return isDense(shape) ? shape.outputChannels() : shape.parameters().groups();
    }
}
