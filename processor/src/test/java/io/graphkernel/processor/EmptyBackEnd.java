package io.graphkernel.processor;

import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A back end that accepts every kernel. */
public abstract class EmptyBackEnd implements KernelClassCompiler, KernelClassCompiler.Invocation {

    @Override
    public void complete(KernelClass kernelClass) throws IOException {}

    @Override
    public Invocation open(Context context) {
        return this;
    }

    @Override
    public List<Target> targets() {
        return Targets.ALL;
    }

    @Override
    public Vocabulary vocabulary() {
        return new Vocabulary(Map.of(), List.of());
    }
}
