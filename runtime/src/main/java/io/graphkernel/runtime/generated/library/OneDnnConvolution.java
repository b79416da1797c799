package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.Unscoped;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.convolution_forward;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;

/**
 * A convolution by oneDNN, in parts that each one thread computes: some images, or on one image some filters. Each part
 * brings its operands into the layout that oneDNN prefers, and its result back, unless it is a matrix product.
 */
final class OneDnnConvolution implements RangeFunction {
    /** Fewer multiplications are not worth another thread. */
    private static final long WORK_PER_THREAD = 1 << 18;

    /** Filters are split at multiples of these, so that vectors are full. */
    private static final long FILTER_UNIT = 16;

    private final ConvolutionShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final boolean relu;
    private final long imagesPerPart;
    private final long imageParts;

    /** Filters, or where there are several groups, groups. */
    private final long slices;

    private final long slicesPerPart;
    private final long sliceParts;
    private final OneDnnProgramPool[] pools = new OneDnnProgramPool[4];

    /** Programs that read constant weights as they want them, and how these lie: by the size of their parts, where it occurs. */
    private final OneDnnProgramPool[] packedPools = new OneDnnProgramPool[4];

    private final PackedWeights.Parts[] packedParts = new PackedWeights.Parts[4];

    private OneDnnConvolution(
            ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue, int threads) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.relu = StoredRelu.isIn(epilogue);
        boolean grouped = shape.parameters().groups() > 1;
        slices = grouped ? shape.parameters().groups() : shape.filters();
        double work =
                (double) shape.elementCount() * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth();
        long wanted = (long) Math.max(1, Math.min(threads, work / WORK_PER_THREAD));
        imagesPerPart = LaunchFrame.ceilDiv(shape.images(), Math.min(shape.images(), wanted));
        imageParts = LaunchFrame.ceilDiv(shape.images(), imagesPerPart);
        long unit = grouped ? 1 : FILTER_UNIT;
        long units = LaunchFrame.ceilDiv(slices, unit);
        long parts = Math.min(units, LaunchFrame.ceilDiv(wanted, imageParts));
        slicesPerPart = Math.min(slices, LaunchFrame.ceilDiv(units, parts) * unit);
        sliceParts = LaunchFrame.ceilDiv(slices, slicesPerPart);
    }

    /** The work of a shape that has elements. */
    static LibraryWork work(ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue, int threads) {
        OneDnnConvolution convolution = new OneDnnConvolution(shape, dtype, resultType, epilogue, threads);
        int openMpThreads = OpenMp.useOneThread();
        try {
            long scratchBytes = convolution.prepare();
            ConstantWeights weights = new ConstantWeights(convolution::packed);
            long parts = convolution.imageParts * convolution.sliceParts;
            return (frame, arguments) ->
                    frame.run(convolution, weights.table(arguments), arguments, parts, scratchBytes);
        } catch (NotImplementedByOneDnnException e) {
            boolean half = dtype == DType.F16 || dtype == DType.BF16;
            return half ? convolution.inFloat(threads) : JavaConvolution.work(shape, dtype, resultType, epilogue);
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    /** The same convolution of operands that are converted to f32. */
    private LibraryWork inFloat(int threads) {
        ConvolutionShape dense = shape.withResultStride(shape.elementsPerImage());
        LibraryWork inner = work(dense, DType.F32, DType.F32, epilogue, threads);
        List<Long> counts = new ArrayList<>();
        counts.add(shape.images() * shape.channels() * shape.height() * shape.width());
        counts.add(shape.filters() * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth());
        for (PostOp operation : epilogue) {
            if (operation.hasOperand()) {
                counts.add(operation.isPerChannel() ? shape.filters() : shape.elementCount());
            }
        }
        counts.add(shape.elementCount());
        return new ConvertedWork(inner, dtype, counts, shape.elementsPerImage(), shape.resultStride());
    }

    /** Makes a program for each size of a part that occurs. */
    private long prepare() {
        long scratchBytes = 0;
        for (int variant = 0; variant < pools.length; variant++) {
            boolean lastImages = (variant & 2) == 0;
            boolean lastSlices = (variant & 1) == 0;
            if ((lastImages || imageParts > 1) && (lastSlices || sliceParts > 1)) {
                long images = lastImages ? shape.images() - (imageParts - 1) * imagesPerPart : imagesPerPart;
                long count = lastSlices ? slices - (sliceParts - 1) * slicesPerPart : slicesPerPart;
                long firstSlice = lastSlices ? (sliceParts - 1) * slicesPerPart : 0;
                long parts = lastSlices ? 1 : sliceParts - 1;
                packedPools[variant] = new OneDnnProgramPool(() -> program(images, count, true));
                packedParts[variant] = Unscoped.make(() -> packedParts(images, count, firstSlice, parts));
                pools[variant] = new OneDnnProgramPool(() -> program(images, count, false));
                OneDnnProgram first = pools[variant].take();
                scratchBytes = Math.max(scratchBytes, first.scratchBytes());
                pools[variant].giveBack(first);
            }
        }
        return scratchBytes;
    }

    private long filtersPerSlice() {
        return shape.filters() / slices;
    }

    /** A primitive, and how its operands lie. */
    private record Prepared(
            convolution_forward.primitive_desc plan,
            memory.desc x,
            memory.desc weight,
            memory.desc bias,
            memory.desc result,
            OneDnnPostOps tail) {}

    private OneDnnProgram program(long images, long count, boolean packed) {
        Prepared prepared = prepared(images, count);
        convolution_forward.primitive_desc plan = prepared.plan();
        memory.desc weight = packed ? plan.weights_desc() : prepared.weight();
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_SRC, prepared.x(), plan.src_desc()));
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_WEIGHTS, weight, plan.weights_desc()));
        operands.addAll(prepared.tail().operands(prepared.bias()));
        OneDnnProgram.Operand target = new OneDnnProgram.Operand(dnnl.DNNL_ARG_DST, prepared.result(), plan.dst_desc());
        return new OneDnnProgram(new convolution_forward(plan), plan.scratchpad_desc(), operands, target);
    }

    private PackedWeights.Parts packedParts(long images, long count, long firstSlice, long parts) {
        Prepared prepared = prepared(images, count);
        long sliceBytes = filtersPerSlice()
                * shape.channelsPerGroup()
                * shape.kernelHeight()
                * shape.kernelWidth()
                * dtype.bytes();
        return new PackedWeights.Parts(
                prepared.weight(), prepared.plan().weights_desc(), firstSlice * sliceBytes, count * sliceBytes, parts);
    }

    private PackedWeights packed(Constant constant, long address) {
        return PackedWeights.of(constant, address, packedParts);
    }

    private Prepared prepared(long images, long count) {
        Convolution2d parameters = shape.parameters();
        boolean grouped = parameters.groups() > 1;
        long filters = count * filtersPerSlice();
        long channels = grouped ? count * shape.channelsPerGroup() : shape.channels();
        long[] kernel = {shape.channelsPerGroup(), shape.kernelHeight(), shape.kernelWidth()};
        long[] xDims = {images, channels, shape.height(), shape.width()};
        long[] weightDims = grouped
                ? new long[] {count, filtersPerSlice(), kernel[0], kernel[1], kernel[2]}
                : new long[] {filters, kernel[0], kernel[1], kernel[2]};
        long[] resultDims = {images, filters, shape.resultHeight(), shape.resultWidth()};
        memory.desc x = images(dtype, xDims, shape.channels() * shape.height() * shape.width());
        memory.desc weight = OneDnn.descriptor(dtype, weightDims, LibraryCall.rowMajor(weightDims));
        memory.desc bias = OneDnn.descriptor(dtype, new long[] {filters}, new long[] {1});
        memory.desc biasImage = OneDnn.descriptor(dtype, new long[] {1, filters, 1, 1}, new long[] {filters, 1, 1, 1});
        memory.desc result = images(resultType, resultDims, shape.resultStride());
        memory.desc full = images(dtype, resultDims, shape.elementsPerImage());
        OneDnnPostOps tail = new OneDnnPostOps(epilogue, biasImage, full);
        memory.desc addend = tail.hasLeadingBias() ? bias : new memory.desc();
        if (isProduct()) {
            try {
                return new Prepared(plan(x, weight, addend, result, tail), x, weight, bias, result, tail);
            } catch (NotImplementedByOneDnnException e) {
                // Not for images as they lie; perhaps for others.
            }
        }
        convolution_forward.primitive_desc plan = plan(
                OneDnn.anyLayout(dtype, xDims),
                OneDnn.anyLayout(dtype, weightDims),
                addend,
                OneDnn.anyLayout(resultType, resultDims),
                tail);
        return new Prepared(plan, x, weight, bias, result, tail);
    }

    private convolution_forward.primitive_desc plan(
            memory.desc x, memory.desc weight, memory.desc bias, memory.desc result, OneDnnPostOps tail) {
        Convolution2d parameters = shape.parameters();
        long[] dilations = {parameters.dilations()[0] - 1, parameters.dilations()[1] - 1};
        return NotImplementedByOneDnnException.unlessMade(() -> new convolution_forward.primitive_desc(
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
     * Whether it is a matrix product on each image as it lies. Reorders of images would take a good part of the time then,
     * unless images are so small that the layout of the weights counts for more.
     */
    private boolean isProduct() {
        long pixels = shape.height() * shape.width();
        return dtype == DType.F32
                && shape.parameters().groups() == 1
                && shape.kernelHeight() * shape.kernelWidth() == 1
                && shape.resultHeight() * shape.resultWidth() == pixels
                && pixels >= shape.channels();
    }

    /** Images that begin so many elements apart. */
    private static memory.desc images(DType type, long[] dims, long stride) {
        long[] strides = LibraryCall.rowMajor(dims);
        strides[0] = stride;
        return OneDnn.descriptor(type, dims, strides);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        int openMpThreads = OpenMp.useOneThread();
        try {
            for (long part = begin; part < end; part++) {
                runPart(kernel, arguments, part / sliceParts, part % sliceParts, scratch);
            }
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    private void runPart(long weights, long arguments, long imagePart, long slicePart, long scratch) {
        int variant = (imagePart < imageParts - 1 ? 2 : 0) | (slicePart < sliceParts - 1 ? 1 : 0);
        OneDnnProgramPool pool = weights == 0 ? pools[variant] : packedPools[variant];
        OneDnnProgram program = pool.take();
        try {
            long result = locate(program, arguments, imagePart * imagesPerPart, slicePart * slicesPerPart);
            if (weights != 0) {
                long part = (variant & 1) == 0 ? 0 : slicePart;
                program.address(1, PackedWeights.address(weights, variant) + part * packedParts[variant].bytes());
            }
            program.run(scratch);
            if (relu) {
                long images = Math.min(imagesPerPart, shape.images() - imagePart * imagesPerPart);
                long count = Math.min(slicesPerPart, slices - slicePart * slicesPerPart);
                long plane = shape.resultHeight() * shape.resultWidth();
                StoredRelu.apply(resultType, result, images, count * filtersPerSlice() * plane, shape.resultStride());
            }
        } finally {
            pool.giveBack(program);
        }
    }

    /** Gives the address of the part of the result. */
    private long locate(OneDnnProgram program, long arguments, long image, long slice) {
        long bytes = dtype.bytes();
        long filter = slice * filtersPerSlice();
        long channel = shape.parameters().groups() > 1 ? slice * shape.channelsPerGroup() : 0;
        long x = (image * shape.channels() + channel) * shape.height() * shape.width();
        long weight = filter * shape.channelsPerGroup() * shape.kernelHeight() * shape.kernelWidth();
        long element = (image * shape.filters() + filter) * shape.resultHeight() * shape.resultWidth();
        program.address(0, Memory.getLong(arguments) + x * bytes);
        program.address(1, Memory.getLong(arguments + Long.BYTES) + weight * bytes);
        int operand = 2;
        for (int i = 0; i < epilogue.size(); i++) {
            PostOp operation = epilogue.get(i);
            if (operation.hasOperand()) {
                long offset = operation.isPerChannel() ? filter : element;
                program.address(operand, Memory.getLong(arguments + operand * 8L) + offset * bytes);
                operand++;
            }
        }
        long place = element + image * (shape.resultStride() - shape.elementsPerImage());
        long result = Memory.getLong(arguments + operand * 8L) + place * resultType.bytes();
        program.address(operand, result);
        return result;
    }
}
