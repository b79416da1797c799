package io.graphkernel.processor.target.cpu;

import io.graphkernel.processor.emit.c.CEmitter;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.Map;
import java.util.Optional;

/** C with clang's vector extensions. */
final class CLanguage implements Language {

    @Override
    public String name() {
        return "C";
    }

    @Override
    public Optional<String> reportFile() {
        return Optional.of("kernels.c");
    }

    @Override
    public Text print(ClassKernels kernels) {
        Map<String, String> texts = CEmitter.kernels(kernels.table());
        return new Text(CEmitter.file(kernels.className(), kernels.table(), texts), texts);
    }
}
