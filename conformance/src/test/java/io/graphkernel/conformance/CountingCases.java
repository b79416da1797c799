package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Boxes;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Order;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts, selections of a declared size, and elements at indices. */
final class CountingCases {

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private CountingCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        Stream<Case> ofDtypes = Dtypes.STORED.stream().flatMap(dtype -> {
            CountingCases counts = new CountingCases(dtype);
            counts.addTaken(DType.I32);
            if (Dtypes.ALL.contains(dtype)) {
                counts.addSelections();
            }
            if (Scope.isWide(dtype)) {
                counts.addTaken(DType.I64);
            }
            if (Dtypes.REALS.contains(dtype)) {
                counts.addHistogram();
                counts.addBoxes("few", "9, 4", "4", true);
                counts.addBoxes("all", "9, 4", "9", true);
                counts.addBoxes("open", "n, 4", "a.dimension(0)", false);
                counts.addBoxes("batches", "2, n, 7, 4", "5", true);
            }
            return counts.cases.stream();
        });
        return Stream.concat(Stream.of(bincount(DType.I32), bincount(DType.I64)), ofDtypes);
    }

    private static Case bincount(DType indices) {
        return Case.of(
                "Bincount",
                indices.toString(),
                DType.I64,
                "$(a, 7)",
                x -> List.of(counts(7, bin -> position -> x[0].elements()[position].asDouble() == bin, x[0])),
                new Operand(indices, "n, d", Sampler.between(0, 6)));
    }

    private interface OfBin {

        IntPredicate contains(int bin);
    }

    private static NdArray counts(int bins, OfBin bin, NdArray x) {
        return NdArray.generate(
                DType.I64,
                new int[] {bins},
                p -> OrderCases.index(IntStream.range(0, x.elements().length)
                        .filter(bin.contains(p[0]))
                        .count()));
    }

    /** Intervals of size 1: boundaries are exact. */
    private void addHistogram() {
        cases.add(Case.of(
                "Histogram",
                "",
                dtype,
                "$(a, -4f, 4f, 8)",
                x -> List.of(counts(
                        8,
                        bin -> position -> {
                            double value = x[0].elements()[position].asDouble();
                            return value >= bin - 4 && (value < bin - 3 || bin == 7 && value == 4);
                        },
                        x[0])),
                new Operand(
                        dtype,
                        "n, d",
                        OrderCases.unlimited(Sampler.oneOf(
                                -5,
                                -4,
                                -3.75,
                                -3,
                                -0.25,
                                0,
                                0.5,
                                3,
                                3.5,
                                4,
                                4.25,
                                Double.NaN,
                                Double.POSITIVE_INFINITY)))));
    }

    /** Corners in any order on a grid, and ties of scores. */
    private void addBoxes(String form, String dims, String size, boolean isDeclared) {
        Case boxes = Case.of(
                        "NonMaxSuppression",
                        form,
                        dtype,
                        "$(a, b, 0.25, " + size + ")",
                        x -> Boxes.selected(x[0], x[1], 0.25, isDeclared ? Integer.parseInt(size) : x[0].dims()[0]),
                        new Operand(dtype, dims, Sampler.oneOf(0, 1, 2, 3, 4, 5)),
                        new Operand(
                                dtype,
                                dims.substring(0, dims.lastIndexOf(',')),
                                OrderCases.unlimited(Sampler.oneOf(0, 1, 2, Double.NaN))))
                .results("indices", "count");
        cases.add(boxes.withoutEmpty());
    }

    private void addSelections() {
        Sampler ties = Numbers.isReal(dtype)
                ? OrderCases.unlimited(Sampler.oneOf(-2, -1, 0, 0, 0, 1, 2, Double.NaN, Double.POSITIVE_INFINITY))
                : Sampler.between(-2, 2);
        Scalar zero = Numbers.zero(dtype);
        for (int size : new int[] {4, 30}) {
            cases.add(Case.of(
                            "Unique",
                            "of" + size,
                            dtype,
                            "$(a, " + size + ")",
                            x -> {
                                Scalar[] unique = Order.unique(x[0].elements());
                                return List.of(Order.padded(dtype, unique, size, zero), Order.count(unique.length));
                            },
                            new Operand(dtype, "4, 9", ties))
                    .results("values", "count"));
            cases.add(Case.of(
                            "MaskedSelect",
                            "of" + size,
                            dtype,
                            "$(a, b, " + size + ")",
                            x -> {
                                Scalar[] selected = IntStream.range(0, x[0].elements().length)
                                        .filter(i -> ((IntegerScalar) x[1].elements()[i]).value() != 0)
                                        .mapToObj(i -> x[0].elements()[i])
                                        .toArray(Scalar[]::new);
                                return List.of(Order.padded(dtype, selected, size, zero), Order.count(selected.length));
                            },
                            new Operand(dtype, "4, 9", Sampler.anything()),
                            new Operand(DType.BOOL, "4, 9", Sampler.between(0, 1)))
                    .results("values", "count"));
            cases.add(Case.of(
                            "Nonzero",
                            "of" + size,
                            dtype,
                            "$(a, " + size + ")",
                            x -> nonzero(x[0], size),
                            new Operand(dtype, "2, 3, 6", ties))
                    .results("indices", "count"));
        }
    }

    private static List<NdArray> nonzero(NdArray x, int size) {
        int[] nonzeros = IntStream.range(0, x.elements().length)
                .filter(i -> !x.elements()[i].isEqual(x.elements()[i].number(0)))
                .toArray();
        NdArray indices = NdArray.generate(DType.I64, new int[] {size, 3}, p -> {
            int position = p[0] < nonzeros.length ? nonzeros[p[0]] : 0;
            return OrderCases.index(p[1] == 0 ? position / 18 : p[1] == 1 ? position / 6 % 3 : position % 6);
        });
        return List.of(indices, Order.count(nonzeros.length));
    }

    private void addTaken(DType indices) {
        Sampler anything = Sampler.anything();
        cases.add(taken("rows_" + indices, -1, new Operand(dtype, "n, 7", anything), indices, "n, m", -7, 6));
        cases.add(taken("columns_" + indices, 0, new Operand(dtype, "7, d", anything), indices, "m, d", -7, 6));
        if (dtype == DType.F32) {
            cases.add(taken("outside_" + indices, 1, new Operand(dtype, "n, 7", anything), indices, "n, m", -9, 9)
                    .compiledOnly());
        }
    }

    private Case taken(String form, int axis, Operand x, DType indices, String dims, int low, int high) {
        return Case.of(
                        "TakeAlongAxis",
                        form,
                        dtype,
                        "$(a, b, " + axis + ")",
                        v -> List.of(NdArray.generate(dtype, v[1].dims(), p -> {
                            int along = v[0].axis(axis);
                            int size = v[0].dims()[along];
                            long index = ((IntegerScalar) v[1].at(p)).value();
                            long own = index < 0 ? index + size : index;
                            int[] position = p.clone();
                            position[along] = (int) own;
                            return own < 0 || own >= size ? Numbers.zero(dtype) : v[0].at(position);
                        })),
                        x,
                        new Operand(indices, dims, Sampler.between(low, high)))
                .signedZero(true);
    }
}
