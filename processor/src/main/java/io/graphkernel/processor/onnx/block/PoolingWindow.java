package io.graphkernel.processor.onnx.block;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Window geometry of a convolution or a pooling along each spatial axis.
 *
 * @param sizes window sizes in elements
 * @param strides strides between windows
 * @param dilations strides between elements of a window
 * @param before padding before the input
 * @param after padding after the input
 * @param counts numbers of windows
 * @param extra elements after the padding that windows cover if counts are rounded up
 * @param openBefore further padding before the input for an axis whose padding depends on its size; otherwise 0
 * @param openAfter further padding after the input
 */
public record PoolingWindow(
        List<Long> sizes,
        List<Long> strides,
        List<Long> dilations,
        List<Long> before,
        List<Long> after,
        List<Dim> counts,
        List<Long> extra,
        List<Dim> openBefore,
        List<Dim> openAfter) {

    /** Creates a window with constant padding. */
    public PoolingWindow(
            List<Long> sizes,
            List<Long> strides,
            List<Long> dilations,
            List<Long> before,
            List<Long> after,
            List<Dim> counts,
            List<Long> extra) {
        this(
                sizes,
                strides,
                dilations,
                before,
                after,
                counts,
                extra,
                Collections.nCopies(sizes.size(), Dim.ZERO),
                Collections.nCopies(sizes.size(), Dim.ZERO));
    }

    /** Returns the values for all axes, each at least the minimum. */
    public static List<Long> perAxis(OnnxCall call, String name, int axes, long least) throws UnsupportedNodeException {
        List<Long> values = call.integers(name, Collections.nCopies(axes, least));
        if (values.size() != axes || values.stream().anyMatch(value -> value < least || value > Integer.MAX_VALUE)) {
            throw new UnsupportedNodeException("its " + name + " are " + values + " for " + axes + " axes");
        }
        return values;
    }

    public static PoolingWindow of(OnnxCall call, List<Dim> image, List<Long> sizes) throws UnsupportedNodeException {
        int axes = image.size();
        if (sizes.size() != axes || sizes.stream().anyMatch(size -> size < 1)) {
            throw new UnsupportedNodeException("its windows are " + sizes + " for " + axes + " axes");
        }
        List<Long> strides = perAxis(call, "strides", axes, 1);
        List<Long> dilations = perAxis(call, "dilations", axes, 1);
        List<Long> pads = perAxis(call, "pads", 2 * axes, 0);
        String auto = call.text("auto_pad", "NOTSET");
        boolean up = call.flag("ceil_mode", false);
        List<Long> before = new ArrayList<>();
        List<Long> after = new ArrayList<>();
        List<Dim> counts = new ArrayList<>();
        List<Long> extra = new ArrayList<>();
        List<Dim> openBefore = new ArrayList<>(Collections.nCopies(axes, Dim.ZERO));
        List<Dim> openAfter = new ArrayList<>(Collections.nCopies(axes, Dim.ZERO));
        for (int axis = 0; axis < axes; axis++) {
            long covered = (sizes.get(axis) - 1) * dilations.get(axis) + 1;
            long first = 0;
            long last = 0;
            boolean isSame = auto.equals("SAME_UPPER") || auto.equals("SAME_LOWER");
            if (isSame && strides.get(axis) > 1 && !(image.get(axis) instanceof Dim.Constant)) {
                Dim total = openPadding(image.get(axis), covered, strides.get(axis));
                Dim half = total.floorDiv(Dim.of(2));
                openBefore.set(axis, auto.equals("SAME_UPPER") ? half : total.minus(half));
                openAfter.set(axis, total.minus(openBefore.get(axis)));
                before.add(0L);
                after.add(0L);
                counts.add(windows(image.get(axis), strides.get(axis)));
                extra.add(0L);
                continue;
            }
            switch (auto) {
                case "NOTSET" -> {
                    first = pads.get(axis);
                    last = pads.get(axes + axis);
                }
                case "VALID" -> {}
                case "SAME_UPPER", "SAME_LOWER" -> {
                    long total = sameAsStrides(image.get(axis), covered, strides.get(axis));
                    first = auto.equals("SAME_UPPER") ? total / 2 : total - total / 2;
                    last = total - first;
                }
                default -> throw new UnsupportedNodeException("its auto_pad is " + auto);
            }
            before.add(first);
            after.add(last);
            Dim span = image.get(axis).plus(Dim.of(first + last - covered));
            Dim stride = Dim.of(strides.get(axis));
            Dim count = span.floorDiv(stride).plus(Dim.ONE);
            long beyond = 0;
            if (up) {
                if (!(span instanceof Dim.Constant known) || !(image.get(axis) instanceof Dim.Constant size)) {
                    throw new UnsupportedNodeException(
                            "it rounds the number of windows up, of an image of " + image.get(axis));
                }
                long windows = Math.floorDiv(known.size() + strides.get(axis) - 1, strides.get(axis)) + 1;
                // A window must begin within the input or its leading padding.
                if ((windows - 1) * strides.get(axis) >= size.size() + first) {
                    windows--;
                }
                count = Dim.of(windows);
                beyond = Math.max(0, (windows - 1) * strides.get(axis) - known.size());
            }
            if (count instanceof Dim.Constant known && known.size() < 1) {
                throw new UnsupportedNodeException("its windows are larger than the image");
            }
            counts.add(count);
            extra.add(beyond);
        }
        return new PoolingWindow(sizes, strides, dilations, before, after, counts, extra, openBefore, openAfter);
    }

    /** Returns the padding for one window per stride; for strides above 1 the size must be constant. */
    private static long sameAsStrides(Dim image, long covered, long stride) {
        if (stride == 1) {
            return covered - 1;
        }
        long size = ((Dim.Constant) image).size();
        long windows = Math.floorDiv(size + stride - 1, stride);
        return Math.max(0, (windows - 1) * stride + covered - size);
    }

    /** Returns the number of strides in an axis. */
    private static Dim windows(Dim image, long stride) {
        return image.plus(Dim.of(stride - 1)).floorDiv(Dim.of(stride));
    }

    private static Dim openPadding(Dim image, long covered, long stride) {
        Dim total = reached(windows(image, stride), covered, stride).minus(image);
        // A window that covers its stride reaches the end of the input.
        return covered >= stride ? total : total.max(Dim.ZERO);
    }

    /** Returns the number of elements that windows span, from the first to the last. */
    private static Dim reached(Dim windows, long covered, long stride) {
        return windows.minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.of(covered));
    }

    /** Pads an operand by the amount that depends on sizes, up to the end of the last window. */
    public Node framed(OnnxCall call, Node x, Node filler) throws TypeException {
        Node framed = x;
        for (int i = 0; i < sizes.size(); i++) {
            if (!openBefore.get(i).equals(Dim.ZERO) || !openAfter.get(i).equals(Dim.ZERO)) {
                framed = call.framed(framed, filler, i + 2, openBefore.get(i), openAfter.get(i));
                long covered = (sizes.get(i) - 1) * dilations.get(i) + 1;
                Dim end = reached(counts.get(i), covered, strides.get(i));
                if (!framed.shape().dims().get(i + 2).equals(end)) {
                    framed = call.narrowed(framed, i + 2, Dim.ZERO, end, 1);
                }
            }
        }
        return framed;
    }

    public boolean hasPadding() {
        return before.stream().anyMatch(pad -> pad > 0)
                || after.stream().anyMatch(pad -> pad > 0)
                || extra.stream().anyMatch(pad -> pad > 0)
                || openBefore.stream().anyMatch(pad -> !pad.equals(Dim.ZERO))
                || openAfter.stream().anyMatch(pad -> !pad.equals(Dim.ZERO));
    }
}
