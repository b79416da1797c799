package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.RangeFunction;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;
import java.util.List;

/**
 * A convolution in plain Java: sums in double, or for integers in long, which wraps around as the result's dtype does.
 * A part of the work is one filter on one image.
 */
final class JavaConvolution implements RangeFunction {
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

    static LibraryWork work(ConvolutionShape shape, DType dtype, DType resultType, List<PostOp> epilogue) {
        long parts = shape.elementCount() == 0 ? 0 : shape.images() * shape.filters();
        return LibraryWork.ofParts(new JavaConvolution(shape, dtype, resultType, epilogue), parts, 0);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        Line line = dtype.isFloat() ? new DoubleLine() : new LongLine();
        for (long part = begin; part < end; part++) {
            for (long row = 0; row < shape.resultHeight(); row++) {
                line.compute(arguments, part / shape.filters(), part % shape.filters(), row);
            }
        }
    }

    /** One row of one filter's result. */
    private abstract class Line {

        void compute(long arguments, long image, long filter, long row) {
            Convolution2d parameters = shape.parameters();
            long filterChannels = shape.channelsPerGroup();
            long firstChannel = filter / (shape.filters() / parameters.groups()) * filterChannels;
            int bytes = dtype.bytes();
            long x = Memory.getLong(arguments);
            long weight = Memory.getLong(arguments + Long.BYTES);
            clear();
            for (long channel = 0; channel < filterChannels; channel++) {
                for (long i = 0; i < shape.kernelHeight(); i++) {
                    long from = row * parameters.strides()[0]
                            - parameters.padsBefore()[0]
                            + i * parameters.dilations()[0];
                    if (from >= 0 && from < shape.height()) {
                        long source = (image * shape.channels() + firstChannel + channel) * shape.height() + from;
                        long factors = (filter * filterChannels + channel) * shape.kernelHeight() + i;
                        accumulate(x + source * shape.width() * bytes, weight + factors * shape.kernelWidth() * bytes);
                    }
                }
            }
            long element = ((image * shape.filters() + filter) * shape.resultHeight() + row) * shape.resultWidth();
            long place = element + image * (shape.resultStride() - shape.elementsPerImage());
            long result = Memory.getLong(arguments + resultSlot * 8L) + place * resultType.bytes();
            store(arguments + 2 * Long.BYTES, element, filter, result);
        }

        /** The first result column that a column of the kernel reaches from inside the image. */
        int firstColumn(int j) {
            Convolution2d parameters = shape.parameters();
            long before = parameters.padsBefore()[1] - j * parameters.dilations()[1];
            long stride = parameters.strides()[1];
            return (int) Math.min(shape.resultWidth(), before <= 0 ? 0 : (before + stride - 1) / stride);
        }

        /** The result column after the last one of those. */
        int lastColumn(int j) {
            Convolution2d parameters = shape.parameters();
            long reach = shape.width()
                    - 1
                    + parameters.padsBefore()[1]
                    - j * parameters.dilations()[1];
            return (int) Math.min(
                    shape.resultWidth(), reach < 0 ? 0 : reach / parameters.strides()[1] + 1);
        }

        /** The image column of a result column. */
        int source(int j, int column) {
            Convolution2d parameters = shape.parameters();
            return (int) (column * parameters.strides()[1]
                    - parameters.padsBefore()[1]
                    + j * parameters.dilations()[1]);
        }

        abstract void clear();

        abstract void accumulate(long x, long weight);

        abstract void store(long operands, long element, long filter, long result);
    }

    private final class DoubleLine extends Line {
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
                int from = source(j, firstColumn(j));
                for (int column = firstColumn(j); column < lastColumn(j); column++, from += stride) {
                    sums[column] += factor * x[from];
                }
            }
        }

        @Override
        void store(long operands, long element, long filter, long result) {
            tail.apply(sums, sums.length, operands, element, filter, 0);
            RawElements.write(resultType, result, sums, sums.length);
        }
    }

    private final class LongLine extends Line {
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
                int from = source(j, firstColumn(j));
                for (int column = firstColumn(j); column < lastColumn(j); column++, from += stride) {
                    sums[column] += factor * x[from];
                }
            }
        }

        @Override
        void store(long operands, long element, long filter, long result) {
            tail.apply(sums, sums.length, operands, element, filter, 0);
            RawElements.write(resultType, result, sums, sums.length);
        }
    }
}
