package io.graphkernel.processor.target.ascend;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.cann.KnownAnswerKernel;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.emit.ascend.AscendEmitter;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Refusal;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.stub.KernelFile;
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

/** Ascend C, which the toolkit on the machine of the device compiles. It does not print every form of kernels. */
public final class AscendTarget implements Target {

    static final String FILE = "kernels.asc";

    /** {@code NPU_ARCH} of the 310P, which has fewer instructions than the others. */
    private static final String CHIP_310P = "2002";

    private static final Language LANGUAGE = new AscendC();

    @Override
    public String id() {
        return "ascend";
    }

    /** Its kernels need no more of a schedule than every target has. */
    @Override
    public Capabilities capabilities() {
        return Capabilities.LEAST;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    @Override
    public Optional<Refusal> refusal(Step step, Graph graph) {
        return step instanceof LibraryCall call
                ? AscendLibrary.refusal(call)
                : AscendEmitter.refusal((Kernel) step, graph);
    }

    @Override
    public Map<String, Refusal> chipRefusals(Step step, Graph graph) {
        Optional<Refusal> refusal = step instanceof LibraryCall call
                ? AscendLibrary.refusalOn310P(call)
                : AscendEmitter.refusalOn310P((Kernel) step, graph);
        return refusal.map(reason -> Map.of(CHIP_310P, reason)).orElse(Map.of());
    }

    /** aclnn computes each op by a call of its own, and a kernel all of them at once. */
    @Override
    public boolean choosesPostOps() {
        return true;
    }

    @Override
    public TargetFiles build(TargetBuild build) throws ToolchainException {
        String source = build.text().file();
        List<KernelFile> files = new ArrayList<>();
        files.add(new KernelFile(id(), id() + ".source", FILE, source.getBytes(StandardCharsets.UTF_8)));
        for (String chip : new TreeSet<>(build.options().binaries())) {
            if (binaryNames().contains(chip)) {
                files.add(binary(build, source, chip));
            }
        }
        return TargetFiles.of(files);
    }

    /** Kernels, and the one by which a device is tried before it runs others. */
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

    /** Launches copy a kernel's slots, so that they have to know how many there are. */
    @Override
    public Map<String, String> manifestEntries(Kernel kernel) {
        return Map.of(ManifestFormat.SLOTS, String.valueOf(kernel.slots()));
    }
}
