package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.jvm.JavaConvolution;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.dnnl.convolution_forward;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.javacpp.PointerScope;

/**
 * Convolution by oneDNN, split into chunks of batch items or of output channels, each computed by one thread.
 *
 * <p>Each chunk reorders its operands to the layout that oneDNN prefers, and its result back, unless it is a matmul.
 */
public final class OneDnnConvolution implements RangeFunction {
    private final ConvolutionShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final boolean relu;
    private final ConvolutionTiling tiling;
    private final long batchChunks;

    /** Output channels, or groups if there are several. */
    private final long slices;

    private final long sliceChunks;
    private final OneDnnProgramPool[] pools = new OneDnnProgramPool[4];

    /**
     * Programs that read constant weights in the preferred layout, and those layouts, by chunk size; null for sizes
     * that do not occur.
     */
    private final OneDnnProgramPool[] packedPools = new OneDnnProgramPool[4];

    private final PackedWeights.ChunkLayout[] packedChunks = new PackedWeights.ChunkLayout[4];

    private OneDnnConvolution(
            ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue, ConvolutionTiling tiling) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.relu = ReluEpilogue.isIn(epilogue);
        this.tiling = tiling;
        slices = ConvolutionTiling.slices(shape);
        batchChunks = LaunchFrame.ceilDiv(shape.batch(), tiling.itemsPerChunk());
        sliceChunks = LaunchFrame.ceilDiv(slices, tiling.slicesPerChunk());
    }

    /** Returns the kernel of a non-empty shape. The number of threads does not change a bit. */
    public static LibraryKernel kernel(
            ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue, int threads) {
        int openMpThreads = OpenMp.useOneThread();
        try {
            OneDnnConvolution convolution = new OneDnnConvolution(
                            shape, dtype, resultType, epilogue, ConvolutionTiling.whole(shape))
                    .split(threads);
            long scratchBytes = convolution.prepare();
            ConstantWeights weights = new ConstantWeights(convolution::packed);
            long chunks = convolution.batchChunks * convolution.sliceChunks;
            return (frame, arguments) ->
                    frame.run(convolution, weights.table(arguments), arguments, chunks, scratchBytes);
        } catch (NotImplementedByOneDnnException e) {
            boolean half = dtype == DType.F16 || dtype == DType.BF16;
            return half
                    ? inFloat(shape, dtype, epilogue, threads)
                    : JavaConvolution.kernel(shape, dtype, resultType, epilogue);
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    /** Returns the same convolution on operands that are converted to f32. */
    private static LibraryKernel inFloat(ConvolutionShape shape, DType dtype, List<PostOp> epilogue, int threads) {
        ConvolutionShape dense = shape.withResultStride(shape.elementsPerBatchItem());
        LibraryKernel inner = kernel(dense, DType.F32, DType.F32, epilogue, threads);
        List<Long> counts = MixedPrecisionKernel.counts(
                List.of(
                        shape.batch() * shape.channels() * shape.height() * shape.width(),
                        shape.outputChannels() * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth()),
                epilogue,
                shape.outputChannels(),
                shape.elementCount());
        return new MixedPrecisionKernel(inner, dtype, counts, shape.elementsPerBatchItem(), shape.resultStride());
    }

    /** Returns the same convolution in chunks for a number of threads. */
    private OneDnnConvolution split(int threads) {
        ConvolutionTiling chunks = ConvolutionTiling.of(shape, threads, this::implementations);
        return chunks.equals(tiling) ? this : new OneDnnConvolution(shape, dtype, resultType, epilogue, chunks);
    }

    /** Returns the names of oneDNN's implementations of the chunks of a partition; none if it lacks one. */
    private Set<String> implementations(ConvolutionTiling chunks) {
        Set<String> names = new TreeSet<>();
        try (PointerScope descriptors = new PointerScope()) {
            ConvolutionTiling.sizes(shape.batch(), chunks.itemsPerChunk())
                    .forEach(batch -> ConvolutionTiling.sizes(slices, chunks.slicesPerChunk())
                            .forEach(count -> names.add(prepared(batch, count)
                                    .plan()
                                    .impl_info_str()
                                    .getString())));
            return names;
        } catch (NotImplementedByOneDnnException e) {
            return Set.of();
        }
    }

    /** Prepares a program for each chunk size that occurs. */
    private long prepare() {
        long scratchBytes = 0;
        for (int variant = 0; variant < pools.length; variant++) {
            boolean isLastBatchChunk = (variant & 2) == 0;
            boolean isLastSliceChunk = (variant & 1) == 0;
            if ((isLastBatchChunk || batchChunks > 1) && (isLastSliceChunk || sliceChunks > 1)) {
                long batch = isLastBatchChunk
                        ? shape.batch() - (batchChunks - 1) * tiling.itemsPerChunk()
                        : tiling.itemsPerChunk();
                long count = isLastSliceChunk
                        ? slices - (sliceChunks - 1) * tiling.slicesPerChunk()
                        : tiling.slicesPerChunk();
                long firstSlice = isLastSliceChunk ? (sliceChunks - 1) * tiling.slicesPerChunk() : 0;
                long chunks = isLastSliceChunk ? 1 : sliceChunks - 1;
                packedPools[variant] = new OneDnnProgramPool(() -> program(batch, count, true));
                packedChunks[variant] = DetachedFromScope.create(() -> packedChunks(batch, count, firstSlice, chunks));
                pools[variant] = new OneDnnProgramPool(() -> program(batch, count, false));
                OneDnnProgram first = pools[variant].acquire();
                scratchBytes = Math.max(scratchBytes, first.scratchBytes());
                pools[variant].release(first);
            }
        }
        return scratchBytes;
    }

    private long outputChannelsPerSlice() {
        return shape.outputChannels() / slices;
    }

    /** A primitive descriptor and the layouts of its operands. */
    private record PreparedPrimitive(
            convolution_forward.primitive_desc plan,
            memory.desc x,
            memory.desc weight,
            memory.desc bias,
            memory.desc result,
            OneDnnPostOps tail) {}

    private OneDnnProgram program(long batch, long count, boolean packed) {
        PreparedPrimitive prepared = prepared(batch, count);
        convolution_forward.primitive_desc plan = prepared.plan();
        memory.desc weight = packed ? plan.weights_desc() : prepared.weight();
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_SRC, prepared.x(), plan.src_desc()));
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_WEIGHTS, weight, plan.weights_desc()));
        operands.addAll(prepared.tail().operands(prepared.bias()));
        OneDnnProgram.Operand target = new OneDnnProgram.Operand(dnnl.DNNL_ARG_DST, prepared.result(), plan.dst_desc());
        return new OneDnnProgram(new convolution_forward(plan), plan.scratchpad_desc(), operands, target);
    }

    private PackedWeights.ChunkLayout packedChunks(long batch, long count, long firstSlice, long chunks) {
        PreparedPrimitive prepared = prepared(batch, count);
        long sliceBytes = outputChannelsPerSlice()
                * shape.channelsPerGroup()
                * shape.kernelHeight()
                * shape.kernelWidth()
                * dtype.bytes();
        return new PackedWeights.ChunkLayout(
                prepared.weight(), prepared.plan().weights_desc(), firstSlice * sliceBytes, count * sliceBytes, chunks);
    }

    private PackedWeights packed(Constant constant, long address) {
        return PackedWeights.of(constant, address, packedChunks);
    }

    private PreparedPrimitive prepared(long batch, long count) {
        Convolution2d parameters = shape.parameters();
        boolean grouped = parameters.groups() > 1;
        long outputChannels = count * outputChannelsPerSlice();
        long channels = grouped ? count * shape.channelsPerGroup() : shape.channels();
        long[] kernel = {shape.channelsPerGroup(), shape.kernelHeight(), shape.kernelWidth()};
        long[] xDims = {batch, channels, shape.height(), shape.width()};
        long[] weightDims = grouped
                ? new long[] {count, outputChannelsPerSlice(), kernel[0], kernel[1], kernel[2]}
                : new long[] {outputChannels, kernel[0], kernel[1], kernel[2]};
        long[] resultDims = {batch, outputChannels, shape.resultHeight(), shape.resultWidth()};
        memory.desc x = nchw(dtype, xDims, shape.channels() * shape.height() * shape.width());
        memory.desc weight = OneDnn.descriptor(dtype, weightDims, LibraryCall.rowMajor(weightDims));
        memory.desc bias = OneDnn.descriptor(dtype, new long[] {outputChannels}, new long[] {1});
        memory.desc broadcastBias =
                OneDnn.descriptor(dtype, new long[] {1, outputChannels, 1, 1}, new long[] {outputChannels, 1, 1, 1});
        memory.desc result = nchw(resultType, resultDims, shape.resultStride());
        memory.desc full = nchw(dtype, resultDims, shape.elementsPerBatchItem());
        OneDnnPostOps tail = new OneDnnPostOps(epilogue, broadcastBias, full);
        memory.desc addend = tail.hasLeadingBias() ? bias : new memory.desc();
        if (isMatMul()) {
            try {
                return new PreparedPrimitive(plan(x, weight, addend, result, tail), x, weight, bias, result, tail);
            } catch (NotImplementedByOneDnnException e) {
                // Not supported in this layout; the next one may be.
            }
        }
        convolution_forward.primitive_desc plan = plan(
                OneDnn.anyLayout(dtype, xDims),
                OneDnn.anyLayout(dtype, weightDims),
                addend,
                OneDnn.anyLayout(resultType, resultDims),
                tail);
        return new PreparedPrimitive(plan, x, weight, bias, result, tail);
    }

    private convolution_forward.primitive_desc plan(
            memory.desc x, memory.desc weight, memory.desc bias, memory.desc result, OneDnnPostOps tail) {
        Convolution2d parameters = shape.parameters();
        long[] dilations = {parameters.dilations()[0] - 1, parameters.dilations()[1] - 1};
        return NotImplementedByOneDnnException.create(() -> new convolution_forward.primitive_desc(
                OneDnn.cpu(),
                dnnl.prop_kind.forward_inference,
                dnnl.algorithm.convolution_auto,
                x,
                weight,
                bias,
                result,
                parameters.strides(),
                dilations,
                parameters.padsBefore(),
                parameters.padsAfter(),
                tail.attributes(),
                false));
    }

    /**
     * Returns true if the convolution is a matmul on each batch item in its original layout. Reorders would dominate
     * the time then, except for inputs so small that the layout of the weights matters more.
     */
    private boolean isMatMul() {
        long pixels = shape.height() * shape.width();
        return dtype == DType.F32
                && shape.parameters().groups() == 1
                && shape.kernelHeight() * shape.kernelWidth() == 1
                && shape.resultHeight() * shape.resultWidth() == pixels
                && pixels >= shape.channels();
    }

    /** Returns the descriptor of an NCHW tensor with a given batch stride in elements. */
    private static memory.desc nchw(DType type, long[] dims, long stride) {
        long[] strides = LibraryCall.rowMajor(dims);
        strides[0] = stride;
        return OneDnn.descriptor(type, dims, strides);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        int openMpThreads = OpenMp.useOneThread();
        try {
            for (long chunk = begin; chunk < end; chunk++) {
                runChunk(kernel, arguments, chunk / sliceChunks, chunk % sliceChunks, scratch);
            }
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    private void runChunk(long weights, long arguments, long batchChunk, long sliceChunk, long scratch) {
        int variant = (batchChunk < batchChunks - 1 ? 2 : 0) | (sliceChunk < sliceChunks - 1 ? 1 : 0);
        OneDnnProgramPool pool = weights == 0 ? pools[variant] : packedPools[variant];
        OneDnnProgram program = pool.acquire();
        try {
            long result = locate(
                    program, arguments, batchChunk * tiling.itemsPerChunk(), sliceChunk * tiling.slicesPerChunk());
            if (weights != 0) {
                long chunk = (variant & 1) == 0 ? 0 : sliceChunk;
                program.address(1, PackedWeights.address(weights, variant) + chunk * packedChunks[variant].bytes());
            }
            program.run(scratch);
            if (relu) {
                long batch = Math.min(tiling.itemsPerChunk(), shape.batch() - batchChunk * tiling.itemsPerChunk());
                long count = Math.min(tiling.slicesPerChunk(), slices - sliceChunk * tiling.slicesPerChunk());
                long plane = shape.resultHeight() * shape.resultWidth();
                ReluEpilogue.apply(
                        resultType, result, batch, count * outputChannelsPerSlice() * plane, shape.resultStride());
            }
        } finally {
            pool.release(program);
        }
    }

    /** Sets the addresses of a chunk, and returns that of its result. */
    private long locate(OneDnnProgram program, long arguments, long batchIndex, long slice) {
        long bytes = dtype.bytes();
        long outputChannel = slice * outputChannelsPerSlice();
        long channel = shape.parameters().groups() > 1 ? slice * shape.channelsPerGroup() : 0;
        long x = (batchIndex * shape.channels() + channel) * shape.height() * shape.width();
        long weight = outputChannel * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth();
        long element =
                (batchIndex * shape.outputChannels() + outputChannel) * shape.resultHeight() * shape.resultWidth();
        program.address(0, Memory.getLong(arguments) + x * bytes);
        program.address(1, Memory.getLong(arguments + Long.BYTES) + weight * bytes);
        int operand = 2;
        for (int i = 0; i < epilogue.size(); i++) {
            PostOp operation = epilogue.get(i);
            if (operation.hasOperand()) {
                long offset = operation.isPerChannel() ? outputChannel : element;
                program.address(operand, Memory.getLong(arguments + operand * 8L) + offset * bytes);
                operand++;
            }
        }
        long resultElement = element + batchIndex * (shape.resultStride() - shape.elementsPerBatchItem());
        long result = Memory.getLong(arguments + operand * 8L) + resultElement * resultType.bytes();
        program.address(operand, result);
        return result;
    }
}
