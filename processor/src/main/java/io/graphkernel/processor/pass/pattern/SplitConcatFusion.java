package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.List;

/** Replaces a split of rows that are concatenated along columns by one transpose between two reshapes. */
public final class SplitConcatFusion extends PatternPass {

    /** Creates the pass. */
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
    protected String condition() {
        return "x has two axes, its rows are split and concatenated along columns, and all parts are in "
                + "order, each once.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
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
    protected Attributes attributes(PatternMatch match, String result) {
        Node slice = match.values("parts...").get(0);
        Dim count = Dim.of(match.values("parts...").size());
        return switch (result) {
            case "blocks" ->
                Attributes.NONE.with(
                        Attributes.DIMS,
                        List.of(
                                count,
                                slice.shape().dims().get(0),
                                slice.shape().dims().get(1)));
            case "turned" -> Attributes.NONE.with(Attributes.PERMUTATION, List.of(1L, 0L, 2L));
            default ->
                Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
        };
    }
}
