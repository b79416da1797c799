package io.graphkernel.processor.target.jvm;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.jvm.JvmEmitter;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.Map;
import java.util.Optional;

/** Java, which the report omits, since it is among the generated sources. */
final class JavaLanguage implements Language {

    @Override
    public String name() {
        return "Java";
    }

    @Override
    public Optional<String> reportFile() {
        return Optional.empty();
    }

    @Override
    public Text print(ClassKernels kernels) {
        return new Text(JvmEmitter.emit(kernels.packageName(), kernels.stubName(), kernels.table()), Map.of());
    }

    @Override
    public Map<Node, String> identifiers(Graph graph) {
        return Map.of();
    }
}
