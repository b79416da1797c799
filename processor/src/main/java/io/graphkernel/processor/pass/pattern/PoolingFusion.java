package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.List;
import java.util.stream.Stream;

/**
 * Replaces average pooling by a depthwise convolution with constant weights of one over the window size. CANN uses it
 * for int8 inputs, which no pooling op accepts here.
 */
public final class PoolingFusion extends PatternPass {

    private static final String KERNEL_SIZE = "kernel_size";
    private static final String PART = "part";

    /** Creates the pass. */
    public PoolingFusion() {
        super("PoolingFusionPass", """
                y = AvgPool(x)
                =>
                places = RowMajorIndex()
                weight = BroadcastLike(part, places)
                y = Conv2D(x, weight)
                """);
    }

    @Override
    protected String condition() {
        return "All sizes are known at compile time, and padding is included in the mean.";
    }

    @Override
    protected String standing() {
        return "every term of the mean is rounded instead of the sum, and a pooling kernel takes less than half "
                + "the time.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Attributes pooling = match.attributes("y");
        boolean padded = pooling.longs(Attributes.PADS).stream().anyMatch(pad -> pad > 0);
        return match.value("x").shape().dims().stream().allMatch(Dim.Constant.class::isInstance)
                && (!padded || pooling.flag("count_include_pad"))
                && List.of(DataType.F32, DataType.F64, DataType.F16, DataType.BF16)
                        .contains(match.value("x").dtype());
    }

    @Override
    protected List<Node> operands(PatternMatch match, String name) {
        if (!name.equals(PART)) {
            return match.values(name);
        }
        long elements = match.attributes("y").longs(KERNEL_SIZE).stream().reduce(1L, Math::multiplyExact);
        return List.of(Node.constant(1.0 / elements, match.value("x").dtype()));
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        Attributes pooling = match.attributes("y");
        Dim channels = match.value("x").shape().dims().get(1);
        return switch (result) {
            case "places" -> {
                List<Dim> dims = Stream.concat(Stream.of(channels, Dim.ONE), pooling.dims(KERNEL_SIZE).stream())
                        .toList();
                yield Attributes.NONE.with(Attributes.DIMS, dims);
            }
            case "y" ->
                Attributes.NONE
                        .with(Attributes.STRIDES, pooling.longs(Attributes.STRIDES))
                        .with(Attributes.PADS, pooling.longs(Attributes.PADS))
                        .with(Attributes.DILATIONS, List.of(1L, 1L))
                        .with(Attributes.GROUPS, ((Dim.Constant) channels).size());
            default -> Attributes.NONE;
        };
    }
}
