import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.ArrayList;
import java.util.List;

/** Helpers, switch, assignments in expressions, jumps, and arrays and lists that a body fills. */
final class OrdinaryJava {
    enum Mode {
        RELU,
        GELU,
        TANH
    }

    record Pair(Tensor first, Tensor second) {}

    private static final String DEFAULT = "tanh";

    static Tensor activation(Tensor x, Mode mode) {
        return switch (mode) {
            case RELU -> reLU(x);
            case GELU -> {
                Tensor scaled = mul(x, 2);
                yield geLU(scaled);
            }
            case TANH -> tanh(x);
        };
    }

    static Tensor named(Tensor x, String name, boolean negative) {
        Tensor y;
        switch (name) {
            case "exp":
                y = exp(x);
                break;
            case "tanh":
            case "th":
                y = tanh(x);
                break;
            default:
                return x;
        }
        return negative && !name.equals("exp") ? neg(y) : y;
    }

    static Tensor sum(Tensor... tensors) {
        Tensor sum = tensors[0];
        for (int i = 1; i < tensors.length; i++) {
            sum = add(sum, tensors[i]);
        }
        return sum;
    }

    static void fill(Tensor[] target, Tensor x) {
        for (int i = 0; i < target.length; ) {
            target[i] = mul(x, ++i);
        }
    }

    static Pair swapped(Pair pair) {
        return new Pair(pair.second(), pair.first());
    }

    static float twice(float number) {
        return number + number;
    }

    /* GRAPH helpers(%x: f32[n, d], float s) {
      %scaled = Mul(%x, 2.0) : f32[n, d]
      %0 = GeLU(%scaled) : f32[n, d]
      %y = Tanh(%x) : f32[n, d]
      %1 = Neg(%y) : f32[n, d]
      %2 = Exp(%x) : f32[n, d]
      %3 = Scalar() {expression="(s + s) + (s + s)"} : f32[]
      %4 = Mul(%x, %3) : f32[n, d]
      %sum = Add(%0, %1) : f32[n, d]
      %5 = Add(%sum, %2) : f32[n, d]
      %6 = Add(%5, %4) : f32[n, d]
      return out=%6
    }
    */
    @GraphKernel
    static Tensor helpers(@TensorType("f32[n, d]") Tensor x, float s) {
        return sum(activation(x, Mode.GELU), named(x, DEFAULT, true), named(x, "exp", true), mul(x, twice(twice(s))));
    }

    /* GRAPH enums(%x: f32[n]) {
      %y = Neg(%x) : f32[n]
      %0 = ReLU(%y) : f32[n]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor enums(@TensorType("f32[n]") Tensor x) {
        Mode mode = Mode.RELU;
        Tensor y = mode == Mode.RELU ? neg(x) : x;
        return mode != Mode.TANH ? activation(y, mode) : y;
    }

    /* GRAPH counted(%x: f32[n]) {
      %y = Mul(%x, 0.0) : f32[n]
      %0 = Add(%y, 3.0) : f32[n]
      %1 = Mul(%0, 22.0) : f32[n]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x) {
        int i = 0;
        int[] counts = new int[2];
        Tensor y = mul(x, i++);
        y = add(y, i += 2);
        counts[1] += 5;
        return mul(y, ++counts[0] * 10 + counts[1]-- + counts[1] + i);
    }

    /* GRAPH jumps(%x: f32[n]) {
      %y = Add(%x, 1.0) : f32[n]
      %0 = Add(%y, 3.0) : f32[n]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor jumps(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 10; i++) {
            if (i == 1) {
                continue;
            }
            if (i == 3) {
                break;
            }
            y = add(y, i + 1);
        }
        return y;
    }

    /* GRAPH array(%x: f32[n, d]) {
      %target = Mul(%x, 1.0) : f32[n, d]
      %0 = Mul(%x, 2.0) : f32[n, d]
      %1 = Mul(%x, 3.0) : f32[n, d]
      %alias = Neg(%0) : f32[n, d]
      %2 = Concat(%target, %alias, %1) {axis=0} : f32[3*n, d]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor array(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] parts = new Tensor[3];
        fill(parts, x);
        Tensor[] alias = parts;
        alias[1] = neg(parts[1]);
        return concat(0, parts);
    }

    /* GRAPH list(%x: f32[n, d]) {
      %0 = Mul(%x, 1.0) : f32[n, d]
      %1 = Mul(%x, 2.0) : f32[n, d]
      %2 = Neg(%0) : f32[n, d]
      %3 = Concat(%2, %1, %x) {axis=0} : f32[3*n, d]
      return out=%3
    }
    */
    @GraphKernel
    static Tensor list(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> parts = new ArrayList<>();
        for (int i = 1; i < 3; i++) {
            parts.add(mul(x, i));
        }
        parts.set(0, neg(parts.get(0)));
        ArrayList<Tensor> more = new ArrayList<>(parts);
        more.add(x);
        return concat(0, parts.size() == 2 ? more.toArray(new Tensor[0]) : parts.toArray(new Tensor[0]));
    }

    /* GRAPH pair(%x: f32[n]) {
      %second = Neg(%x) : f32[n]
      return first=%second, second=%x
    }
    */
    @GraphKernel
    static Pair pair(@TensorType("f32[n]") Tensor x) {
        return swapped(new Pair(x, neg(x)));
    }
}
