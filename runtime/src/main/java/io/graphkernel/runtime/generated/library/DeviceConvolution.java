package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.List;

/** Convolutions on a device, by our own kernels. */
final class DeviceConvolution {
    private static final String OP = "conv2d";

    /** Of fewer filters in a group a tile would be mostly empty. */
    private static final long TILED_FILTERS = 16;

    /** A group of a convolution has enough to do with one tile, or with an element for each thread. */
    private static final long TILE_BYTES = 1 << 16;

    private DeviceConvolution() {}

    static LibraryWork work(ConvolutionShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        Convolution2d parameters = shape.parameters();
        int groups = parameters.groups();
        long filters = shape.filters() / groups;
        long[] sizes = {
            shape.images(),
            groups,
            shape.channelsPerGroup(),
            shape.height(),
            shape.width(),
            filters,
            shape.kernelHeight(),
            shape.kernelWidth(),
            shape.resultHeight(),
            shape.resultWidth(),
            parameters.strides()[0],
            parameters.strides()[1],
            parameters.padsBefore()[0],
            parameters.padsBefore()[1],
            parameters.dilations()[0],
            parameters.dilations()[1],
            shape.resultStride()
        };
        String program = DeviceKernelWork.program(OP, dtype);
        if (filters < TILED_FILTERS) {
            long pieces = LaunchFrame.ceilDiv(shape.elementCount(), KernelAbi.GROUP_THREADS);
            return new DeviceKernelWork(device, program, "gk_conv2d_direct", pieces, TILE_BYTES, epilogue, 0, sizes);
        }
        long pixels = shape.images() * shape.resultHeight() * shape.resultWidth();
        DeviceTiling tiling = DeviceTiling.of(device, dtype, groups, filters, pixels);
        return new DeviceKernelWork(
                device, program, "gk_conv2d_" + tiling.size(), tiling.tiles(), TILE_BYTES, epilogue, 0, sizes);
    }
}
