package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Replaces a softmax over a short last axis of one of CANN's listed shapes by one over the first axis of the transposed
 * value.
 */
public final class SoftmaxFusion extends PatternPass {

    /** The last dims of the listed shapes; the other dims are unrestricted. */
    private static final List<List<Dim>> LISTED =
            List.of(List.of(Dim.of(8732), Dim.of(21)), List.of(Dim.of(224), Dim.of(224), Dim.of(160), Dim.of(4)));

    /** Creates the pass. */
    public SoftmaxFusion() {
        super("SoftmaxFusionPass", """
                y = Softmax(x)
                =>
                turned = Transpose(x)
                normal = Softmax(turned)
                y = Transpose(normal)
                """);
    }

    @Override
    protected String condition() {
        return "The shape is [., 8732, 21] or [., 224, 224, 160, 4], and the axis is the last one.";
    }

    @Override
    protected String standing() {
        return "kernels process several short rows at a time without transposing, which moves a third of the "
                + "bytes.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Shape shape = match.value("x").shape();
        long axis = match.attributes("y").integer(Attributes.AXIS);
        return (axis == -1 || axis == shape.rank() - 1)
                && LISTED.stream()
                        .anyMatch(listed -> shape.rank() == listed.size() + 1
                                && shape.dims().subList(1, shape.rank()).equals(listed));
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        long rank = match.value("x").shape().rank();
        return switch (result) {
            case "turned" -> permutation(LongStream.range(0, rank).map(axis -> (axis + rank - 1) % rank));
            case "normal" -> match.attributes("y").with(Attributes.AXIS, 0L);
            default -> permutation(LongStream.range(0, rank).map(axis -> (axis + 1) % rank));
        };
    }

    private static Attributes permutation(LongStream axes) {
        return Attributes.NONE.with(Attributes.PERMUTATION, axes.boxed().toList());
    }
}
