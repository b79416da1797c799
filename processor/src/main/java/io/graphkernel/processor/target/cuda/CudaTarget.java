package io.graphkernel.processor.target.cuda;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.common.target.GpuModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.stub.KernelFile;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import io.graphkernel.processor.target.gpu.GpuTarget;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** CUDA target: PTX for NVIDIA GPUs, from Volta on, and variants for later ones. */
public final class CudaTarget extends GpuTarget {

    private static final String FILE = "kernels.ptx";
    /** Directive of a kernel, for which OpenCL C has no attribute. */
    private static final String MAX_REGISTERS =
            ".maxnreg " + GpuModel.DEFAULT.launch().maxRegistersPerThread() + "\n";

    @Override
    public String id() {
        return "cuda";
    }

    @Override
    protected TargetFiles program(TargetBuild build) throws ToolchainException {
        NativeToolchain toolchain = build.toolchain();
        String fileName = build.kernels().fileName(".cl");
        String text = toolchain.complete(build.text().file());
        KernelTable table = build.kernels().table();
        List<KernelFile> files = new ArrayList<>();
        for (PtxArchitecture architecture : PtxArchitecture.of(GpuEmitter.uses(table, DataType.BF16))) {
            String ptx = withMaxRegisters(toolchain.buildPtx(fileName, text, architecture), table);
            String directory = architecture == PtxArchitecture.SM_70 ? id() : architecture.directory(id());
            files.add(new KernelFile(directory, directory + ".ptx", FILE, ptx.getBytes(StandardCharsets.UTF_8)));
        }
        PtxModule module = new PtxModule(new String(files.get(0).content(), StandardCharsets.UTF_8), table);
        return new TargetFiles(files, Optional.empty(), Optional.of(new CompiledText("PTX", module.kernels())));
    }

    /**
     * Limits the registers of kernels that reduce rows and columns. Without a limit, their accumulators leave room for one
     * thread block per multiprocessor, which loads nothing while it waits at a barrier.
     */
    private static String withMaxRegisters(String ptx, KernelTable table) {
        String limited = ptx;
        for (KernelTable.Entry entry : table.entries()) {
            ScheduledKernel kernel = entry.kernel();
            if (kernel.reducesRows() && !kernel.partials().isEmpty()) {
                Pattern head = Pattern.compile("^\\.visible \\.entry " + kernel.name() + "\\([^{]*", Pattern.MULTILINE);
                limited = head.matcher(limited).replaceFirst("$0" + MAX_REGISTERS);
            }
        }
        return limited;
    }

    @Override
    public boolean usesBuildCache() {
        return true;
    }
}
