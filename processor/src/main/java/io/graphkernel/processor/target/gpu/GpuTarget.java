package io.graphkernel.processor.target.gpu;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.capability.Groups;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.List;
import java.util.Map;

/** A target that takes the one source of all GPUs. */
public abstract class GpuTarget implements Target {

    private static final Language LANGUAGE = new OpenClC();

    /**
     * Packs of at most 16 elements in registers: a thread has no memory for whole rows. Threads access 16 bytes at most.
     */
    @Override
    public final Capabilities capabilities() {
        return new Capabilities(16, 0).withGroups(new Groups(16, 256, 48, 16, 32));
    }

    @Override
    public final Language language() {
        return LANGUAGE;
    }

    /** A class without kernels of its own has no program: the calls of libraries in it need none. */
    @Override
    public final TargetFiles build(TargetBuild build) throws ToolchainException {
        boolean hasKernels = !build.kernels().table().entries().isEmpty();
        return hasKernels ? program(build) : TargetFiles.of(List.of());
    }

    /**
     * Builds the program of a class that has kernels.
     *
     * @param build what is built
     * @return the program
     * @throws ToolchainException as {@link #build}
     */
    protected abstract TargetFiles program(TargetBuild build) throws ToolchainException;

    /** Launches copy a kernel's slots, so that they have to know how many there are. */
    @Override
    public final Map<String, String> manifestEntries(Kernel kernel) {
        return Map.of(ManifestFormat.SLOTS, String.valueOf(kernel.slots()));
    }
}
