package io.graphkernel.processor.target.cuda;

import io.graphkernel.processor.stub.KernelFile;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import io.graphkernel.processor.target.gpu.GpuTarget;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** CUDA target: PTX for NVIDIA GPUs, from Volta on. */
public final class CudaTarget extends GpuTarget {

    private static final String FILE = "kernels.ptx";

    @Override
    public String id() {
        return "cuda";
    }

    @Override
    protected TargetFiles program(TargetBuild build) throws ToolchainException {
        NativeToolchain toolchain = build.toolchain();
        String ptx = toolchain.buildPtx(
                build.kernels().fileName(".cl"), toolchain.complete(build.text().file()));
        PtxModule module = new PtxModule(ptx, build.kernels().table());
        return new TargetFiles(
                List.of(new KernelFile(id(), id() + ".ptx", FILE, ptx.getBytes(StandardCharsets.UTF_8))),
                Optional.empty(),
                Optional.of(new CompiledText("PTX", module.kernels())));
    }

    @Override
    public boolean usesBuildCache() {
        return true;
    }
}
