package io.graphkernel.processor.target.opencl;

import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.gpu.GpuTarget;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** OpenCL target: OpenCL C, which the driver of any OpenCL device compiles. */
public final class OpenClTarget extends GpuTarget {

    @Override
    public String id() {
        return "opencl";
    }

    @Override
    protected TargetFiles program(TargetBuild build) throws ToolchainException {
        byte[] source = build.toolchain().complete(build.text().file()).getBytes(StandardCharsets.UTF_8);
        return TargetFiles.of(List.of(new KernelFile(id(), id() + ".source", "kernels.cl", source)));
    }
}
