package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.aclnn.Aclnn;
import io.graphkernel.runtime.generated.library.aclnn.AclnnConvolution;
import io.graphkernel.runtime.generated.library.device.DeviceConvolution;
import io.graphkernel.runtime.generated.library.jvm.JavaConvolution;
import io.graphkernel.runtime.generated.library.onednn.OneDnnConvolution;
import io.graphkernel.runtime.generated.library.onednn.OneDnnLibrary;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Call site of a convolution of an input {@code [batch, channels, height, width]} with weights
 * {@code [outputChannels, channels / groups, kernelHeight, kernelWidth]}.
 *
 * <p>The slots are those of {@link LibraryCall}: operands x, weight and those of the post-ops, and one stride of the
 * result. This batch stride is at least the number of elements per batch item, so that the result may be a slice of the
 * channels of a larger tensor.
 */
public final class Convolution2dCall extends LibraryCall {
    private static final int RANK = 4;
    private static final int RESULT_STRIDES = 1;

    private final String xName;
    private final String weightName;
    private final Convolution2d parameters;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param xName name of the input for messages
     * @param weightName name of the weights for messages
     * @param dtype dtype of all operands
     * @param resultType dtype of the result: that of the operands, or i32 for i8 and u8
     * @param strides strides along height and width, at least 1
     * @param pads padding at the top, bottom, left and right
     * @param dilations dilations along height and width, at least 1
     * @param groups number of channel groups
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if an attribute is out of range
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
    protected String op() {
        return "Conv2D";
    }

    @Override
    protected long resultElements(long[] x, long[] weight, long[] resultSizes) {
        return shape(x, weight).elementCount();
    }

    @Override
    protected LibraryKernel kernel(long[] x, long[] weight, long[] resultSizes, int threads, boolean onJvm) {
        ConvolutionShape shape = shape(x, weight).withResultStride(resultSizes[0]);
        boolean trivial = shape.channels() == 0 || shape.elementCount() == 0;
        if (onJvm || trivial || !OneDnnLibrary.computes(method(), dtype(), resultType(), epilogue())) {
            return JavaConvolution.kernel(shape, dtype(), resultType(), epilogue());
        }
        return OneDnnConvolution.kernel(shape, dtype(), resultType(), epilogue(), threads);
    }

    @Override
    protected LibraryKernel deviceKernel(long[] x, long[] weight, long[] resultSizes, DeviceInUse device) {
        ConvolutionShape shape = shape(x, weight).withResultStride(resultSizes[0]);
        return Aclnn.of(device)
                .map(aclnn -> AclnnConvolution.kernel(aclnn, method(), shape, dtype(), epilogue()))
                .orElseGet(() -> DeviceConvolution.kernel(shape, dtype(), epilogue(), device));
    }

    private ConvolutionShape shape(long[] x, long[] weight) {
        return ConvolutionShape.of(method(), xName, x, weightName, weight, parameters);
    }
}
