package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.examples.benchmarks.onednn.OneDnnProgram;
import io.graphkernel.examples.benchmarks.onednn.OneDnnPrograms;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.javacpp.Pointer;

/** The operands of one operation at one size, and the contestants that all work on them. */
final class Contest implements AutoCloseable {
    private static final float EPSILON = 1e-5f;
    private static final float LEARNING_RATE = 1e-3f;
    private static final float BETA1 = 0.9f;
    private static final float BETA2 = 0.999f;
    private static final float WEIGHT_DECAY = 0.01f;
    private static final float CORRECTION1 = 0.1f;
    private static final float CORRECTION2 = 0.001f;

    private final Operation operation;
    private final long rows;
    private final long columns;
    private final Tensor first;
    private final Tensor second;
    private final Tensor gamma;
    private final Tensor beta;
    private final Tensor result;

    /** The moments of AdamW; null for other operations. */
    private final Tensor mean;

    private final Tensor variance;

    /** Makes operands of the operation's own number of columns. */
    Contest(Operation operation, long rows) {
        this(operation, rows, operation.columns());
    }

    /** Makes the operands, filled with the same numbers each time. */
    Contest(Operation operation, long rows, long columns) {
        this.operation = operation;
        this.rows = rows;
        this.columns = columns;
        long[] dims = operation.inPlace() ? new long[] {rows * columns} : new long[] {rows, columns};
        first = Data.uniform(1, -2, 2, dims);
        second = operation.arraysRead() > 1 ? Data.uniform(2, -2, 2, dims) : null;
        gamma = Data.uniform(3, 0.5f, 1.5f, columns);
        beta = Data.uniform(4, -0.5f, 0.5f, columns);
        mean = operation.inPlace() ? Data.uniform(5, -0.5f, 0.5f, dims) : null;
        variance = operation.inPlace() ? Data.uniform(6, 0.25f, 0.75f, dims) : null;
        result = operation.inPlace() ? null : Data.uniform(7, 0, 0, dims);
    }

    long elements() {
        return rows * columns;
    }

    /** Returns the output of a contestant: the result, or the parameter that AdamW updated. */
    Tensor output() {
        return operation.inPlace() ? first : result;
    }

    /** Ours, fused. */
    Runnable fused() {
        return switch (operation) {
            case BIAS_GELU -> () -> BenchmarkOpsKernels.biasGelu(first, beta, result);
            case LAYER_NORM -> () -> BenchmarkOpsKernels.layerNorm(first, gamma, beta, EPSILON, result);
            case SOFTMAX -> () -> BenchmarkOpsKernels.softmax(first, result);
            case RMS_NORM -> () -> BenchmarkOpsKernels.rmsNorm(first, gamma, EPSILON, result);
            case ADD_LAYER_NORM -> () -> BenchmarkOpsKernels.addLayerNorm(first, second, gamma, beta, EPSILON, result);
            case SWI_GLU -> () -> BenchmarkOpsKernels.swiGlu(first, second, result);
            case SEED_GRAPH -> () -> BenchmarkOpsKernels.seedGraph(first, second, result);
            case ADAM_W ->
                () -> BenchmarkOpsKernels.adamW(
                        first,
                        second,
                        mean,
                        variance,
                        LEARNING_RATE,
                        BETA1,
                        BETA2,
                        EPSILON,
                        WEIGHT_DECAY,
                        CORRECTION1,
                        CORRECTION2);
        };
    }

    /** Ours with one native kernel per basic op. */
    Runnable unfused() {
        return switch (operation) {
            case BIAS_GELU -> () -> UnfusedOpsKernels.biasGelu(first, beta, result);
            case LAYER_NORM -> () -> UnfusedOpsKernels.layerNorm(first, gamma, beta, EPSILON, result);
            case SOFTMAX -> () -> UnfusedOpsKernels.softmax(first, result);
            case RMS_NORM -> () -> UnfusedOpsKernels.rmsNorm(first, gamma, EPSILON, result);
            case ADD_LAYER_NORM -> () -> UnfusedOpsKernels.addLayerNorm(first, second, gamma, beta, EPSILON, result);
            case SWI_GLU -> () -> UnfusedOpsKernels.swiGlu(first, second, result);
            case SEED_GRAPH -> () -> UnfusedOpsKernels.seedGraph(first, second, result);
            case ADAM_W ->
                () -> UnfusedOpsKernels.adamW(
                        first,
                        second,
                        mean,
                        variance,
                        LEARNING_RATE,
                        BETA1,
                        BETA2,
                        EPSILON,
                        WEIGHT_DECAY,
                        CORRECTION1,
                        CORRECTION2);
        };
    }

    /** oneDNN's compositions of primitives; none for AdamW. */
    List<OneDnnProgram> oneDnn(OneDnn library) {
        if (operation.inPlace()) {
            return List.of();
        }
        OneDnnPrograms programs = new OneDnnPrograms(library);
        memory x = library.matrix(Data.pointer(first), rows, columns);
        memory y = second == null ? null : library.matrix(Data.pointer(second), rows, columns);
        memory scale = library.vector(Data.pointer(gamma), columns);
        memory shift = library.vector(Data.pointer(beta), columns);
        memory target = library.matrix(Data.pointer(result), rows, columns);
        return switch (operation) {
            case BIAS_GELU -> programs.biasGelu(x, library.matrix(Data.pointer(beta), 1, columns), target);
            case LAYER_NORM -> programs.layerNorm(x, scale, shift, target, EPSILON);
            case SOFTMAX -> programs.softmax(x, target);
            case RMS_NORM -> programs.rmsNorm(x, scale, target, EPSILON);
            case ADD_LAYER_NORM -> programs.addLayerNorm(x, y, scale, shift, target, EPSILON);
            case SWI_GLU -> programs.swiGlu(x, y, target);
            case SEED_GRAPH -> programs.seedGraph(x, y, target);
            case ADAM_W -> throw new IllegalStateException("oneDNN has no optimizer step");
        };
    }

    /** The full-size arrays in the order that the limit's kernels take: those read, then the one written. */
    List<Pointer> traffic() {
        List<Pointer> arrays = new ArrayList<>();
        for (Tensor tensor : tensors()) {
            if (tensor != gamma && tensor != beta) {
                arrays.add(Data.pointer(tensor));
            }
        }
        return arrays;
    }

    @Override
    public void close() {
        tensors().forEach(Tensor::close);
    }

    private List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (Tensor tensor : new Tensor[] {first, second, mean, variance, gamma, beta, result}) {
            if (tensor != null) {
                tensors.add(tensor);
            }
        }
        return tensors;
    }
}
