package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.stream.Stream;

/**
 * The mean of windows as a convolution of each channel by itself, with a weight that is made for it: the same number, one
 * through the elements of a window, everywhere. CANN wants it for images of i8, which no pooling takes here.
 */
public final class PoolingFusion extends PatternPass {

    private static final String KERNEL_SIZE = "kernel_size";
    private static final String PART = "part";

    /** The pass. */
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
    String condition() {
        return "All sizes are known at compile time, and the padding counts if there is any.";
    }

    @Override
    String standing() {
        return "each part of the mean is rounded instead of the sum, and a kernel that only sums takes less than half "
                + "the time.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Attributes pooling = match.attributes("y");
        boolean padded = pooling.longs(Attributes.PADS).stream().anyMatch(pad -> pad > 0);
        return match.value("x").shape().dims().stream().allMatch(Dim.Constant.class::isInstance)
                && (!padded || pooling.flag("count_include_pad"))
                && List.of(DType.F32, DType.F64, DType.F16, DType.BF16)
                        .contains(match.value("x").dtype());
    }

    @Override
    List<Node> operands(PatternMatch match, String name) {
        if (!name.equals(PART)) {
            return match.values(name);
        }
        long elements = match.attributes("y").longs(KERNEL_SIZE).stream().reduce(1L, Math::multiplyExact);
        return List.of(Node.constant(1.0 / elements, match.value("x").dtype()));
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
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
