package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * A convolution of images {@code [images, channels, height, width]} with weights {@code [filters, channels / groups,
 * kernelHeight, kernelWidth]}. The slots are those of {@link LibraryCall}: operands x, weight and those of the post-ops,
 * and one stride of the result: from one image to the next, at least the elements of one, so that the result may be some
 * channels of larger images.
 */
public final class Convolution2dCall extends LibraryCall {
    private static final int RANK = 4;
    private static final int RESULT_STRIDES = 1;

    private final String xName;
    private final String weightName;
    private final Convolution2d parameters;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages, and so are the names of the operands
     * @param dtype the dtype of all operands
     * @param resultType the same, or for i8 and u8 also i32
     * @param strides along height and width, 1 or more
     * @param pads the zeros at the top, the bottom, the left and the right
     * @param dilations along height and width, 1 or more
     * @param groups the number of groups, which share no channels
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the attributes are not as said
     */
    public Convolution2dCall(
            String method,
            String xName,
            String weightName,
            DType dtype,
            DType resultType,
            long[] strides,
            long[] pads,
            long[] dilations,
            int groups,
            PostOp... epilogue) {
        super(method, dtype, resultType, RANK, RANK, RESULT_STRIDES, epilogue);
        this.xName = xName;
        this.weightName = weightName;
        this.parameters = new Convolution2d(method, strides, pads, dilations, groups);
    }

    @Override
    String op() {
        return "Conv2D";
    }

    @Override
    long resultElements(long[] x, long[] weight, long[] resultSizes) {
        return shape(x, weight).elementCount();
    }

    @Override
    LibraryWork work(long[] x, long[] weight, long[] resultSizes, int threads, boolean onJvm) {
        ConvolutionShape shape = shape(x, weight).withResultStride(resultSizes[0]);
        boolean trivial = shape.channels() == 0 || shape.elementCount() == 0;
        if (onJvm || trivial || !OneDnnLibrary.computes(method(), dtype(), resultType(), epilogue())) {
            return JavaConvolution.work(shape, dtype(), resultType(), epilogue());
        }
        return OneDnnConvolution.work(shape, dtype(), resultType(), epilogue(), threads);
    }

    @Override
    LibraryWork deviceWork(long[] x, long[] weight, long[] resultSizes, DeviceInUse device) {
        ConvolutionShape shape = shape(x, weight).withResultStride(resultSizes[0]);
        return Aclnn.of(device)
                .map(aclnn -> AclnnConvolution.work(aclnn, method(), shape, dtype(), epilogue()))
                .orElseGet(() -> DeviceConvolution.work(shape, dtype(), epilogue(), device));
    }

    private ConvolutionShape shape(long[] x, long[] weight) {
        return ConvolutionShape.of(method(), xName, x, weightName, weight, parameters);
    }
}
