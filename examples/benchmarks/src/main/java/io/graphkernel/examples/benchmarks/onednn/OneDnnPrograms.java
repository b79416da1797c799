package io.graphkernel.examples.benchmarks.onednn;

import java.util.List;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.memory;

/**
 * The benchmark's operations as oneDNN programs. Each method gives every reasonable composition; the benchmark measures
 * all of them and compares with the fastest.
 */
public final class OneDnnPrograms {
    private final OneDnn library;

    public OneDnnPrograms(OneDnn library) {
        this.library = library;
    }

    /** GeLU in its tanh form of {@code x + bias}: x {@code [n, d]}, bias {@code [1, d]}. */
    public List<OneDnnProgram> biasGelu(memory x, memory bias, memory result) {
        return List.of(
                program("binary_add(x, bias) + post eltwise_gelu_tanh")
                        .binary(
                                algorithm.binary_add,
                                x,
                                bias,
                                result,
                                new PostOperations().eltwise(algorithm.eltwise_gelu_tanh, 0, 0))
                        .build(),
                program("binary_add(x, bias); eltwise_gelu_tanh in place")
                        .binary(algorithm.binary_add, x, bias, result, new PostOperations())
                        .eltwise(algorithm.eltwise_gelu_tanh, 0, 0, result, result, new PostOperations())
                        .build());
    }

    /** Layer normalization of x {@code [n, d]} with scale and shift {@code [d]}. */
    public List<OneDnnProgram> layerNorm(memory x, memory scale, memory shift, memory result, float epsilon) {
        return List.of(program("layer_normalization(use_scale, use_shift)")
                .layerNormalization(x, scale, shift, result, epsilon)
                .build());
    }

    /** Softmax of x {@code [n, d]} over the last dim. */
    public List<OneDnnProgram> softmax(memory x, memory result) {
        return List.of(program("softmax_accurate").softmax(x, result).build());
    }

    /** Root-mean-square normalization of x {@code [n, d]} with scale {@code [d]}. */
    public List<OneDnnProgram> rmsNorm(memory x, memory scale, memory result, float epsilon) {
        return List.of(program("layer_normalization(rms_norm, use_scale)")
                .rootMeanSquareNormalization(x, scale, result, epsilon)
                .build());
    }

    /** Layer normalization of {@code x + residual}, both {@code [n, d]}; the sum itself is not a result. */
    public List<OneDnnProgram> addLayerNorm(
            memory x, memory residual, memory scale, memory shift, memory result, float epsilon) {
        long[] dims = dims(x);
        memory sum = library.temporary(dims[0], dims[1]);
        return List.of(
                program("binary_add into the result; layer_normalization in place")
                        .binary(algorithm.binary_add, x, residual, result, new PostOperations())
                        .layerNormalization(result, scale, shift, result, epsilon)
                        .build(),
                program("binary_add into a temporary; layer_normalization")
                        .binary(algorithm.binary_add, x, residual, sum, new PostOperations())
                        .layerNormalization(sum, scale, shift, result, epsilon)
                        .build());
    }

    /**
     * {@code swish(gate) * up}, both {@code [n, d]}. An eltwise primitive with a binary post-operation falls back to
     * oneDNN's reference code, a binary primitive with both does not: hence the product with one.
     */
    public List<OneDnnProgram> swiGlu(memory gate, memory up, memory result) {
        return List.of(
                program("eltwise_swish(gate); binary_mul(up) in place")
                        .eltwise(algorithm.eltwise_swish, 1, 0, gate, result, new PostOperations())
                        .binary(algorithm.binary_mul, result, up, result, new PostOperations())
                        .build(),
                program("binary_mul(gate, 1) + post eltwise_swish, binary_mul(up)")
                        .binary(
                                algorithm.binary_mul,
                                gate,
                                library.one(),
                                result,
                                new PostOperations()
                                        .eltwise(algorithm.eltwise_swish, 1, 0)
                                        .binary(algorithm.binary_mul, up))
                        .build());
    }

    /**
     * {@code (b - y) * b} with {@code b = (2x)^3}; x and y {@code [n, d]}. The cube is two products, because oneDNN's
     * {@code eltwise_pow} calls the scalar function of the C library per element and takes thirty times as long.
     */
    public List<OneDnnProgram> seedGraph(memory x, memory y, memory result) {
        long[] dims = dims(x);
        memory cube = library.temporary(dims[0], dims[1]);
        PostOperations toCube =
                new PostOperations().binary(algorithm.binary_mul, x).eltwise(algorithm.eltwise_linear, 8, 0);
        PostOperations timesCube = new PostOperations().binary(algorithm.binary_mul, cube);
        PostOperations allAtOnce = new PostOperations()
                .eltwise(algorithm.eltwise_linear, 8, 0)
                .binary(algorithm.binary_mul, x)
                .binary(algorithm.binary_sub, y)
                .eltwise(algorithm.eltwise_linear, 8, 0)
                .binary(algorithm.binary_mul, x)
                .binary(algorithm.binary_mul, x)
                .binary(algorithm.binary_mul, x);
        return List.of(
                program("binary_mul(x, x) + post mul(x), linear(8); binary_sub(y) + post mul(b)")
                        .binary(algorithm.binary_mul, x, x, cube, toCube)
                        .binary(algorithm.binary_sub, cube, y, result, timesCube)
                        .build(),
                program("binary_mul(x, x) + post linear(8), mul(x), sub(y), linear(8), mul(x), mul(x), mul(x)")
                        .binary(algorithm.binary_mul, x, x, result, allAtOnce)
                        .build());
    }

    private OneDnnProgram.Builder program(String description) {
        return new OneDnnProgram.Builder(library, description);
    }

    private static long[] dims(memory operand) {
        long[] dims = new long[2];
        operand.get_desc().get_dims().get(dims);
        return dims;
    }
}
