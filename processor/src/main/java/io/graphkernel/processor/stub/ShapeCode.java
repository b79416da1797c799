package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Java text of the dims of ranked shapes, with the real leading dims in place of a pack. */
final class ShapeCode {

    private final Graph graph;
    private final MethodNames names;

    ShapeCode(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
    }

    /** Arguments that say where the leading dims are: a tensor, and how many axes are after them; empty without a pack. */
    CodeBlock leading(Shape shape) {
        return first(shape)
                .map(first -> CodeBlock.of(
                        ", $N, $L",
                        names.parameter(first.label()),
                        first.shape().trailing().size()))
                .orElse(CodeBlock.of(""));
    }

    /** The first parameter with the pack of a shape, if it has one. */
    Optional<Node> first(Shape shape) {
        return shape.pack()
                .map(pack -> graph.tensorParameters().stream()
                        .filter(parameter -> parameter.shape().pack().equals(Optional.of(pack)))
                        .findFirst()
                        .orElseThrow());
    }

    /** Arguments for the dims that are declared, those after a pack. */
    CodeBlock trailing(Shape shape) {
        return CodeBlock.of(
                "$L",
                shape.trailing().stream().map(dim -> ", " + names.dim(dim)).collect(Collectors.joining()));
    }

    /** Arguments that give all dims to a method which takes any number of them. */
    CodeBlock dims(Shape shape) {
        return shape.pack().isPresent() ? CodeBlock.of(", $L", array(shape)) : trailing(shape);
    }

    /** All dims as an array. */
    CodeBlock array(Shape shape) {
        if (shape.pack().isPresent()) {
            Node first = first(shape).orElseThrow();
            return CodeBlock.of(
                    "$T.with($N, $L$L)",
                    RuntimeTypes.LEADING_DIMS,
                    names.parameter(first.label()),
                    first.shape().trailing().size(),
                    trailing(shape));
        }
        List<String> dims = shape.dims().stream().map(names::dim).toList();
        return CodeBlock.of("new long[] {$L}", String.join(", ", dims));
    }
}
