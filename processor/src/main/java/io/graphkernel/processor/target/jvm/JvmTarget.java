package io.graphkernel.processor.target.jvm;

import io.graphkernel.common.target.JvmModel;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.emit.jvm.JvmEmitter;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.JavaKernels;
import java.util.List;
import java.util.Optional;

/** JVM target: Java methods, for hosts without a native build. */
public final class JvmTarget implements Target {

    private static final Language LANGUAGE = new JavaLanguage();

    @Override
    public String id() {
        return "jvm";
    }

    @Override
    public TargetModel model() {
        return JvmModel.DEFAULT;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    /** javac compiles the class together with the stub. */
    @Override
    public TargetFiles build(TargetBuild build) {
        String name = build.kernels().stubName() + JvmEmitter.SUFFIX;
        return new TargetFiles(
                List.of(), Optional.of(new JavaKernels(name, build.text().file())), Optional.empty());
    }
}
