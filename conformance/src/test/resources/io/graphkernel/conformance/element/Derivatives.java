package element;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.reduceSum;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Functions of two doubles, with the first and second derivatives by each. */
public final class Derivatives {

    public static double polynomial(double x, double y) {
        return x * x * y - 3 * x + y / (x * x + 1);
    }

    @GraphKernel
    public static Tensor polynomialByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::polynomial)), x);
    }

    @GraphKernel
    public static Tensor polynomialByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::polynomial)), y);
    }

    @GraphKernel
    public static Tensor polynomialByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(polynomialByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor polynomialByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(polynomialByX(x, y)), y);
    }

    public static double branches(double x, double y) {
        if (x > 0.5) { return Math.sqrt(x - 0.5) * y; } if (x < -0.5) { return Math.log(-x) + y * y; } return x * y;
    }

    @GraphKernel
    public static Tensor branchesByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::branches)), x);
    }

    @GraphKernel
    public static Tensor branchesByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::branches)), y);
    }

    @GraphKernel
    public static Tensor branchesByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(branchesByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor branchesByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(branchesByX(x, y)), y);
    }

    public static double untaken(double x, double y) {
        double root = x > 0 ? Math.sqrt(x) * x : 0; return root * y + (x < 0 ? 1 / x : x);
    }

    @GraphKernel
    public static Tensor untakenByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::untaken)), x);
    }

    @GraphKernel
    public static Tensor untakenByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::untaken)), y);
    }

    @GraphKernel
    public static Tensor untakenByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(untakenByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor untakenByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(untakenByX(x, y)), y);
    }

    public static double loops(double x, double y) {
        double z = x; for (int i = 0; i < 4; i++) { z = z - (z * z * z - x) / (3 * z * z + 1); if (z > y) { break; } } return z * y;
    }

    @GraphKernel
    public static Tensor loopsByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::loops)), x);
    }

    @GraphKernel
    public static Tensor loopsByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::loops)), y);
    }

    @GraphKernel
    public static Tensor loopsByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(loopsByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor loopsByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(loopsByX(x, y)), y);
    }

    public static double functions(double x, double y) {
        return Math.exp(x * 0.3) * Math.sin(y) + Math.tanh(x) * Math.atan2(y, x + 4) + Math.pow(x * x + 1, y * 0.2) + Math.abs(x) + Math.max(x, y);
    }

    @GraphKernel
    public static Tensor functionsByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::functions)), x);
    }

    @GraphKernel
    public static Tensor functionsByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::functions)), y);
    }

    @GraphKernel
    public static Tensor functionsByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(functionsByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor functionsByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(functionsByX(x, y)), y);
    }

    public static double narrow(double x, double y) {
        return (float) (x * y) + (int) (x * 8) * y;
    }

    @GraphKernel
    public static Tensor narrowByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::narrow)), x);
    }

    @GraphKernel
    public static Tensor narrowByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::narrow)), y);
    }

    @GraphKernel
    public static Tensor narrowByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(narrowByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor narrowByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(narrowByX(x, y)), y);
    }

    public static double selects(double x, double y) {
        int steps = x > 1 ? 3 : 2; double z = y; switch (steps) { case 3 -> z = x * x; default -> z += x; } return z * z + Math.expm1(x) - Math.log1p(y * y);
    }

    @GraphKernel
    public static Tensor selectsByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::selects)), x);
    }

    @GraphKernel
    public static Tensor selectsByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::selects)), y);
    }

    @GraphKernel
    public static Tensor selectsByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(selectsByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor selectsByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(selectsByX(x, y)), y);
    }

    /** A gradient of a broadcast operand, which is a sum. */
    @GraphKernel
    public static Tensor broadcast(@TensorType("f64[n, d]") Tensor x, @TensorType("f64[d]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::polynomial)), y);
    }

    public static double newton(double x, double y) {
        double root = 1 + x * x + y * y;
        double target = root;
        while (Math.abs(root * root - target) > 1e-13 * target) {
            root = 0.5 * (root + target / root);
        }
        return root * y;
    }

    @GraphKernel
    public static Tensor newtonByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::newton)), x);
    }

    @GraphKernel
    public static Tensor newtonByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::newton)), y);
    }

    @GraphKernel
    public static Tensor newtonByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(newtonByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor newtonByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(newtonByX(x, y)), y);
    }

    public static double series(double x, double y) {
        double sum = 0;
        double term = y;
        for (int i = 1; i < 200; i++) {
            sum += term;
            if (i > 30) {
                return sum * x;
            }
            term *= x / i;
            for (int j = i; j > 0 && term > 5; j--) {
                term *= 0.5 + x * 1e-2;
            }
        }
        return sum;
    }

    @GraphKernel
    public static Tensor seriesByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::series)), x);
    }

    @GraphKernel
    public static Tensor seriesByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::series)), y);
    }

    @GraphKernel
    public static Tensor seriesByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(seriesByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor seriesByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(seriesByX(x, y)), y);
    }

    public static double nested(double x, double y) {
        double sum = 0;
        double outer = 2 + Math.tanh(x);
        while (outer > 1.1) {
            double inner = outer + y * y;
            while (inner > 1.3) {
                inner = Math.sqrt(inner) * (1 + 0.1 * Math.tanh(y));
                sum += inner * x;
            }
            outer *= 0.7;
        }
        return sum;
    }

    @GraphKernel
    public static Tensor nestedByX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::nested)), x);
    }

    @GraphKernel
    public static Tensor nestedByY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(mapDouble(x, y, Derivatives::nested)), y);
    }

    @GraphKernel
    public static Tensor nestedByXX(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(nestedByX(x, y)), x);
    }

    @GraphKernel
    public static Tensor nestedByXY(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(nestedByX(x, y)), y);
    }

    /** Derivatives of the untaken branches are infinite. */
    @GraphKernel
    public static Tensor finite(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(map(x, a -> a > 0 ? (float) Math.sqrt(a) : a * 2)), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor pair(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> a > b ? a * b : a - b);
    }

    @GraphKernel
    public static Tensor clipped(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a > 1 ? 1 : a);
    }

    @GradientOf("clipped")
    @GraphKernel
    public static Tensor clippedGradient(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor result, @TensorType("f32[n]") Tensor dy) {
        return map(x, dy, (a, d) -> a > 1 ? 7 * d : d);
    }

    @GraphKernel
    public static Tensor custom(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(clipped(x)), x);
    }
}
