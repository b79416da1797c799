package io.graphkernel.conformance.target;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.ProgramFile;
import java.util.List;

/** The counterpart of {@link WordsTarget}: interprets the words of a kernel for each element. */
final class WordsPlugin implements HostPlugin {

    @Override
    public String id() {
        return "words";
    }

    @Override
    public boolean isIn(CompiledClass compiled) {
        return compiled.hasProgram(id());
    }

    @Override
    public boolean runs(CompiledClass compiled) {
        return isIn(compiled);
    }

    @Override
    public HostKernels load(CompiledClass compiled) {
        ProgramFile file = compiled.program(id(), "the host");
        WordsProgram program = new WordsProgram(file.content());
        return HostKernels.ofJava((kernel, arguments, begin, end, scratch) -> {
            List<String> words = program.kernel(file.function((int) kernel));
            for (long i = begin; i < end; i++) {
                WordsProgram.element(words, slot -> Memory.getLong(arguments + 8L * slot), i);
            }
        });
    }

    @Override
    public String kernelsName() {
        return "words";
    }
}
