package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import java.util.List;

/** Convolutions by aclnn. */
final class AclnnConvolution {
    private static final int KEEP_DTYPE = 0;

    private AclnnConvolution() {}

    static LibraryWork work(Aclnn library, String method, ConvolutionShape shape, DType dtype, List<PostOp> epilogue) {
        AclnnMatMul.requireType(method, dtype, library.device());
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        Convolution2d parameters = shape.parameters();
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor images = AclnnTensor.of(0, dtype, shape.images(), shape.channels(), shape.height(), shape.width())
                .asImages();
        AclnnTensor weights = AclnnTensor.of(
                        1, dtype, shape.filters(), shape.channelsPerGroup(), shape.kernelHeight(), shape.kernelWidth())
                .asImages();
        AclnnTensor whole = AclnnTensor.of(2 + PostOp.operands(epilogue), dtype, shape.resultDims())
                .asImages();
        boolean isRegion = shape.images() > 1 && shape.resultStride() != shape.elementsPerImage();
        // What aclnn gives lies in one piece; a part of larger images is copied.
        AclnnTensor result =
                isRegion ? program.temporary(dtype, shape.resultDims()).asImages() : whole;
        AclnnTensor convolved = AclnnEpilogue.source(program, result, epilogue);
        if (shape.channels() == 0) {
            program.call("InplaceZero").tensor(convolved);
        } else {
            program.call("Convolution")
                    .tensor(images)
                    .tensor(weights)
                    .none(1)
                    .wholes(parameters.strides())
                    .wholes(pads(parameters))
                    .wholes(parameters.dilations())
                    .whole(0)
                    .wholes(0, 0)
                    .whole(parameters.groups())
                    .tensor(convolved)
                    .whole(KEEP_DTYPE);
        }
        AclnnEpilogue.apply(program, convolved, result, epilogue, shape.filters(), 1, 1);
        if (isRegion) {
            program.call("InplaceCopy").tensor(region(whole, shape)).tensor(result);
        }
        return program.build();
    }

    /** One number for each axis if both sides have as many, as every toolkit takes them. */
    private static long[] pads(Convolution2d parameters) {
        long[] before = parameters.padsBefore();
        long[] after = parameters.padsAfter();
        boolean alike = before[0] == after[0] && before[1] == after[1];
        return alike ? new long[] {before[0], before[1]} : new long[] {before[0], after[0], before[1], after[1]};
    }

    /** Some channels of larger images. */
    private static AclnnTensor region(AclnnTensor whole, ConvolutionShape shape) {
        long[] strides = whole.strides().clone();
        strides[0] = shape.resultStride();
        long storage = (shape.images() - 1) * shape.resultStride() + shape.elementsPerImage();
        return new AclnnTensor(
                whole.slot(), whole.memory(), whole.dtype(), storage, 0, whole.dims(), strides, whole.images());
    }
}
