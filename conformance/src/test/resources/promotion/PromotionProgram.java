package promotion;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Calls kernels that promote as plain Java on the host and as kernels on the default device: the bits are equal. */
public final class PromotionProgram {

    /** Integers that f16, f32 and f64 round when they are converted to them, and negative ones. */
    private static final long[] INTEGERS = {0, 1, 3, -3, 100, -100, 2049, (1 << 24) + 1, (1L << 53) + 1, -(1L << 53) - 1};

    private PromotionProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (TensorScope scope = TensorScope.open()) {
            for (Method kernel : Class.forName("Pairs").getDeclaredMethods()) {
                pair(kernel);
            }
            Tensor whole = Tensor.of(new int[] {-7, 0, 3, (1 << 24) + 1}, 4);
            Tensor floats = Tensor.of(new float[] {0.5f, -2, 3.25f, 1e-3f}, 4);
            Tensor halves = Ops.cast(floats, DType.F16);
            Tensor high = Ops.cast(Tensor.scalar(2.5f), DType.F16);
            same(
                    "clipped",
                    Promotions.clipped(whole, floats, high),
                    PromotionsKernels.clipped(on(whole), on(floats), on(high)));
            Tensor wide = Ops.cast(Tensor.scalar(2.5f), DType.F64);
            Tensor scaled = Promotions.scaled(halves, wide, whole);
            require(scaled.dtype() == DType.F16, "scaled is " + scaled.dtype());
            same("scaled", scaled, PromotionsKernels.scaled(on(halves), on(wide), on(whole)));
            same("nested", Promotions.nested(whole, floats), PromotionsKernels.nested(on(whole), on(floats)));
            Tensor left = Ops.reshape(halves, 2, 2);
            Tensor right = Ops.reshape(floats, 2, 2);
            same("product", Promotions.product(left, right), PromotionsKernels.product(on(left), on(right)));
            Tensor small = Ops.cast(whole, DType.U8);
            Tensor signed = Ops.cast(whole, DType.I8);
            Tensor flags = Ops.notEqual(whole, 0);
            same(
                    "joined",
                    Promotions.joined(small, signed, flags),
                    PromotionsKernels.joined(on(small), on(signed), on(flags)));
            Tensor rate = Ops.cast(Tensor.of(new float[] {0.5f, 2}, 2), DType.BF16);
            same("looped", Promotions.looped(right, rate), PromotionsKernels.looped(on(right), on(rate)));
            Tensor scale = Tensor.of(new int[] {1, -2, 4, 8}, 4);
            Tensor x = on(floats);
            Tensor w = on(halves);
            Tensor s = on(scale);
            Tensor[] plain = Gradients.gradient(() -> Promotions.loss(floats, halves, scale), floats, halves);
            Tensor[] compiled = Gradients.gradient(() -> PromotionsKernels.loss(x, w, s), x, w);
            for (int i = 0; i < plain.length; i++) {
                same("gradient " + i, plain[i], compiled[i]);
            }
            require(plain[1].dtype() == DType.F16, "the gradient has the dtype of its parameter");
            outside(whole, floats);
        }
    }

    /** No rule applies outside of a kernel that declares one. */
    private static void outside(Tensor x, Tensor y) {
        try {
            Ops.add(x, y);
        } catch (DTypeMismatchException e) {
            return;
        }
        throw new IllegalStateException("promoted outside of a kernel");
    }

    /** Compares a kernel of two tensors, whose dtypes are in its name. */
    private static void pair(Method kernel) throws Exception {
        String[] name = kernel.getName().split("_");
        Tensor x = operand(DType.valueOf(name[1]), false);
        Tensor y = operand(DType.valueOf(name[2]), true);
        Method stub = Class.forName("PairsKernels").getDeclaredMethod(kernel.getName(), Tensor.class, Tensor.class);
        Tensor expected = (Tensor) kernel.invoke(null, x, y);
        same(kernel.getName(), expected, (Tensor) stub.invoke(null, on(x), on(y)));
        require(expected.dtype() == DType.valueOf(name[3]), kernel.getName() + " is " + expected.dtype());
    }

    private static Tensor operand(DType dtype, boolean reversed) {
        int last = INTEGERS.length - 1;
        long[] elements = new long[INTEGERS.length];
        Arrays.setAll(elements, i -> INTEGERS[reversed ? last - i : i]);
        return Ops.cast(Tensor.of(elements, elements.length), dtype);
    }

    private static Tensor on(Tensor tensor) {
        return tensor.to(Device.defaultDevice());
    }

    private static void same(String kernel, Tensor expected, Tensor actual) {
        Tensor found = actual.to(Device.cpu());
        require(found.dtype() == expected.dtype(), kernel + " is " + found.dtype() + ", not " + expected.dtype());
        require(
                !Ops.reduceAny(Ops.notEqual(found, expected)).getBoolean(),
                kernel + " is " + found + ", not " + expected);
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalStateException(problem);
        }
    }
}
