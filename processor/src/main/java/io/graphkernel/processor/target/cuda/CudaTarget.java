package io.graphkernel.processor.target.cuda;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import io.graphkernel.processor.target.gpu.GpuTarget;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.PtxRegisterLimit;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** CUDA target: PTX for NVIDIA GPUs, from Volta on, and variants for later ones. */
public final class CudaTarget extends GpuTarget {

    private static final String FILE = "kernels.ptx";

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
        Map<PtxArchitecture, String> programs = new EnumMap<>(PtxArchitecture.class);
        for (PtxArchitecture architecture : PtxArchitecture.of(GpuEmitter.uses(table, DataType.BF16))) {
            programs.put(architecture, withMaxRegisters(toolchain.buildPtx(fileName, text, architecture), table));
        }
        List<KernelFile> files = programs.entrySet().stream()
                .map(program -> file(program.getKey().directory(id()), program.getValue()))
                .toList();
        PtxModule module = new PtxModule(programs.get(PtxArchitecture.SM_70), table);
        return new TargetFiles(files, Optional.empty(), Optional.of(new CompiledText("PTX", module.kernels())));
    }

    private static KernelFile file(String directory, String ptx) {
        return new KernelFile(directory, directory + ".ptx", FILE, ptx.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Limits the registers of kernels that reduce rows and columns. Without a limit, their accumulators leave room for one
     * thread block per multiprocessor, which loads nothing while it waits at a barrier.
     */
    private static String withMaxRegisters(String ptx, KernelTable table) {
        Set<String> limited = table.entries().stream()
                .map(KernelTable.Entry::kernel)
                .filter(kernel -> kernel.reducesRows() && !kernel.partials().isEmpty())
                .map(ScheduledKernel::name)
                .collect(Collectors.toSet());
        return PtxRegisterLimit.apply(ptx, limited::contains);
    }

    @Override
    public boolean usesBuildCache() {
        return true;
    }
}
