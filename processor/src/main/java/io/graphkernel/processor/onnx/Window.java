package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Dim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How the windows of a convolution or a pooling lie along each axis of an image.
 *
 * @param sizes how many elements a window has
 * @param strides from one window to the next
 * @param dilations from one element of a window to the next
 * @param before elements of padding in front of the image
 * @param after elements of padding after it
 * @param counts how many windows there are
 * @param extra elements after the padding that windows reach, since counts are rounded up
 */
record Window(
        List<Long> sizes,
        List<Long> strides,
        List<Long> dilations,
        List<Long> before,
        List<Long> after,
        List<Dim> counts,
        List<Long> extra) {

    /** What is said for all axes, of which none is less than the least. */
    static List<Long> perAxis(OnnxCall call, String name, int axes, long least) throws Refused {
        List<Long> values = call.integers(name, Collections.nCopies(axes, least));
        if (values.size() != axes || values.stream().anyMatch(value -> value < least || value > Integer.MAX_VALUE)) {
            throw new Refused("its " + name + " are " + values + " for " + axes + " axes");
        }
        return values;
    }

    static Window of(OnnxCall call, List<Dim> image, List<Long> sizes) throws Refused {
        int axes = image.size();
        if (sizes.size() != axes || sizes.stream().anyMatch(size -> size < 1)) {
            throw new Refused("its windows are " + sizes + " for " + axes + " axes");
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
        for (int axis = 0; axis < axes; axis++) {
            long covered = (sizes.get(axis) - 1) * dilations.get(axis) + 1;
            long first = 0;
            long last = 0;
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
                default -> throw new Refused("its auto_pad is " + auto);
            }
            before.add(first);
            after.add(last);
            Dim span = image.get(axis).plus(Dim.of(first + last - covered));
            Dim stride = Dim.of(strides.get(axis));
            Dim count = span.floorDiv(stride).plus(Dim.ONE);
            long beyond = 0;
            if (up) {
                if (!(span instanceof Dim.Constant known) || !(image.get(axis) instanceof Dim.Constant size)) {
                    throw new Refused("it rounds the number of windows up, of an image of " + image.get(axis));
                }
                long windows = Math.floorDiv(known.size() + strides.get(axis) - 1, strides.get(axis)) + 1;
                // A window begins within the image or before it.
                if ((windows - 1) * strides.get(axis) >= size.size() + first) {
                    windows--;
                }
                count = Dim.of(windows);
                beyond = Math.max(0, (windows - 1) * strides.get(axis) - known.size());
            }
            if (count instanceof Dim.Constant known && known.size() < 1) {
                throw new Refused("its windows are larger than the image");
            }
            counts.add(count);
            extra.add(beyond);
        }
        return new Window(sizes, strides, dilations, before, after, counts, extra);
    }

    /** The padding with which there are as many windows as strides in the image. */
    private static long sameAsStrides(Dim image, long covered, long stride) throws Refused {
        if (stride == 1) {
            return covered - 1;
        }
        if (!(image instanceof Dim.Constant size)) {
            throw new Refused("its padding depends on " + image);
        }
        long windows = Math.floorDiv(size.size() + stride - 1, stride);
        return Math.max(0, (windows - 1) * stride + covered - size.size());
    }

    boolean hasPadding() {
        return before.stream().anyMatch(pad -> pad > 0)
                || after.stream().anyMatch(pad -> pad > 0)
                || extra.stream().anyMatch(pad -> pad > 0);
    }
}
