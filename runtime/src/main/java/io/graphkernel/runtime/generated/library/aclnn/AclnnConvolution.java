package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import java.util.List;

/** Convolutions by aclnn. */
public final class AclnnConvolution {
    private static final int KEEP_DTYPE = 0;

    private AclnnConvolution() {}

    public static LibraryKernel kernel(
            Aclnn library, String method, ConvolutionShape shape, DType dtype, List<PostOp> epilogue) {
        AclnnMatMul.requireType(method, dtype, library.device());
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        Convolution2d parameters = shape.parameters();
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor input = AclnnTensor.of(0, dtype, shape.batch(), shape.channels(), shape.height(), shape.width())
                .asNchw();
        AclnnTensor weights = AclnnTensor.of(
                        1,
                        dtype,
                        shape.outputChannels(),
                        shape.channelsPerGroup(),
                        shape.kernelHeight(),
                        shape.kernelWidth())
                .asNchw();
        AclnnTensor whole = AclnnTensor.of(2 + PostOp.operands(epilogue), dtype, shape.resultDims())
                .asNchw();
        boolean isRegion = shape.batch() > 1 && shape.resultStride() != shape.elementsPerBatchItem();
        // Results of aclnn are contiguous; a result that is a slice of channels is copied.
        AclnnTensor result =
                isRegion ? program.temporary(dtype, shape.resultDims()).asNchw() : whole;
        AclnnTensor convolved = AclnnEpilogue.source(program, result, epilogue);
        if (shape.channels() == 0) {
            program.call("InplaceZero").tensor(convolved);
        } else {
            program.call("Convolution")
                    .tensor(input)
                    .tensor(weights)
                    .none(1)
                    .integers(parameters.strides())
                    .integers(pads(parameters))
                    .integers(parameters.dilations())
                    .integer(0)
                    .integers(0, 0)
                    .integer(parameters.groups())
                    .tensor(convolved)
                    .integer(KEEP_DTYPE);
        }
        AclnnEpilogue.apply(program, convolved, result, epilogue, shape.outputChannels(), 1, 1);
        if (isRegion) {
            program.call("InplaceCopy").tensor(region(whole, shape)).tensor(result);
        }
        return program.build();
    }

    /** Returns one padding per axis if both sides are equal, which every toolkit supports. */
    private static long[] pads(Convolution2d parameters) {
        long[] before = parameters.padsBefore();
        long[] after = parameters.padsAfter();
        boolean alike = before[0] == after[0] && before[1] == after[1];
        return alike ? new long[] {before[0], before[1]} : new long[] {before[0], after[0], before[1], after[1]};
    }

    /** Returns a slice of the channels of a larger tensor. */
    private static AclnnTensor region(AclnnTensor whole, ConvolutionShape shape) {
        long[] strides = whole.strides().clone();
        strides[0] = shape.resultStride();
        long storage = (shape.batch() - 1) * shape.resultStride() + shape.elementsPerBatchItem();
        return new AclnnTensor(
                whole.slot(), whole.memory(), whole.dtype(), storage, 0, whole.dims(), strides, whole.isNchw());
    }
}
