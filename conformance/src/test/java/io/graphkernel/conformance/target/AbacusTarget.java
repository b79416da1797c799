package io.graphkernel.conformance.target;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A target for a test, for devices that {@link AbacusPlugin} finds: elementwise kernels over f32, as {@link Words}. */
final class AbacusTarget implements Target {

    @Override
    public String id() {
        return AbacusPlugin.ID;
    }

    @Override
    public TargetModel model() {
        return () -> Capabilities.MINIMAL;
    }

    @Override
    public Language language() {
        return WordsTarget.LANGUAGE;
    }

    @Override
    public TargetFiles build(TargetBuild build) {
        byte[] text = build.text().file().getBytes(StandardCharsets.UTF_8);
        return TargetFiles.of(List.of(new KernelFile(id(), id() + ".postfix", "kernels.words", text)));
    }

    /** Launches copy a kernel's slots, so that they have to know how many there are. */
    @Override
    public Map<String, String> manifestEntries(ScheduledKernel kernel) {
        return Map.of(ManifestFormat.SLOTS, String.valueOf(kernel.layout().slots()));
    }
}
