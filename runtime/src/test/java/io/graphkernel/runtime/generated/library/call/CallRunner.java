package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.PostOp;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Runs a call site as a stub does, and gives what its post-ops should make of plain results. */
public final class CallRunner {
    private CallRunner() {}

    /** Runs a call on operands of the host, which are copied to where it runs; the result comes back. */
    public static Tensor run(
            LibraryCall call, CallPlace target, Tensor first, Tensor second, List<Tensor> tail, long... dims) {
        Tensor result = call.epilogue().equals(List.of(PostOp.ACCUMULATE))
                ? Ops.neg(Ops.neg(tail.get(0))).to(target.device())
                : Tensor.empty(target.device(), call.resultType(), dims);
        long stride = Arrays.stream(dims).skip(1).reduce(1, (x, y) -> x * y);
        return runInto(result, 0, stride, call, target, first, second, tail);
    }

    /**
     * Runs a call whose result is a region of a tensor on its device, and returns the whole tensor.
     *
     * @param offset offset of the region in elements
     * @param stride stride of its outermost axis, if supported
     */
    static Tensor runInto(
            Tensor result,
            long offset,
            long stride,
            LibraryCall call,
            CallPlace target,
            Tensor first,
            Tensor second,
            List<Tensor> tail) {
        List<Tensor> operands = new ArrayList<>(List.of(first, second));
        operands.addAll(tail);
        boolean here = target.device().isHost();
        List<Tensor> there = here
                ? operands
                : operands.stream().map(tensor -> tensor.to(target.device())).toList();
        LaunchFrame frame = LaunchFrame.current(target.device());
        int slot = 0;
        for (Tensor operand : there) {
            frame.input(slot++, operand);
        }
        frame.output(slot++, result, offset);
        if (call.epilogue().equals(List.of(PostOp.ACCUMULATE))) {
            frame.output(slot - 2, result, offset);
        }
        for (Tensor operand : List.of(first, second)) {
            for (long dim : operand.dimensions()) {
                frame.integer(slot++, dim);
            }
        }
        if (call instanceof Convolution2dCall) {
            frame.integer(slot, stride);
        }
        call.run(frame, target.onJvm());
        Reference.reachabilityFence(there);
        return here ? result : result.to(Device.cpu());
    }

    /** Operands for post-ops of a result with these dims. */
    public static List<Tensor> tail(Random random, DType dtype, List<PostOp> epilogue, long biasLength, long... dims) {
        List<Tensor> tail = new ArrayList<>();
        for (PostOp operation : epilogue) {
            if (operation.hasOperand()) {
                tail.add(
                        operation.isPerChannel()
                                ? RawTensor.random(random, dtype, biasLength)
                                : RawTensor.random(random, dtype, dims));
            }
        }
        return tail;
    }

    /** Applies the post-ops to plain results; {@code channel} gives the column or channel of an element. */
    static void apply(List<PostOp> epilogue, List<Tensor> tail, double[] values, IntUnaryOperator channel) {
        int next = 0;
        for (PostOp operation : epilogue) {
            double[] operand = operation.hasOperand() ? RawTensor.values(tail.get(next++)) : new double[0];
            for (int i = 0; i < values.length; i++) {
                double x = values[i];
                values[i] = switch (operation) {
                    case BIAS -> x + operand[channel.applyAsInt(i)];
                    case ADD, ACCUMULATE -> x + operand[i];
                    case MUL -> x * operand[i];
                    case SCALE -> x * operand[channel.applyAsInt(i)];
                    case RELU -> Math.max(x, 0);
                    case GELU_TANH -> x / (1 + Math.exp(-1.5957691216057308 * (x + 0.044715 * Math.pow(x, 3))));
                    case GELU_ERF -> x * normal(x);
                    case FAST_GELU -> x / (1 + Math.exp(-1.702 * x));
                    case SILU -> x / (1 + Math.exp(-x));
                    case SIGMOID -> 1 / (1 + Math.exp(-x));
                    case TANH -> Math.tanh(x);
                };
            }
        }
    }

    /** The distribution function of the normal distribution, by Simpson's rule. */
    private static double normal(double x) {
        double end = Math.min(Math.abs(x), 12);
        int steps = 2000;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double t = end * i / steps;
            int weight = i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4;
            sum += weight * Math.exp(-t * t / 2);
        }
        double half = sum * end / steps / 3 / Math.sqrt(2 * Math.PI);
        return x < 0 ? 0.5 - half : 0.5 + half;
    }

    /**
     * Compares a result with what is expected.
     *
     * @param scale the size of the terms that were summed
     */
    public static void assertClose(LibraryCall call, String shapes, double[] actual, double[] expected, double scale) {
        assertThat(actual).hasSameSizeAs(expected);
        double tolerance = tolerance(call.resultType());
        for (int i = 0; i < actual.length; i++) {
            double wanted = wrapped(expected[i], call.resultType());
            double allowed = tolerance * (Math.abs(wanted) + scale);
            if (!(Math.abs(actual[i] - wanted) <= allowed)) {
                assertThat(actual[i])
                        .as("%s %s, %s, element %s", call.dtype(), shapes, call.epilogue(), i)
                        .isEqualTo(wanted, offset(allowed));
            }
        }
    }

    private static double wrapped(double value, DType dtype) {
        return switch (dtype) {
            case I8 -> (byte) (long) value;
            case U8 -> (long) value & 0xff;
            case I16 -> (short) (long) value;
            case U16 -> (long) value & 0xffff;
            case U32 -> (long) value & 0xffffffffL;
            default -> value;
        };
    }

    private static double tolerance(DType dtype) {
        return switch (dtype) {
            case F64 -> 1e-13;
            case F32 -> 2e-6;
            case F16 -> 1e-3;
            case BF16 -> 8e-3;
            default -> 0;
        };
    }
}
