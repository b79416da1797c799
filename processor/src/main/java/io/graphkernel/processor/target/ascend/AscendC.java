package io.graphkernel.processor.target.ascend;

import io.graphkernel.processor.emit.ascend.AscendEmitter;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Ascend C, with one source for all chips. */
final class AscendC implements Language {

    @Override
    public String name() {
        return "Ascend C";
    }

    @Override
    public Optional<String> reportFile() {
        return Optional.of(AscendTarget.FILE);
    }

    @Override
    public Text print(ClassKernels kernels) {
        Map<String, Map<String, String>> facts = new HashMap<>();
        Map<String, String> texts = AscendEmitter.kernels(kernels.table(), facts);
        return new Text(AscendEmitter.file(kernels.className(), texts), texts, facts);
    }
}
