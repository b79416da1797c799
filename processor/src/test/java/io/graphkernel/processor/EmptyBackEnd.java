package io.graphkernel.processor;

import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.option.Vocabulary;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A back end that takes everything. */
abstract class EmptyBackEnd implements KernelClassCompiler {

    @Override
    public void complete(KernelClass kernelClass, Context context) throws IOException {}

    @Override
    public Vocabulary vocabulary() {
        return new Vocabulary(Map.of(), List.of());
    }
}
