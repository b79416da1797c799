package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Boxes with two opposite corners. */
public final class Boxes {

    private Boxes() {}

    /** Returns for each batch the indices of the boxes that no better box suppresses, up to a number, and their count. */
    public static List<NdArray> selected(NdArray boxes, NdArray scores, double threshold, int size) {
        int count = scores.dims()[scores.rank() - 1];
        int[] dims = Arrays.copyOf(scores.dims(), scores.rank() - 1);
        List<Scalar> indices = new ArrayList<>();
        List<Scalar> counts = new ArrayList<>();
        for (int batch = 0; batch < NdArray.count(dims); batch++) {
            List<NdArray> selected =
                    ofBatch(slice(boxes, batch, count, 4), slice(scores, batch, count), threshold, size);
            indices.addAll(List.of(selected.get(0).elements()));
            counts.addAll(List.of(selected.get(1).elements()));
        }
        int[] sized = Arrays.copyOf(dims, scores.rank());
        sized[dims.length] = size;
        return List.of(
                new NdArray(DType.I64, sized, indices.toArray(Scalar[]::new)),
                new NdArray(DType.I64, dims, counts.toArray(Scalar[]::new)));
    }

    private static NdArray slice(NdArray x, int number, int... dims) {
        int length = NdArray.count(dims);
        return new NdArray(x.dtype(), dims, Arrays.copyOfRange(x.elements(), number * length, (number + 1) * length));
    }

    private static List<NdArray> ofBatch(NdArray boxes, NdArray scores, double threshold, int size) {
        List<Integer> selected = new ArrayList<>();
        for (int candidate : Order.order(scores.elements(), true)) {
            boolean isSuppressed = selected.stream().anyMatch(better -> overlap(boxes, better, candidate) > threshold);
            if (!isSuppressed && selected.size() < size) {
                selected.add(candidate);
            }
        }
        NdArray indices = NdArray.generate(
                DType.I64,
                new int[] {size},
                p -> new IntegerScalar(DType.I64, p[0] < selected.size() ? selected.get(p[0]) : 0));
        return List.of(indices, Order.count(selected.size()));
    }

    private static double overlap(NdArray boxes, int first, int second) {
        double intersection = length(boxes, 0, first, second) * length(boxes, 1, first, second);
        double areas = length(boxes, 0, first, first) * length(boxes, 1, first, first)
                + length(boxes, 0, second, second) * length(boxes, 1, second, second);
        return intersection / (areas - intersection);
    }

    private static double length(NdArray boxes, int axis, int first, int second) {
        double low = Math.max(
                Math.min(at(boxes, first, axis), at(boxes, first, axis + 2)),
                Math.min(at(boxes, second, axis), at(boxes, second, axis + 2)));
        double high = Math.min(
                Math.max(at(boxes, first, axis), at(boxes, first, axis + 2)),
                Math.max(at(boxes, second, axis), at(boxes, second, axis + 2)));
        return Math.max(0, high - low);
    }

    private static double at(NdArray boxes, int box, int coordinate) {
        return boxes.at(box, coordinate).asDouble();
    }
}
