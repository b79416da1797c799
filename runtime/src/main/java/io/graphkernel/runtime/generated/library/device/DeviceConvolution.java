package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.List;

/** Convolution on a device by built-in kernels. */
public final class DeviceConvolution {
    private static final String OP = "conv2d";

    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;

    private DeviceConvolution() {}

    public static LibraryKernel kernel(ConvolutionShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        Convolution2d parameters = shape.parameters();
        int groups = parameters.groups();
        long groupOutputChannels = shape.outputChannels() / groups;
        long[] sizes = {
            shape.batch(),
            groups,
            shape.channelsPerGroup(),
            shape.height(),
            shape.width(),
            groupOutputChannels,
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
        String program = DeviceLibraryKernel.program(OP, dtype);
        if (groupOutputChannels < MODEL.minTiledOutputChannels()) {
            long blocks = LaunchFrame.ceilDiv(shape.elementCount(), GpuModel.Launch.DEFAULT.threadsPerBlock());
            return new DeviceLibraryKernel(
                    device, program, "gk_conv2d_direct", blocks, MODEL.tileBytes(), epilogue, 0, sizes);
        }
        long pixels = shape.batch() * shape.resultHeight() * shape.resultWidth();
        DeviceTiling tiling = DeviceTiling.of(device, dtype, groups, groupOutputChannels, pixels);
        return new DeviceLibraryKernel(
                device, program, "gk_conv2d_" + tiling.size(), tiling.tiles(), MODEL.tileBytes(), epilogue, 0, sizes);
    }
}
