package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Indexing;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Sampling;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.oracle.Shapes;
import io.graphkernel.conformance.oracle.Spatial;
import io.graphkernel.conformance.oracle.Spatial.Windows;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.SamplingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pooling, convolution and sampling over any number of spatial axes. */
final class NetworkCases {

    private static final Sampler VALUES = Sampler.between(-2, 3);

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;
    private final Scalar zero;

    private NetworkCases(DType dtype) {
        this.dtype = dtype;
        this.zero = Numbers.zero(dtype);
    }

    static Stream<Case> all() {
        return Dtypes.ALL.stream().flatMap(dtype -> {
            NetworkCases network = new NetworkCases(dtype);
            network.addShuffles();
            if (Dtypes.NUMBERS.contains(dtype)) {
                network.addUnpooling();
            }
            if (Dtypes.REALS.contains(dtype)) {
                network.addPooling("line", windows(new int[] {3}, new int[] {2}, new int[2], new int[] {1}), "n, 3, 8");
                network.addPooling(
                        "ceil",
                        windows(new int[] {3, 2}, new int[] {2, 3}, new int[] {1, 1, 0, 1}, new int[] {1, 1}),
                        "n, 2, 6, 9");
                network.addPooling(
                        "volume",
                        windows(new int[] {2, 2, 3}, new int[] {1, 2, 1}, new int[6], new int[] {2, 1, 1}),
                        "n, 2, 4, 4, 5");
                network.addAdaptive();
                network.addConvolutions();
                network.addSamples();
                network.addLosses();
            }
            return network.cases.stream();
        });
    }

    private static Windows windows(int[] size, int[] strides, int[] pads, int[] dilations) {
        return new Windows(size, strides, pads, dilations, false);
    }

    private static String lists(Windows windows) {
        return String.join(
                ", ",
                ShapeCases.longs(windows.strides()),
                ShapeCases.longs(windows.pads()),
                ShapeCases.longs(windows.dilations()));
    }

    private void addPooling(String form, Windows given, String dims) {
        Windows windows = form.equals("ceil")
                ? new Windows(given.size(), given.strides(), given.pads(), given.dilations(), true)
                : given;
        String attributes = "$(a, " + ShapeCases.longs(windows.size()) + ", ";
        String last = ", " + windows.ceil() + ")";
        String dilated = attributes + lists(windows) + last;
        add("MaxPoolNd", form, dilated, x -> Spatial.maxima(x[0], windows).get(0), dims);
        cases.add(Case.of(
                        "MaxPoolWithIndices",
                        form,
                        dtype,
                        dilated,
                        x -> Spatial.maxima(x[0], windows),
                        new Operand(dtype, dims, Sampler.between(-2, 3)))
                .results("values", "indices")
                .withoutEmpty());
        for (boolean counts : new boolean[] {true, false}) {
            add(
                    "AvgPoolNd",
                    form + (counts ? "" : "Inside"),
                    attributes + lists(windows) + ", " + counts + last,
                    x -> Spatial.means(x[0], windows, counts, zero),
                    dims);
        }
    }

    private void addUnpooling() {
        DType index = Indexing.indexType(dtype);
        cases.add(Case.of(
                        "MaxUnpool",
                        "",
                        dtype,
                        "$(a, b, new long[] {4, 5})",
                        x -> List.of(Spatial.unpooled(x[0], x[1], zero, 4, 5)),
                        new Operand(dtype, "n, 3, 2, 2", Sampler.between(-2, 3)),
                        new Operand(index, "n, 3, 2, 2", Sampler.between(0, 19)))
                .withoutEmpty());
    }

    private void addAdaptive() {
        for (boolean isMean : new boolean[] {true, false}) {
            String op = isMean ? "AdaptiveAvgPool" : "AdaptiveMaxPool";
            add(op, "plane", "$(a, new long[] {3, 2})", x -> Spatial.adapted(x[0], isMean, zero, 3, 2), "n, 3, 7, 4");
            add(op, "line", "$(a, new long[] {5})", x -> Spatial.adapted(x[0], isMean, zero, 5), "n, 2, 2*d");
        }
    }

    private void addConvolutions() {
        addConvolution(
                "Conv1D",
                "",
                windows(new int[] {3}, new int[] {2}, new int[] {1, 2}, new int[] {2}),
                1,
                "n, 4, 9",
                "c, 4, 3");
        addConvolution(
                "Conv1D",
                "groups",
                windows(new int[] {2}, new int[] {1}, new int[2], new int[] {1}),
                2,
                "n, 4, 5",
                "6, 2, 2");
        addConvolution(
                "Conv3D",
                "",
                windows(new int[] {2, 2, 3}, new int[] {2, 1, 1}, new int[] {1, 0, 0, 1, 1, 1}, new int[] {1, 1, 1}),
                1,
                "n, 2, 4, 3, 3",
                "3, 2, 2, 2, 3");
        addConvolution(
                "Conv3D",
                "groups",
                windows(new int[] {2, 1, 2}, new int[] {1, 2, 1}, new int[6], new int[] {2, 1, 1}),
                2,
                "n, 4, 4, 3, 3",
                "4, 2, 2, 1, 2");
        addTransposed(
                "line",
                windows(new int[] {3}, new int[] {2}, new int[] {1, 0}, new int[] {1}),
                new int[] {1},
                1,
                "n, 2, 4",
                "2, 3, 3");
        addTransposed(
                "plane",
                windows(new int[] {2, 3}, new int[] {2, 1}, new int[] {0, 1, 1, 1}, new int[] {2, 1}),
                new int[] {0, 0},
                2,
                "n, 4, 3, 3",
                "4, 2, 2, 3");
        addTransposed(
                "cropped",
                windows(new int[] {1, 2}, new int[] {1, 2}, new int[] {1, 0, 0, 2}, new int[] {1, 1}),
                new int[] {0, 1},
                1,
                "n, 2, 4, 4",
                "2, 2, 1, 2");
        addTransposed(
                "volume",
                windows(new int[] {2, 2, 2}, new int[] {2, 1, 2}, new int[6], new int[] {1, 1, 1}),
                new int[3],
                1,
                "n, 2, 2, 3, 2",
                "2, 2, 2, 2, 2");
    }

    private void addConvolution(String op, String form, Windows windows, int groups, String x, String weight) {
        cases.add(Case.of(
                        op,
                        form,
                        dtype,
                        "$(a, b, " + lists(windows) + ", " + groups + ")",
                        v -> List.of(Spatial.convolution(v[0], v[1], windows, groups, zero)),
                        new Operand(dtype, x, VALUES),
                        new Operand(dtype, weight, VALUES))
                .withoutEmpty());
    }

    private void addTransposed(String form, Windows windows, int[] more, int groups, String x, String weight) {
        cases.add(Case.of(
                        "ConvTranspose",
                        form,
                        dtype,
                        "$(a, b, " + lists(windows) + ", " + groups + ", " + ShapeCases.longs(more) + ")",
                        v -> List.of(Spatial.transposed(v[0], v[1], windows, more, groups, zero)),
                        new Operand(dtype, x, VALUES),
                        new Operand(dtype, weight, VALUES))
                .withoutEmpty());
    }

    private void addShuffles() {
        addMovement("PixelShuffle", "$(a, 2)", x -> Sampling.shuffled(x, 2), "n, 4*c, 3, w");
        addMovement("PixelUnshuffle", "$(a, 2)", x -> Sampling.unshuffled(x, 2), "n, c, 4, 2*w");
        addMovement("ChannelShuffle", "$(a, 3)", x -> Sampling.exchanged(x, 3), "n, 6, h, w");
    }

    private void addMovement(String op, String call, Function<NdArray, NdArray> definition, String dims) {
        cases.add(Case.of(
                op,
                "",
                dtype,
                call,
                x -> List.of(definition.apply(x[0])),
                new Operand(dtype, dims, Sampler.anything())));
    }

    private void addSamples() {
        // The first one is differentiated: that of the nearest element does not depend on the positions.
        for (SamplingMode mode : List.of(SamplingMode.LINEAR, SamplingMode.NEAREST, SamplingMode.CUBIC)) {
            for (boolean isAligned : new boolean[] {false, true}) {
                addResize(mode, isAligned, false, 7, 3);
                addGrid(mode, isAligned);
            }
        }
        addResize(SamplingMode.LINEAR, false, true, 2, 3);
        addResize(SamplingMode.CUBIC, false, true, 8, 2);
        for (boolean isAligned : new boolean[] {false, true}) {
            String form = isAligned ? "aligned" : "edges";
            add(
                    "AffineGrid",
                    form,
                    "$(a, 3, 4, " + isAligned + ")",
                    x -> Sampling.affine(x[0], 3, 4, isAligned),
                    "n, 2, 3");
        }
    }

    private static String form(SamplingMode mode, boolean isAligned) {
        return mode.name().toLowerCase(Locale.ROOT) + (isAligned ? "Aligned" : "");
    }

    private void addResize(SamplingMode mode, boolean isAligned, boolean isSmooth, int height, int width) {
        String call = "$(a, new long[] {" + height + ", " + width + "}, SamplingMode." + mode + ", " + isAligned + ", "
                + isSmooth + ")";
        add(
                "Resize",
                form(mode, isAligned) + (isSmooth ? "Smooth" : ""),
                call,
                x -> {
                    NdArray rows = Sampling.resized(x[0], 2, height, mode.name(), isAligned, isSmooth, zero);
                    return Sampling.resized(rows, 3, width, mode.name(), isAligned, isSmooth, zero);
                },
                "n, 2, 5, w");
    }

    private void addGrid(SamplingMode mode, boolean isAligned) {
        // The positions are exact in every dtype, and neither elements nor halfway between them.
        Sampler grid = Sampler.oneOf(-1.1875, -0.8125, -0.5625, -0.1875, 0.3125, 0.4375, 0.6875, 0.9375, 1.1875);
        Shapes.Source padding = isAligned ? Shapes::reflected : (i, size) -> i < size ? i : -1;
        String mode2 = isAligned ? "PaddingMode.REFLECT" : "PaddingMode.ZEROS";
        cases.add(Case.of(
                        "GridSample",
                        form(mode, isAligned),
                        dtype,
                        "$(a, b, SamplingMode." + mode + ", " + mode2 + ", " + isAligned + ")",
                        x -> List.of(Sampling.sampled(x[0], x[1], mode.name(), padding, isAligned, zero)),
                        new Operand(dtype, "n, 2, 4, 4", VALUES),
                        new Operand(dtype, "n, 3, w, 2", grid))
                .withoutEmpty());
    }

    private void addLosses() {
        cases.add(Case.of(
                        "LocalResponseNorm",
                        "",
                        dtype,
                        "$(a, b, c, d, 4)",
                        x -> List.of(Spatial.localResponse(x[0], x[1].at(), x[2].at(), x[3].at(), 4, zero)),
                        new Operand(dtype, "n, 6, d", VALUES),
                        new Operand(dtype, "", Sampler.between(0.5, 1)),
                        new Operand(dtype, "", Sampler.between(0.5, 1)),
                        new Operand(dtype, "", Sampler.between(1, 2)))
                .withoutEmpty());
    }

    private void add(String op, String form, String call, Function<NdArray[], NdArray> definition, String dims) {
        cases.add(Case.of(op, form, dtype, call, x -> List.of(definition.apply(x)), new Operand(dtype, dims, VALUES))
                .withoutEmpty());
    }
}
