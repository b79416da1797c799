package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;
import java.util.List;

/**
 * Convolution in plain Java, one output channel of one batch item at a time. Sums are accumulated in double, or in long
 * for integers, which wrap around like the dtype of the result.
 */
public final class JavaConvolution implements RangeFunction {
    private final ConvolutionShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final int resultSlot;

    private JavaConvolution(ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.resultSlot = 2 + PostOp.operands(epilogue);
    }

    public static LibraryKernel kernel(ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue) {
        long chunks = shape.elementCount() == 0 ? 0 : shape.batch() * shape.outputChannels();
        return LibraryKernel.ofChunks(new JavaConvolution(shape, dtype, resultType, epilogue), chunks, 0);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        RowAccumulator accumulator = dtype.isFloat() ? new DoubleRowAccumulator() : new LongRowAccumulator();
        for (long chunk = begin; chunk < end; chunk++) {
            for (long row = 0; row < shape.resultHeight(); row++) {
                accumulator.compute(arguments, chunk / shape.outputChannels(), chunk % shape.outputChannels(), row);
            }
        }
    }

    /** The accumulator of one result row of one output channel. */
    private abstract class RowAccumulator {

        void compute(long arguments, long batchIndex, long outputChannel, long row) {
            Convolution2d parameters = shape.parameters();
            long groupChannels = shape.channelsPerGroup();
            long firstChannel = outputChannel / (shape.outputChannels() / parameters.groups()) * groupChannels;
            int bytes = dtype.bytes();
            long x = Memory.getLong(arguments);
            long weight = Memory.getLong(arguments + Long.BYTES);
            clear();
            for (long channel = 0; channel < groupChannels; channel++) {
                for (long i = 0; i < shape.kernelHeight(); i++) {
                    long from = row * parameters.strides()[0]
                            - parameters.padsBefore()[0]
                            + i * parameters.dilations()[0];
                    if (from >= 0 && from < shape.height()) {
                        long source = (batchIndex * shape.channels() + firstChannel + channel) * shape.height() + from;
                        long factors = (outputChannel * groupChannels + channel) * shape.kernelHeight() + i;
                        accumulate(x + source * shape.width() * bytes, weight + factors * shape.kernelWidth() * bytes);
                    }
                }
            }
            long element = ((batchIndex * shape.outputChannels() + outputChannel) * shape.resultHeight() + row)
                    * shape.resultWidth();
            long resultElement = element + batchIndex * (shape.resultStride() - shape.elementsPerBatchItem());
            long result = Memory.getLong(arguments + resultSlot * 8L) + resultElement * resultType.bytes();
            store(arguments + 2 * Long.BYTES, element, outputChannel, result);
        }

        /** Returns the first result column for which a kernel column is inside the input. */
        int firstColumn(int j) {
            Convolution2d parameters = shape.parameters();
            long before = parameters.padsBefore()[1] - j * parameters.dilations()[1];
            long stride = parameters.strides()[1];
            return (int) Math.min(shape.resultWidth(), before <= 0 ? 0 : (before + stride - 1) / stride);
        }

        /** Returns the result column after the last one inside the input. */
        int lastColumn(int j) {
            Convolution2d parameters = shape.parameters();
            long reach = shape.width()
                    - 1
                    + parameters.padsBefore()[1]
                    - j * parameters.dilations()[1];
            return (int) Math.min(
                    shape.resultWidth(), reach < 0 ? 0 : reach / parameters.strides()[1] + 1);
        }

        /** Returns the input column of a result column. */
        int source(int j, int column) {
            Convolution2d parameters = shape.parameters();
            return (int) (column * parameters.strides()[1]
                    - parameters.padsBefore()[1]
                    + j * parameters.dilations()[1]);
        }

        abstract void clear();

        abstract void accumulate(long x, long weight);

        abstract void store(long operands, long element, long outputChannel, long result);
    }

    private final class DoubleRowAccumulator extends RowAccumulator {
        private final double[] x = new double[(int) shape.width()];
        private final double[] weight = new double[(int) shape.kernelWidth()];
        private final double[] sums = new double[(int) shape.resultWidth()];
        private final JavaEpilogue tail = new JavaEpilogue(epilogue, dtype, sums.length);

        @Override
        void clear() {
            Arrays.fill(sums, 0);
        }

        @Override
        void accumulate(long xAddress, long weightAddress) {
            RawElements.read(dtype, xAddress, 1, x, x.length);
            RawElements.read(dtype, weightAddress, 1, weight, weight.length);
            int stride = (int) shape.parameters().strides()[1];
            for (int j = 0; j < weight.length; j++) {
                double factor = weight[j];
                int first = firstColumn(j);
                int last = lastColumn(j);
                int from = source(j, first);
                for (int column = first; column < last; column++, from += stride) {
                    sums[column] += factor * x[from];
                }
            }
        }

        @Override
        void store(long operands, long element, long outputChannel, long result) {
            tail.apply(sums, sums.length, operands, element, outputChannel, 0);
            RawElements.write(resultType, result, sums, sums.length);
        }
    }

    private final class LongRowAccumulator extends RowAccumulator {
        private final long[] x = new long[(int) shape.width()];
        private final long[] weight = new long[(int) shape.kernelWidth()];
        private final long[] sums = new long[(int) shape.resultWidth()];
        private final JavaEpilogue tail = new JavaEpilogue(epilogue, dtype, sums.length);

        @Override
        void clear() {
            Arrays.fill(sums, 0);
        }

        @Override
        void accumulate(long xAddress, long weightAddress) {
            RawElements.read(dtype, xAddress, 1, x, x.length);
            RawElements.read(dtype, weightAddress, 1, weight, weight.length);
            int stride = (int) shape.parameters().strides()[1];
            for (int j = 0; j < weight.length; j++) {
                long factor = weight[j];
                int first = firstColumn(j);
                int last = lastColumn(j);
                int from = source(j, first);
                for (int column = first; column < last; column++, from += stride) {
                    sums[column] += factor * x[from];
                }
            }
        }

        @Override
        void store(long operands, long element, long outputChannel, long result) {
            tail.apply(sums, sums.length, operands, element, outputChannel, 0);
            RawElements.write(resultType, result, sums, sums.length);
        }
    }
}
