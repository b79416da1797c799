package io.graphkernel.conformance.target;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A target for a test: elementwise kernels over f32 as words in postfix order, which {@link WordsPlugin} interprets. */
final class WordsTarget implements Target {

    static final Language LANGUAGE = new Words();

    @Override
    public String id() {
        return "words";
    }

    @Override
    public TargetModel model() {
        return () -> Capabilities.MINIMAL;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    /** There is nothing to compile: the text goes into the jar as it is. */
    @Override
    public TargetFiles build(TargetBuild build) {
        byte[] text = build.text().file().getBytes(StandardCharsets.UTF_8);
        return TargetFiles.of(List.of(new KernelFile(id(), id() + ".postfix", "kernels.words", text)));
    }
}
