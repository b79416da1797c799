package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.List;

/** The rows of a matrix cut into parts that are put side by side: one transpose between two other readings of memory. */
public final class SplitConcatFusion extends PatternPass {

    /** The pass. */
    public SplitConcatFusion() {
        super("split_concat_fusion", """
                parts... = Split(x)
                y = Concat(parts...)
                =>
                blocks = Reshape(x)
                turned = Transpose(blocks)
                y = Reshape(turned)
                """);
    }

    @Override
    String condition() {
        return "x has two axes, its rows are split and its columns are joined, and all parts are in "
                + "order, each once.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Node x = match.value("x");
        Attributes split = match.attributes("parts...");
        return x.shape().rank() == 2
                && axis(split, x) == 0
                && axis(match.attributes("y"), x) == 1
                && match.values("parts...").size() == split.integer("parts");
    }

    private static long axis(Attributes attributes, Node x) {
        long axis = attributes.integer(Attributes.AXIS);
        return axis < 0 ? axis + x.shape().rank() : axis;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        Node part = match.values("parts...").get(0);
        Dim parts = Dim.of(match.values("parts...").size());
        return switch (result) {
            case "blocks" ->
                Attributes.NONE.with(
                        Attributes.DIMS,
                        List.of(
                                parts,
                                part.shape().dims().get(0),
                                part.shape().dims().get(1)));
            case "turned" -> Attributes.NONE.with(Attributes.PERMUTATION, List.of(1L, 0L, 2L));
            default ->
                Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
        };
    }
}
