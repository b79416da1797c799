package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Emitter of checks of result arguments, and of the device of all tensors. */
final class TensorChecks {

    private final Graph graph;
    private final MethodNames names;

    TensorChecks(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
    }

    /** Checks that all tensors are on the device of the first one. */
    CodeBlock sameDevice() {
        return sameDevice(graph.tensorParameters());
    }

    /** Checks that some parameters and all results are on the device of the first parameter, or of the first result if there is none. */
    CodeBlock sameDevice(List<Node> parameters) {
        String first =
                graph.tensorParameters().stream().findFirst().map(Node::label).orElseGet(() -> names.result(0));
        Map<String, String> tensors = new LinkedHashMap<>();
        parameters.forEach(parameter -> tensors.put(parameter.label(), names.parameter(parameter.label())));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.put(names.result(i), names.result(i));
        }
        CodeBlock.Builder code = CodeBlock.builder();
        tensors.forEach((label, variable) -> {
            if (!label.equals(first)) {
                code.addStatement(
                        "$T.sameDevice($S, $S, $N, $S, $N)",
                        RuntimeTypes.CHECKS,
                        graph.name(),
                        label,
                        variable,
                        first,
                        names.home);
            }
        });
        return code.build();
    }

    /** Checks dtype and dims of a given result. */
    CodeBlock result(int index, UnrankedLaunchCode unranked) {
        Node node = graph.outputs().get(index).node();
        String name = names.result(index);
        if (node.shape().isUnranked()) {
            return CodeBlock.builder()
                    .add(unranked.broadcastResult(index))
                    .addStatement(
                            "$T.broadcastResult($S, $S, $N, $T.$L, $L)",
                            RuntimeTypes.RESULT_CHECKS,
                            graph.name(),
                            name,
                            name,
                            RuntimeTypes.DTYPE,
                            node.dtype().name(),
                            names.frame)
                    .build();
        }
        return result(index);
    }

    /** Checks dtype and dims of a given result whose dims are declared. */
    CodeBlock result(int index) {
        Node node = graph.outputs().get(index).node();
        String name = names.result(index);
        ShapeCode shapes = new ShapeCode(graph, names);
        return CodeBlock.builder()
                .addStatement(
                        "$T.resultTensor($S, $S, $N, $T.$L)",
                        RuntimeTypes.RESULT_CHECKS,
                        graph.name(),
                        name,
                        name,
                        RuntimeTypes.DTYPE,
                        node.dtype().name())
                .beginControlFlow("if (!($L))", shapes.fits(name, node.shape()))
                .addStatement(
                        "throw $T.wrongResult($S, $S, $N$L)",
                        RuntimeTypes.RESULT_CHECKS,
                        graph.name(),
                        name,
                        name,
                        shapes.dims(node.shape()))
                .endControlFlow()
                .build();
    }
}
