package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Rule of resizing, one axis after the other. Each new element is a weighted sum of a few old ones, its taps, whose
 * indices and weights are constants.
 */
final class ResizeRule {

    /** Maximum size of an axis, whose tap indices and weights are constants of the kernel. */
    private static final long MAX_SIZE = 1 << 20;

    private static final int MAX_REPEATS = 1 << 10;

    private final OnnxCall call;
    private final String mode;
    private final String coordinates;
    private final String nearest;
    private final double cubic;
    private final boolean excludesOutside;
    private final double extrapolation;

    private ResizeRule(OnnxCall call, boolean isUpsample) throws UnsupportedNodeException {
        this.call = call;
        mode = call.text("mode", "nearest");
        coordinates = isUpsample ? "asymmetric" : call.text("coordinate_transformation_mode", "half_pixel");
        nearest = isUpsample ? "floor" : call.text("nearest_mode", "round_prefer_floor");
        cubic = call.real("cubic_coeff_a", -0.75f);
        excludesOutside = call.flag("exclude_outside", false);
        extrapolation = call.real("extrapolation_value", 0);
        if (!List.of("nearest", "linear", "cubic").contains(mode)) {
            throw new UnsupportedNodeException("its mode is " + mode);
        }
    }

    static void addTo(OnnxOps ops) {
        ops.single("Resize", call -> {
            ResizeRule rule = new ResizeRule(call, false);
            if (call.opset() < 11) {
                throw new UnsupportedNodeException("before version 11 it does not say how it rounds");
            }
            boolean bySizes = call.has(3);
            List<Double> scales = bySizes ? List.of() : rule.reals(2);
            List<Dim> sizes = bySizes ? call.sizes(3) : List.of();
            boolean crops = rule.coordinates.equals("tf_crop_and_resize");
            List<Double> region = call.has(1) && crops ? rule.reals(1) : List.of();
            call.has(2);
            return rule.build(scales, sizes, region);
        });
        ops.single("Upsample", call -> {
            ResizeRule rule = new ResizeRule(call, true);
            return rule.build(
                    call.has("scales")
                            ? call.reals("scales", "").stream()
                                    .map(Float::doubleValue)
                                    .toList()
                            : rule.reals(1),
                    List.of(),
                    List.of());
        });
    }

    private List<Double> reals(int input) throws UnsupportedNodeException {
        Optional<OnnxTensor> tensor = call.value(input).tensor();
        if (tensor.isEmpty() || tensor.get().dims().size() != 1) {
            throw new UnsupportedNodeException("its input " + input + " has to be known when the model is compiled");
        }
        List<Double> reals = new ArrayList<>();
        for (int i = 0; i < tensor.get().count(); i++) {
            reals.add(tensor.get().element(i).doubleValue());
        }
        return reals;
    }

    private Node build(List<Double> scales, List<Dim> sizes, List<Double> region)
            throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        int rank = x.shape().rank();
        if (Math.max(scales.size(), sizes.size()) != rank || !region.isEmpty() && region.size() != 2 * rank) {
            throw new UnsupportedNodeException("its scales or sizes are not for " + rank + " axes");
        }
        boolean crops = coordinates.equals("tf_crop_and_resize");
        for (int axis = 0; axis < rank; axis++) {
            double scale = scales.isEmpty() ? 0 : scales.get(axis);
            Dim dim = x.shape().dims().get(axis);
            if (!(dim instanceof Dim.Constant old)) {
                double times = sizes.isEmpty() ? scale : times(sizes.get(axis), dim);
                if (times != 1) {
                    x = repeated(x, axis, times);
                }
                continue;
            }
            if (!sizes.isEmpty() && !(sizes.get(axis) instanceof Dim.Constant)) {
                throw new UnsupportedNodeException("it makes " + sizes.get(axis) + " of " + old.size() + " elements");
            }
            long size =
                    sizes.isEmpty() ? (long) Math.floor(old.size() * scale) : ((Dim.Constant) sizes.get(axis)).size();
            if (size < 1 || size > MAX_SIZE || old.size() < 1) {
                throw new UnsupportedNodeException("it makes " + size + " of " + old.size() + " elements");
            }
            if (coordinates.equals("align_corners") && !scales.isEmpty() && old.size() * scale != size) {
                throw new UnsupportedNodeException("it aligns the corners of " + old.size() * scale
                        + " elements, which is not an integer and means different things to different libraries");
            }
            double used = scales.isEmpty() ? (double) size / old.size() : scale;
            double start = region.isEmpty() ? 0 : region.get(axis);
            double end = region.isEmpty() ? 1 : region.get(rank + axis);
            if (size != old.size() || used != 1 || crops && (start != 0 || end != 1)) {
                x = resized(x, axis, (int) old.size(), (int) size, used, start, end);
            }
        }
        return x.isOperation() ? x : call.op("IdentityMath", x);
    }

    /** Returns the ratio of two sizes, if it is constant. */
    private static double times(Dim size, Dim old) throws UnsupportedNodeException {
        return size.exactQuotient(old)
                .filter(Dim.Constant.class::isInstance)
                .map(factor -> (double) ((Dim.Constant) factor).size())
                .orElseThrow(() -> new UnsupportedNodeException("it makes " + size + " of " + old + " elements"));
    }

    /** Repeats the elements of an axis with a symbolic size. */
    private Node repeated(Node x, int axis, double scale) throws TypeException, UnsupportedNodeException {
        Dim dim = x.shape().dims().get(axis);
        boolean repeats = mode.equals("nearest")
                && scale == Math.rint(scale)
                && scale > 1
                && scale <= MAX_REPEATS
                && List.of("asymmetric", "half_pixel").contains(coordinates);
        // The distances to the old elements repeat from here.
        for (int position = 0; repeats && position < scale; position++) {
            repeats = rounded(coordinate(position, 1, (int) scale, scale, 0, 1)) == 0;
        }
        if (!repeats) {
            throw new UnsupportedNodeException("it resizes an axis of " + dim
                    + ", which is not known, other than by repeating each element a number of times");
        }
        return call.op(
                "RepeatInterleaveInt",
                Attributes.NONE.with("repeats", List.of(Dim.of((long) scale))).with(Attributes.AXIS, (long) axis),
                x);
    }

    /** Returns the source coordinate of a new element. */
    private double coordinate(int position, int old, int size, double scale, double start, double end)
            throws UnsupportedNodeException {
        return switch (coordinates) {
            case "half_pixel" -> (position + 0.5) / scale - 0.5;
            case "pytorch_half_pixel" -> size > 1 ? (position + 0.5) / scale - 0.5 : 0;
            case "align_corners" -> size > 1 ? position * (old - 1.0) / (size - 1) : 0;
            case "asymmetric" -> position / scale;
            case "tf_half_pixel_for_nn" -> (position + 0.5) / scale;
            case "tf_crop_and_resize" ->
                size > 1
                        ? start * (old - 1) + position * (end - start) * (old - 1) / (size - 1)
                        : 0.5 * (start + end) * (old - 1);
            default -> throw new UnsupportedNodeException("its coordinate_transformation_mode is " + coordinates);
        };
    }

    private Node resized(Node x, int axis, int old, int size, double scale, double start, double end)
            throws TypeException, UnsupportedNodeException {
        int taps = mode.equals("nearest") ? 1 : mode.equals("linear") ? 2 : 4;
        if (taps > 1 && !x.dtype().isFloating()) {
            throw new UnsupportedNodeException("it interpolates " + x.dtype());
        }
        long[][] indices = new long[taps][size];
        double[][] weights = new double[taps][size];
        boolean[] outside = new boolean[size];
        boolean anyOutside = false;
        for (int position = 0; position < size; position++) {
            double at = coordinate(position, old, size, scale, start, end);
            outside[position] = coordinates.equals("tf_crop_and_resize") && (at < 0 || at > old - 1);
            anyOutside |= outside[position];
            long first = taps == 1 ? rounded(at) : (long) Math.floor(at) - (taps == 4 ? 1 : 0);
            double[] share = shares(at - Math.floor(at), taps);
            double sum = 0;
            for (int tap = 0; tap < taps; tap++) {
                boolean inside = first + tap >= 0 && first + tap < old;
                weights[tap][position] = excludesOutside && !inside ? 0 : share[tap];
                indices[tap][position] = Math.max(0, Math.min(old - 1, first + tap));
                sum += weights[tap][position];
            }
            for (int tap = 0; tap < taps; tap++) {
                weights[tap][position] /= sum;
            }
        }
        ExpansionBuilder b = call.ops();
        Node total = null;
        for (int tap = 0; tap < taps; tap++) {
            Node taken = call.op(
                    "Gather", Attributes.NONE.with(Attributes.AXIS, (long) axis), x, call.constant(indices[tap]));
            if (taps > 1) {
                Node weight = call.cast(call.constant(weights[tap]), x.dtype());
                taken = b.mul(taken, call.reshaped(weight, along(x, axis, size)));
            }
            total = total == null ? taken : b.add(total, taken);
        }
        if (!anyOutside) {
            return total;
        }
        long[] flags = new long[size];
        for (int position = 0; position < size; position++) {
            flags[position] = outside[position] ? 1 : 0;
        }
        Node isOutside = call.reshaped(b.op("NotEqual", call.constant(flags), 0), along(x, axis, size));
        return b.select(isOutside, b.number(extrapolation, total), total);
    }

    private static List<Dim> along(Node x, int axis, int size) {
        List<Dim> dims = new ArrayList<>(Collections.nCopies(x.shape().rank(), Dim.ONE));
        dims.set(axis, Dim.of(size));
        return dims;
    }

    private long rounded(double at) throws UnsupportedNodeException {
        return (long)
                switch (nearest) {
                    case "round_prefer_floor" -> Math.ceil(at - 0.5);
                    case "round_prefer_ceil" -> Math.floor(at + 0.5);
                    case "floor" -> Math.floor(at);
                    case "ceil" -> Math.ceil(at);
                    default -> throw new UnsupportedNodeException("its nearest_mode is " + nearest);
                };
    }

    /** Returns the weights of the taps for a fractional coordinate. */
    private double[] shares(double fraction, int taps) {
        double a = cubic;
        double r = fraction;
        return switch (taps) {
            case 1 -> new double[] {1};
            case 2 -> new double[] {1 - r, r};
            default -> new double[] {far(1 + r, a), near(r, a), near(1 - r, a), far(2 - r, a)};
        };
    }

    private static double near(double r, double a) {
        return ((a + 2) * r - (a + 3)) * r * r + 1;
    }

    private static double far(double r, double a) {
        return ((a * r - 5 * a) * r + 8 * a) * r - 4 * a;
    }
}
