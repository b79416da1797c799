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
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Rule of resizing, one axis after the other. Each new element is a weighted sum of a few old ones, its taps, whose
 * indices and weights are constants.
 */
final class ResizeRule {

    /** Maximum size of an axis, whose tap indices and weights are constants of the kernel. */
    private static final long MAX_SIZE = 1 << 20;

    private static final int MAX_REPEATS = 1 << 10;

    /** Default coefficient of cubic interpolation, which is that of the op table. */
    private static final float CUBIC = -0.75f;

    private final OnnxCall call;
    private final String mode;
    private final String coordinates;
    private final String nearest;
    private final double cubic;
    private final boolean excludesOutside;
    private final double extrapolation;
    private final boolean antialiases;

    private ResizeRule(OnnxCall call, boolean isUpsample) throws UnsupportedNodeException {
        this.call = call;
        mode = call.text("mode", "nearest");
        coordinates = isUpsample ? "asymmetric" : call.text("coordinate_transformation_mode", "half_pixel");
        nearest = isUpsample ? "floor" : call.text("nearest_mode", "round_prefer_floor");
        cubic = call.real("cubic_coeff_a", CUBIC);
        excludesOutside = call.flag("exclude_outside", false);
        extrapolation = call.real("extrapolation_value", 0);
        antialiases = call.flag("antialias", false);
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
            call.has(2);
            return rule.ofAxes();
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

    /** Builds a node of the newest versions, whose sizes may be those of some axes. */
    private Node ofAxes() throws TypeException, UnsupportedNodeException {
        int rank = call.rank(0);
        List<Dim> dims = call.dims(0);
        List<Long> axes =
                call.integers("axes", LongStream.range(0, rank).boxed().toList());
        boolean crops = coordinates.equals("tf_crop_and_resize");
        List<Double> region = call.has(1) && crops ? reals(1) : List.of();
        List<Dim> given = call.has(3) ? call.sizes(3) : List.of();
        List<Double> factors = call.has(3) ? List.of() : reals(2);
        if (Math.max(given.size(), factors.size()) != axes.size()
                || !region.isEmpty() && region.size() != 2 * axes.size()) {
            throw new UnsupportedNodeException("its scales or sizes are not for " + axes.size() + " axes");
        }
        List<Double> scales = new ArrayList<>(Collections.nCopies(given.isEmpty() ? rank : 0, 1.0));
        List<Dim> sizes = new ArrayList<>(given.isEmpty() ? List.of() : dims);
        List<Double> bounds = new ArrayList<>(Collections.nCopies(region.isEmpty() ? 0 : rank, 0.0));
        bounds.addAll(Collections.nCopies(bounds.size(), 1.0));
        for (int i = 0; i < axes.size(); i++) {
            int axis = call.axis(axes.get(i), rank);
            if (given.isEmpty()) {
                scales.set(axis, factors.get(i));
            } else {
                sizes.set(axis, given.get(i));
            }
            if (!region.isEmpty()) {
                bounds.set(axis, region.get(i));
                bounds.set(rank + axis, region.get(axes.size() + i));
            }
        }
        String policy = call.text("keep_aspect_ratio_policy", "stretch");
        if (!policy.equals("stretch") && !given.isEmpty()) {
            keepAspectRatio(policy, axes, scales, sizes);
        }
        return build(scales, sizes, bounds);
    }

    /** Replaces the scales and sizes of axes by those of one factor, the least or greatest that a size requires. */
    private void keepAspectRatio(String policy, List<Long> axes, List<Double> scales, List<Dim> sizes)
            throws UnsupportedNodeException {
        if (!List.of("not_larger", "not_smaller").contains(policy)) {
            throw new UnsupportedNodeException("its keep_aspect_ratio_policy is " + policy);
        }
        List<Dim> dims = call.dims(0);
        List<Double> factors = new ArrayList<>();
        for (long number : axes) {
            int axis = call.axis(number, dims.size());
            if (!(sizes.get(axis) instanceof Dim.Constant size) || !(dims.get(axis) instanceof Dim.Constant old)) {
                throw new UnsupportedNodeException(
                        "it keeps the aspect ratio of " + dims.get(axis) + " to " + sizes.get(axis) + " elements");
            }
            factors.add((double) size.size() / old.size());
        }
        double factor = policy.equals("not_larger") ? Collections.min(factors) : Collections.max(factors);
        scales.addAll(Collections.nCopies(dims.size(), 1.0));
        for (long number : axes) {
            int axis = call.axis(number, dims.size());
            scales.set(axis, factor);
            sizes.set(axis, Dim.of((long) Math.floor(((Dim.Constant) dims.get(axis)).size() * factor + 0.5)));
        }
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
                x = ofOpenAxis(x, axis, scale, sizes);
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

    /** Resizes an axis with a symbolic size. */
    private Node ofOpenAxis(Node x, int axis, double scale, List<Dim> sizes)
            throws TypeException, UnsupportedNodeException {
        Dim dim = x.shape().dims().get(axis);
        boolean isPlain = !mode.equals("nearest")
                && (mode.equals("linear") || cubic == CUBIC)
                && List.of("half_pixel", "align_corners").contains(coordinates)
                && !excludesOutside
                && !antialiases
                && x.dtype().isFloating()
                && (!sizes.isEmpty() || scale == Math.rint(scale));
        if (!isPlain) {
            double times = sizes.isEmpty() ? scale : times(sizes.get(axis), dim);
            return times == 1 ? x : repeated(x, axis, times);
        }
        Dim size = sizes.isEmpty() ? dim.times(Dim.of((long) scale)) : sizes.get(axis);
        if (size.equals(dim)) {
            return x;
        }
        List<Dim> dims =
                new ArrayList<>(x.shape().dims().subList(axis, x.shape().rank()));
        dims.set(0, size);
        Attributes own = Attributes.NONE
                .with("size", dims)
                .with("mode", mode.toUpperCase(Locale.ROOT))
                .with("align_corners", coordinates.equals("align_corners"))
                .with("antialias", false);
        return call.op("Resize", own, x);
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
            case "half_pixel_symmetric" -> 0.5 * old * (1 - size / (old * scale)) + (position + 0.5) / scale - 0.5;
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
        double shrink = antialiases ? Math.min(1, scale) : 1;
        int reach = mode.equals("cubic") ? 2 : 1;
        int before = (int) Math.floor(-reach / shrink) + 1;
        int taps = mode.equals("nearest") ? 1 : 2 - 2 * before;
        if (taps > WindowRules.MAX_PLACES) {
            throw new UnsupportedNodeException("it sums " + taps + " elements");
        }
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
            long first = taps == 1 ? rounded(at) : (long) Math.floor(at) + before;
            double sum = 0;
            for (int tap = 0; tap < taps; tap++) {
                boolean inside = first + tap >= 0 && first + tap < old;
                double share = taps == 1 ? 1 : share(Math.abs(first + tap - at) * shrink);
                weights[tap][position] = excludesOutside && !inside ? 0 : share;
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

    /** Returns the weight of a tap at a distance. */
    private double share(double distance) {
        if (mode.equals("linear")) {
            return Math.max(0, 1 - distance);
        }
        double r = distance;
        if (r <= 1) {
            return ((cubic + 2) * r - (cubic + 3)) * r * r + 1;
        }
        return r < 2 ? ((cubic * r - 5 * cubic) * r + 8 * cubic) * r - 4 * cubic : 0;
    }
}
