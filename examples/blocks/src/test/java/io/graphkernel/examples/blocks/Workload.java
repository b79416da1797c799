package io.graphkernel.examples.blocks;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A block with operands of certain sizes, its definition, and what computes the same in PyTorch. */
abstract class Workload {

    /**
     * A tensor operand of the block, filled with the same numbers each time.
     *
     * @param dtype F32 or I64
     * @param content maps a number in [0, 1) to an element
     * @param updated true if the block writes to it
     */
    record Operand(DType dtype, int[] dims, DoubleUnaryOperator content, boolean updated) {

        private double[] numbers(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
            // As a tensor holds them.
            return IntStream.range(0, count)
                    .mapToDouble(i -> (float) content.applyAsDouble(random.nextDouble()))
                    .toArray();
        }
    }

    private final String title;
    private final Class<?> type;
    private final String method;
    private final List<Operand> operands = new ArrayList<>();
    private final List<Number> numbers = new ArrayList<>();

    /**
     * Creates a workload.
     *
     * @param title name of the block in texts
     * @param type class of the block
     * @param method name of its kernel
     */
    Workload(String title, Class<?> type, String method) {
        this.title = title;
        this.type = type;
        this.method = method;
    }

    final String title() {
        return title;
    }

    final Class<?> type() {
        return type;
    }

    final String method() {
        return method;
    }

    final List<Operand> operands() {
        return operands;
    }

    /** The numbers that the kernel takes after its tensors. */
    final List<Number> numbers() {
        return numbers;
    }

    /** The sizes of the first operand. */
    final String size() {
        return Arrays.stream(operands.get(0).dims()).mapToObj(String::valueOf).collect(Collectors.joining("×"));
    }

    /** The next operand: numbers spread evenly over [least, most). */
    final void tensor(double least, double most, int... dims) {
        tensor(u -> least + u * (most - least), dims);
    }

    /** The next operand, which has each element from a number in [0, 1). */
    final void tensor(DoubleUnaryOperator content, int... dims) {
        operands.add(new Operand(DType.F32, dims, content, false));
    }

    /** The next operand, which the block updates. */
    final void updated(double least, double most, int... dims) {
        operands.add(new Operand(DType.F32, dims, u -> least + u * (most - least), true));
    }

    /** The next operand: integers below a bound. */
    final void labels(int bound, int... dims) {
        operands.add(new Operand(DType.I64, dims, u -> Math.floor(u * bound), false));
    }

    /** A weight: small enough for sums over its first axis, which has that number of elements. */
    final void weight(int... dims) {
        double most = Math.sqrt(3.0 / dims[0]);
        tensor(-most, most, dims);
    }

    /** The next number. */
    final void number(Number number) {
        numbers.add(number);
    }

    /** The operands, in float64. */
    final List<Values> values() {
        return IntStream.range(0, operands.size())
                .mapToObj(
                        i -> new Values(operands.get(i).dims(), operands.get(i).numbers(i)))
                .toList();
    }

    /** The operands, as tensors of the host. */
    final List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            double[] elements = operand.numbers(i);
            long[] dims = Arrays.stream(operand.dims()).asLongStream().toArray();
            tensors.add(
                    operand.dtype() == DType.I64
                            ? Tensor.of(
                                    Arrays.stream(elements)
                                            .mapToLong(element -> (long) element)
                                            .toArray(),
                                    dims)
                            : Tensor.of(floats(elements), dims));
        }
        return tensors;
    }

    /**
     * Returns the cotangent of a result.
     *
     * @param result of the block, by number
     * @param dims its dims
     * @return numbers from -1 to 1, on the host
     */
    final Tensor cotangent(int result, long... dims) {
        int[] sizes = Arrays.stream(dims).mapToInt(Math::toIntExact).toArray();
        Operand content = new Operand(DType.F32, sizes, u -> 2 * u - 1, false);
        return Tensor.of(floats(content.numbers(operands.size() + result)), dims);
    }

    /** Returns true if the block has a gradient: it updates nothing. */
    final boolean hasGradient() {
        return operands.stream().noneMatch(Operand::updated);
    }

    private static float[] floats(double[] elements) {
        float[] floats = new float[elements.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) elements[i];
        }
        return floats;
    }

    /**
     * Returns the defined results of the block, then the operands that it updates.
     *
     * @param x the operands
     */
    abstract List<Values> expected(List<Values> x);

    /**
     * Returns the results of equivalent PyTorch calls, in the same order.
     *
     * @param x the operands; those that the block updates are updated
     */
    abstract List<org.bytedeco.pytorch.Tensor> torch(List<org.bytedeco.pytorch.Tensor> x);

    /**
     * The results, such that PyTorch has the gradients of all operands that are floats.
     *
     * @param x the operands
     */
    List<org.bytedeco.pytorch.Tensor> differentiable(List<org.bytedeco.pytorch.Tensor> x) {
        return torch(x);
    }

    @Override
    public final String toString() {
        return title;
    }
}
