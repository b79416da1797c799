package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Order;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/** Sorting, and what is found by sorting. */
final class OrderCases {

    /** Elements with ties, both zeros, infinities and NaN. */
    private static final Sampler TIES = unlimited(
            Sampler.oneOf(-2, -1, -0.0, 0, 1, 2, 3, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    /** Elements with ties, all of the dtype. */
    private final Sampler ties;

    private OrderCases(DType dtype) {
        this.dtype = dtype;
        this.ties = Numbers.isReal(dtype) ? TIES : Sampler.between(-3, 4);
    }

    static Stream<Case> all() {
        return Dtypes.ALL.stream().flatMap(dtype -> {
            OrderCases orders = new OrderCases(dtype);
            orders.addOrders();
            if (Dtypes.NUMBERS.contains(dtype)) {
                orders.addSearches();
                orders.addModes();
                orders.addRunning("CumMax", true);
                orders.addRunning("CumMin", false);
            }
            if (Numbers.isReal(dtype)) {
                orders.addQuantiles();
                orders.addLogCumSumExp();
            }
            return orders.cases.stream();
        });
    }

    /** Returns a sampler in place of which the tests of gradients have another one, without ties. */
    static Sampler unlimited(Sampler drawn) {
        return new Sampler() {
            @Override
            public Scalar sample(DType dtype, SplittableRandom random) {
                return drawn.sample(dtype, random);
            }

            @Override
            public boolean isUnlimited() {
                return true;
            }
        };
    }

    private void addOrders() {
        add("SortOrder", "", "$(a)", x -> positions(x[0], 1, false), "3, n, 2");
        add("SortOrder", "descending", "$(a, true)", x -> positions(x[0], 1, true), "2, 70, 3");
        add("ArgSort", "rows", "$(a)", x -> positions(x[0], -1, false), "n, d");
        add("ArgSort", "columnsDescending", "$(a, 0, true)", x -> positions(x[0], 0, true), "n, d");
        add("Sort", "rows", "$(a)", x -> sorted(x[0], -1, false), "n, d");
        add("Sort", "columns", "$(a, 0)", x -> sorted(x[0], 0, false), "n, d");
        add("Sort", "descending", "$(a, -1, true)", x -> sorted(x[0], -1, true), "3, 90");
        addTop("largest", "$(a, 4)", -1, true, "n, 9");
        addTop("smallestOfColumns", "$(a, 2, 0, false)", 0, false, "9, d");
        for (boolean keep : Scope.isWide(dtype) ? new boolean[] {false, true} : new boolean[] {false}) {
            cases.add(Case.of(
                            "KthValue",
                            keep ? "kept" : "",
                            dtype,
                            "$(a, 5, -1, " + keep + ")",
                            x -> {
                                NdArray value =
                                        Order.mapLines(x[0], dtype, -1, 1, line -> rank(Order.sorted(line, false), 4));
                                NdArray index = Order.mapLines(
                                        x[0], DType.I64, -1, 1, line -> rank(Order.positions(line, false), 4));
                                return keep
                                        ? List.of(value, index)
                                        : List.of(Order.squeezed(value, -1), Order.squeezed(index, -1));
                            },
                            new Operand(dtype, "n, 9", ties))
                    .results("value", "index")
                    .signedZero(true));
        }
    }

    private static Scalar[] rank(Scalar[] line, int rank) {
        return new Scalar[] {line[rank]};
    }

    private void addTop(String form, String call, int axis, boolean largest, String dims) {
        cases.add(Case.of(
                        "TopK",
                        form,
                        dtype,
                        call,
                        x -> {
                            int size = axis == 0 ? 2 : 4;
                            return List.of(
                                    Order.mapLines(x[0], dtype, axis, size, line -> Order.sorted(line, largest)),
                                    Order.mapLines(
                                            x[0], DType.I64, axis, size, line -> Order.positions(line, largest)));
                        },
                        new Operand(dtype, dims, ties))
                .results("values", "indices")
                .signedZero(true));
    }

    private NdArray positions(NdArray x, int axis, boolean descending) {
        return Order.mapLines(x, DType.I64, axis, x.dims()[x.axis(axis)], line -> Order.positions(line, descending));
    }

    private NdArray sorted(NdArray x, int axis, boolean descending) {
        return Order.mapLines(x, dtype, axis, x.dims()[x.axis(axis)], line -> Order.sorted(line, descending));
    }

    /** Counts do not depend on the order of a row, which the call sorts. */
    private void addSearches() {
        for (boolean right : new boolean[] {false, true}) {
            String form = right ? "right" : "left";
            addSearches(form, "m", "d", right);
        }
        if (dtype == DType.F32) {
            addSearches("short", "5", "3", false);
            addSearches("long", "70", "80", true);
        }
    }

    private void addSearches(String form, String boundaries, String size, boolean right) {
        cases.add(Case.of(
                "Bucketize",
                form,
                dtype,
                "$(a, Ops.sort(b), " + right + ")",
                x -> List.of(NdArray.generate(
                        DType.I64, x[0].dims(), p -> Order.countBelow(x[1].elements(), x[0].at(p), right))),
                new Operand(dtype, "n, k", ties),
                new Operand(dtype, boundaries, ties)));
        cases.add(Case.of(
                "SearchSorted",
                form,
                dtype,
                "$(Ops.sort(a), b, " + right + ")",
                x -> List.of(NdArray.generate(DType.I64, x[1].dims(), p -> {
                    Scalar value = x[1].at(p);
                    int row = p[0];
                    Scalar[] line = Stream.iterate(0, i -> i + 1)
                            .limit(x[0].dims()[1])
                            .map(i -> x[0].at(row, i))
                            .toArray(Scalar[]::new);
                    return Order.countBelow(line, value, right);
                })),
                new Operand(dtype, "n, " + size, ties),
                new Operand(dtype, "n, m", ties)));
    }

    private void addModes() {
        addLine("Mode", "", "$(a)", -1, Order::mode);
        addLine("Mode", "columns", "$(a, 0)", 0, Order::mode);
    }

    private void addLogCumSumExp() {
        for (int axis : new int[] {-1, 0}) {
            cases.add(Case.of(
                    "LogCumSumExp",
                    axis == 0 ? "columns" : "rows",
                    dtype,
                    "$(a, " + axis + ")",
                    x -> List.of(
                            x[0].mapLines(new int[] {axis}, line -> Order.logCumSumExp(line, Numbers.zero(dtype)))),
                    new Operand(dtype, "n, d", Sampler.between(-9, 9))));
        }
    }

    private void addQuantiles() {
        addLine("Median", "", "$(a)", -1, line -> Order.mean(line, (line.length - 1) / 2, line.length / 2));
        addLine("Median", "columns", "$(a, 0)", 0, line -> Order.mean(line, (line.length - 1) / 2, line.length / 2));
        addLine("Quantile", "", "$(a, 0.25f)", -1, line -> Order.quantile(line, 0.25));
        if (Scope.isWide(dtype)) {
            addLine("Quantile", "columns", "$(a, 0.75f, 0)", 0, line -> Order.quantile(line, 0.75));
            addPlace("LOWER", position -> (int) Math.floor(position));
            addPlace("HIGHER", position -> (int) Math.ceil(position));
            addPlace("NEAREST", position -> (int) Math.rint(position));
            addLine("Quantile", "midpoint", "$(a, 0.25f, -1, Interpolation.MIDPOINT)", -1, line -> {
                double position = 0.25 * (line.length - 1);
                return Order.mean(line, (int) Math.floor(position), (int) Math.ceil(position));
            });
        }
    }

    private void addPlace(String interpolation, Function<Double, Integer> rounding) {
        String call = "$(a, 0.25f, -1, Interpolation." + interpolation + ")";
        addLine("Quantile", interpolation.toLowerCase(Locale.ROOT), call, -1, line -> {
            int at = rounding.apply(0.25 * (line.length - 1));
            return Order.mean(line, at, at);
        });
    }

    private void addLine(String op, String form, String call, int axis, Function<Scalar[], Scalar> function) {
        cases.add(Case.of(
                        op,
                        form,
                        dtype,
                        call,
                        x -> List.of(Order.squeezed(
                                Order.mapLines(x[0], dtype, axis, 1, line -> new Scalar[] {function.apply(line)}),
                                axis)),
                        new Operand(dtype, "n, d", ties))
                .withoutEmpty());
    }

    private void addRunning(String op, boolean largest) {
        for (int variant = Scope.isWide(dtype) ? 0 : 3; variant < 5; variant++) {
            boolean exclusive = (variant & 1) != 0;
            boolean reverse = (variant & 2) != 0;
            int axis = variant < 4 ? -1 : 0;
            add(
                    op,
                    (axis == 0 ? "columns" : "rows") + (exclusive ? "Exclusive" : "") + (reverse ? "Reverse" : ""),
                    "$(a, " + axis + ", " + exclusive + ", " + reverse + ")",
                    x -> x[0].mapLines(
                            new int[] {axis},
                            line -> Order.runningExtremes(line, largest, exclusive, reverse, Numbers.zero(dtype))),
                    "n, d");
        }
    }

    private void add(String op, String form, String call, Function<NdArray[], NdArray> definition, String dims) {
        Case added = Case.of(op, form, dtype, call, x -> List.of(definition.apply(x)), new Operand(dtype, dims, ties));
        cases.add(op.equals("Sort") ? added.signedZero(true) : added);
    }

    /** Returns an index as the oracle represents it. */
    static Scalar index(long value) {
        return new IntegerScalar(DType.I64, value);
    }
}
