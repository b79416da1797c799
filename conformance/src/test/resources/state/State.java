package state;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Kernels that update regions of their parameters. */
public final class State {

    public record Cache(@TensorType("f32[b, t, d]") Tensor keys, @TensorType("f32[b, t, d]") Tensor values) {}

    private State() {}

    @GraphKernel
    public static void append(
            @TensorType("f32[b, t, d]") Tensor cache, @TensorType("f32[b, s, d]") Tensor rows, int position) {
        assign(narrow(cache, 1, position, rows.dimension(1)), mul(rows, 2));
    }

    /** Reads the region before and the whole after the update. */
    @GraphKernel
    public static Tensor appendAndRead(
            @TensorType("f32[b, t, d]") Tensor cache, @TensorType("f32[b, s, d]") Tensor rows, int position) {
        Tensor before = narrow(cache, 1, position, rows.dimension(1));
        Tensor largest = reduceMax(cache, 1);
        assign(narrow(cache, 1, position, rows.dimension(1)), rows);
        Tensor after = reduceSum(cache, 1);
        return add(add(after, largest), reduceSum(mul(before, reduceMax(after)), 1));
    }

    @GraphKernel
    public static void shift(@TensorType("f32[b, t, d]") Tensor cache) {
        assign(narrow(cache, 1, 0, cache.dimension(1) - 1), narrow(cache, 1, 1, cache.dimension(1) - 1));
    }

    /** Updates regions that overlap, the whole, and a region again. */
    @GraphKernel
    public static Tensor several(
            @TensorType("f32[b, t, d]") Tensor cache, @TensorType("f32[b, s, d]") Tensor rows, int position) {
        assign(narrow(cache, 1, position, rows.dimension(1)), rows);
        assign(narrow(cache, 1, position + 1, rows.dimension(1)), neg(rows));
        Tensor sums = reduceSum(cache, -1);
        assign(cache, mul(cache, 3));
        assign(narrow(cache, 2, 0, 1), 7);
        return add(sums, reduceSum(cache, -1));
    }

    /** A step with two caches, which a called kernel updates. */
    @GraphKernel
    public static Tensor step(Cache cache, @TensorType("f32[b, d]") Tensor x, int position) {
        push(cache.keys(), x, position);
        push(cache.values(), exp(x), position);
        Tensor query = expandDims(x, 1);
        Tensor scores = softmax(mul(reduceSum(mul(cache.keys(), query), -1), 0.5f));
        return reduceSum(mul(cache.values(), expandDims(scores, -1)), 1);
    }

    @GraphKernel
    static void push(@TensorType("f32[b, t, d]") Tensor cache, @TensorType("f32[b, d]") Tensor row, int position) {
        assign(narrow(cache, 1, position, 1), expandDims(row, 1));
    }

    /** Multiplies by the memory after an update. */
    @GraphKernel
    public static Tensor product(
            @TensorType("f32[k, m]") Tensor weights,
            @TensorType("f32[n, k]") Tensor x,
            @TensorType("f32[s, m]") Tensor rows,
            int position) {
        assign(narrow(weights, 0, position, rows.dimension(0)), rows);
        return matMul(x, weights);
    }

    @GraphKernel
    public static void transposed(@TensorType("f32[t, d]") Tensor x, @TensorType("f32[d, s]") Tensor y, int position) {
        assign(transpose(narrow(x, 0, position, y.dimension(1)), 1, 0), y);
    }

    /** Moves a region of one parameter to another, and back. */
    @GraphKernel
    public static void exchange(
            @TensorType("f32[b, t, d]") Tensor x, @TensorType("f32[b, t, d]") Tensor y, int from, int to, int count) {
        Tensor taken = narrow(x, 1, from, count);
        Tensor given = narrow(y, 1, to, count);
        assign(narrow(x, 1, from, count), given);
        assign(narrow(y, 1, to, count), taken);
    }

    /** Updates reshapes of a parameter, and slices of them. */
    @GraphKernel
    public static Tensor reshaped(
            @TensorType("f32[t, d]") Tensor x, @TensorType("f32[1, t]") Tensor y, @TensorType("f32[d]") Tensor row) {
        assign(squeeze(y, 0), reduceSum(x, 1));
        assign(narrow(expandDims(x, 1), 0, 1, 1), expandDims(row, 0));
        assign(squeeze(row), mul(row, 2));
        assign(transpose(expandDims(y, 2), 1, 2, 0), 1);
        return add(reduceSum(x), reduceSum(row));
    }

    /** Updates slices that another method took, and slices of arguments. */
    @GraphKernel
    public static void slicesOfMethods(
            @TensorType("f32[b, t, d]") Tensor cache, @TensorType("f32[c, d]") Tensor row, int position) {
        assign(slot(cache, position), 3);
        push(narrow(cache, 0, 1, row.dimension(0)), row, position);
    }

    /** Writes a row of each sequence at its own position. */
    @GraphKernel
    public static void appendEach(
            @TensorType("f32[b, t, d]") Tensor cache,
            @TensorType("f32[b, s, d]") Tensor rows,
            @TensorType("i32[b, s]") Tensor positions) {
        assign(cache, scatter(cache, expandDims(positions, -1), mul(rows, 2), 1));
    }

    /** Writes few rows of each sequence, whose positions are compared instead of sorted. */
    @GraphKernel
    public static void appendFew(
            @TensorType("f32[b, t, d]") Tensor cache,
            @TensorType("f32[b, 3, d]") Tensor rows,
            @TensorType("i32[b, 3]") Tensor positions) {
        assign(cache, scatter(cache, expandDims(positions, -1), mul(rows, 2), 1));
    }

    /** Reads the memory before and after updates at computed positions, of a region and as a ring buffer. */
    @GraphKernel
    public static Tensor ring(
            @TensorType("f32[b, h, t, d]") Tensor cache,
            @TensorType("f32[a, s, h, d]") Tensor rows,
            @TensorType("i32[a, s]") Tensor positions,
            int row) {
        Tensor largest = reduceMax(cache, 2);
        Tensor region = narrow(cache, 0, row, rows.dimension(0));
        Tensor slots = expandDims(expandDims(floorMod(positions, (int) cache.dimension(2)), 1), -1);
        assign(region, scatter(region, slots, transpose(rows, 0, 2, 1, 3), 2));
        Tensor after = reduceSum(cache, 2);
        assign(narrow(cache, 2, 0, 1), 7);
        pushEach(cache, slots, transpose(rows, 0, 2, 1, 3), row);
        return add(add(after, largest), reduceSum(cache, 2));
    }

    @GraphKernel
    static void pushEach(
            @TensorType("f32[b, h, t, d]") Tensor cache,
            @TensorType("i32[a, 1, s, 1]") Tensor positions,
            @TensorType("f32[a, h, s, d]") Tensor rows,
            int row) {
        Tensor region = narrow(cache, 0, row, rows.dimension(0));
        assign(region, scatter(region, positions, exp(rows), 2));
    }

    /** Writes rows that are read from the same memory. */
    @GraphKernel
    public static void moved(@TensorType("f32[t, d]") Tensor cache, @TensorType("i32[t]") Tensor order) {
        assign(cache, scatter(cache, expandDims(order, -1), cache, 0));
        assign(cache, scatter(cache, expandDims(narrow(order, 0, 0, 2), -1), neg(narrow(cache, 0, 2, 2)), 0));
    }

    /** Writes slices to which other slices were written, and slices to older elements. */
    @GraphKernel
    public static void nested(
            @TensorType("f32[t, d]") Tensor cache,
            @TensorType("f32[s, d]") Tensor rows,
            @TensorType("i32[s]") Tensor positions,
            @TensorType("i32[t]") Tensor order) {
        Tensor written = scatter(cache, expandDims(positions, -1), rows, 0);
        assign(cache, scatter(cache, expandDims(order, -1), written, 0));
        Tensor replaced = scatter(cache, expandDims(positions, -1), neg(rows), 0);
        assign(cache, mul(cache, 2));
        assign(cache, replaced);
        moved(cache, order);
    }

    /** Replaces slices of a region that was read before another update of its memory. */
    @GraphKernel
    public static void stale(
            @TensorType("f32[b, t, d]") Tensor cache,
            @TensorType("f32[a, s, d]") Tensor rows,
            @TensorType("i32[a, s]") Tensor positions) {
        Tensor region = narrow(cache, 0, 0, rows.dimension(0));
        assign(narrow(cache, 0, 0, 1), 7);
        assign(region, scatter(region, expandDims(positions, -1), rows, 1));
        assign(region, scatter(region, expandDims(add(positions, 1), -1), neg(rows), 1));
        Tensor before = narrow(cache, 0, 1, rows.dimension(0));
        assign(cache, mul(cache, 2));
        assign(before, scatter(before, expandDims(positions, -1), rows, 1));
        Tensor after = narrow(cache, 0, 0, rows.dimension(0));
        assign(after, scatter(after, expandDims(positions, -1), exp(rows), 1));
    }

    /** Returns a parameter after an update of its slices. */
    @GraphKernel
    public static Tensor updated(
            @TensorType("f32[t, d]") Tensor cache,
            @TensorType("f32[s, d]") Tensor rows,
            @TensorType("i32[s]") Tensor positions) {
        assign(cache, scatter(cache, expandDims(positions, -1), rows, 0));
        return cache;
    }

    /** Returns a parameter after an update of a region. */
    @GraphKernel
    public static Tensor filled(@TensorType("f32[b, t, d]") Tensor cache) {
        assign(narrow(cache, 0, 0, 1), 7);
        return cache;
    }

    /** Returns a region that keeps its elements, while a called kernel updates a region of it. */
    @GraphKernel
    public static Tensor filledRegion(@TensorType("f32[b, t, d]") Tensor cache) {
        return filled(narrow(cache, 0, 1, 2));
    }

    /** Updates slices by a called kernel in a loop that is not unrolled. */
    @GraphKernel
    public static void repeated(
            @TensorType("f32[b, t, d]") Tensor cache,
            @TensorType("f32[b, s, d]") Tensor rows,
            @TensorType("i32[b, s]") Tensor positions,
            int count) {
        for (int i = 0; i < count; i++) {
            appendEach(cache, add(rows, i), add(positions, i));
        }
    }

    /** Extends sequences of different lengths, and returns the mean of each weighted by softmax. */
    @GraphKernel
    public static Tensor extend(
            @TensorType("f32[b, t, d]") Tensor cache,
            @TensorType("f32[b, 1, d]") Tensor row,
            @TensorType("i32[b, 1]") Tensor lengths) {
        assign(cache, scatter(cache, expandDims(lengths, -1), row, 1));
        Tensor isVisible = lessEqual(cast(index(0, cache.dimension(1)), DType.I32), lengths);
        Tensor scores = select(isVisible, reduceSum(mul(cache, row), -1), Float.NEGATIVE_INFINITY);
        return reduceSum(mul(cache, expandDims(softmax(scores), -1)), 1);
    }

    @GraphKernel
    public static void copyRow(@TensorType("f32[b, t, d]") Tensor cache, int from, int to) {
        assign(narrow(cache, 0, to, 1), narrow(cache, 0, from, 1));
    }

    private static Tensor slot(Tensor cache, int position) {
        return narrow(cache, 1, position, 1);
    }
}
