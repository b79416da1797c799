package io.graphkernel.processor.target.gpu;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.target.GpuModel;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.List;
import java.util.Map;

/** Base of targets that share one source for all GPUs. */
public abstract class GpuTarget implements Target {

    private static final Language LANGUAGE = new OpenClC();

    @Override
    public final TargetModel model() {
        return GpuModel.DEFAULT;
    }

    @Override
    public final Language language() {
        return LANGUAGE;
    }

    /** A class with only library calls has no program. */
    @Override
    public final TargetFiles build(TargetBuild build) throws ToolchainException {
        boolean hasKernels = !build.kernels().table().entries().isEmpty();
        return hasKernels ? program(build) : TargetFiles.of(List.of());
    }

    /**
     * Builds the program of a class with kernels.
     *
     * @param build inputs of the build
     * @return the program
     * @throws ToolchainException as {@link #build}
     */
    protected abstract TargetFiles program(TargetBuild build) throws ToolchainException;

    /** Launches copy a kernel's slots, so they need their number. */
    @Override
    public final Map<String, String> manifestEntries(ScheduledKernel kernel) {
        return Map.of(ManifestFormat.SLOTS, String.valueOf(kernel.slots()));
    }
}
