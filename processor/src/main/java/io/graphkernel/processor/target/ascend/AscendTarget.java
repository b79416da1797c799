package io.graphkernel.processor.target.ascend;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.cann.KnownAnswerKernel;
import io.graphkernel.common.target.AscendModel;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.emit.ascend.AscendEmitter;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.schedule.UnsupportedReason;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Ascend C target, compiled by the toolkit on the device's machine. Not all loop templates are supported. */
public final class AscendTarget implements Target {

    static final String FILE = "kernels.asc";

    /** {@code NPU_ARCH} of the 310P, which has fewer instructions than the others. */
    private static final String CHIP_310P = "2002";

    private static final Language LANGUAGE = new AscendC();

    @Override
    public String id() {
        return "ascend";
    }

    @Override
    public TargetModel model() {
        return AscendModel.DEFAULT;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    @Override
    public Optional<UnsupportedReason> refusal(Step step, Graph graph) {
        return step instanceof LibraryStep call
                ? AscendLibrary.refusal(call)
                : AscendEmitter.unsupportedReason((ScheduledKernel) step, graph);
    }

    @Override
    public Map<String, UnsupportedReason> chipRefusals(Step step, Graph graph) {
        Optional<UnsupportedReason> refusal = step instanceof LibraryStep call
                ? AscendLibrary.refusalOn310P(call)
                : AscendEmitter.unsupportedReasonOn310P((ScheduledKernel) step, graph);
        return refusal.map(reason -> Map.of(CHIP_310P, reason)).orElse(Map.of());
    }

    /** aclnn runs each op as a separate call, whereas a kernel fuses them. */
    @Override
    public boolean choosesPostOps() {
        return true;
    }

    @Override
    public TargetFiles build(TargetBuild build) throws ToolchainException {
        String source = build.text().file();
        List<KernelFile> files = new ArrayList<>();
        files.add(new KernelFile(id(), id() + ".source", FILE, source.getBytes(StandardCharsets.UTF_8)));
        for (String chip : new TreeSet<>(build.options().targets().binaries())) {
            if (binaryNames().contains(chip)) {
                files.add(binary(build, source, chip));
            }
        }
        return TargetFiles.of(files);
    }

    /** Builds the kernels, and the probe that tests a device before other kernels run. */
    private KernelFile binary(TargetBuild build, String source, String chip) throws ToolchainException {
        String directory = id() + "-" + chip;
        byte[] binary = build.toolchain()
                .buildAscend(build.kernels().fileName(".asc"), source + "\n" + KnownAnswerKernel.SOURCE, chip);
        return new KernelFile(directory, directory + ".binary", "kernels.bin", binary);
    }

    @Override
    public Set<String> binaryNames() {
        return Set.of("2201", "3510", CHIP_310P);
    }

    /** Launches copy a kernel's slots, so they need their number. */
    @Override
    public Map<String, String> manifestEntries(ScheduledKernel kernel) {
        return Map.of(ManifestFormat.SLOTS, String.valueOf(kernel.slots()));
    }
}
