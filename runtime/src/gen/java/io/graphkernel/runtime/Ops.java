// Generated from the op table; change a row of io.graphkernel.op.definition, then refresh this file with
// mvn -q -pl processor -am test-compile -Preferences
package io.graphkernel.runtime;

import io.graphkernel.annotations.GraphOp;
import io.graphkernel.runtime.generated.jvm.ScalarMath;
import io.graphkernel.runtime.generated.jvm.UnsignedMath;
import io.graphkernel.runtime.generated.library.call.EagerCollectives;
import io.graphkernel.runtime.generated.library.call.EagerLibrary;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.eager.EagerBits;
import io.graphkernel.runtime.internal.eager.EagerExpansion;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.eager.OperandDtypes;
import io.graphkernel.runtime.internal.eager.PromotedOperands;
import io.graphkernel.runtime.internal.expansion.CompositeOp;
import io.graphkernel.runtime.internal.gradient.Recording;

/**
 * The eager ops: each call computes its result immediately. A {@code @GraphKernel} method is compiled from the
 * same calls.
 *
 * <p>Operands of different shapes broadcast under NumPy's rules. The operands of an op have one dtype: only
 * {@code cast} converts. Every op rounds its result to its dtype. In the documentation, <em>float</em> stands
 * for f16, bf16, f32 and f64, <em>integer</em> for i8 to i64 and u8 to u64, <em>number</em> for both. A scalar in
 * place of a tensor has the dtype of the tensor operand, or that of its Java type without one. A negative axis
 * is counted from the end. Overloads omit parameters that have a default, or take scalars: they link the
 * method with all parameters and state the difference.
 *
 * <p>Every method throws {@link io.graphkernel.runtime.exception.NullTensorException} for a null operand,
 * {@link io.graphkernel.runtime.exception.ClosedTensorException} for a closed one,
 * {@link io.graphkernel.runtime.exception.DTypeMismatchException} for a dtype that the op does not support,
 * {@link io.graphkernel.runtime.exception.ShapeMismatchException} if the operands do not broadcast, and
 * {@link io.graphkernel.runtime.exception.InvalidArgumentException} for an axis out of range.
 */
public final class Ops {

    /** Keeps reduced axes with size 1, so that the result broadcasts with the operand. */
    public static final boolean KEEP_DIMS = true;

    private Ops() {}

    /**
     * Returns several axes.
     *
     * @param axes indices of the axes; none for all axes of the operand
     * @return the axes
     */
    public static int[] axes(int... axes) {
        return axes.clone();
    }

    /**
     * Add: x + y.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return add(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Add", Eager.binary("add", x, y, (a, b) -> a + b, (a, b) -> a + b), x, y);
    }

    /** As {@link #add(Tensor, Tensor)}. */
    @GraphOp("Add")
    public static Tensor add(double x, Tensor y) {
        return add(Eager.scalar("add", "x", x, y), y);
    }

    /** As {@link #add(Tensor, Tensor)}. */
    @GraphOp("Add")
    public static Tensor add(Tensor x, double y) {
        return add(x, Eager.scalar("add", "y", y, x));
    }

    /** As {@link #add(Tensor, Tensor)}. */
    @GraphOp("Add")
    public static Tensor add(long x, Tensor y) {
        return add(Eager.scalar("add", "x", x, y), y);
    }

    /** As {@link #add(Tensor, Tensor)}. */
    @GraphOp("Add")
    public static Tensor add(Tensor x, long y) {
        return add(x, Eager.scalar("add", "y", y, x));
    }

    /**
     * Sub: x - y.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return sub(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Sub", Eager.binary("sub", x, y, (a, b) -> a - b, (a, b) -> a - b), x, y);
    }

    /** As {@link #sub(Tensor, Tensor)}. */
    @GraphOp("Sub")
    public static Tensor sub(double x, Tensor y) {
        return sub(Eager.scalar("sub", "x", x, y), y);
    }

    /** As {@link #sub(Tensor, Tensor)}. */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, double y) {
        return sub(x, Eager.scalar("sub", "y", y, x));
    }

    /** As {@link #sub(Tensor, Tensor)}. */
    @GraphOp("Sub")
    public static Tensor sub(long x, Tensor y) {
        return sub(Eager.scalar("sub", "x", x, y), y);
    }

    /** As {@link #sub(Tensor, Tensor)}. */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, long y) {
        return sub(x, Eager.scalar("sub", "y", y, x));
    }

    /**
     * Mul: x · y.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return mul(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Mul", Eager.binary("mul", x, y, (a, b) -> a * b, (a, b) -> a * b), x, y);
    }

    /** As {@link #mul(Tensor, Tensor)}. */
    @GraphOp("Mul")
    public static Tensor mul(double x, Tensor y) {
        return mul(Eager.scalar("mul", "x", x, y), y);
    }

    /** As {@link #mul(Tensor, Tensor)}. */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, double y) {
        return mul(x, Eager.scalar("mul", "y", y, x));
    }

    /** As {@link #mul(Tensor, Tensor)}. */
    @GraphOp("Mul")
    public static Tensor mul(long x, Tensor y) {
        return mul(Eager.scalar("mul", "x", x, y), y);
    }

    /** As {@link #mul(Tensor, Tensor)}. */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, long y) {
        return mul(x, Eager.scalar("mul", "y", y, x));
    }

    /**
     * RealDiv: x / y.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return realDiv(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("RealDiv", Eager.binary("realDiv", x, y, (a, b) -> a / b), x, y);
    }

    /** As {@link #realDiv(Tensor, Tensor)}. */
    @GraphOp("RealDiv")
    public static Tensor realDiv(double x, Tensor y) {
        return realDiv(Eager.scalar("realDiv", "x", x, y), y);
    }

    /** As {@link #realDiv(Tensor, Tensor)}. */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, double y) {
        return realDiv(x, Eager.scalar("realDiv", "y", y, x));
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return div(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Div", Eager.binary("div", x, y, ScalarMath::div, ScalarMath::div, Eager.bySign(x,
                ScalarMath::div, UnsignedMath::div)), x, y);
    }

    /** As {@link #div(Tensor, Tensor)}. */
    @GraphOp("Div")
    public static Tensor div(double x, Tensor y) {
        return div(Eager.scalar("div", "x", x, y), y);
    }

    /** As {@link #div(Tensor, Tensor)}. */
    @GraphOp("Div")
    public static Tensor div(Tensor x, double y) {
        return div(x, Eager.scalar("div", "y", y, x));
    }

    /** As {@link #div(Tensor, Tensor)}. */
    @GraphOp("Div")
    public static Tensor div(long x, Tensor y) {
        return div(Eager.scalar("div", "x", x, y), y);
    }

    /** As {@link #div(Tensor, Tensor)}. */
    @GraphOp("Div")
    public static Tensor div(Tensor x, long y) {
        return div(x, Eager.scalar("div", "y", y, x));
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return floorDiv(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.binary("floorDiv", x, y, ScalarMath::floorDiv, ScalarMath::floorDiv, Eager.bySign(x,
                ScalarMath::floorDiv, UnsignedMath::floorDiv));
    }

    /** As {@link #floorDiv(Tensor, Tensor)}. */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(double x, Tensor y) {
        return floorDiv(Eager.scalar("floorDiv", "x", x, y), y);
    }

    /** As {@link #floorDiv(Tensor, Tensor)}. */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, double y) {
        return floorDiv(x, Eager.scalar("floorDiv", "y", y, x));
    }

    /** As {@link #floorDiv(Tensor, Tensor)}. */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(long x, Tensor y) {
        return floorDiv(Eager.scalar("floorDiv", "x", x, y), y);
    }

    /** As {@link #floorDiv(Tensor, Tensor)}. */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, long y) {
        return floorDiv(x, Eager.scalar("floorDiv", "y", y, x));
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return floorMod(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("FloorMod", Eager.binary("floorMod", x, y, ScalarMath::floorMod,
                ScalarMath::floorMod, Eager.bySign(x, ScalarMath::floorMod, UnsignedMath::floorMod)), x, y);
    }

    /** As {@link #floorMod(Tensor, Tensor)}. */
    @GraphOp("FloorMod")
    public static Tensor floorMod(double x, Tensor y) {
        return floorMod(Eager.scalar("floorMod", "x", x, y), y);
    }

    /** As {@link #floorMod(Tensor, Tensor)}. */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, double y) {
        return floorMod(x, Eager.scalar("floorMod", "y", y, x));
    }

    /** As {@link #floorMod(Tensor, Tensor)}. */
    @GraphOp("FloorMod")
    public static Tensor floorMod(long x, Tensor y) {
        return floorMod(Eager.scalar("floorMod", "x", x, y), y);
    }

    /** As {@link #floorMod(Tensor, Tensor)}. */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, long y) {
        return floorMod(x, Eager.scalar("floorMod", "y", y, x));
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return mod(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Mod", Eager.binary("mod", x, y, ScalarMath::mod, ScalarMath::mod, Eager.bySign(x,
                ScalarMath::mod, UnsignedMath::mod)), x, y);
    }

    /** As {@link #mod(Tensor, Tensor)}. */
    @GraphOp("Mod")
    public static Tensor mod(double x, Tensor y) {
        return mod(Eager.scalar("mod", "x", x, y), y);
    }

    /** As {@link #mod(Tensor, Tensor)}. */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, double y) {
        return mod(x, Eager.scalar("mod", "y", y, x));
    }

    /** As {@link #mod(Tensor, Tensor)}. */
    @GraphOp("Mod")
    public static Tensor mod(long x, Tensor y) {
        return mod(Eager.scalar("mod", "x", x, y), y);
    }

    /** As {@link #mod(Tensor, Tensor)}. */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, long y) {
        return mod(x, Eager.scalar("mod", "y", y, x));
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN; of -0 and +0 either.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return maximum(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Maximum", Eager.binary("maximum", x, y, ScalarMath::maximum, ScalarMath::maximum,
                Eager.bySign(x, ScalarMath::maximum, UnsignedMath::maximum)), x, y);
    }

    /** As {@link #maximum(Tensor, Tensor)}. */
    @GraphOp("Maximum")
    public static Tensor maximum(double x, Tensor y) {
        return maximum(Eager.scalar("maximum", "x", x, y), y);
    }

    /** As {@link #maximum(Tensor, Tensor)}. */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, double y) {
        return maximum(x, Eager.scalar("maximum", "y", y, x));
    }

    /** As {@link #maximum(Tensor, Tensor)}. */
    @GraphOp("Maximum")
    public static Tensor maximum(long x, Tensor y) {
        return maximum(Eager.scalar("maximum", "x", x, y), y);
    }

    /** As {@link #maximum(Tensor, Tensor)}. */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, long y) {
        return maximum(x, Eager.scalar("maximum", "y", y, x));
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN; of -0 and +0 either.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return minimum(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Minimum", Eager.binary("minimum", x, y, ScalarMath::minimum, ScalarMath::minimum,
                Eager.bySign(x, ScalarMath::minimum, UnsignedMath::minimum)), x, y);
    }

    /** As {@link #minimum(Tensor, Tensor)}. */
    @GraphOp("Minimum")
    public static Tensor minimum(double x, Tensor y) {
        return minimum(Eager.scalar("minimum", "x", x, y), y);
    }

    /** As {@link #minimum(Tensor, Tensor)}. */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, double y) {
        return minimum(x, Eager.scalar("minimum", "y", y, x));
    }

    /** As {@link #minimum(Tensor, Tensor)}. */
    @GraphOp("Minimum")
    public static Tensor minimum(long x, Tensor y) {
        return minimum(Eager.scalar("minimum", "x", x, y), y);
    }

    /** As {@link #minimum(Tensor, Tensor)}. */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, long y) {
        return minimum(x, Eager.scalar("minimum", "y", y, x));
    }

    /**
     * IdentityMath: x.
     *
     * @param x any dtype
     * @return any dtype; the shape of x
     */
    @GraphOp("IdentityMath")
    public static Tensor identityMath(Tensor x) {
        return Recording.basic("IdentityMath", Eager.cast(x, Expansions.dtype("identityMath", "x", x)), x);
    }

    /**
     * BroadcastLike: x, repeated along the axes that it has not and like has.
     *
     * @param x any dtype
     * @param like any dtype
     * @return any dtype; the broadcast shape of the operands
     */
    @GraphOp("BroadcastLike")
    public static Tensor broadcastLike(Tensor x, Tensor like) {
        return Recording.basic("BroadcastLike", Expansions.broadcastLike(x, like), x, like);
    }

    /**
     * Abs: |x|.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Abs")
    public static Tensor abs(Tensor x) {
        return Recording.basic("Abs", Eager.unary("abs", x, ScalarMath::abs, Eager.bySign(x, ScalarMath::abs,
                UnsignedMath::abs)), x);
    }

    /**
     * Neg: -x.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Neg")
    public static Tensor neg(Tensor x) {
        return Recording.basic("Neg", Eager.unary("neg", x, ScalarMath::neg, ScalarMath::neg), x);
    }

    /**
     * Sign: -1, 0 or 1; NaN for NaN, +0 for both zeros.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Sign")
    public static Tensor sign(Tensor x) {
        return Eager.unary("sign", x, ScalarMath::sign, Eager.bySign(x, ScalarMath::sign, UnsignedMath::sign));
    }

    /**
     * Reciprocal: 1 / x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Reciprocal")
    public static Tensor reciprocal(Tensor x) {
        return Recording.basic("Reciprocal", Eager.unary("reciprocal", x, ScalarMath::reciprocal), x);
    }

    /**
     * Sqrt: √x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Sqrt")
    public static Tensor sqrt(Tensor x) {
        return Recording.basic("Sqrt", Eager.unary("sqrt", x, ScalarMath::sqrt), x);
    }

    /**
     * Rsqrt: 1 / √x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Rsqrt")
    public static Tensor rsqrt(Tensor x) {
        return Recording.basic("Rsqrt", Eager.unary("rsqrt", x, ScalarMath::rsqrt), x);
    }

    /**
     * Floor: the largest integer not above x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Floor")
    public static Tensor floor(Tensor x) {
        return Eager.unary("floor", x, ScalarMath::floor);
    }

    /**
     * Ceil: the smallest integer not below x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Ceil")
    public static Tensor ceil(Tensor x) {
        return Eager.unary("ceil", x, ScalarMath::ceil);
    }

    /**
     * Trunc: x rounded towards zero.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Trunc")
    public static Tensor trunc(Tensor x) {
        return Eager.unary("trunc", x, ScalarMath::trunc);
    }

    /**
     * Round: x rounded to the nearest integer, half to even.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Round")
    public static Tensor round(Tensor x) {
        return Eager.unary("round", x, ScalarMath::round);
    }

    /**
     * Exp: eˣ.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Exp")
    public static Tensor exp(Tensor x) {
        return Recording.basic("Exp", Eager.unary("exp", x, ScalarMath::exp), x);
    }

    /**
     * Exp2: 2ˣ.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Exp2")
    public static Tensor exp2(Tensor x) {
        return Recording.basic("Exp2", Eager.unary("exp2", x, ScalarMath::exp2), x);
    }

    /**
     * Expm1: eˣ - 1, precise near 0.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Expm1")
    public static Tensor expm1(Tensor x) {
        return Recording.basic("Expm1", Eager.unary("expm1", x, ScalarMath::expm1), x);
    }

    /**
     * Log: natural logarithm.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Log")
    public static Tensor log(Tensor x) {
        return Recording.basic("Log", Eager.unary("log", x, ScalarMath::log), x);
    }

    /**
     * Log2: logarithm to base 2.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Log2")
    public static Tensor log2(Tensor x) {
        return Recording.basic("Log2", Eager.unary("log2", x, ScalarMath::log2), x);
    }

    /**
     * Log10: logarithm to base 10.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Log10")
    public static Tensor log10(Tensor x) {
        return Recording.basic("Log10", Eager.unary("log10", x, ScalarMath::log10), x);
    }

    /**
     * Log1p: ln(1 + x), precise near 0.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Log1p")
    public static Tensor log1p(Tensor x) {
        return Recording.basic("Log1p", Eager.unary("log1p", x, ScalarMath::log1p), x);
    }

    /**
     * Pow: x to the power y; of integers exact with wrap-around, for y &lt; 0 truncated.
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return pow(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Pow", Eager.binary("pow", x, y, ScalarMath::pow, Eager.bySign(x, ScalarMath::pow,
                UnsignedMath::pow)), x, y);
    }

    /** As {@link #pow(Tensor, Tensor)}. */
    @GraphOp("Pow")
    public static Tensor pow(double x, Tensor y) {
        return pow(Eager.scalar("pow", "x", x, y), y);
    }

    /** As {@link #pow(Tensor, Tensor)}. */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, double y) {
        return pow(x, Eager.scalar("pow", "y", y, x));
    }

    /** As {@link #pow(Tensor, Tensor)}. */
    @GraphOp("Pow")
    public static Tensor pow(long x, Tensor y) {
        return pow(Eager.scalar("pow", "x", x, y), y);
    }

    /** As {@link #pow(Tensor, Tensor)}. */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, long y) {
        return pow(x, Eager.scalar("pow", "y", y, x));
    }

    /**
     * Sin: sine of x in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Sin")
    public static Tensor sin(Tensor x) {
        return Recording.basic("Sin", Eager.unary("sin", x, ScalarMath::sin), x);
    }

    /**
     * Cos: cosine of x in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Cos")
    public static Tensor cos(Tensor x) {
        return Recording.basic("Cos", Eager.unary("cos", x, ScalarMath::cos), x);
    }

    /**
     * Tan: tangent of x in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Tan")
    public static Tensor tan(Tensor x) {
        return Recording.basic("Tan", Eager.unary("tan", x, ScalarMath::tan), x);
    }

    /**
     * Asin: arc sine, in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Asin")
    public static Tensor asin(Tensor x) {
        return Recording.basic("Asin", Eager.unary("asin", x, ScalarMath::asin), x);
    }

    /**
     * ACos: arc cosine, in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("ACos")
    public static Tensor acos(Tensor x) {
        return Recording.basic("ACos", Eager.unary("acos", x, ScalarMath::acos), x);
    }

    /**
     * Atan: arc tangent, in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Atan")
    public static Tensor atan(Tensor x) {
        return Recording.basic("Atan", Eager.unary("atan", x, ScalarMath::atan), x);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Atan2")
    public static Tensor atan2(Tensor y, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(y, x);
        if (promoted != null) {
            try (promoted) {
                return atan2(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Atan2", Eager.binary("atan2", y, x, ScalarMath::atan2), y, x);
    }

    /** As {@link #atan2(Tensor, Tensor)}. */
    @GraphOp("Atan2")
    public static Tensor atan2(double y, Tensor x) {
        return atan2(Eager.scalar("atan2", "y", y, x), x);
    }

    /** As {@link #atan2(Tensor, Tensor)}. */
    @GraphOp("Atan2")
    public static Tensor atan2(Tensor y, double x) {
        return atan2(y, Eager.scalar("atan2", "x", x, y));
    }

    /**
     * Sinh: hyperbolic sine.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Sinh")
    public static Tensor sinh(Tensor x) {
        return Recording.basic("Sinh", Eager.unary("sinh", x, ScalarMath::sinh), x);
    }

    /**
     * Cosh: hyperbolic cosine.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Cosh")
    public static Tensor cosh(Tensor x) {
        return Recording.basic("Cosh", Eager.unary("cosh", x, ScalarMath::cosh), x);
    }

    /**
     * Tanh: hyperbolic tangent.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Tanh")
    public static Tensor tanh(Tensor x) {
        return Recording.basic("Tanh", Eager.unary("tanh", x, ScalarMath::tanh), x);
    }

    /**
     * Asinh: inverse hyperbolic sine.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Asinh")
    public static Tensor asinh(Tensor x) {
        return Recording.basic("Asinh", Eager.unary("asinh", x, ScalarMath::asinh), x);
    }

    /** As {@link #asinh(Tensor)}. */
    @GraphOp("Asinh")
    public static Tensor asinhExt(Tensor x) {
        return asinh(x);
    }

    /**
     * Acosh: inverse hyperbolic cosine.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Acosh")
    public static Tensor acosh(Tensor x) {
        return Recording.basic("Acosh", Eager.unary("acosh", x, ScalarMath::acosh), x);
    }

    /** As {@link #acosh(Tensor)}. */
    @GraphOp("Acosh")
    public static Tensor acoshExt(Tensor x) {
        return acosh(x);
    }

    /**
     * Atanh: inverse hyperbolic tangent.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Atanh")
    public static Tensor atanh(Tensor x) {
        return Recording.basic("Atanh", Eager.unary("atanh", x, ScalarMath::atanh), x);
    }

    /**
     * Erf: error function.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Erf")
    public static Tensor erf(Tensor x) {
        return Recording.basic("Erf", Eager.unary("erf", x, ScalarMath::erf), x);
    }

    /**
     * Erfc: 1 - erf(x), precise for large x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Erfc")
    public static Tensor erfc(Tensor x) {
        return Recording.basic("Erfc", Eager.unary("erfc", x, ScalarMath::erfc), x);
    }

    /**
     * Sigmoid: 1 / (1 + e⁻ˣ).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Sigmoid")
    public static Tensor sigmoid(Tensor x) {
        return Recording.basic("Sigmoid", Eager.unary("sigmoid", x, ScalarMath::sigmoid), x);
    }

    /**
     * PhiloxUniform: uniform in [0, 1): Philox4x32-10 of the index, keyed by the seeds.
     *
     * @param index i64
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @return f32; the broadcast shape of the operands
     */
    @GraphOp("PhiloxUniform")
    public static Tensor philoxUniform(Tensor index, Tensor seed, Tensor seed2) {
        return Recording.basic("PhiloxUniform", Eager.random("philoxUniform", index, seed, seed2,
                ScalarMath::philoxUniform), index, seed, seed2);
    }

    /** As {@link #philoxUniform(Tensor, Tensor, Tensor)}. */
    @GraphOp("PhiloxUniform")
    public static Tensor philoxUniform(Tensor index, long seed, long seed2) {
        return philoxUniform(index, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * PhiloxNormal: normal with mean 0 and variance 1: Box-Muller of Philox4x32-10 of the index.
     *
     * @param index i64
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @return f32; the broadcast shape of the operands
     */
    @GraphOp("PhiloxNormal")
    public static Tensor philoxNormal(Tensor index, Tensor seed, Tensor seed2) {
        return Recording.basic("PhiloxNormal", Eager.random("philoxNormal", index, seed, seed2,
                ScalarMath::philoxNormal), index, seed, seed2);
    }

    /** As {@link #philoxNormal(Tensor, Tensor, Tensor)}. */
    @GraphOp("PhiloxNormal")
    public static Tensor philoxNormal(Tensor index, long seed, long seed2) {
        return philoxNormal(index, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * Equal: x = y.
     *
     * @param x any dtype but f8
     * @param y any dtype but f8
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return equal(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.equality("equal", x, y, (a, b) -> a == b, (a, b) -> a == b);
    }

    /** As {@link #equal(Tensor, Tensor)}. */
    @GraphOp("Equal")
    public static Tensor equal(double x, Tensor y) {
        return equal(Eager.scalar("equal", "x", x, y), y);
    }

    /** As {@link #equal(Tensor, Tensor)}. */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, double y) {
        return equal(x, Eager.scalar("equal", "y", y, x));
    }

    /** As {@link #equal(Tensor, Tensor)}. */
    @GraphOp("Equal")
    public static Tensor equal(long x, Tensor y) {
        return equal(Eager.scalar("equal", "x", x, y), y);
    }

    /** As {@link #equal(Tensor, Tensor)}. */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, long y) {
        return equal(x, Eager.scalar("equal", "y", y, x));
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x any dtype but f8
     * @param y any dtype but f8
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return notEqual(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.equality("notEqual", x, y, (a, b) -> a != b, (a, b) -> a != b);
    }

    /** As {@link #notEqual(Tensor, Tensor)}. */
    @GraphOp("NotEqual")
    public static Tensor notEqual(double x, Tensor y) {
        return notEqual(Eager.scalar("notEqual", "x", x, y), y);
    }

    /** As {@link #notEqual(Tensor, Tensor)}. */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, double y) {
        return notEqual(x, Eager.scalar("notEqual", "y", y, x));
    }

    /** As {@link #notEqual(Tensor, Tensor)}. */
    @GraphOp("NotEqual")
    public static Tensor notEqual(long x, Tensor y) {
        return notEqual(Eager.scalar("notEqual", "x", x, y), y);
    }

    /** As {@link #notEqual(Tensor, Tensor)}. */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, long y) {
        return notEqual(x, Eager.scalar("notEqual", "y", y, x));
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x number
     * @param y number
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return greater(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.compare("greater", x, y, (a, b) -> a > b, Eager.bySign(x, (a, b) -> a > b,
                UnsignedMath::greater));
    }

    /** As {@link #greater(Tensor, Tensor)}. */
    @GraphOp("Greater")
    public static Tensor greater(double x, Tensor y) {
        return greater(Eager.scalar("greater", "x", x, y), y);
    }

    /** As {@link #greater(Tensor, Tensor)}. */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, double y) {
        return greater(x, Eager.scalar("greater", "y", y, x));
    }

    /** As {@link #greater(Tensor, Tensor)}. */
    @GraphOp("Greater")
    public static Tensor greater(long x, Tensor y) {
        return greater(Eager.scalar("greater", "x", x, y), y);
    }

    /** As {@link #greater(Tensor, Tensor)}. */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, long y) {
        return greater(x, Eager.scalar("greater", "y", y, x));
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x number
     * @param y number
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return greaterEqual(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.compare("greaterEqual", x, y, (a, b) -> a >= b, Eager.bySign(x, (a, b) -> a >= b,
                UnsignedMath::greaterEqual));
    }

    /** As {@link #greaterEqual(Tensor, Tensor)}. */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(double x, Tensor y) {
        return greaterEqual(Eager.scalar("greaterEqual", "x", x, y), y);
    }

    /** As {@link #greaterEqual(Tensor, Tensor)}. */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, double y) {
        return greaterEqual(x, Eager.scalar("greaterEqual", "y", y, x));
    }

    /** As {@link #greaterEqual(Tensor, Tensor)}. */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(long x, Tensor y) {
        return greaterEqual(Eager.scalar("greaterEqual", "x", x, y), y);
    }

    /** As {@link #greaterEqual(Tensor, Tensor)}. */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, long y) {
        return greaterEqual(x, Eager.scalar("greaterEqual", "y", y, x));
    }

    /**
     * Less: x &lt; y.
     *
     * @param x number
     * @param y number
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return less(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.compare("less", x, y, (a, b) -> a < b, Eager.bySign(x, (a, b) -> a < b, UnsignedMath::less));
    }

    /** As {@link #less(Tensor, Tensor)}. */
    @GraphOp("Less")
    public static Tensor less(double x, Tensor y) {
        return less(Eager.scalar("less", "x", x, y), y);
    }

    /** As {@link #less(Tensor, Tensor)}. */
    @GraphOp("Less")
    public static Tensor less(Tensor x, double y) {
        return less(x, Eager.scalar("less", "y", y, x));
    }

    /** As {@link #less(Tensor, Tensor)}. */
    @GraphOp("Less")
    public static Tensor less(long x, Tensor y) {
        return less(Eager.scalar("less", "x", x, y), y);
    }

    /** As {@link #less(Tensor, Tensor)}. */
    @GraphOp("Less")
    public static Tensor less(Tensor x, long y) {
        return less(x, Eager.scalar("less", "y", y, x));
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x number
     * @param y number
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return lessEqual(promoted.get(0), promoted.get(1));
            }
        }
        return Eager.compare("lessEqual", x, y, (a, b) -> a <= b, Eager.bySign(x, (a, b) -> a <= b,
                UnsignedMath::lessEqual));
    }

    /** As {@link #lessEqual(Tensor, Tensor)}. */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(double x, Tensor y) {
        return lessEqual(Eager.scalar("lessEqual", "x", x, y), y);
    }

    /** As {@link #lessEqual(Tensor, Tensor)}. */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, double y) {
        return lessEqual(x, Eager.scalar("lessEqual", "y", y, x));
    }

    /** As {@link #lessEqual(Tensor, Tensor)}. */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(long x, Tensor y) {
        return lessEqual(Eager.scalar("lessEqual", "x", x, y), y);
    }

    /** As {@link #lessEqual(Tensor, Tensor)}. */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, long y) {
        return lessEqual(x, Eager.scalar("lessEqual", "y", y, x));
    }

    /**
     * IsNan: whether x is NaN.
     *
     * @param x float
     * @return bool; the shape of x
     */
    @GraphOp("IsNan")
    public static Tensor isNan(Tensor x) {
        return Eager.test("isNan", x, ScalarMath::isNan);
    }

    /**
     * IsInf: whether x is infinite.
     *
     * @param x float
     * @return bool; the shape of x
     */
    @GraphOp("IsInf")
    public static Tensor isInf(Tensor x) {
        return Eager.test("isInf", x, ScalarMath::isInf);
    }

    /**
     * IsFinite: whether x is neither infinite nor NaN.
     *
     * @param x float
     * @return bool; the shape of x
     */
    @GraphOp("IsFinite")
    public static Tensor isFinite(Tensor x) {
        return Eager.test("isFinite", x, ScalarMath::isFinite);
    }

    /**
     * LogicalAnd: x and y.
     *
     * @param x bool
     * @param y bool
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("LogicalAnd")
    public static Tensor logicalAnd(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return logicalAnd(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("LogicalAnd", Eager.logical("logicalAnd", x, y, (a, b) -> a & b), x, y);
    }

    /**
     * LogicalOr: x or y.
     *
     * @param x bool
     * @param y bool
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("LogicalOr")
    public static Tensor logicalOr(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return logicalOr(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("LogicalOr", Eager.logical("logicalOr", x, y, (a, b) -> a | b), x, y);
    }

    /**
     * LogicalXor: exactly one of x and y.
     *
     * @param x bool
     * @param y bool
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("LogicalXor")
    public static Tensor logicalXor(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return logicalXor(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("LogicalXor", Eager.logical("logicalXor", x, y, (a, b) -> a ^ b), x, y);
    }

    /**
     * LogicalNot: not x.
     *
     * @param x bool
     * @return bool; the shape of x
     */
    @GraphOp("LogicalNot")
    public static Tensor logicalNot(Tensor x) {
        return Recording.basic("LogicalNot", Eager.not(x), x);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x any dtype
     * @param y any dtype
     * @return any dtype; the broadcast shape of the operands
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return select(condition, promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("Select", Eager.select(condition, x, y), condition, x, y);
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, Tensor y) {
        return select(condition, Eager.scalar("select", "x", x, y), y);
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, double y) {
        return select(condition, x, Eager.scalar("select", "y", y, x));
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, double y) {
        return select(condition, Eager.ofJavaType(x), Eager.ofJavaType(y));
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, float x, float y) {
        return select(condition, Eager.ofJavaType(x), Eager.ofJavaType(y));
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, long x, long y) {
        return select(condition, Eager.ofJavaType(x), Eager.ofJavaType(y));
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, int x, int y) {
        return select(condition, Eager.ofJavaType(x), Eager.ofJavaType(y));
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, long x, Tensor y) {
        return select(condition, Eager.scalar("select", "x", x, y), y);
    }

    /** As {@link #select(Tensor, Tensor, Tensor)}. */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, long y) {
        return select(condition, x, Eager.scalar("select", "y", y, x));
    }

    /**
     * Cast: x converted: to a float rounded to nearest even, f8e4m3 saturated; to an integer truncated and
     * saturated with NaN as 0; bool is 1 or 0, a number is true if not 0.
     *
     * @param x any dtype
     * @param dtype dtype of the result
     * @return the given dtype; the shape of x
     */
    @GraphOp("Cast")
    public static Tensor cast(Tensor x, DType dtype) {
        return Recording.basic("Cast", Eager.cast(x, dtype), x, dtype);
    }

    /**
     * BitwiseAnd: the bits set in both x and y.
     *
     * @param x integer
     * @param y integer
     * @return integer; the broadcast shape of the operands
     */
    @GraphOp("BitwiseAnd")
    public static Tensor bitwiseAnd(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return bitwiseAnd(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("BitwiseAnd", EagerBits.binary("bitwiseAnd", x, y, false, ScalarMath::bitwiseAnd),
                x, y);
    }

    /** As {@link #bitwiseAnd(Tensor, Tensor)}. */
    @GraphOp("BitwiseAnd")
    public static Tensor bitwiseAnd(double x, Tensor y) {
        return bitwiseAnd(Eager.scalar("bitwiseAnd", "x", x, y), y);
    }

    /** As {@link #bitwiseAnd(Tensor, Tensor)}. */
    @GraphOp("BitwiseAnd")
    public static Tensor bitwiseAnd(Tensor x, double y) {
        return bitwiseAnd(x, Eager.scalar("bitwiseAnd", "y", y, x));
    }

    /** As {@link #bitwiseAnd(Tensor, Tensor)}. */
    @GraphOp("BitwiseAnd")
    public static Tensor bitwiseAnd(long x, Tensor y) {
        return bitwiseAnd(Eager.scalar("bitwiseAnd", "x", x, y), y);
    }

    /** As {@link #bitwiseAnd(Tensor, Tensor)}. */
    @GraphOp("BitwiseAnd")
    public static Tensor bitwiseAnd(Tensor x, long y) {
        return bitwiseAnd(x, Eager.scalar("bitwiseAnd", "y", y, x));
    }

    /**
     * BitwiseOr: the bits set in x or y.
     *
     * @param x integer
     * @param y integer
     * @return integer; the broadcast shape of the operands
     */
    @GraphOp("BitwiseOr")
    public static Tensor bitwiseOr(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return bitwiseOr(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("BitwiseOr", EagerBits.binary("bitwiseOr", x, y, false, ScalarMath::bitwiseOr), x,
                y);
    }

    /** As {@link #bitwiseOr(Tensor, Tensor)}. */
    @GraphOp("BitwiseOr")
    public static Tensor bitwiseOr(double x, Tensor y) {
        return bitwiseOr(Eager.scalar("bitwiseOr", "x", x, y), y);
    }

    /** As {@link #bitwiseOr(Tensor, Tensor)}. */
    @GraphOp("BitwiseOr")
    public static Tensor bitwiseOr(Tensor x, double y) {
        return bitwiseOr(x, Eager.scalar("bitwiseOr", "y", y, x));
    }

    /** As {@link #bitwiseOr(Tensor, Tensor)}. */
    @GraphOp("BitwiseOr")
    public static Tensor bitwiseOr(long x, Tensor y) {
        return bitwiseOr(Eager.scalar("bitwiseOr", "x", x, y), y);
    }

    /** As {@link #bitwiseOr(Tensor, Tensor)}. */
    @GraphOp("BitwiseOr")
    public static Tensor bitwiseOr(Tensor x, long y) {
        return bitwiseOr(x, Eager.scalar("bitwiseOr", "y", y, x));
    }

    /**
     * BitwiseXor: the bits set in exactly one of x and y.
     *
     * @param x integer
     * @param y integer
     * @return integer; the broadcast shape of the operands
     */
    @GraphOp("BitwiseXor")
    public static Tensor bitwiseXor(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return bitwiseXor(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("BitwiseXor", EagerBits.binary("bitwiseXor", x, y, false, ScalarMath::bitwiseXor),
                x, y);
    }

    /** As {@link #bitwiseXor(Tensor, Tensor)}. */
    @GraphOp("BitwiseXor")
    public static Tensor bitwiseXor(double x, Tensor y) {
        return bitwiseXor(Eager.scalar("bitwiseXor", "x", x, y), y);
    }

    /** As {@link #bitwiseXor(Tensor, Tensor)}. */
    @GraphOp("BitwiseXor")
    public static Tensor bitwiseXor(Tensor x, double y) {
        return bitwiseXor(x, Eager.scalar("bitwiseXor", "y", y, x));
    }

    /** As {@link #bitwiseXor(Tensor, Tensor)}. */
    @GraphOp("BitwiseXor")
    public static Tensor bitwiseXor(long x, Tensor y) {
        return bitwiseXor(Eager.scalar("bitwiseXor", "x", x, y), y);
    }

    /** As {@link #bitwiseXor(Tensor, Tensor)}. */
    @GraphOp("BitwiseXor")
    public static Tensor bitwiseXor(Tensor x, long y) {
        return bitwiseXor(x, Eager.scalar("bitwiseXor", "y", y, x));
    }

    /**
     * BitwiseNot: the bits not set in x.
     *
     * @param x integer
     * @return integer; the shape of x
     */
    @GraphOp("BitwiseNot")
    public static Tensor bitwiseNot(Tensor x) {
        return Recording.basic("BitwiseNot", EagerBits.unary("bitwiseNot", x, false, ScalarMath::bitwiseNot), x);
    }

    /**
     * LeftShift: the bits of x, shifted left by y modulo the width of the dtype.
     *
     * @param x integer
     * @param y integer
     * @return integer; the broadcast shape of the operands
     */
    @GraphOp("LeftShift")
    public static Tensor leftShift(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return leftShift(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("LeftShift", EagerBits.binary("leftShift", x, y, false, ScalarMath::leftShift), x,
                y);
    }

    /** As {@link #leftShift(Tensor, Tensor)}. */
    @GraphOp("LeftShift")
    public static Tensor leftShift(double x, Tensor y) {
        return leftShift(Eager.scalar("leftShift", "x", x, y), y);
    }

    /** As {@link #leftShift(Tensor, Tensor)}. */
    @GraphOp("LeftShift")
    public static Tensor leftShift(Tensor x, double y) {
        return leftShift(x, Eager.scalar("leftShift", "y", y, x));
    }

    /** As {@link #leftShift(Tensor, Tensor)}. */
    @GraphOp("LeftShift")
    public static Tensor leftShift(long x, Tensor y) {
        return leftShift(Eager.scalar("leftShift", "x", x, y), y);
    }

    /** As {@link #leftShift(Tensor, Tensor)}. */
    @GraphOp("LeftShift")
    public static Tensor leftShift(Tensor x, long y) {
        return leftShift(x, Eager.scalar("leftShift", "y", y, x));
    }

    /**
     * RightShift: the bits of x, shifted right by y modulo the width of the dtype; copies of the sign bit are
     * inserted, zeros in unsigned integers.
     *
     * @param x integer
     * @param y integer
     * @return integer; the broadcast shape of the operands
     */
    @GraphOp("RightShift")
    public static Tensor rightShift(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return rightShift(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("RightShift", EagerBits.binary("rightShift", x, y, false, EagerBits.bySign(x,
                ScalarMath::rightShift, UnsignedMath::rightShift)), x, y);
    }

    /** As {@link #rightShift(Tensor, Tensor)}. */
    @GraphOp("RightShift")
    public static Tensor rightShift(double x, Tensor y) {
        return rightShift(Eager.scalar("rightShift", "x", x, y), y);
    }

    /** As {@link #rightShift(Tensor, Tensor)}. */
    @GraphOp("RightShift")
    public static Tensor rightShift(Tensor x, double y) {
        return rightShift(x, Eager.scalar("rightShift", "y", y, x));
    }

    /** As {@link #rightShift(Tensor, Tensor)}. */
    @GraphOp("RightShift")
    public static Tensor rightShift(long x, Tensor y) {
        return rightShift(Eager.scalar("rightShift", "x", x, y), y);
    }

    /** As {@link #rightShift(Tensor, Tensor)}. */
    @GraphOp("RightShift")
    public static Tensor rightShift(Tensor x, long y) {
        return rightShift(x, Eager.scalar("rightShift", "y", y, x));
    }

    /**
     * UnsignedRightShift: the bits of x, shifted right by y modulo the width of the dtype; zeros are inserted.
     *
     * @param x i32 or i64
     * @param y i32 or i64
     * @return i32 or i64; the broadcast shape of the operands
     */
    @GraphOp("UnsignedRightShift")
    public static Tensor unsignedRightShift(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return unsignedRightShift(promoted.get(0), promoted.get(1));
            }
        }
        return Recording.basic("UnsignedRightShift", EagerBits.binary("unsignedRightShift", x, y, true,
                ScalarMath::unsignedRightShift), x, y);
    }

    /** As {@link #unsignedRightShift(Tensor, Tensor)}. */
    @GraphOp("UnsignedRightShift")
    public static Tensor unsignedRightShift(double x, Tensor y) {
        return unsignedRightShift(Eager.scalar("unsignedRightShift", "x", x, y), y);
    }

    /** As {@link #unsignedRightShift(Tensor, Tensor)}. */
    @GraphOp("UnsignedRightShift")
    public static Tensor unsignedRightShift(Tensor x, double y) {
        return unsignedRightShift(x, Eager.scalar("unsignedRightShift", "y", y, x));
    }

    /** As {@link #unsignedRightShift(Tensor, Tensor)}. */
    @GraphOp("UnsignedRightShift")
    public static Tensor unsignedRightShift(long x, Tensor y) {
        return unsignedRightShift(Eager.scalar("unsignedRightShift", "x", x, y), y);
    }

    /** As {@link #unsignedRightShift(Tensor, Tensor)}. */
    @GraphOp("UnsignedRightShift")
    public static Tensor unsignedRightShift(Tensor x, long y) {
        return unsignedRightShift(x, Eager.scalar("unsignedRightShift", "y", y, x));
    }

    /**
     * BitCount: the number of bits set in x.
     *
     * @param x integer
     * @return integer; the shape of x
     */
    @GraphOp("BitCount")
    public static Tensor bitCount(Tensor x) {
        return Recording.basic("BitCount", EagerBits.unary("bitCount", x, false, ScalarMath::bitCount), x);
    }

    /**
     * Bitcast: the number with the bits of x, in a dtype of the same width.
     *
     * @param x any dtype
     * @param dtype dtype of the result
     * @return the given dtype; the shape of x
     */
    @GraphOp("Bitcast")
    public static Tensor bitcast(Tensor x, DType dtype) {
        return Recording.basic("Bitcast", EagerBits.bitcast(x, dtype), x, dtype);
    }

    /**
     * ReduceSum: sum over axes; integers wrap around.
     *
     * @param x number
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceSum", Eager.reduce("reduceSum", x, axes, keepDims, 0, Double::sum, 0,
                Long::sum), x, axes, keepDims);
    }

    /** As {@link #reduceSum(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x) {
        return reduceSum(x, axes(), false);
    }

    /** As {@link #reduceSum(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis) {
        return reduceSum(x, axes(axis), false);
    }

    /** As {@link #reduceSum(Tensor, int[], boolean)}. */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis, boolean keepDims) {
        return reduceSum(x, axes(axis), keepDims);
    }

    /**
     * ReduceProd: product over axes; integers wrap around.
     *
     * @param x number
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceProd", Eager.reduce("reduceProd", x, axes, keepDims, 1, (a, b) -> a * b, 1, (
                a, b) -> a * b), x, axes, keepDims);
    }

    /** As {@link #reduceProd(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x) {
        return reduceProd(x, axes(), false);
    }

    /** As {@link #reduceProd(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis) {
        return reduceProd(x, axes(axis), false);
    }

    /** As {@link #reduceProd(Tensor, int[], boolean)}. */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis, boolean keepDims) {
        return reduceProd(x, axes(axis), keepDims);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceMax", Eager.reduce("reduceMax", x, axes, keepDims, Double.NEGATIVE_INFINITY,
                Math::max, Long.MIN_VALUE, Eager.bySign(x, Math::max, UnsignedMath::maximum)), x, axes, keepDims);
    }

    /** As {@link #reduceMax(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x) {
        return reduceMax(x, axes(), false);
    }

    /** As {@link #reduceMax(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis) {
        return reduceMax(x, axes(axis), false);
    }

    /** As {@link #reduceMax(Tensor, int[], boolean)}. */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis, boolean keepDims) {
        return reduceMax(x, axes(axis), keepDims);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceMin", Eager.reduce("reduceMin", x, axes, keepDims, Double.POSITIVE_INFINITY,
                Math::min, Long.MAX_VALUE, Eager.bySign(x, Math::min, UnsignedMath::minimum)), x, axes, keepDims);
    }

    /** As {@link #reduceMin(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x) {
        return reduceMin(x, axes(), false);
    }

    /** As {@link #reduceMin(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis) {
        return reduceMin(x, axes(axis), false);
    }

    /** As {@link #reduceMin(Tensor, int[], boolean)}. */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis, boolean keepDims) {
        return reduceMin(x, axes(axis), keepDims);
    }

    /**
     * ReduceAll: whether all elements over axes are true.
     *
     * @param x bool
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceAll", Eager.reduceLogical("reduceAll", x, axes, keepDims, true, (a,
                b) -> a & b), x, axes, keepDims);
    }

    /** As {@link #reduceAll(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x) {
        return reduceAll(x, axes(), false);
    }

    /** As {@link #reduceAll(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int axis) {
        return reduceAll(x, axes(axis), false);
    }

    /** As {@link #reduceAll(Tensor, int[], boolean)}. */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int axis, boolean keepDims) {
        return reduceAll(x, axes(axis), keepDims);
    }

    /**
     * ReduceAny: whether any element over axes is true.
     *
     * @param x bool
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceAny", Eager.reduceLogical("reduceAny", x, axes, keepDims, false, (a,
                b) -> a | b), x, axes, keepDims);
    }

    /** As {@link #reduceAny(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x) {
        return reduceAny(x, axes(), false);
    }

    /** As {@link #reduceAny(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int axis) {
        return reduceAny(x, axes(axis), false);
    }

    /** As {@link #reduceAny(Tensor, int[], boolean)}. */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int axis, boolean keepDims) {
        return reduceAny(x, axes(axis), keepDims);
    }

    /**
     * CumSum: sum of all elements up to each along an axis.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumSum", Eager.scan("cumSum", x, axis, exclusive, reverse, 0, Double::sum, 0,
                Long::sum), x, axis, exclusive, reverse);
    }

    /** As {@link #cumSum(Tensor, int, boolean, boolean)} with reverse = false. */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis, boolean exclusive) {
        return cumSum(x, axis, exclusive, false);
    }

    /** As {@link #cumSum(Tensor, int, boolean, boolean)} with exclusive = false, reverse = false. */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis) {
        return cumSum(x, axis, false, false);
    }

    /**
     * CumProd: product of all elements up to each along an axis.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumProd", Eager.scan("cumProd", x, axis, exclusive, reverse, 1, (a, b) -> a * b, 1,
                (a, b) -> a * b), x, axis, exclusive, reverse);
    }

    /** As {@link #cumProd(Tensor, int, boolean, boolean)} with reverse = false. */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis, boolean exclusive) {
        return cumProd(x, axis, exclusive, false);
    }

    /** As {@link #cumProd(Tensor, int, boolean, boolean)} with exclusive = false, reverse = false. */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis) {
        return cumProd(x, axis, false, false);
    }

    /**
     * CumMax: largest of all elements up to each along an axis; NaN from the first NaN on.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumMax")
    public static Tensor cumMax(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumMax", Eager.scan("cumMax", x, axis, exclusive, reverse,
                Double.NEGATIVE_INFINITY, Math::max, Long.MIN_VALUE, Eager.bySign(x, Math::max,
                UnsignedMath::maximum)), x, axis, exclusive, reverse);
    }

    /** As {@link #cumMax(Tensor, int, boolean, boolean)} with reverse = false. */
    @GraphOp("CumMax")
    public static Tensor cumMax(Tensor x, int axis, boolean exclusive) {
        return cumMax(x, axis, exclusive, false);
    }

    /** As {@link #cumMax(Tensor, int, boolean, boolean)} with exclusive = false, reverse = false. */
    @GraphOp("CumMax")
    public static Tensor cumMax(Tensor x, int axis) {
        return cumMax(x, axis, false, false);
    }

    /**
     * CumMin: smallest of all elements up to each along an axis; NaN from the first NaN on.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumMin")
    public static Tensor cumMin(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumMin", Eager.scan("cumMin", x, axis, exclusive, reverse,
                Double.POSITIVE_INFINITY, Math::min, Long.MAX_VALUE, Eager.bySign(x, Math::min,
                UnsignedMath::minimum)), x, axis, exclusive, reverse);
    }

    /** As {@link #cumMin(Tensor, int, boolean, boolean)} with reverse = false. */
    @GraphOp("CumMin")
    public static Tensor cumMin(Tensor x, int axis, boolean exclusive) {
        return cumMin(x, axis, exclusive, false);
    }

    /** As {@link #cumMin(Tensor, int, boolean, boolean)} with exclusive = false, reverse = false. */
    @GraphOp("CumMin")
    public static Tensor cumMin(Tensor x, int axis) {
        return cumMin(x, axis, false, false);
    }

    /**
     * Assign: writes value into parameter, in place.
     *
     * @param parameter any dtype, updated
     * @param value any dtype
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, Tensor value) {
        Recording.refuseUpdate("assign");
        return Eager.assign(parameter, value);
    }

    /** As {@link #assign(Tensor, Tensor)}. */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, double value) {
        return assign(parameter, Eager.scalar("assign", "value", value, parameter));
    }

    /** As {@link #assign(Tensor, Tensor)}. */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, long value) {
        return assign(parameter, Eager.scalar("assign", "value", value, parameter));
    }

    /**
     * Transpose: the axes in another order.
     *
     * @param x any dtype
     * @param permutation axis of x for each axis of the result; none reverses the axes, by default axes()
     * @return any dtype; the dims of x in the order of the permutation; none reverses them
     */
    @GraphOp("Transpose")
    public static Tensor transpose(Tensor x, int... permutation) {
        return Recording.basic("Transpose", Eager.transpose(x, permutation), x, permutation);
    }

    /** As {@link #transpose(Tensor, int...)} with permutation = axes(). */
    @GraphOp("Transpose")
    public static Tensor transpose(Tensor x) {
        return transpose(x, axes());
    }

    /**
     * Reshape: the same elements in row-major order, in other dims.
     *
     * @param x any dtype
     * @param dims one number per axis
     * @return any dtype; dims; one may be -1, written as a number, for what is left over
     */
    @GraphOp("Reshape")
    public static Tensor reshape(Tensor x, long... dims) {
        return Recording.basic("Reshape", Eager.reshape(x, dims), x, dims);
    }

    /**
     * BroadcastTo: x, repeated along axes of size 1 and new batch dims.
     *
     * @param x any dtype
     * @param dims one number per axis
     * @return any dtype; dims
     */
    @GraphOp("BroadcastTo")
    public static Tensor broadcastTo(Tensor x, long... dims) {
        return Recording.basic("BroadcastTo", Eager.broadcastTo(x, dims), x, dims);
    }

    /**
     * StridedSlice: x[begin:end:stride] along each leading axis under NumPy's rules: negative indices count from
     * the end, negative strides go backwards.
     *
     * @param x any dtype
     * @param begin one number per axis
     * @param end one number per axis
     * @param strides one number per axis
     * @return any dtype; ⌈(end - begin) / stride⌉ along each sliced axis
     */
    @GraphOp("StridedSlice")
    public static Tensor stridedSlice(Tensor x, long[] begin, long[] end, long[] strides) {
        return Recording.basic("StridedSlice", Eager.stridedSlice(x, begin, end, strides), x, begin, end, strides);
    }

    /**
     * Reverse: the elements along each axis in the opposite order.
     *
     * @param x any dtype
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @return any dtype; the shape of x
     */
    @GraphOp("Reverse")
    public static Tensor reverse(Tensor x, int... axes) {
        return Recording.basic("Reverse", Eager.reverse(x, axes), x, axes);
    }

    /**
     * Index: the position of each element along an axis.
     *
     * @param axis index of the axis, counted from the end if negative
     * @param dims one number per axis
     * @return i64; dims
     */
    @GraphOp("Index")
    public static Tensor index(int axis, long... dims) {
        CompositeOp.requireLimits("Index", axis, dims);
        return Eager.index(DType.I64, axis, dims);
    }

    /**
     * RowMajorIndex: the row-major position of each element.
     *
     * @param dims one number per axis
     * @return i64; dims
     */
    @GraphOp("RowMajorIndex")
    public static Tensor rowMajorIndex(long... dims) {
        CompositeOp.requireLimits("RowMajorIndex", dims);
        return Eager.rowMajorIndex(DType.I64, dims);
    }

    /**
     * Concat: the operands, concatenated along an axis.
     *
     * @param axis index of the axis, counted from the end if negative
     * @param x any dtype, one or more
     * @return any dtype; the dims of an operand, with the sum of the sizes along the axis
     */
    @GraphOp("Concat")
    public static Tensor concat(int axis, Tensor... x) {
        PromotedOperands promoted = PromotedOperands.of(x);
        if (promoted != null) {
            try (promoted) {
                return concat(axis, promoted.operands());
            }
        }
        return Recording.basic("Concat", Eager.concat(axis, x), x, axis);
    }

    /**
     * Gather: the slices of x along an axis that indices name; a negative index counts from the end.
     *
     * @param x any dtype
     * @param indices i32 or i64
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x, with the dims of indices in place of the axis
     */
    @GraphOp("Gather")
    public static Tensor gather(Tensor x, Tensor indices, int axis) {
        return Recording.basic("Gather", Eager.gather(x, indices, axis), x, indices, axis);
    }

    /**
     * MatMul: the matmul a · b.
     *
     * @param a number
     * @param b number
     * @param transposeA see above, by default false
     * @param transposeB see above, by default false
     * @return number; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return matMul(promoted.get(0), promoted.get(1), transposeA, transposeB);
            }
        }
        OperandDtypes.check("matMul", "NUMBER", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatMul", EagerLibrary.matMul(a, b, transposeA, transposeB), a, b, transposeA,
                transposeB);
    }

    /** As {@link #matMul(Tensor, Tensor, boolean, boolean)} with transposeB = false. */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA) {
        return matMul(a, b, transposeA, false);
    }

    /** As {@link #matMul(Tensor, Tensor, boolean, boolean)} with transposeA = false, transposeB = false. */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b) {
        return matMul(a, b, false, false);
    }

    /**
     * BatchMatMul: the matmuls of the last two axes of a and b.
     *
     * @param a number
     * @param b number
     * @param transposeA see above, by default false
     * @param transposeB see above, by default false
     * @return number; […, m, n] of […, m, k] and […, k, n]; the batch dims broadcast
     */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return batchMatMul(promoted.get(0), promoted.get(1), transposeA, transposeB);
            }
        }
        OperandDtypes.check("batchMatMul", "NUMBER", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("BatchMatMul", EagerLibrary.batchMatMul(a, b, transposeA, transposeB), a, b,
                transposeA, transposeB);
    }

    /** As {@link #batchMatMul(Tensor, Tensor, boolean, boolean)} with transposeB = false. */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA) {
        return batchMatMul(a, b, transposeA, false);
    }

    /** As {@link #batchMatMul(Tensor, Tensor, boolean, boolean)} with transposeA = false, transposeB = false. */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b) {
        return batchMatMul(a, b, false, false);
    }

    /**
     * MatMulInteger: the matmuls of the last two axes of a and b, summed in i32, which wraps around.
     *
     * @param a i8
     * @param b i8
     * @param transposeA see above, by default false
     * @param transposeB see above, by default false
     * @return i32; as BatchMatMul
     */
    @GraphOp("MatMulInteger")
    public static Tensor matMulInteger(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        OperandDtypes.check("matMulInteger", "ANY", "a:I8", a, "b:I8", b);
        return EagerLibrary.matMulInteger(a, b, transposeA, transposeB);
    }

    /** As {@link #matMulInteger(Tensor, Tensor, boolean, boolean)} with transposeB = false. */
    @GraphOp("MatMulInteger")
    public static Tensor matMulInteger(Tensor a, Tensor b, boolean transposeA) {
        return matMulInteger(a, b, transposeA, false);
    }

    /** As {@link #matMulInteger(Tensor, Tensor, boolean, boolean)} with transposeA = false, transposeB = false. */
    @GraphOp("MatMulInteger")
    public static Tensor matMulInteger(Tensor a, Tensor b) {
        return matMulInteger(a, b, false, false);
    }

    /**
     * Conv2D: the convolution of images [n, channels, height, width] with weights [outputs, channels / groups,
     * height, width]; pads are top, bottom, left, right.
     *
     * @param x float
     * @param weight float
     * @param strides one number per axis, by default {1, 1}
     * @param pads one number per axis, by default {0, 0, 0, 0}
     * @param dilations one number per axis, by default {1, 1}
     * @param groups an integer, by default 1
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return conv2D(promoted.get(0), promoted.get(1), strides, pads, dilations, groups);
            }
        }
        OperandDtypes.check("conv2D", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        return Recording.basic("Conv2D", EagerLibrary.conv2D(x, weight, strides, pads, dilations, groups), x,
                weight, strides, pads, dilations, groups);
    }

    /** As {@link #conv2D(Tensor, Tensor, long[], long[], long[], int)} with groups = 1. */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations) {
        return conv2D(x, weight, strides, pads, dilations, 1);
    }

    /** As {@link #conv2D(Tensor, Tensor, long[], long[], long[], int)} with dilations = {1, 1}, groups = 1. */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads) {
        return conv2D(x, weight, strides, pads, new long[] {1, 1}, 1);
    }

    /**
     * As {@link #conv2D(Tensor, Tensor, long[], long[], long[], int)} with pads = {0, 0, 0, 0}, dilations = {1, 1},
     * groups = 1.
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long... strides) {
        return conv2D(x, weight, strides, new long[] {0, 0, 0, 0}, new long[] {1, 1}, 1);
    }

    /**
     * As {@link #conv2D(Tensor, Tensor, long[], long[], long[], int)} with strides = {1, 1}, pads = {0, 0, 0, 0},
     * dilations = {1, 1}, groups = 1.
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight) {
        return conv2D(x, weight, new long[] {1, 1}, new long[] {0, 0, 0, 0}, new long[] {1, 1}, 1);
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own, and a score is minus infinity where the mask is, even if it overflows.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param mask float
     * @param scale float, or f32, a number
     * @return float; that of query: [b, n, s, d] of key and value [b, n, t, d], a mask that broadcasts to [b, n, s,
     *     t]
     */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor mask, Tensor scale) {
        PromotedOperands promoted = PromotedOperands.of(query, key, value, mask);
        if (promoted != null) {
            try (promoted) {
                return promptFlashAttention(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        scale);
            }
        }
        OperandDtypes.check("promptFlashAttention", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "mask:SHARED", mask, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttention", EagerLibrary.promptFlashAttention(query, key, value, mask,
                scale), query, key, value, mask, scale);
    }

    /** As {@link #promptFlashAttention(Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor mask, double scale) {
        return promptFlashAttention(query, key, value, mask, Expansions.number("promptFlashAttention", "scale",
                scale, PromotedOperands.like(query, key, value, mask)));
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own, and a score is minus infinity where the mask is, even if it overflows.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param scale float, or f32, a number
     * @return float; that of query: [b, n, s, d] of key and value [b, n, t, d], a mask that broadcasts to [b, n, s,
     *     t]
     */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor scale) {
        PromotedOperands promoted = PromotedOperands.of(query, key, value);
        if (promoted != null) {
            try (promoted) {
                return promptFlashAttention(promoted.get(0), promoted.get(1), promoted.get(2), scale);
            }
        }
        OperandDtypes.check("promptFlashAttention", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttention", EagerLibrary.promptFlashAttention(query, key, value, scale),
                query, key, value, null, scale);
    }

    /** As {@link #promptFlashAttention(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, double scale) {
        return promptFlashAttention(query, key, value, Expansions.number("promptFlashAttention", "scale", scale,
                PromotedOperands.like(query, key, value)));
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, concatenated along
     * the rows; dy is the cotangent of its result, and the scores have no memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param dy float
     * @param mask float
     * @param scale float, or f32, a number
     * @return float; [b, n, s + 2 t, d] of query and dy [b, n, s, d], of key and value [b, n, t, d], a mask that
     *     broadcasts to [b, n, s, t]
     */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor mask,
            Tensor scale) {
        PromotedOperands promoted = PromotedOperands.of(query, key, value, dy, mask);
        if (promoted != null) {
            try (promoted) {
                return promptFlashAttentionGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), scale);
            }
        }
        OperandDtypes.check("promptFlashAttentionGrad", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "dy:SHARED", dy, "mask:SHARED", mask, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttentionGrad", EagerLibrary.promptFlashAttentionGrad(query, key, value,
                dy, mask, scale), query, key, value, dy, mask, scale);
    }

    /** As {@link #promptFlashAttentionGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor mask,
            double scale) {
        return promptFlashAttentionGrad(query, key, value, dy, mask, Expansions.number("promptFlashAttentionGrad",
                "scale", scale, PromotedOperands.like(query, key, value, dy, mask)));
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, concatenated along
     * the rows; dy is the cotangent of its result, and the scores have no memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param dy float
     * @param scale float, or f32, a number
     * @return float; [b, n, s + 2 t, d] of query and dy [b, n, s, d], of key and value [b, n, t, d], a mask that
     *     broadcasts to [b, n, s, t]
     */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor scale) {
        PromotedOperands promoted = PromotedOperands.of(query, key, value, dy);
        if (promoted != null) {
            try (promoted) {
                return promptFlashAttentionGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        scale);
            }
        }
        OperandDtypes.check("promptFlashAttentionGrad", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "dy:SHARED", dy, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttentionGrad", EagerLibrary.promptFlashAttentionGrad(query, key, value,
                dy, scale), query, key, value, dy, null, scale);
    }

    /** As {@link #promptFlashAttentionGrad(Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, double scale) {
        return promptFlashAttentionGrad(query, key, value, dy, Expansions.number("promptFlashAttentionGrad",
                "scale", scale, PromotedOperands.like(query, key, value, dy)));
    }

    /**
     * GatherGrad: the gradient of Gather: for each position the sum of the dy of all indices that name it, in their
     * order; a negative index counts from the end, one out of range adds nothing.
     *
     * @param dy float
     * @param indices i32 or i64
     * @param size an integer
     * @return float; [a, size, b] of [a, n, b] and [n]
     */
    @GraphOp("GatherGrad")
    public static Tensor gatherGrad(Tensor dy, Tensor indices, long size) {
        OperandDtypes.check("gatherGrad", "FLOAT", "dy:SHARED", dy, "indices:INDEX", indices);
        CompositeOp.requireLimits("GatherGrad", dy, indices, size);
        return Recording.basic("GatherGrad", EagerLibrary.gatherGrad(dy, indices, size), dy, indices, size);
    }

    /**
     * SortOrder: the positions along the middle axis in the order of their elements; equal ones keep their order,
     * -0 equals 0, and NaN is the largest.
     *
     * @param x any dtype but f8
     * @param descending see above, by default false
     * @return i64; the shape of x, [a, n, b]
     */
    @GraphOp("SortOrder")
    public static Tensor sortOrder(Tensor x, boolean descending) {
        OperandDtypes.check("sortOrder", "ANY", "x:SHARED", x);
        return EagerLibrary.sortOrder(x, descending);
    }

    /** As {@link #sortOrder(Tensor, boolean)} with descending = false. */
    @GraphOp("SortOrder")
    public static Tensor sortOrder(Tensor x) {
        return sortOrder(x, false);
    }

    /**
     * AvgPool: the mean of each window of kernelSize, height and width, at every strides; pads are top, bottom,
     * left, right, which are zeros and count if countIncludePad says so; strides are 1 unless they are given, where
     * other libraries take kernelSize.
     *
     * @param x float
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {1, 1}
     * @param pads one number per axis, by default {0, 0, 0, 0}
     * @param countIncludePad see above, by default true
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides, long[] pads,
            boolean countIncludePad) {
        return CompositeOp.result("AvgPool", x, kernelSize, strides, pads, countIncludePad);
    }

    /** As {@link #avgPool(Tensor, long[], long[], long[], boolean)} with countIncludePad = true. */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return avgPool(x, kernelSize, strides, pads, true);
    }

    /**
     * As {@link #avgPool(Tensor, long[], long[], long[], boolean)} with pads = {0, 0, 0, 0}, countIncludePad =
     * true.
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides) {
        return avgPool(x, kernelSize, strides, new long[] {0, 0, 0, 0}, true);
    }

    /**
     * As {@link #avgPool(Tensor, long[], long[], long[], boolean)} with strides = {1, 1}, pads = {0, 0, 0, 0},
     * countIncludePad = true.
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long... kernelSize) {
        return avgPool(x, kernelSize, new long[] {1, 1}, new long[] {0, 0, 0, 0}, true);
    }

    /**
     * MaxPool: the greatest element of each window of kernelSize, height and width, at every strides; pads are top,
     * bottom, left, right, which are less than any element; strides are 1 unless they are given, where other
     * libraries take kernelSize.
     *
     * @param x float
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {1, 1}
     * @param pads one number per axis, by default {0, 0, 0, 0}
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("MaxPool")
    public static Tensor maxPool(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return CompositeOp.result("MaxPool", x, kernelSize, strides, pads);
    }

    /** As {@link #maxPool(Tensor, long[], long[], long[])} with pads = {0, 0, 0, 0}. */
    @GraphOp("MaxPool")
    public static Tensor maxPool(Tensor x, long[] kernelSize, long[] strides) {
        return maxPool(x, kernelSize, strides, new long[] {0, 0, 0, 0});
    }

    /** As {@link #maxPool(Tensor, long[], long[], long[])} with strides = {1, 1}, pads = {0, 0, 0, 0}. */
    @GraphOp("MaxPool")
    public static Tensor maxPool(Tensor x, long... kernelSize) {
        return maxPool(x, kernelSize, new long[] {1, 1}, new long[] {0, 0, 0, 0});
    }

    /**
     * AllReduce: the x of all ranks of the group combined, in the order of ranks.
     *
     * @param x number
     * @param op a constant of ReduceOp, by default ReduceOp.SUM
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("AllReduce")
    public static Tensor allReduce(Tensor x, ReduceOp op, String group) {
        OperandDtypes.check("allReduce", "NUMBER", "x:SHARED", x);
        return Recording.basic("AllReduce", EagerCollectives.allReduce(x, op, group), x, op, group);
    }

    /** As {@link #allReduce(Tensor, ReduceOp, String)} with group = "world". */
    @GraphOp("AllReduce")
    public static Tensor allReduce(Tensor x, ReduceOp op) {
        return allReduce(x, op, "world");
    }

    /** As {@link #allReduce(Tensor, ReduceOp, String)} with op = ReduceOp.SUM, group = "world". */
    @GraphOp("AllReduce")
    public static Tensor allReduce(Tensor x) {
        return allReduce(x, ReduceOp.SUM, "world");
    }

    /**
     * OnRank: x on one rank of the group, 0 on all others: what a sum over the group counts once.
     *
     * @param x number
     * @param rank an integer, by default 0
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x, int rank, String group) {
        OperandDtypes.check("onRank", "NUMBER", "x:SHARED", x);
        return Recording.basic("OnRank", EagerCollectives.onRank(x, rank, group), x, rank, group);
    }

    /** As {@link #onRank(Tensor, int, String)} with group = "world". */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x, int rank) {
        return onRank(x, rank, "world");
    }

    /** As {@link #onRank(Tensor, int, String)} with rank = 0, group = "world". */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x) {
        return onRank(x, 0, "world");
    }

    /**
     * AllGather: the x of all ranks of the group, concatenated along the first axis.
     *
     * @param x number
     * @param ranks an integer
     * @param group a name, by default "world"
     * @return number; [ranks · n, ...] of [n, ...]
     */
    @GraphOp("AllGather")
    public static Tensor allGather(Tensor x, int ranks, String group) {
        OperandDtypes.check("allGather", "NUMBER", "x:SHARED", x);
        return Recording.basic("AllGather", EagerCollectives.allGather(x, ranks, group), x, ranks, group);
    }

    /** As {@link #allGather(Tensor, int, String)} with group = "world". */
    @GraphOp("AllGather")
    public static Tensor allGather(Tensor x, int ranks) {
        return allGather(x, ranks, "world");
    }

    /**
     * ReduceScatter: this rank's chunk of the sum of the x of all ranks of the group: the first axis is split into
     * one chunk per rank.
     *
     * @param x number
     * @param ranks an integer
     * @param group a name, by default "world"
     * @return number; [n, ...] of [ranks · n, ...]
     */
    @GraphOp("ReduceScatter")
    public static Tensor reduceScatter(Tensor x, int ranks, String group) {
        OperandDtypes.check("reduceScatter", "NUMBER", "x:SHARED", x);
        return Recording.basic("ReduceScatter", EagerCollectives.reduceScatter(x, ranks, group), x, ranks, group);
    }

    /** As {@link #reduceScatter(Tensor, int, String)} with group = "world". */
    @GraphOp("ReduceScatter")
    public static Tensor reduceScatter(Tensor x, int ranks) {
        return reduceScatter(x, ranks, "world");
    }

    /**
     * AllToAll: the chunks of this rank from the x of each rank, in rank order: the first axis is split into one
     * chunk per rank.
     *
     * @param x number
     * @param ranks an integer
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("AllToAll")
    public static Tensor allToAll(Tensor x, int ranks, String group) {
        OperandDtypes.check("allToAll", "NUMBER", "x:SHARED", x);
        return Recording.basic("AllToAll", EagerCollectives.allToAll(x, ranks, group), x, ranks, group);
    }

    /** As {@link #allToAll(Tensor, int, String)} with group = "world". */
    @GraphOp("AllToAll")
    public static Tensor allToAll(Tensor x, int ranks) {
        return allToAll(x, ranks, "world");
    }

    /**
     * Broadcast: the x of one rank, on every rank of the group.
     *
     * @param x number
     * @param rank an integer, by default 0
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x, int rank, String group) {
        OperandDtypes.check("broadcast", "NUMBER", "x:SHARED", x);
        return Recording.basic("Broadcast", EagerCollectives.broadcast(x, rank, group), x, rank, group);
    }

    /** As {@link #broadcast(Tensor, int, String)} with group = "world". */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x, int rank) {
        return broadcast(x, rank, "world");
    }

    /** As {@link #broadcast(Tensor, int, String)} with rank = 0, group = "world". */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x) {
        return broadcast(x, 0, "world");
    }

    /**
     * MatMulAllReduce: the sum of the matmuls a · b of all ranks of the group, each rounded.
     *
     * @param a float
     * @param b float
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB, String group) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return matMulAllReduce(promoted.get(0), promoted.get(1), transposeB, group);
            }
        }
        OperandDtypes.check("matMulAllReduce", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatMulAllReduce", EagerCollectives.matMulAllReduce(a, b, transposeB, group), a, b,
                transposeB, group);
    }

    /** As {@link #matMulAllReduce(Tensor, Tensor, boolean, String)} with group = "world". */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB) {
        return matMulAllReduce(a, b, transposeB, "world");
    }

    /** As {@link #matMulAllReduce(Tensor, Tensor, boolean, String)} with transposeB = false, group = "world". */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b) {
        return matMulAllReduce(a, b, false, "world");
    }

    /**
     * AllGatherMatmul: the matmul of the a of all ranks of the group, concatenated along the first axis, and of b.
     *
     * @param a float
     * @param b float
     * @param ranks an integer
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [ranks · m, n] of [m, k] and [k, n]
     */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return allGatherMatmul(promoted.get(0), promoted.get(1), ranks, transposeB, group);
            }
        }
        OperandDtypes.check("allGatherMatmul", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("AllGatherMatmul", EagerCollectives.allGatherMatmul(a, b, ranks, transposeB, group),
                a, b, ranks, transposeB, group);
    }

    /** As {@link #allGatherMatmul(Tensor, Tensor, int, boolean, String)} with group = "world". */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB) {
        return allGatherMatmul(a, b, ranks, transposeB, "world");
    }

    /**
     * As {@link #allGatherMatmul(Tensor, Tensor, int, boolean, String)} with transposeB = false, group = "world".
     */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks) {
        return allGatherMatmul(a, b, ranks, false, "world");
    }

    /**
     * MatmulReduceScatter: this rank's rows of the sum of the matmuls a · b of all ranks of the group, each
     * rounded: the rows are split into one chunk per rank.
     *
     * @param a float
     * @param b float
     * @param ranks an integer
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [m, n] of [ranks · m, k] and [k, n]
     */
    @GraphOp("MatmulReduceScatter")
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return matmulReduceScatter(promoted.get(0), promoted.get(1), ranks, transposeB, group);
            }
        }
        OperandDtypes.check("matmulReduceScatter", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatmulReduceScatter", EagerCollectives.matmulReduceScatter(a, b, ranks, transposeB,
                group), a, b, ranks, transposeB, group);
    }

    /** As {@link #matmulReduceScatter(Tensor, Tensor, int, boolean, String)} with group = "world". */
    @GraphOp("MatmulReduceScatter")
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB) {
        return matmulReduceScatter(a, b, ranks, transposeB, "world");
    }

    /**
     * As {@link #matmulReduceScatter(Tensor, Tensor, int, boolean, String)} with transposeB = false, group =
     * "world".
     */
    @GraphOp("MatmulReduceScatter")
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks) {
        return matmulReduceScatter(a, b, ranks, false, "world");
    }

    /**
     * Square: x².
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Square")
    public static Tensor square(Tensor x) {
        return CompositeOp.result("Square", x);
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x number
     * @param y number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return squaredDifference(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SquaredDifference", x, y);
    }

    /** As {@link #squaredDifference(Tensor, Tensor)}. */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(double x, Tensor y) {
        return squaredDifference(Expansions.number("squaredDifference", "x", x, y), y);
    }

    /** As {@link #squaredDifference(Tensor, Tensor)}. */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, double y) {
        return squaredDifference(x, Expansions.number("squaredDifference", "y", y, x));
    }

    /** As {@link #squaredDifference(Tensor, Tensor)}. */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(long x, Tensor y) {
        return squaredDifference(Expansions.number("squaredDifference", "x", x, y), y);
    }

    /** As {@link #squaredDifference(Tensor, Tensor)}. */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, long y) {
        return squaredDifference(x, Expansions.number("squaredDifference", "y", y, x));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x number
     * @param y number
     * @param z number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, Tensor z) {
        PromotedOperands promoted = PromotedOperands.of(x, y, z);
        if (promoted != null) {
            try (promoted) {
                return fusedMulAdd(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("FusedMulAdd", x, y, z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, PromotedOperands.like(y, z)), y, z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, Tensor z) {
        return fusedMulAdd(x, Expansions.number("fusedMulAdd", "y", y, PromotedOperands.like(x, z)), z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, double y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, z), Expansions.number("fusedMulAdd", "y", y,
                z), z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, double z) {
        return fusedMulAdd(x, y, Expansions.number("fusedMulAdd", "z", z, PromotedOperands.like(x, y)));
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, double z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, y), y, Expansions.number("fusedMulAdd", "z", z,
                y));
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, double z) {
        return fusedMulAdd(x, Expansions.number("fusedMulAdd", "y", y, x), Expansions.number("fusedMulAdd", "z", z,
                x));
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(long x, Tensor y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, PromotedOperands.like(y, z)), y, z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, long y, Tensor z) {
        return fusedMulAdd(x, Expansions.number("fusedMulAdd", "y", y, PromotedOperands.like(x, z)), z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(long x, long y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, z), Expansions.number("fusedMulAdd", "y", y,
                z), z);
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, long z) {
        return fusedMulAdd(x, y, Expansions.number("fusedMulAdd", "z", z, PromotedOperands.like(x, y)));
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(long x, Tensor y, long z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, y), y, Expansions.number("fusedMulAdd", "z", z,
                y));
    }

    /** As {@link #fusedMulAdd(Tensor, Tensor, Tensor)}. */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, long y, long z) {
        return fusedMulAdd(x, Expansions.number("fusedMulAdd", "y", y, x), Expansions.number("fusedMulAdd", "z", z,
                x));
    }

    /**
     * AddN: the sum of all operands.
     *
     * @param x number, one or more
     * @return number; the shape of x
     */
    @GraphOp("AddN")
    public static Tensor addN(Tensor... x) {
        PromotedOperands promoted = PromotedOperands.of(x);
        if (promoted != null) {
            try (promoted) {
                return addN(promoted.operands());
            }
        }
        return CompositeOp.result("AddN", (Object) x);
    }

    /**
     * Addcmul: input + value · (x1 · x2).
     *
     * @param input number
     * @param x1 number
     * @param x2 number
     * @param value number, a number, by default 1.0
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2, Tensor value) {
        PromotedOperands promoted = PromotedOperands.of(input, x1, x2, value);
        if (promoted != null) {
            try (promoted) {
                return addcmul(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("Addcmul", input, x1, x2, value);
    }

    /** As {@link #addcmul(Tensor, Tensor, Tensor, Tensor)} with value = 1.0. */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2) {
        return addcmul(input, x1, x2, 1.0);
    }

    /** As {@link #addcmul(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2, double value) {
        return addcmul(input, x1, x2, Expansions.number("addcmul", "value", value, PromotedOperands.like(input, x1,
                x2)));
    }

    /** As {@link #addcmul(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2, long value) {
        return addcmul(input, x1, x2, Expansions.number("addcmul", "value", value, PromotedOperands.like(input, x1,
                x2)));
    }

    /**
     * Addcdiv: input + value · (x1 / x2).
     *
     * @param input float
     * @param x1 float
     * @param x2 float
     * @param value float, a number, by default 1.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2, Tensor value) {
        PromotedOperands promoted = PromotedOperands.of(input, x1, x2, value);
        if (promoted != null) {
            try (promoted) {
                return addcdiv(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("Addcdiv", input, x1, x2, value);
    }

    /** As {@link #addcdiv(Tensor, Tensor, Tensor, Tensor)} with value = 1.0. */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2) {
        return addcdiv(input, x1, x2, 1.0);
    }

    /** As {@link #addcdiv(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2, double value) {
        return addcdiv(input, x1, x2, Expansions.number("addcdiv", "value", value, PromotedOperands.like(input, x1,
                x2)));
    }

    /**
     * Lerp: start + weight · (end - start), exact at weight 0 and 1.
     *
     * @param start float
     * @param end float
     * @param weight float, a number
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Lerp")
    public static Tensor lerp(Tensor start, Tensor end, Tensor weight) {
        PromotedOperands promoted = PromotedOperands.of(start, end, weight);
        if (promoted != null) {
            try (promoted) {
                return lerp(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("Lerp", start, end, weight);
    }

    /** As {@link #lerp(Tensor, Tensor, Tensor)}. */
    @GraphOp("Lerp")
    public static Tensor lerp(Tensor start, Tensor end, double weight) {
        return lerp(start, end, Expansions.number("lerp", "weight", weight, PromotedOperands.like(start, end)));
    }

    /**
     * DivMod: x / y: unrounded, or rounded down or toward zero.
     *
     * @param x number
     * @param y number
     * @param rounding a constant of Rounding, by default Rounding.NONE
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, Tensor y, Rounding rounding) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return divMod(promoted.get(0), promoted.get(1), rounding);
            }
        }
        return CompositeOp.result("DivMod", x, y, rounding);
    }

    /** As {@link #divMod(Tensor, Tensor, Rounding)} with rounding = Rounding.NONE. */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, Tensor y) {
        return divMod(x, y, Rounding.NONE);
    }

    /** As {@link #divMod(Tensor, Tensor)} with rounding = Rounding.NONE. */
    @GraphOp("DivMod")
    public static Tensor divMod(double x, Tensor y) {
        return divMod(Expansions.number("divMod", "x", x, y), y);
    }

    /** As {@link #divMod(Tensor, Tensor)} with rounding = Rounding.NONE. */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, double y) {
        return divMod(x, Expansions.number("divMod", "y", y, x));
    }

    /** As {@link #divMod(Tensor, Tensor)} with rounding = Rounding.NONE. */
    @GraphOp("DivMod")
    public static Tensor divMod(long x, Tensor y) {
        return divMod(Expansions.number("divMod", "x", x, y), y);
    }

    /** As {@link #divMod(Tensor, Tensor)} with rounding = Rounding.NONE. */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, long y) {
        return divMod(x, Expansions.number("divMod", "y", y, x));
    }

    /** As {@link #divMod(Tensor, Tensor, Rounding)}. */
    @GraphOp("DivMod")
    public static Tensor divMod(double x, Tensor y, Rounding rounding) {
        return divMod(Expansions.number("divMod", "x", x, y), y, rounding);
    }

    /** As {@link #divMod(Tensor, Tensor, Rounding)}. */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, double y, Rounding rounding) {
        return divMod(x, Expansions.number("divMod", "y", y, x), rounding);
    }

    /** As {@link #divMod(Tensor, Tensor, Rounding)}. */
    @GraphOp("DivMod")
    public static Tensor divMod(long x, Tensor y, Rounding rounding) {
        return divMod(Expansions.number("divMod", "x", x, y), y, rounding);
    }

    /** As {@link #divMod(Tensor, Tensor, Rounding)}. */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, long y, Rounding rounding) {
        return divMod(x, Expansions.number("divMod", "y", y, x), rounding);
    }

    /**
     * ClampScalar: min(max(x, min), max).
     *
     * @param x number
     * @param min number, a number
     * @param max number, a number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("ClampScalar")
    public static Tensor clampScalar(Tensor x, Tensor min, Tensor max) {
        PromotedOperands promoted = PromotedOperands.of(x, min, max);
        if (promoted != null) {
            try (promoted) {
                return clampScalar(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("ClampScalar", x, min, max);
    }

    /** As {@link #clampScalar(Tensor, Tensor, Tensor)}. */
    @GraphOp("ClampScalar")
    public static Tensor clampScalar(Tensor x, double min, double max) {
        return clampScalar(x, Expansions.number("clampScalar", "min", min, x), Expansions.number("clampScalar",
                "max", max, x));
    }

    /** As {@link #clampScalar(Tensor, Tensor, Tensor)}. */
    @GraphOp("ClampScalar")
    public static Tensor clampScalar(Tensor x, long min, long max) {
        return clampScalar(x, Expansions.number("clampScalar", "min", min, x), Expansions.number("clampScalar",
                "max", max, x));
    }

    /** As {@link #clampScalar(Tensor, Tensor, Tensor)}. */
    @GraphOp("ClampScalar")
    public static Tensor clip(Tensor x, Tensor min, Tensor max) {
        return clampScalar(x, min, max);
    }

    /** As {@link #clampScalar(Tensor, Tensor, Tensor)}. */
    @GraphOp("ClampScalar")
    public static Tensor clip(Tensor x, double min, double max) {
        return clampScalar(x, Expansions.number("clampScalar", "min", min, x), Expansions.number("clampScalar",
                "max", max, x));
    }

    /** As {@link #clampScalar(Tensor, Tensor, Tensor)}. */
    @GraphOp("ClampScalar")
    public static Tensor clip(Tensor x, long min, long max) {
        return clampScalar(x, Expansions.number("clampScalar", "min", min, x), Expansions.number("clampScalar",
                "max", max, x));
    }

    /**
     * ClipByNormNoDivSum: max(√x where x &gt; a, else x, floor), with b under the root where x ≤ a.
     *
     * @param x float
     * @param a float
     * @param b float
     * @param floor float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("ClipByNormNoDivSum")
    public static Tensor clipByNormNoDivSum(Tensor x, Tensor a, Tensor b, Tensor floor) {
        PromotedOperands promoted = PromotedOperands.of(x, a, b, floor);
        if (promoted != null) {
            try (promoted) {
                return clipByNormNoDivSum(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("ClipByNormNoDivSum", x, a, b, floor);
    }

    /**
     * MaskedFill: value where the mask holds, else x.
     *
     * @param x any dtype
     * @param mask bool
     * @param value any dtype, a number
     * @return any dtype; the broadcast shape of the operands
     */
    @GraphOp("MaskedFill")
    public static Tensor maskedFill(Tensor x, Tensor mask, Tensor value) {
        PromotedOperands promoted = PromotedOperands.of(x, value);
        if (promoted != null) {
            try (promoted) {
                return maskedFill(promoted.get(0), mask, promoted.get(1));
            }
        }
        return CompositeOp.result("MaskedFill", x, mask, value);
    }

    /** As {@link #maskedFill(Tensor, Tensor, Tensor)}. */
    @GraphOp("MaskedFill")
    public static Tensor maskedFill(Tensor x, Tensor mask, double value) {
        return maskedFill(x, mask, Eager.scalar("maskedFill", "value", value, x));
    }

    /** As {@link #maskedFill(Tensor, Tensor, Tensor)}. */
    @GraphOp("MaskedFill")
    public static Tensor maskedFill(Tensor x, Tensor mask, long value) {
        return maskedFill(x, mask, Eager.scalar("maskedFill", "value", value, x));
    }

    /**
     * BiasAdd: x + bias along the axis of channels: axis 1 of NCHW, the last of NHWC.
     *
     * @param x number
     * @param bias number
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return number; the shape of x
     */
    @GraphOp("BiasAdd")
    public static Tensor biasAdd(Tensor x, Tensor bias, DataFormat format) {
        PromotedOperands promoted = PromotedOperands.of(x, bias);
        if (promoted != null) {
            try (promoted) {
                return biasAdd(promoted.get(0), promoted.get(1), format);
            }
        }
        return CompositeOp.result("BiasAdd", x, bias, format);
    }

    /** As {@link #biasAdd(Tensor, Tensor, DataFormat)} with format = DataFormat.NCHW. */
    @GraphOp("BiasAdd")
    public static Tensor biasAdd(Tensor x, Tensor bias) {
        return biasAdd(x, bias, DataFormat.NCHW);
    }

    /**
     * BiasAddGrad: sum over all axes but that of channels.
     *
     * @param dy number
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return number; [channels]
     */
    @GraphOp("BiasAddGrad")
    public static Tensor biasAddGrad(Tensor dy, DataFormat format) {
        return CompositeOp.result("BiasAddGrad", dy, format);
    }

    /** As {@link #biasAddGrad(Tensor, DataFormat)} with format = DataFormat.NCHW. */
    @GraphOp("BiasAddGrad")
    public static Tensor biasAddGrad(Tensor dy) {
        return biasAddGrad(dy, DataFormat.NCHW);
    }

    /**
     * StopGradient: x, as a constant for the gradients of what is computed from it.
     *
     * @param x any dtype
     * @return any dtype; the shape of x
     */
    @GraphOp("StopGradient")
    public static Tensor stopGradient(Tensor x) {
        return CompositeOp.result("StopGradient", x);
    }

    /**
     * OnesLike: ones.
     *
     * @param x any dtype but f8
     * @return any dtype but f8; the shape of x
     */
    @GraphOp("OnesLike")
    public static Tensor onesLike(Tensor x) {
        return CompositeOp.result("OnesLike", x);
    }

    /**
     * ZerosLike: zeros.
     *
     * @param x any dtype
     * @return any dtype; the shape of x
     */
    @GraphOp("ZerosLike")
    public static Tensor zerosLike(Tensor x) {
        return CompositeOp.result("ZerosLike", x);
    }

    /**
     * FillV2: the same number everywhere.
     *
     * @param value any dtype but f8, a number
     * @param dims one number per axis
     * @return any dtype but f8; dims
     */
    @GraphOp("FillV2")
    public static Tensor fillV2(Tensor value, long... dims) {
        return CompositeOp.result("FillV2", value, dims);
    }

    /** As {@link #fillV2(Tensor, long...)}. */
    @GraphOp("FillV2")
    public static Tensor fillV2(double value, long... dims) {
        return fillV2(Eager.ofJavaType(value), dims);
    }

    /** As {@link #fillV2(Tensor, long...)}. */
    @GraphOp("FillV2")
    public static Tensor fillV2(float value, long... dims) {
        return fillV2(Eager.ofJavaType(value), dims);
    }

    /** As {@link #fillV2(Tensor, long...)}. */
    @GraphOp("FillV2")
    public static Tensor fillV2(long value, long... dims) {
        return fillV2(Eager.ofJavaType(value), dims);
    }

    /** As {@link #fillV2(Tensor, long...)}. */
    @GraphOp("FillV2")
    public static Tensor fillV2(int value, long... dims) {
        return fillV2(Eager.ofJavaType(value), dims);
    }

    /**
     * Range: 0, 1, …, n - 1.
     *
     * @param n an integer
     * @return i64; [n]
     */
    @GraphOp("Range")
    public static Tensor range(long n) {
        return CompositeOp.result("Range", n);
    }

    /**
     * Eye: ones on the diagonal, zeros elsewhere.
     *
     * @param n an integer
     * @param m an integer
     * @return f32; [n, m]
     */
    @GraphOp("Eye")
    public static Tensor eye(long n, long m) {
        return CompositeOp.result("Eye", n, m);
    }

    /**
     * ReLU: max(x, 0).
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("ReLU")
    public static Tensor reLU(Tensor x) {
        return CompositeOp.result("ReLU", x);
    }

    /**
     * ReLU6: min(max(x, 0), 6).
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("ReLU6")
    public static Tensor reLU6(Tensor x) {
        return CompositeOp.result("ReLU6", x);
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x float
     * @param slope float, a number
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, Tensor slope) {
        PromotedOperands promoted = PromotedOperands.of(x, slope);
        if (promoted != null) {
            try (promoted) {
                return leakyReLUExt(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("LeakyReLUExt", x, slope);
    }

    /** As {@link #leakyReLUExt(Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, double slope) {
        return leakyReLUExt(x, Expansions.number("leakyReLUExt", "slope", slope, x));
    }

    /** As {@link #leakyReLUExt(Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLU(Tensor x, Tensor slope) {
        return leakyReLUExt(x, slope);
    }

    /** As {@link #leakyReLUExt(Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLU(Tensor x, double slope) {
        return leakyReLUExt(x, Expansions.number("leakyReLUExt", "slope", slope, x));
    }

    /**
     * PReLU: x for x ≥ 0, else weight · x, with one weight for each index of axis 1.
     *
     * @param x float
     * @param weight float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("PReLU")
    public static Tensor pReLU(Tensor x, Tensor weight) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return pReLU(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("PReLU", x, weight);
    }

    /**
     * SiLU: x · sigmoid(x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("SiLU")
    public static Tensor siLU(Tensor x) {
        return CompositeOp.result("SiLU", x);
    }

    /** As {@link #siLU(Tensor)}. */
    @GraphOp("SiLU")
    public static Tensor swish(Tensor x) {
        return siLU(x);
    }

    /**
     * GeLU: 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 x³))), computed as x · sigmoid(2u).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("GeLU")
    public static Tensor geLU(Tensor x) {
        return CompositeOp.result("GeLU", x);
    }

    /** As {@link #geLU(Tensor)}. */
    @GraphOp("GeLU")
    public static Tensor gelu(Tensor x) {
        return geLU(x);
    }

    /**
     * GeLUErf: x · Φ(x) = 0.5 · x · erfc(-x / √2), with the error function.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("GeLUErf")
    public static Tensor geLUErf(Tensor x) {
        return CompositeOp.result("GeLUErf", x);
    }

    /**
     * FastGeLU: x · sigmoid(1.702 x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("FastGeLU")
    public static Tensor fastGeLU(Tensor x) {
        return CompositeOp.result("FastGeLU", x);
    }

    /** As {@link #fastGeLU(Tensor)}. */
    @GraphOp("FastGeLU")
    public static Tensor fastGelu(Tensor x) {
        return fastGeLU(x);
    }

    /**
     * HSigmoid: clip(x / 6 + 0.5, 0, 1).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("HSigmoid")
    public static Tensor hSigmoid(Tensor x) {
        return CompositeOp.result("HSigmoid", x);
    }

    /**
     * HSwish: x · clip(x + 3, 0, 6) / 6.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("HSwish")
    public static Tensor hSwish(Tensor x) {
        return CompositeOp.result("HSwish", x);
    }

    /**
     * HShrink: 0 for |x| ≤ lambd, else x.
     *
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x, Tensor lambd) {
        PromotedOperands promoted = PromotedOperands.of(x, lambd);
        if (promoted != null) {
            try (promoted) {
                return hShrink(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("HShrink", x, lambd);
    }

    /** As {@link #hShrink(Tensor, Tensor)} with lambd = 0.5. */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x) {
        return hShrink(x, 0.5);
    }

    /** As {@link #hShrink(Tensor, Tensor)}. */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x, double lambd) {
        return hShrink(x, Expansions.number("hShrink", "lambd", lambd, x));
    }

    /**
     * SoftShrink: x moved towards 0 by lambd: x - clip(x, -lambd, lambd).
     *
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SoftShrink")
    public static Tensor softShrink(Tensor x, Tensor lambd) {
        PromotedOperands promoted = PromotedOperands.of(x, lambd);
        if (promoted != null) {
            try (promoted) {
                return softShrink(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SoftShrink", x, lambd);
    }

    /** As {@link #softShrink(Tensor, Tensor)} with lambd = 0.5. */
    @GraphOp("SoftShrink")
    public static Tensor softShrink(Tensor x) {
        return softShrink(x, 0.5);
    }

    /** As {@link #softShrink(Tensor, Tensor)}. */
    @GraphOp("SoftShrink")
    public static Tensor softShrink(Tensor x, double lambd) {
        return softShrink(x, Expansions.number("softShrink", "lambd", lambd, x));
    }

    /**
     * Softplus: ln(1 + eˣ), computed as max(x, 0) + ln(1 + e^-|x|).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Softplus")
    public static Tensor softplus(Tensor x) {
        return CompositeOp.result("Softplus", x);
    }

    /**
     * SoftplusExt: x for beta · x &gt; threshold, else ln(1 + e^(beta · x)) / beta.
     *
     * @param x float
     * @param beta float, a number, by default 1.0
     * @param threshold float, a number, by default 20.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SoftplusExt")
    public static Tensor softplusExt(Tensor x, Tensor beta, Tensor threshold) {
        PromotedOperands promoted = PromotedOperands.of(x, beta, threshold);
        if (promoted != null) {
            try (promoted) {
                return softplusExt(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("SoftplusExt", x, beta, threshold);
    }

    /** As {@link #softplusExt(Tensor, Tensor, Tensor)} with beta = 1.0, threshold = 20.0. */
    @GraphOp("SoftplusExt")
    public static Tensor softplusExt(Tensor x) {
        return softplusExt(x, 1.0, 20.0);
    }

    /** As {@link #softplusExt(Tensor, Tensor, Tensor)}. */
    @GraphOp("SoftplusExt")
    public static Tensor softplusExt(Tensor x, double beta, double threshold) {
        return softplusExt(x, Expansions.number("softplusExt", "beta", beta, x), Expansions.number("softplusExt",
                "threshold", threshold, x));
    }

    /**
     * Softsign: x / (1 + |x|).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Softsign")
    public static Tensor softsign(Tensor x) {
        return CompositeOp.result("Softsign", x);
    }

    /**
     * LogSigmoid: ln sigmoid(x) = -softplus(-x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("LogSigmoid")
    public static Tensor logSigmoid(Tensor x) {
        return CompositeOp.result("LogSigmoid", x);
    }

    /**
     * Mish: x · tanh(softplus(x)).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Mish")
    public static Tensor mish(Tensor x) {
        return CompositeOp.result("Mish", x);
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * @param x float
     * @param alpha float, a number, by default 1.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x, Tensor alpha) {
        PromotedOperands promoted = PromotedOperands.of(x, alpha);
        if (promoted != null) {
            try (promoted) {
                return eluExt(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("EluExt", x, alpha);
    }

    /** As {@link #eluExt(Tensor, Tensor)} with alpha = 1.0. */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x) {
        return eluExt(x, 1.0);
    }

    /** As {@link #eluExt(Tensor, Tensor)}. */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x, double alpha) {
        return eluExt(x, Expansions.number("eluExt", "alpha", alpha, x));
    }

    /** As {@link #eluExt(Tensor, Tensor)}. */
    @GraphOp("EluExt")
    public static Tensor elu(Tensor x, Tensor alpha) {
        return eluExt(x, alpha);
    }

    /** As {@link #eluExt(Tensor, Tensor)} with alpha = 1.0. */
    @GraphOp("EluExt")
    public static Tensor elu(Tensor x) {
        return eluExt(x, 1.0);
    }

    /** As {@link #eluExt(Tensor, Tensor)}. */
    @GraphOp("EluExt")
    public static Tensor elu(Tensor x, double alpha) {
        return eluExt(x, Expansions.number("eluExt", "alpha", alpha, x));
    }

    /**
     * Selu: 1.0507 · (x for x &gt; 0, else 1.6733 · (eˣ - 1)).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Selu")
    public static Tensor selu(Tensor x) {
        return CompositeOp.result("Selu", x);
    }

    /**
     * CeLU: x for x &gt; 0, else alpha · (e^(x / alpha) - 1).
     *
     * @param x float
     * @param alpha float, a number, by default 1.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x, Tensor alpha) {
        PromotedOperands promoted = PromotedOperands.of(x, alpha);
        if (promoted != null) {
            try (promoted) {
                return ceLU(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("CeLU", x, alpha);
    }

    /** As {@link #ceLU(Tensor, Tensor)} with alpha = 1.0. */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x) {
        return ceLU(x, 1.0);
    }

    /** As {@link #ceLU(Tensor, Tensor)}. */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x, double alpha) {
        return ceLU(x, Expansions.number("ceLU", "alpha", alpha, x));
    }

    /**
     * GLU: a · sigmoid(b), where a and b are the halves of x along an axis.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("GLU")
    public static Tensor glu(Tensor x, int axis) {
        return CompositeOp.result("GLU", x, axis);
    }

    /** As {@link #glu(Tensor, int)} with axis = -1. */
    @GraphOp("GLU")
    public static Tensor glu(Tensor x) {
        return glu(x, -1);
    }

    /**
     * SwiGLU: SiLU(a) · b, where a and b are the halves of x along an axis; reversed, a · SiLU(b).
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param reversed see above, by default false
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x, int axis, boolean reversed) {
        return CompositeOp.result("SwiGLU", x, axis, reversed);
    }

    /** As {@link #swiGLU(Tensor, int, boolean)} with reversed = false. */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x, int axis) {
        return swiGLU(x, axis, false);
    }

    /** As {@link #swiGLU(Tensor, int, boolean)} with axis = -1, reversed = false. */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x) {
        return swiGLU(x, -1, false);
    }

    /**
     * SignBit: whether x is negative or -0; false for NaN.
     *
     * @param x float
     * @return bool; the shape of x
     */
    @GraphOp("SignBit")
    public static Tensor signBit(Tensor x) {
        return CompositeOp.result("SignBit", x);
    }

    /**
     * CopySign: |x| with the sign of y, including that of zeros; a NaN in y counts as positive.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("CopySign")
    public static Tensor copySign(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return copySign(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("CopySign", x, y);
    }

    /** As {@link #copySign(Tensor, Tensor)}. */
    @GraphOp("CopySign")
    public static Tensor copySign(double x, Tensor y) {
        return copySign(Expansions.number("copySign", "x", x, y), y);
    }

    /** As {@link #copySign(Tensor, Tensor)}. */
    @GraphOp("CopySign")
    public static Tensor copySign(Tensor x, double y) {
        return copySign(x, Expansions.number("copySign", "y", y, x));
    }

    /**
     * Fmax: the larger of x and y; the other operand if one is NaN; the gradient of equal operands goes to x.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Fmax")
    public static Tensor fmax(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return fmax(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Fmax", x, y);
    }

    /** As {@link #fmax(Tensor, Tensor)}. */
    @GraphOp("Fmax")
    public static Tensor fmax(double x, Tensor y) {
        return fmax(Expansions.number("fmax", "x", x, y), y);
    }

    /** As {@link #fmax(Tensor, Tensor)}. */
    @GraphOp("Fmax")
    public static Tensor fmax(Tensor x, double y) {
        return fmax(x, Expansions.number("fmax", "y", y, x));
    }

    /**
     * Fmin: the smaller of x and y; the other operand if one is NaN; the gradient of equal operands goes to x.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Fmin")
    public static Tensor fmin(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return fmin(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Fmin", x, y);
    }

    /** As {@link #fmin(Tensor, Tensor)}. */
    @GraphOp("Fmin")
    public static Tensor fmin(double x, Tensor y) {
        return fmin(Expansions.number("fmin", "x", x, y), y);
    }

    /** As {@link #fmin(Tensor, Tensor)}. */
    @GraphOp("Fmin")
    public static Tensor fmin(Tensor x, double y) {
        return fmin(x, Expansions.number("fmin", "y", y, x));
    }

    /**
     * Hypot: √(x² + y²); ∞ if either is infinite.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Hypot")
    public static Tensor hypot(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return hypot(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Hypot", x, y);
    }

    /** As {@link #hypot(Tensor, Tensor)}. */
    @GraphOp("Hypot")
    public static Tensor hypot(double x, Tensor y) {
        return hypot(Expansions.number("hypot", "x", x, y), y);
    }

    /** As {@link #hypot(Tensor, Tensor)}. */
    @GraphOp("Hypot")
    public static Tensor hypot(Tensor x, double y) {
        return hypot(x, Expansions.number("hypot", "y", y, x));
    }

    /**
     * Cbrt: ∛x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Cbrt")
    public static Tensor cbrt(Tensor x) {
        return CompositeOp.result("Cbrt", x);
    }

    /**
     * Sinc: sin(πx) / (πx); 1 for x = 0, and 0 for infinite x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Sinc")
    public static Tensor sinc(Tensor x) {
        return CompositeOp.result("Sinc", x);
    }

    /**
     * Logit: ln(x / (1 - x)), the inverse of sigmoid.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Logit")
    public static Tensor logit(Tensor x) {
        return CompositeOp.result("Logit", x);
    }

    /**
     * Xlogy: x · ln y; 0 for x = 0, unless y is NaN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Xlogy")
    public static Tensor xlogy(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return xlogy(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Xlogy", x, y);
    }

    /** As {@link #xlogy(Tensor, Tensor)}. */
    @GraphOp("Xlogy")
    public static Tensor xlogy(double x, Tensor y) {
        return xlogy(Expansions.number("xlogy", "x", x, y), y);
    }

    /** As {@link #xlogy(Tensor, Tensor)}. */
    @GraphOp("Xlogy")
    public static Tensor xlogy(Tensor x, double y) {
        return xlogy(x, Expansions.number("xlogy", "y", y, x));
    }

    /**
     * LogAddExp: ln(eˣ + eʸ), computed as max(x, y) + ln(1 + e^-|x - y|).
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("LogAddExp")
    public static Tensor logAddExp(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return logAddExp(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("LogAddExp", x, y);
    }

    /** As {@link #logAddExp(Tensor, Tensor)}. */
    @GraphOp("LogAddExp")
    public static Tensor logAddExp(double x, Tensor y) {
        return logAddExp(Expansions.number("logAddExp", "x", x, y), y);
    }

    /** As {@link #logAddExp(Tensor, Tensor)}. */
    @GraphOp("LogAddExp")
    public static Tensor logAddExp(Tensor x, double y) {
        return logAddExp(x, Expansions.number("logAddExp", "y", y, x));
    }

    /**
     * Deg2rad: π / 180 · x: degrees in radians.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Deg2rad")
    public static Tensor deg2rad(Tensor x) {
        return CompositeOp.result("Deg2rad", x);
    }

    /**
     * Rad2deg: 180 / π · x: radians in degrees.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Rad2deg")
    public static Tensor rad2deg(Tensor x) {
        return CompositeOp.result("Rad2deg", x);
    }

    /**
     * Frac: x - trunc(x), the fraction with the sign of x; NaN for infinite x.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Frac")
    public static Tensor frac(Tensor x) {
        return CompositeOp.result("Frac", x);
    }

    /**
     * Heaviside: 0 for x &lt; 0, value for x = 0, 1 for x &gt; 0; NaN for NaN.
     *
     * @param x number
     * @param value number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Heaviside")
    public static Tensor heaviside(Tensor x, Tensor value) {
        PromotedOperands promoted = PromotedOperands.of(x, value);
        if (promoted != null) {
            try (promoted) {
                return heaviside(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Heaviside", x, value);
    }

    /** As {@link #heaviside(Tensor, Tensor)}. */
    @GraphOp("Heaviside")
    public static Tensor heaviside(Tensor x, double value) {
        return heaviside(x, Expansions.number("heaviside", "value", value, x));
    }

    /** As {@link #heaviside(Tensor, Tensor)}. */
    @GraphOp("Heaviside")
    public static Tensor heaviside(Tensor x, long value) {
        return heaviside(x, Expansions.number("heaviside", "value", value, x));
    }

    /**
     * NanToNum: x with numbers in place of NaN, ∞ and -∞.
     *
     * @param x float
     * @param nan float, a number
     * @param posinf float, a number
     * @param neginf float, a number
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("NanToNum")
    public static Tensor nanToNum(Tensor x, Tensor nan, Tensor posinf, Tensor neginf) {
        PromotedOperands promoted = PromotedOperands.of(x, nan, posinf, neginf);
        if (promoted != null) {
            try (promoted) {
                return nanToNum(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("NanToNum", x, nan, posinf, neginf);
    }

    /** As {@link #nanToNum(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("NanToNum")
    public static Tensor nanToNum(Tensor x, double nan, double posinf, double neginf) {
        return nanToNum(x, Expansions.number("nanToNum", "nan", nan, x), Expansions.number("nanToNum", "posinf",
                posinf, x), Expansions.number("nanToNum", "neginf", neginf, x));
    }

    /**
     * IsClose: whether |x - y| ≤ atol + rtol · |y|; infinities are close to equal ones, NaN to none.
     *
     * @param x float
     * @param y float
     * @param rtol float, a number, by default 1e-5
     * @param atol float, a number, by default 1e-8
     * @return bool; the broadcast shape of the operands
     */
    @GraphOp("IsClose")
    public static Tensor isClose(Tensor x, Tensor y, Tensor rtol, Tensor atol) {
        PromotedOperands promoted = PromotedOperands.of(x, y, rtol, atol);
        if (promoted != null) {
            try (promoted) {
                return isClose(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("IsClose", x, y, rtol, atol);
    }

    /** As {@link #isClose(Tensor, Tensor, Tensor, Tensor)} with rtol = 1e-5, atol = 1e-8. */
    @GraphOp("IsClose")
    public static Tensor isClose(Tensor x, Tensor y) {
        return isClose(x, y, 1.0E-5, 1.0E-8);
    }

    /** As {@link #isClose(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("IsClose")
    public static Tensor isClose(Tensor x, Tensor y, double rtol, double atol) {
        return isClose(x, y, Expansions.number("isClose", "rtol", rtol, PromotedOperands.like(x, y)),
                Expansions.number("isClose", "atol", atol, PromotedOperands.like(x, y)));
    }

    /**
     * TanhShrink: x - tanh(x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("TanhShrink")
    public static Tensor tanhShrink(Tensor x) {
        return CompositeOp.result("TanhShrink", x);
    }

    /**
     * Threshold: value for x ≤ threshold, else x.
     *
     * @param x number
     * @param threshold number, a number
     * @param value number, a number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("Threshold")
    public static Tensor threshold(Tensor x, Tensor threshold, Tensor value) {
        PromotedOperands promoted = PromotedOperands.of(x, threshold, value);
        if (promoted != null) {
            try (promoted) {
                return threshold(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("Threshold", x, threshold, value);
    }

    /** As {@link #threshold(Tensor, Tensor, Tensor)}. */
    @GraphOp("Threshold")
    public static Tensor threshold(Tensor x, double threshold, double value) {
        return threshold(x, Expansions.number("threshold", "threshold", threshold, x), Expansions.number(
                "threshold", "value", value, x));
    }

    /** As {@link #threshold(Tensor, Tensor, Tensor)}. */
    @GraphOp("Threshold")
    public static Tensor threshold(Tensor x, long threshold, long value) {
        return threshold(x, Expansions.number("threshold", "threshold", threshold, x), Expansions.number(
                "threshold", "value", value, x));
    }

    /**
     * Lgamma: ln |Γ(x)|; ∞ at integers that are not positive.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Lgamma")
    public static Tensor lgamma(Tensor x) {
        return CompositeOp.result("Lgamma", x);
    }

    /**
     * Digamma: ψ(x), the derivative of ln Γ(x); -∞ at 0, NaN at negative integers.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Digamma")
    public static Tensor digamma(Tensor x) {
        return CompositeOp.result("Digamma", x);
    }

    /**
     * Trigamma: ψ′(x), the second derivative of ln Γ(x); ∞ at integers that are not positive.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Trigamma")
    public static Tensor trigamma(Tensor x) {
        return CompositeOp.result("Trigamma", x);
    }

    /**
     * ErfInv: the number whose erf is x; NaN for |x| &gt; 1.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("ErfInv")
    public static Tensor erfInv(Tensor x) {
        return CompositeOp.result("ErfInv", x);
    }

    /**
     * NormalCdf: the cumulative distribution function of the standard normal distribution, erfc(-x / √2) / 2.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("NormalCdf")
    public static Tensor normalCdf(Tensor x) {
        return CompositeOp.result("NormalCdf", x);
    }

    /**
     * NormalQuantile: the number whose NormalCdf is x; NaN outside 0 to 1.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("NormalQuantile")
    public static Tensor normalQuantile(Tensor x) {
        return CompositeOp.result("NormalQuantile", x);
    }

    /**
     * BesselI0: the modified Bessel function of the first kind, of order 0.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("BesselI0")
    public static Tensor besselI0(Tensor x) {
        return CompositeOp.result("BesselI0", x);
    }

    /**
     * BesselI1: the modified Bessel function of the first kind, of order 1.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("BesselI1")
    public static Tensor besselI1(Tensor x) {
        return CompositeOp.result("BesselI1", x);
    }

    /**
     * Ldexp: x · 2^exponent.
     *
     * @param x float
     * @param exponent i32 or i64
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("Ldexp")
    public static Tensor ldexp(Tensor x, Tensor exponent) {
        return CompositeOp.result("Ldexp", x, exponent);
    }

    /**
     * The results of Frexp.
     *
     * @param mantissa float
     * @param exponent i32
     */
    public record FrexpResult(Tensor mantissa, Tensor exponent) {
        private static FrexpResult of(Tensor... results) {
            return new FrexpResult(results[0], results[1]);
        }
    }

    /**
     * Frexp: mantissa · 2^exponent = x, with |mantissa| from 0.5 to 1; x and 0 for 0, ±∞ and NaN.
     *
     * @param x float
     * @return mantissa float, exponent i32; the shape of x
     */
    @GraphOp("Frexp")
    public static FrexpResult frexp(Tensor x) {
        return FrexpResult.of(CompositeOp.results("Frexp", x));
    }

    /**
     * NextAfter: the number adjacent to x in the direction of y; y for equal operands, NaN if either is NaN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("NextAfter")
    public static Tensor nextAfter(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return nextAfter(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("NextAfter", x, y);
    }

    /** As {@link #nextAfter(Tensor, Tensor)}. */
    @GraphOp("NextAfter")
    public static Tensor nextAfter(double x, Tensor y) {
        return nextAfter(Eager.scalar("nextAfter", "x", x, y), y);
    }

    /** As {@link #nextAfter(Tensor, Tensor)}. */
    @GraphOp("NextAfter")
    public static Tensor nextAfter(Tensor x, double y) {
        return nextAfter(x, Eager.scalar("nextAfter", "y", y, x));
    }

    /**
     * ReluGrad: dy where x &gt; 0, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("ReluGrad")
    public static Tensor reluGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return reluGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("ReluGrad", dy, x);
    }

    /**
     * ReLU6Grad: dy where 0 &lt; x &lt; 6, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("ReLU6Grad")
    public static Tensor reLU6Grad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return reLU6Grad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("ReLU6Grad", dy, x);
    }

    /**
     * LeakyReLUExtGrad: dy where x &gt; 0, else slope · dy.
     *
     * @param dy float
     * @param x float
     * @param slope float, a number
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUExtGrad(Tensor dy, Tensor x, Tensor slope) {
        PromotedOperands promoted = PromotedOperands.of(dy, x, slope);
        if (promoted != null) {
            try (promoted) {
                return leakyReLUExtGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("LeakyReLUExtGrad", dy, x, slope);
    }

    /** As {@link #leakyReLUExtGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUExtGrad(Tensor dy, Tensor x, double slope) {
        return leakyReLUExtGrad(dy, x, Expansions.number("leakyReLUExtGrad", "slope", slope, PromotedOperands.like(
                dy, x)));
    }

    /** As {@link #leakyReLUExtGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUGrad(Tensor dy, Tensor x, Tensor slope) {
        return leakyReLUExtGrad(dy, x, slope);
    }

    /** As {@link #leakyReLUExtGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUGrad(Tensor dy, Tensor x, double slope) {
        return leakyReLUExtGrad(dy, x, Expansions.number("leakyReLUExtGrad", "slope", slope, PromotedOperands.like(
                dy, x)));
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @param y float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("GeLUGrad")
    public static Tensor geLUGrad(Tensor dy, Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(dy, x, y);
        if (promoted != null) {
            try (promoted) {
                return geLUGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("GeLUGrad", dy, x, y);
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("GeLUGrad")
    public static Tensor geLUGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return geLUGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("GeLUGrad", dy, x, EagerExpansion.ABSENT);
    }

    /** As {@link #geLUGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("GeLUGrad")
    public static Tensor geluGrad(Tensor dy, Tensor x, Tensor y) {
        return geLUGrad(dy, x, y);
    }

    /** As {@link #geLUGrad(Tensor, Tensor)}. */
    @GraphOp("GeLUGrad")
    public static Tensor geluGrad(Tensor dy, Tensor x) {
        return geLUGrad(dy, x);
    }

    /**
     * GeLUErfGrad: dy · (Φ(x) + x · φ(x)).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("GeLUErfGrad")
    public static Tensor geLUErfGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return geLUErfGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("GeLUErfGrad", dy, x);
    }

    /**
     * FastGeLUGrad: dy · (s + 1.702 x · s · (1 - s)), s = sigmoid(1.702 x).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("FastGeLUGrad")
    public static Tensor fastGeLUGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return fastGeLUGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("FastGeLUGrad", dy, x);
    }

    /** As {@link #fastGeLUGrad(Tensor, Tensor)}. */
    @GraphOp("FastGeLUGrad")
    public static Tensor fastGeluGrad(Tensor dy, Tensor x) {
        return fastGeLUGrad(dy, x);
    }

    /**
     * SiLUGrad: dy · (s + x · s · (1 - s)), s = sigmoid(x).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SiLUGrad")
    public static Tensor siLUGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return siLUGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SiLUGrad", dy, x);
    }

    /** As {@link #siLUGrad(Tensor, Tensor)}. */
    @GraphOp("SiLUGrad")
    public static Tensor swishGrad(Tensor dy, Tensor x) {
        return siLUGrad(dy, x);
    }

    /**
     * MishGrad: dy · (t + x · sigmoid(x) · (1 - t²)), t = tanh(softplus(x)).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("MishGrad")
    public static Tensor mishGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return mishGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("MishGrad", dy, x);
    }

    /**
     * EluGrad: dy where y &gt; 0, else dy · (y + alpha), with y the result of EluExt.
     *
     * @param dy float
     * @param y float
     * @param alpha float, a number, by default 1.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y, Tensor alpha) {
        PromotedOperands promoted = PromotedOperands.of(dy, y, alpha);
        if (promoted != null) {
            try (promoted) {
                return eluGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("EluGrad", dy, y, alpha);
    }

    /** As {@link #eluGrad(Tensor, Tensor, Tensor)} with alpha = 1.0. */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y) {
        return eluGrad(dy, y, 1.0);
    }

    /** As {@link #eluGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y, double alpha) {
        return eluGrad(dy, y, Expansions.number("eluGrad", "alpha", alpha, PromotedOperands.like(dy, y)));
    }

    /**
     * HSigmoidGrad: dy / 6 where -3 &lt; x &lt; 3, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("HSigmoidGrad")
    public static Tensor hSigmoidGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return hSigmoidGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("HSigmoidGrad", dy, x);
    }

    /**
     * HSwishGrad: 0 for x ≤ -3, dy for x ≥ 3, else dy · (x / 3 + 0.5).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("HSwishGrad")
    public static Tensor hSwishGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return hSwishGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("HSwishGrad", dy, x);
    }

    /**
     * HShrinkGrad: 0 where |x| ≤ lambd, else dy.
     *
     * @param dy float
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x, Tensor lambd) {
        PromotedOperands promoted = PromotedOperands.of(dy, x, lambd);
        if (promoted != null) {
            try (promoted) {
                return hShrinkGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("HShrinkGrad", dy, x, lambd);
    }

    /** As {@link #hShrinkGrad(Tensor, Tensor, Tensor)} with lambd = 0.5. */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x) {
        return hShrinkGrad(dy, x, 0.5);
    }

    /** As {@link #hShrinkGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x, double lambd) {
        return hShrinkGrad(dy, x, Expansions.number("hShrinkGrad", "lambd", lambd, PromotedOperands.like(dy, x)));
    }

    /**
     * SoftplusGrad: dy · sigmoid(x).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SoftplusGrad")
    public static Tensor softplusGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return softplusGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SoftplusGrad", dy, x);
    }

    /**
     * SoftplusGradExt: dout for beta · x &gt; threshold, else dout · sigmoid(beta · x).
     *
     * @param dout float
     * @param x float
     * @param beta float, a number, by default 1.0
     * @param threshold float, a number, by default 20.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x, Tensor beta, Tensor threshold) {
        PromotedOperands promoted = PromotedOperands.of(dout, x, beta, threshold);
        if (promoted != null) {
            try (promoted) {
                return softplusGradExt(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("SoftplusGradExt", dout, x, beta, threshold);
    }

    /** As {@link #softplusGradExt(Tensor, Tensor, Tensor, Tensor)} with beta = 1.0, threshold = 20.0. */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x) {
        return softplusGradExt(dout, x, 1.0, 20.0);
    }

    /** As {@link #softplusGradExt(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x, double beta, double threshold) {
        return softplusGradExt(dout, x, Expansions.number("softplusGradExt", "beta", beta, PromotedOperands.like(
                dout, x)), Expansions.number("softplusGradExt", "threshold", threshold, PromotedOperands.like(dout,
                x)));
    }

    /**
     * LogSigmoidGrad: dy · sigmoid(-x).
     *
     * @param dy float
     * @param x float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("LogSigmoidGrad")
    public static Tensor logSigmoidGrad(Tensor dy, Tensor x) {
        PromotedOperands promoted = PromotedOperands.of(dy, x);
        if (promoted != null) {
            try (promoted) {
                return logSigmoidGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("LogSigmoidGrad", dy, x);
    }

    /**
     * SigmoidGrad: dy · y · (1 - y).
     *
     * @param y float
     * @param dy float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SigmoidGrad")
    public static Tensor sigmoidGrad(Tensor y, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return sigmoidGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SigmoidGrad", y, dy);
    }

    /**
     * TanhGrad: dy · (1 - y²).
     *
     * @param y float
     * @param dy float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("TanhGrad")
    public static Tensor tanhGrad(Tensor y, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return tanhGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("TanhGrad", y, dy);
    }

    /**
     * SqrtGrad: dy / (2 y).
     *
     * @param y float
     * @param dy float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SqrtGrad")
    public static Tensor sqrtGrad(Tensor y, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return sqrtGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SqrtGrad", y, dy);
    }

    /**
     * RsqrtGrad: -0.5 · y³ · dy.
     *
     * @param y float
     * @param dy float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("RsqrtGrad")
    public static Tensor rsqrtGrad(Tensor y, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return rsqrtGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("RsqrtGrad", y, dy);
    }

    /**
     * ReciprocalGrad: -dy · y².
     *
     * @param y float
     * @param dy float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("ReciprocalGrad")
    public static Tensor reciprocalGrad(Tensor y, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return reciprocalGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("ReciprocalGrad", y, dy);
    }

    /**
     * AbsGrad: dy · sign(x).
     *
     * @param x number
     * @param dy number
     * @return number; the broadcast shape of the operands
     */
    @GraphOp("AbsGrad")
    public static Tensor absGrad(Tensor x, Tensor dy) {
        PromotedOperands promoted = PromotedOperands.of(x, dy);
        if (promoted != null) {
            try (promoted) {
                return absGrad(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("AbsGrad", x, dy);
    }

    /**
     * The results of MaximumGrad.
     *
     * @param dx number
     * @param dy number
     */
    public record MaximumGradResult(Tensor dx, Tensor dy) {
        private static MaximumGradResult of(Tensor... results) {
            return new MaximumGradResult(results[0], results[1]);
        }
    }

    /**
     * MaximumGrad: dx = dy where x ≥ y; dy the rest.
     *
     * @param x number
     * @param y number
     * @param dout number
     * @return dx number, dy number; the shape of x; that of y
     */
    @GraphOp("MaximumGrad")
    public static MaximumGradResult maximumGrad(Tensor x, Tensor y, Tensor dout) {
        PromotedOperands promoted = PromotedOperands.of(x, y, dout);
        if (promoted != null) {
            try (promoted) {
                return maximumGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return MaximumGradResult.of(CompositeOp.results("MaximumGrad", x, y, dout));
    }

    /**
     * The results of MinimumGrad.
     *
     * @param dx number
     * @param dy number
     */
    public record MinimumGradResult(Tensor dx, Tensor dy) {
        private static MinimumGradResult of(Tensor... results) {
            return new MinimumGradResult(results[0], results[1]);
        }
    }

    /**
     * MinimumGrad: dx = dy where x ≤ y; dy the rest.
     *
     * @param x number
     * @param y number
     * @param dout number
     * @return dx number, dy number; the shape of x; that of y
     */
    @GraphOp("MinimumGrad")
    public static MinimumGradResult minimumGrad(Tensor x, Tensor y, Tensor dout) {
        PromotedOperands promoted = PromotedOperands.of(x, y, dout);
        if (promoted != null) {
            try (promoted) {
                return minimumGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return MinimumGradResult.of(CompositeOp.results("MinimumGrad", x, y, dout));
    }

    /**
     * ReduceMean: mean over axes; NaN for no elements.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("ReduceMean", x, axes, keepDims);
    }

    /** As {@link #reduceMean(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x) {
        return reduceMean(x, axes(), false);
    }

    /** As {@link #reduceMean(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis) {
        return reduceMean(x, axes(axis), false);
    }

    /** As {@link #reduceMean(Tensor, int[], boolean)}. */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis, boolean keepDims) {
        return reduceMean(x, axes(axis), keepDims);
    }

    /**
     * MeanExt: mean over axes, converted to dtype; of integers computed in f32.
     *
     * @param x number
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @param dtype dtype of the result
     * @return the given dtype; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int[] axes, boolean keepDims, DType dtype) {
        return CompositeOp.result("MeanExt", x, axes, keepDims, dtype);
    }

    /** As {@link #meanExt(Tensor, int[], boolean, DType)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, DType dtype) {
        return meanExt(x, axes(), false, dtype);
    }

    /** As {@link #meanExt(Tensor, int[], boolean, DType)} with keepDims = false. */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int axis, DType dtype) {
        return meanExt(x, axes(axis), false, dtype);
    }

    /** As {@link #meanExt(Tensor, int[], boolean, DType)}. */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int axis, boolean keepDims, DType dtype) {
        return meanExt(x, axes(axis), keepDims, dtype);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @param correction an integer, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int[] axes, boolean keepDims, int correction) {
        return CompositeOp.result("ReduceVariance", x, axes, keepDims, correction);
    }

    /**
     * As {@link #reduceVariance(Tensor, int[], boolean, int)} with axes = axes(), which are all, keepDims = false,
     * correction = 0.
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x) {
        return reduceVariance(x, axes(), false, 0);
    }

    /** As {@link #reduceVariance(Tensor, int[], boolean, int)} with keepDims = false, correction = 0. */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis) {
        return reduceVariance(x, axes(axis), false, 0);
    }

    /** As {@link #reduceVariance(Tensor, int[], boolean, int)} with correction = 0. */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis, boolean keepDims) {
        return reduceVariance(x, axes(axis), keepDims, 0);
    }

    /** As {@link #reduceVariance(Tensor, int[], boolean, int)}. */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis, boolean keepDims, int correction) {
        return reduceVariance(x, axes(axis), keepDims, correction);
    }

    /** As {@link #reduceVariance(Tensor, int[], boolean, int)} with correction = 0. */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int[] axes, boolean keepDims) {
        return reduceVariance(x, axes, keepDims, 0);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @param correction an integer, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int[] axes, boolean keepDims, int correction) {
        return CompositeOp.result("ReduceStd", x, axes, keepDims, correction);
    }

    /**
     * As {@link #reduceStd(Tensor, int[], boolean, int)} with axes = axes(), which are all, keepDims = false,
     * correction = 0.
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x) {
        return reduceStd(x, axes(), false, 0);
    }

    /** As {@link #reduceStd(Tensor, int[], boolean, int)} with keepDims = false, correction = 0. */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis) {
        return reduceStd(x, axes(axis), false, 0);
    }

    /** As {@link #reduceStd(Tensor, int[], boolean, int)} with correction = 0. */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis, boolean keepDims) {
        return reduceStd(x, axes(axis), keepDims, 0);
    }

    /** As {@link #reduceStd(Tensor, int[], boolean, int)}. */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis, boolean keepDims, int correction) {
        return reduceStd(x, axes(axis), keepDims, correction);
    }

    /** As {@link #reduceStd(Tensor, int[], boolean, int)} with correction = 0. */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int[] axes, boolean keepDims) {
        return reduceStd(x, axes, keepDims, 0);
    }

    /**
     * ReduceL2: √ Σ x² over axes.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("ReduceL2", x, axes, keepDims);
    }

    /** As {@link #reduceL2(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x) {
        return reduceL2(x, axes(), false);
    }

    /** As {@link #reduceL2(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int axis) {
        return reduceL2(x, axes(axis), false);
    }

    /** As {@link #reduceL2(Tensor, int[], boolean)}. */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int axis, boolean keepDims) {
        return reduceL2(x, axes(axis), keepDims);
    }

    /**
     * LogSumExp: ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("LogSumExp", x, axes, keepDims);
    }

    /** As {@link #logSumExp(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x) {
        return logSumExp(x, axes(), false);
    }

    /** As {@link #logSumExp(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int axis) {
        return logSumExp(x, axes(axis), false);
    }

    /** As {@link #logSumExp(Tensor, int[], boolean)}. */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int axis, boolean keepDims) {
        return logSumExp(x, axes(axis), keepDims);
    }

    /**
     * L2Normalize: x / √ max(Σ x², epsilon) along an axis.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param epsilon float, a number, by default 1e-12
     * @return float; the shape of x
     */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, epsilon);
        if (promoted != null) {
            try (promoted) {
                return l2Normalize(promoted.get(0), axis, promoted.get(1));
            }
        }
        return CompositeOp.result("L2Normalize", x, axis, epsilon);
    }

    /** As {@link #l2Normalize(Tensor, int, Tensor)} with epsilon = 1e-12. */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis) {
        return l2Normalize(x, axis, 1.0E-12);
    }

    /** As {@link #l2Normalize(Tensor, int, Tensor)} with axis = -1, epsilon = 1e-12. */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x) {
        return l2Normalize(x, -1, 1.0E-12);
    }

    /** As {@link #l2Normalize(Tensor, int, Tensor)}. */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis, double epsilon) {
        return l2Normalize(x, axis, Expansions.number("l2Normalize", "epsilon", epsilon, x));
    }

    /**
     * CosineSimilarity: Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis.
     *
     * @param x float
     * @param y float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param epsilon float, a number, by default 1e-8
     * @return float; the shape of x without the axis
     */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, y, epsilon);
        if (promoted != null) {
            try (promoted) {
                return cosineSimilarity(promoted.get(0), promoted.get(1), axis, promoted.get(2));
            }
        }
        return CompositeOp.result("CosineSimilarity", x, y, axis, epsilon);
    }

    /** As {@link #cosineSimilarity(Tensor, Tensor, int, Tensor)} with epsilon = 1e-8. */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis) {
        return cosineSimilarity(x, y, axis, 1.0E-8);
    }

    /** As {@link #cosineSimilarity(Tensor, Tensor, int, Tensor)} with axis = -1, epsilon = 1e-8. */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y) {
        return cosineSimilarity(x, y, -1, 1.0E-8);
    }

    /** As {@link #cosineSimilarity(Tensor, Tensor, int, Tensor)}. */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis, double epsilon) {
        return cosineSimilarity(x, y, axis, Expansions.number("cosineSimilarity", "epsilon", epsilon,
                PromotedOperands.like(x, y)));
    }

    /**
     * EqualCount: the number of equal elements.
     *
     * @param x number
     * @param y number
     * @return number; [1]
     */
    @GraphOp("EqualCount")
    public static Tensor equalCount(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return equalCount(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("EqualCount", x, y);
    }

    /**
     * The results of SquareSumAll.
     *
     * @param squareSumX float
     * @param squareSumY float
     */
    public record SquareSumAllResult(Tensor squareSumX, Tensor squareSumY) {
        private static SquareSumAllResult of(Tensor... results) {
            return new SquareSumAllResult(results[0], results[1]);
        }
    }

    /**
     * SquareSumAll: Σ x² and Σ y² over all elements.
     *
     * @param x float
     * @param y float
     * @return squareSumX float, squareSumY float; []
     */
    @GraphOp("SquareSumAll")
    public static SquareSumAllResult squareSumAll(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return squareSumAll(promoted.get(0), promoted.get(1));
            }
        }
        return SquareSumAllResult.of(CompositeOp.results("SquareSumAll", x, y));
    }

    /**
     * ArgMax: the position of the first largest element, or NaN.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return i64; the shape of x without the axis
     */
    @GraphOp("ArgMax")
    public static Tensor argMax(Tensor x, int axis) {
        return CompositeOp.result("ArgMax", x, axis);
    }

    /** As {@link #argMax(Tensor, int)} with axis = -1. */
    @GraphOp("ArgMax")
    public static Tensor argMax(Tensor x) {
        return argMax(x, -1);
    }

    /**
     * Argmin: the position of the first smallest element, or NaN.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return i64; the shape of x without the axis
     */
    @GraphOp("Argmin")
    public static Tensor argmin(Tensor x, int axis) {
        return CompositeOp.result("Argmin", x, axis);
    }

    /** As {@link #argmin(Tensor, int)} with axis = -1. */
    @GraphOp("Argmin")
    public static Tensor argmin(Tensor x) {
        return argmin(x, -1);
    }

    /** As {@link #argmin(Tensor, int)}. */
    @GraphOp("Argmin")
    public static Tensor argMin(Tensor x, int axis) {
        return argmin(x, axis);
    }

    /** As {@link #argmin(Tensor, int)} with axis = -1. */
    @GraphOp("Argmin")
    public static Tensor argMin(Tensor x) {
        return argmin(x, -1);
    }

    /**
     * The results of ArgMaxWithValue.
     *
     * @param index i64
     * @param value number
     */
    public record ArgMaxWithValueResult(Tensor index, Tensor value) {
        private static ArgMaxWithValueResult of(Tensor... results) {
            return new ArgMaxWithValueResult(results[0], results[1]);
        }
    }

    /**
     * ArgMaxWithValue: the position of the first largest element or NaN along an axis, and its value.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMaxWithValue")
    public static ArgMaxWithValueResult argMaxWithValue(Tensor x, int axis, boolean keepDims) {
        return ArgMaxWithValueResult.of(CompositeOp.results("ArgMaxWithValue", x, axis, keepDims));
    }

    /** As {@link #argMaxWithValue(Tensor, int, boolean)} with keepDims = false. */
    @GraphOp("ArgMaxWithValue")
    public static ArgMaxWithValueResult argMaxWithValue(Tensor x, int axis) {
        return argMaxWithValue(x, axis, false);
    }

    /** As {@link #argMaxWithValue(Tensor, int, boolean)} with axis = -1, keepDims = false. */
    @GraphOp("ArgMaxWithValue")
    public static ArgMaxWithValueResult argMaxWithValue(Tensor x) {
        return argMaxWithValue(x, -1, false);
    }

    /**
     * The results of ArgMinWithValue.
     *
     * @param index i64
     * @param value number
     */
    public record ArgMinWithValueResult(Tensor index, Tensor value) {
        private static ArgMinWithValueResult of(Tensor... results) {
            return new ArgMinWithValueResult(results[0], results[1]);
        }
    }

    /**
     * ArgMinWithValue: the position of the first smallest element or NaN along an axis, and its value.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x, int axis, boolean keepDims) {
        return ArgMinWithValueResult.of(CompositeOp.results("ArgMinWithValue", x, axis, keepDims));
    }

    /** As {@link #argMinWithValue(Tensor, int, boolean)} with keepDims = false. */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x, int axis) {
        return argMinWithValue(x, axis, false);
    }

    /** As {@link #argMinWithValue(Tensor, int, boolean)} with axis = -1, keepDims = false. */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x) {
        return argMinWithValue(x, -1, false);
    }

    /**
     * Softmax: eˣ / Σ eˣ along an axis, after subtracting the maximum.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of x
     */
    @GraphOp("Softmax")
    public static Tensor softmax(Tensor x, int axis) {
        return CompositeOp.result("Softmax", x, axis);
    }

    /** As {@link #softmax(Tensor, int)} with axis = -1. */
    @GraphOp("Softmax")
    public static Tensor softmax(Tensor x) {
        return softmax(x, -1);
    }

    /**
     * LogSoftmax: ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of x
     */
    @GraphOp("LogSoftmax")
    public static Tensor logSoftmax(Tensor x, int axis) {
        return CompositeOp.result("LogSoftmax", x, axis);
    }

    /** As {@link #logSoftmax(Tensor, int)} with axis = -1. */
    @GraphOp("LogSoftmax")
    public static Tensor logSoftmax(Tensor x) {
        return logSoftmax(x, -1);
    }

    /**
     * SoftmaxGrad: y · (dy - Σ dy · y) along an axis, with y the softmax.
     *
     * @param dy float
     * @param y float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of y
     */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxGrad(Tensor dy, Tensor y, int axis) {
        PromotedOperands promoted = PromotedOperands.of(dy, y);
        if (promoted != null) {
            try (promoted) {
                return softmaxGrad(promoted.get(0), promoted.get(1), axis);
            }
        }
        return CompositeOp.result("SoftmaxGrad", dy, y, axis);
    }

    /** As {@link #softmaxGrad(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxGrad(Tensor dy, Tensor y) {
        return softmaxGrad(dy, y, -1);
    }

    /** As {@link #softmaxGrad(Tensor, Tensor, int)}. */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxBackward(Tensor dy, Tensor y, int axis) {
        return softmaxGrad(dy, y, axis);
    }

    /** As {@link #softmaxGrad(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxBackward(Tensor dy, Tensor y) {
        return softmaxGrad(dy, y, -1);
    }

    /**
     * SoftmaxGradExt: (x - Σ x · y) · y · z along an axis.
     *
     * @param x float
     * @param y float
     * @param z float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of x
     */
    @GraphOp("SoftmaxGradExt")
    public static Tensor softmaxGradExt(Tensor x, Tensor y, Tensor z, int axis) {
        PromotedOperands promoted = PromotedOperands.of(x, y, z);
        if (promoted != null) {
            try (promoted) {
                return softmaxGradExt(promoted.get(0), promoted.get(1), promoted.get(2), axis);
            }
        }
        return CompositeOp.result("SoftmaxGradExt", x, y, z, axis);
    }

    /** As {@link #softmaxGradExt(Tensor, Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("SoftmaxGradExt")
    public static Tensor softmaxGradExt(Tensor x, Tensor y, Tensor z) {
        return softmaxGradExt(x, y, z, -1);
    }

    /**
     * LogSoftmaxGrad: dy - eʸ · Σ dy along an axis, with y the log-softmax.
     *
     * @param y float
     * @param dy float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of y
     */
    @GraphOp("LogSoftmaxGrad")
    public static Tensor logSoftmaxGrad(Tensor y, Tensor dy, int axis) {
        PromotedOperands promoted = PromotedOperands.of(y, dy);
        if (promoted != null) {
            try (promoted) {
                return logSoftmaxGrad(promoted.get(0), promoted.get(1), axis);
            }
        }
        return CompositeOp.result("LogSoftmaxGrad", y, dy, axis);
    }

    /** As {@link #logSoftmaxGrad(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("LogSoftmaxGrad")
    public static Tensor logSoftmaxGrad(Tensor y, Tensor dy) {
        return logSoftmaxGrad(y, dy, -1);
    }

    /**
     * ReduceL1: Σ |x| over axes.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL1")
    public static Tensor reduceL1(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("ReduceL1", x, axes, keepDims);
    }

    /** As {@link #reduceL1(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceL1")
    public static Tensor reduceL1(Tensor x) {
        return reduceL1(x, axes(), false);
    }

    /** As {@link #reduceL1(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceL1")
    public static Tensor reduceL1(Tensor x, int axis) {
        return reduceL1(x, axes(axis), false);
    }

    /** As {@link #reduceL1(Tensor, int[], boolean)}. */
    @GraphOp("ReduceL1")
    public static Tensor reduceL1(Tensor x, int axis, boolean keepDims) {
        return reduceL1(x, axes(axis), keepDims);
    }

    /**
     * ReduceLInf: the largest |x| over axes; 0 for no elements, NaN if any is NaN.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceLInf")
    public static Tensor reduceLInf(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("ReduceLInf", x, axes, keepDims);
    }

    /** As {@link #reduceLInf(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceLInf")
    public static Tensor reduceLInf(Tensor x) {
        return reduceLInf(x, axes(), false);
    }

    /** As {@link #reduceLInf(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceLInf")
    public static Tensor reduceLInf(Tensor x, int axis) {
        return reduceLInf(x, axes(axis), false);
    }

    /** As {@link #reduceLInf(Tensor, int[], boolean)}. */
    @GraphOp("ReduceLInf")
    public static Tensor reduceLInf(Tensor x, int axis, boolean keepDims) {
        return reduceLInf(x, axes(axis), keepDims);
    }

    /**
     * ReduceSumSquare: Σ x² over axes.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSumSquare")
    public static Tensor reduceSumSquare(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("ReduceSumSquare", x, axes, keepDims);
    }

    /** As {@link #reduceSumSquare(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("ReduceSumSquare")
    public static Tensor reduceSumSquare(Tensor x) {
        return reduceSumSquare(x, axes(), false);
    }

    /** As {@link #reduceSumSquare(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("ReduceSumSquare")
    public static Tensor reduceSumSquare(Tensor x, int axis) {
        return reduceSumSquare(x, axes(axis), false);
    }

    /** As {@link #reduceSumSquare(Tensor, int[], boolean)}. */
    @GraphOp("ReduceSumSquare")
    public static Tensor reduceSumSquare(Tensor x, int axis, boolean keepDims) {
        return reduceSumSquare(x, axes(axis), keepDims);
    }

    /**
     * CountNonzero: the number of elements over axes that are not 0; NaN counts.
     *
     * @param x any dtype but f8
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return i64; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("CountNonzero")
    public static Tensor countNonzero(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("CountNonzero", x, axes, keepDims);
    }

    /** As {@link #countNonzero(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("CountNonzero")
    public static Tensor countNonzero(Tensor x) {
        return countNonzero(x, axes(), false);
    }

    /** As {@link #countNonzero(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("CountNonzero")
    public static Tensor countNonzero(Tensor x, int axis) {
        return countNonzero(x, axes(axis), false);
    }

    /** As {@link #countNonzero(Tensor, int[], boolean)}. */
    @GraphOp("CountNonzero")
    public static Tensor countNonzero(Tensor x, int axis, boolean keepDims) {
        return countNonzero(x, axes(axis), keepDims);
    }

    /**
     * NanSum: sum over axes of the elements that are not NaN.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("NanSum")
    public static Tensor nanSum(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("NanSum", x, axes, keepDims);
    }

    /** As {@link #nanSum(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("NanSum")
    public static Tensor nanSum(Tensor x) {
        return nanSum(x, axes(), false);
    }

    /** As {@link #nanSum(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("NanSum")
    public static Tensor nanSum(Tensor x, int axis) {
        return nanSum(x, axes(axis), false);
    }

    /** As {@link #nanSum(Tensor, int[], boolean)}. */
    @GraphOp("NanSum")
    public static Tensor nanSum(Tensor x, int axis, boolean keepDims) {
        return nanSum(x, axes(axis), keepDims);
    }

    /**
     * NanMean: mean over axes of the elements that are not NaN; NaN if there are none.
     *
     * @param x float
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("NanMean")
    public static Tensor nanMean(Tensor x, int[] axes, boolean keepDims) {
        return CompositeOp.result("NanMean", x, axes, keepDims);
    }

    /** As {@link #nanMean(Tensor, int[], boolean)} with axes = axes(), which are all, keepDims = false. */
    @GraphOp("NanMean")
    public static Tensor nanMean(Tensor x) {
        return nanMean(x, axes(), false);
    }

    /** As {@link #nanMean(Tensor, int[], boolean)} with keepDims = false. */
    @GraphOp("NanMean")
    public static Tensor nanMean(Tensor x, int axis) {
        return nanMean(x, axes(axis), false);
    }

    /** As {@link #nanMean(Tensor, int[], boolean)}. */
    @GraphOp("NanMean")
    public static Tensor nanMean(Tensor x, int axis, boolean keepDims) {
        return nanMean(x, axes(axis), keepDims);
    }

    /**
     * LogCumSumExp: ln Σ eˣ of all elements up to each along an axis, relative to their maximum.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return float; the shape of x
     */
    @GraphOp("LogCumSumExp")
    public static Tensor logCumSumExp(Tensor x, int axis) {
        return CompositeOp.result("LogCumSumExp", x, axis);
    }

    /** As {@link #logCumSumExp(Tensor, int)} with axis = -1. */
    @GraphOp("LogCumSumExp")
    public static Tensor logCumSumExp(Tensor x) {
        return logCumSumExp(x, -1);
    }

    /**
     * The results of LayerNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record LayerNormResult(Tensor y, Tensor mean, Tensor variance) {
        private static LayerNormResult of(Tensor... results) {
            return new LayerNormResult(results[0], results[1], results[2]);
        }
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis index of the axis, counted from the end if negative, by default -1
     * @param beginParamsAxis index of the axis, counted from the end if negative, by default -1
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon, int beginNormAxis,
            int beginParamsAxis) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return layerNorm(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3), beginNormAxis,
                        beginParamsAxis);
            }
        }
        return LayerNormResult.of(CompositeOp.results("LayerNorm", x, gamma, beta, epsilon, beginNormAxis,
                beginParamsAxis));
    }

    /** As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int, int)} with beginParamsAxis = -1. */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return layerNorm(x, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /** As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int)} with beginParamsAxis = -1. */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, PromotedOperands.like(
                x, gamma, beta)), beginNormAxis);
    }

    /**
     * As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int, int)} with beginNormAxis = -1, beginParamsAxis =
     * -1.
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        return layerNorm(x, gamma, beta, epsilon, -1, -1);
    }

    /** As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor)} with beginNormAxis = -1, beginParamsAxis = -1. */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, PromotedOperands.like(
                x, gamma, beta)));
    }

    /**
     * As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int, int)} with epsilon = 1e-5, beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta) {
        return layerNorm(x, gamma, beta, 1.0E-5, -1, -1);
    }

    /** As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int, int)}. */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon, int beginNormAxis,
            int beginParamsAxis) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, PromotedOperands.like(
                x, gamma, beta)), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of LayerNormGrad.
     *
     * @param dx float
     * @param dgamma float
     * @param dbeta float
     */
    public record LayerNormGradResult(Tensor dx, Tensor dgamma, Tensor dbeta) {
        private static LayerNormGradResult of(Tensor... results) {
            return new LayerNormGradResult(results[0], results[1], results[2]);
        }
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis index of the axis, counted from the end if negative, by default -1
     * @param beginParamsAxis index of the axis, counted from the end if negative, by default -1
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon, int beginNormAxis, int beginParamsAxis) {
        PromotedOperands promoted = PromotedOperands.of(x, dy, variance, mean, gamma, epsilon);
        if (promoted != null) {
            try (promoted) {
                return layerNormGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), promoted.get(5), beginNormAxis, beginParamsAxis);
            }
        }
        return LayerNormGradResult.of(CompositeOp.results("LayerNormGrad", x, dy, variance, mean, gamma, epsilon,
                beginNormAxis, beginParamsAxis));
    }

    /**
     * As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginParamsAxis =
     * -1.
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon, int beginNormAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, epsilon, beginNormAxis, -1);
    }

    /** As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, int)} with beginParamsAxis = -1. */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon, int beginNormAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                PromotedOperands.like(x, dy, variance, mean, gamma)), beginNormAxis);
    }

    /**
     * As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon) {
        return layerNormGrad(x, dy, variance, mean, gamma, epsilon, -1, -1);
    }

    /**
     * As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                PromotedOperands.like(x, dy, variance, mean, gamma)));
    }

    /**
     * As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with epsilon = 1e-5,
     * beginNormAxis = -1, beginParamsAxis = -1.
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma) {
        return layerNormGrad(x, dy, variance, mean, gamma, 1.0E-5, -1, -1);
    }

    /** As {@link #layerNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, int, int)}. */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon, int beginNormAxis, int beginParamsAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                PromotedOperands.like(x, dy, variance, mean, gamma)), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of RmsNorm.
     *
     * @param y float
     * @param rstd float
     */
    public record RmsNormResult(Tensor y, Tensor rstd) {
        private static RmsNormResult of(Tensor... results) {
            return new RmsNormResult(results[0], results[1]);
        }
    }

    /**
     * RmsNorm: x · rstd · gamma, rstd = 1 / √(mean x² + epsilon) over the axes of gamma.
     *
     * @param x float
     * @param gamma float
     * @param epsilon float, a number, by default 1e-6
     * @return y float, rstd float; the shape of x; with size 1 along the axes of gamma
     */
    @GraphOp("RmsNorm")
    public static RmsNormResult rmsNorm(Tensor x, Tensor gamma, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, epsilon);
        if (promoted != null) {
            try (promoted) {
                return rmsNorm(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return RmsNormResult.of(CompositeOp.results("RmsNorm", x, gamma, epsilon));
    }

    /** As {@link #rmsNorm(Tensor, Tensor, Tensor)} with epsilon = 1e-6. */
    @GraphOp("RmsNorm")
    public static RmsNormResult rmsNorm(Tensor x, Tensor gamma) {
        return rmsNorm(x, gamma, 1.0E-6);
    }

    /** As {@link #rmsNorm(Tensor, Tensor, Tensor)}. */
    @GraphOp("RmsNorm")
    public static RmsNormResult rmsNorm(Tensor x, Tensor gamma, double epsilon) {
        return rmsNorm(x, gamma, Expansions.number("rmsNorm", "epsilon", epsilon, PromotedOperands.like(x, gamma)));
    }

    /**
     * The results of RmsNormGrad.
     *
     * @param dx float
     * @param dgamma float
     */
    public record RmsNormGradResult(Tensor dx, Tensor dgamma) {
        private static RmsNormGradResult of(Tensor... results) {
            return new RmsNormGradResult(results[0], results[1]);
        }
    }

    /**
     * RmsNormGrad: rstd · (q - x̂ · mean(q · x̂)), Σ dy · x̂ with x̂ = x · rstd, q = dy · gamma.
     *
     * @param dy float
     * @param x float
     * @param rstd float
     * @param gamma float
     * @return dx float, dgamma float; the shape of x; that of gamma
     */
    @GraphOp("RmsNormGrad")
    public static RmsNormGradResult rmsNormGrad(Tensor dy, Tensor x, Tensor rstd, Tensor gamma) {
        PromotedOperands promoted = PromotedOperands.of(dy, x, rstd, gamma);
        if (promoted != null) {
            try (promoted) {
                return rmsNormGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return RmsNormGradResult.of(CompositeOp.results("RmsNormGrad", dy, x, rstd, gamma));
    }

    /**
     * BatchNorm: (x - mean) / √(variance + epsilon) · scale + bias per channel, for inference.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float
     * @param variance float
     * @param epsilon float, a number, by default 1e-5
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return float; the shape of x
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            Tensor epsilon, DataFormat format) {
        PromotedOperands promoted = PromotedOperands.of(x, scale, bias, mean, variance, epsilon);
        if (promoted != null) {
            try (promoted) {
                return batchNorm(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3), promoted.get(
                        4), promoted.get(5), format);
            }
        }
        return CompositeOp.result("BatchNorm", x, scale, bias, mean, variance, epsilon, format);
    }

    /**
     * As {@link #batchNorm(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)} with format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            Tensor epsilon) {
        return batchNorm(x, scale, bias, mean, variance, epsilon, DataFormat.NCHW);
    }

    /** As {@link #batchNorm(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with format = DataFormat.NCHW. */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            double epsilon) {
        return batchNorm(x, scale, bias, mean, variance, Expansions.number("batchNorm", "epsilon", epsilon,
                PromotedOperands.like(x, scale, bias, mean, variance)));
    }

    /**
     * As {@link #batchNorm(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)} with epsilon = 1e-5, format
     * = DataFormat.NCHW.
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance) {
        return batchNorm(x, scale, bias, mean, variance, 1.0E-5, DataFormat.NCHW);
    }

    /** As {@link #batchNorm(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)}. */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            double epsilon, DataFormat format) {
        return batchNorm(x, scale, bias, mean, variance, Expansions.number("batchNorm", "epsilon", epsilon,
                PromotedOperands.like(x, scale, bias, mean, variance)), format);
    }

    /**
     * The results of BatchNormTrain.
     *
     * @param y float
     * @param mean the parameter of that name, updated
     * @param variance the parameter of that name, updated
     * @param batchMean float
     * @param batchVariance float
     */
    public record BatchNormTrainResult(Tensor y, Tensor mean, Tensor variance, Tensor batchMean,
            Tensor batchVariance) {
        private static BatchNormTrainResult of(Tensor... results) {
            return new BatchNormTrainResult(results[0], results[1], results[2], results[3], results[4]);
        }
    }

    /**
     * BatchNormTrain: normalizes x by the mean and variance of the batch, per channel, and moves the running mean
     * and the running unbiased variance towards them by momentum.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float, updated
     * @param variance float, updated
     * @param momentum float, a number, by default 0.1
     * @param epsilon float, a number, by default 1e-5
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return y float, mean the parameter of that name, updated, variance the parameter of that name, updated,
     *     batchMean float, batchVariance float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, Tensor momentum, Tensor epsilon, DataFormat format) {
        return BatchNormTrainResult.of(CompositeOp.results("BatchNormTrain", x, scale, bias, mean, variance,
                momentum, epsilon, format));
    }

    /**
     * As {@link #batchNormTrain(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)} with format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, Tensor momentum, Tensor epsilon) {
        return batchNormTrain(x, scale, bias, mean, variance, momentum, epsilon, DataFormat.NCHW);
    }

    /**
     * As {@link #batchNormTrain(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, double momentum, double epsilon) {
        return batchNormTrain(x, scale, bias, mean, variance, Expansions.number("batchNormTrain", "momentum",
                momentum, x), Expansions.number("batchNormTrain", "epsilon", epsilon, x));
    }

    /**
     * As {@link #batchNormTrain(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)} with momentum
     * = 0.1, epsilon = 1e-5, format = DataFormat.NCHW.
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance) {
        return batchNormTrain(x, scale, bias, mean, variance, 0.1, 1.0E-5, DataFormat.NCHW);
    }

    /** As {@link #batchNormTrain(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, DataFormat)}. */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, double momentum, double epsilon, DataFormat format) {
        return batchNormTrain(x, scale, bias, mean, variance, Expansions.number("batchNormTrain", "momentum",
                momentum, x), Expansions.number("batchNormTrain", "epsilon", epsilon, x), format);
    }

    /**
     * The results of BatchNormGrad.
     *
     * @param dx float
     * @param dscale float
     * @param dbias float
     */
    public record BatchNormGradResult(Tensor dx, Tensor dscale, Tensor dbias) {
        private static BatchNormGradResult of(Tensor... results) {
            return new BatchNormGradResult(results[0], results[1], results[2]);
        }
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon float, a number, by default 1e-5
     * @param isTraining see above, by default true
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, Tensor epsilon, boolean isTraining, DataFormat format) {
        PromotedOperands promoted = PromotedOperands.of(dy, x, scale, mean, variance, epsilon);
        if (promoted != null) {
            try (promoted) {
                return batchNormGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), promoted.get(5), isTraining, format);
            }
        }
        return BatchNormGradResult.of(CompositeOp.results("BatchNormGrad", dy, x, scale, mean, variance, epsilon,
                isTraining, format));
    }

    /**
     * As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean, DataFormat)} with format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, Tensor epsilon, boolean isTraining) {
        return batchNormGrad(dy, x, scale, mean, variance, epsilon, isTraining, DataFormat.NCHW);
    }

    /**
     * As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean)} with format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon, boolean isTraining) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                PromotedOperands.like(dy, x, scale, mean, variance)), isTraining);
    }

    /**
     * As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean, DataFormat)} with
     * isTraining = true, format = DataFormat.NCHW.
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, Tensor epsilon) {
        return batchNormGrad(dy, x, scale, mean, variance, epsilon, true, DataFormat.NCHW);
    }

    /**
     * As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with isTraining = true, format =
     * DataFormat.NCHW.
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                PromotedOperands.like(dy, x, scale, mean, variance)));
    }

    /**
     * As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean, DataFormat)} with epsilon =
     * 1e-5, isTraining = true, format = DataFormat.NCHW.
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance) {
        return batchNormGrad(dy, x, scale, mean, variance, 1.0E-5, true, DataFormat.NCHW);
    }

    /** As {@link #batchNormGrad(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean, DataFormat)}. */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon, boolean isTraining, DataFormat format) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                PromotedOperands.like(dy, x, scale, mean, variance)), isTraining, format);
    }

    /**
     * The results of GroupNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record GroupNormResult(Tensor y, Tensor mean, Tensor variance) {
        private static GroupNormResult of(Tensor... results) {
            return new GroupNormResult(results[0], results[1], results[2]);
        }
    }

    /**
     * GroupNorm: normalizes x [n, channels, …] over groups of channels; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param groups an integer
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; [n, groups, 1] the others
     */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return groupNorm(promoted.get(0), promoted.get(1), promoted.get(2), groups, promoted.get(3));
            }
        }
        return GroupNormResult.of(CompositeOp.results("GroupNorm", x, gamma, beta, groups, epsilon));
    }

    /** As {@link #groupNorm(Tensor, Tensor, Tensor, long, Tensor)} with epsilon = 1e-5. */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups) {
        return groupNorm(x, gamma, beta, groups, 1.0E-5);
    }

    /** As {@link #groupNorm(Tensor, Tensor, Tensor, long, Tensor)}. */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups, double epsilon) {
        return groupNorm(x, gamma, beta, groups, Expansions.number("groupNorm", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)));
    }

    /**
     * The results of InstanceNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record InstanceNormResult(Tensor y, Tensor mean, Tensor variance) {
        private static InstanceNormResult of(Tensor... results) {
            return new InstanceNormResult(results[0], results[1], results[2]);
        }
    }

    /**
     * InstanceNorm: normalizes x [n, channels, …] over the axes from 2 on; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; with size 1 from axis 2 on the others
     */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return instanceNorm(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return InstanceNormResult.of(CompositeOp.results("InstanceNorm", x, gamma, beta, epsilon));
    }

    /** As {@link #instanceNorm(Tensor, Tensor, Tensor, Tensor)} with epsilon = 1e-5. */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta) {
        return instanceNorm(x, gamma, beta, 1.0E-5);
    }

    /** As {@link #instanceNorm(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return instanceNorm(x, gamma, beta, Expansions.number("instanceNorm", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)));
    }

    /**
     * The results of LayerNormV3.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     */
    public record LayerNormV3Result(Tensor y, Tensor mean, Tensor rstd) {
        private static LayerNormV3Result of(Tensor... results) {
            return new LayerNormV3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis index of the axis, counted from the end if negative, by default -1
     * @param beginParamsAxis index of the axis, counted from the end if negative, by default -1
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis, int beginParamsAxis) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return layerNormV3(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        beginNormAxis, beginParamsAxis);
            }
        }
        return LayerNormV3Result.of(CompositeOp.results("LayerNormV3", x, gamma, beta, epsilon, beginNormAxis,
                beginParamsAxis));
    }

    /** As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor, int, int)} with beginParamsAxis = -1. */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return layerNormV3(x, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /** As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor, int)} with beginParamsAxis = -1. */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)), beginNormAxis);
    }

    /**
     * As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor, int, int)} with beginNormAxis = -1, beginParamsAxis =
     * -1.
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        return layerNormV3(x, gamma, beta, epsilon, -1, -1);
    }

    /** As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor)} with beginNormAxis = -1, beginParamsAxis = -1. */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)));
    }

    /**
     * As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor, int, int)} with epsilon = 1e-5, beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta) {
        return layerNormV3(x, gamma, beta, 1.0E-5, -1, -1);
    }

    /** As {@link #layerNormV3(Tensor, Tensor, Tensor, Tensor, int, int)}. */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis, int beginParamsAxis) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of LayerNormExt.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     */
    public record LayerNormExtResult(Tensor y, Tensor mean, Tensor rstd) {
        private static LayerNormExtResult of(Tensor... results) {
            return new LayerNormExtResult(results[0], results[1], results[2]);
        }
    }

    /**
     * LayerNormExt: LayerNormV3 over the last axes of x, one for each dim of normalizedShape.
     *
     * @param x float
     * @param normalizedShape one number per axis
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 along the normalized axes
     */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta,
            Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return layerNormExt(promoted.get(0), normalizedShape, promoted.get(1), promoted.get(2),
                        promoted.get(3));
            }
        }
        return LayerNormExtResult.of(CompositeOp.results("LayerNormExt", x, normalizedShape, gamma, beta, epsilon));
    }

    /** As {@link #layerNormExt(Tensor, long[], Tensor, Tensor, Tensor)} with epsilon = 1e-5. */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta) {
        return layerNormExt(x, normalizedShape, gamma, beta, 1.0E-5);
    }

    /** As {@link #layerNormExt(Tensor, long[], Tensor, Tensor, Tensor)}. */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta,
            double epsilon) {
        return layerNormExt(x, normalizedShape, gamma, beta, Expansions.number("layerNormExt", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, beta)));
    }

    /**
     * The results of AddLayerNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     * @param sum float
     */
    public record AddLayerNormResult(Tensor y, Tensor mean, Tensor variance, Tensor sum) {
        private static AddLayerNormResult of(Tensor... results) {
            return new AddLayerNormResult(results[0], results[1], results[2], results[3]);
        }
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis index of the axis, counted from the end if negative, by default -1
     * @param beginParamsAxis index of the axis, counted from the end if negative, by default -1
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis, int beginParamsAxis) {
        PromotedOperands promoted = PromotedOperands.of(x1, x2, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return addLayerNorm(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), beginNormAxis, beginParamsAxis);
            }
        }
        return AddLayerNormResult.of(CompositeOp.results("AddLayerNorm", x1, x2, gamma, beta, epsilon,
                beginNormAxis, beginParamsAxis));
    }

    /** As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginParamsAxis = -1. */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return addLayerNorm(x1, x2, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /** As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor, int)} with beginParamsAxis = -1. */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)), beginNormAxis);
    }

    /**
     * As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon) {
        return addLayerNorm(x1, x2, gamma, beta, epsilon, -1, -1);
    }

    /**
     * As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor)} with beginNormAxis = -1, beginParamsAxis =
     * -1.
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)));
    }

    /**
     * As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with epsilon = 1e-5, beginNormAxis
     * = -1, beginParamsAxis = -1.
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta) {
        return addLayerNorm(x1, x2, gamma, beta, 1.0E-5, -1, -1);
    }

    /** As {@link #addLayerNorm(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)}. */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis, int beginParamsAxis) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of AddLayerNormV3.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     * @param sum float
     */
    public record AddLayerNormV3Result(Tensor y, Tensor mean, Tensor rstd, Tensor sum) {
        private static AddLayerNormV3Result of(Tensor... results) {
            return new AddLayerNormV3Result(results[0], results[1], results[2], results[3]);
        }
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis index of the axis, counted from the end if negative, by default -1
     * @param beginParamsAxis index of the axis, counted from the end if negative, by default -1
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon, int beginNormAxis, int beginParamsAxis) {
        PromotedOperands promoted = PromotedOperands.of(x1, x2, gamma, beta, epsilon);
        if (promoted != null) {
            try (promoted) {
                return addLayerNormV3(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), beginNormAxis, beginParamsAxis);
            }
        }
        return AddLayerNormV3Result.of(CompositeOp.results("AddLayerNormV3", x1, x2, gamma, beta, epsilon,
                beginNormAxis, beginParamsAxis));
    }

    /** As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginParamsAxis = -1. */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon, int beginNormAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /** As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor, int)} with beginParamsAxis = -1. */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon, int beginNormAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)), beginNormAxis);
    }

    /**
     * As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with beginNormAxis = -1,
     * beginParamsAxis = -1.
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon) {
        return addLayerNormV3(x1, x2, gamma, beta, epsilon, -1, -1);
    }

    /**
     * As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor)} with beginNormAxis = -1, beginParamsAxis =
     * -1.
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)));
    }

    /**
     * As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)} with epsilon = 1e-5,
     * beginNormAxis = -1, beginParamsAxis = -1.
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta) {
        return addLayerNormV3(x1, x2, gamma, beta, 1.0E-5, -1, -1);
    }

    /** As {@link #addLayerNormV3(Tensor, Tensor, Tensor, Tensor, Tensor, int, int)}. */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon, int beginNormAxis, int beginParamsAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon,
                PromotedOperands.like(x1, x2, gamma, beta)), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of AddRmsNorm.
     *
     * @param y float
     * @param rstd float
     * @param sum float
     */
    public record AddRmsNormResult(Tensor y, Tensor rstd, Tensor sum) {
        private static AddRmsNormResult of(Tensor... results) {
            return new AddRmsNormResult(results[0], results[1], results[2]);
        }
    }

    /**
     * AddRmsNorm: RmsNorm of x1 + x2, and the sum; gamma and epsilon of f32 go with x1 and x2 of 16 bits too.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float, or f32
     * @param epsilon float, or f32, a number, by default 1e-6
     * @return y float, rstd float, sum float; as RmsNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddRmsNorm")
    public static AddRmsNormResult addRmsNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x1, x2);
        if (promoted != null) {
            try (promoted) {
                return addRmsNorm(promoted.get(0), promoted.get(1), gamma, epsilon);
            }
        }
        return AddRmsNormResult.of(CompositeOp.results("AddRmsNorm", x1, x2, gamma, epsilon));
    }

    /** As {@link #addRmsNorm(Tensor, Tensor, Tensor, Tensor)} with epsilon = 1e-6. */
    @GraphOp("AddRmsNorm")
    public static AddRmsNormResult addRmsNorm(Tensor x1, Tensor x2, Tensor gamma) {
        return addRmsNorm(x1, x2, gamma, 1.0E-6);
    }

    /** As {@link #addRmsNorm(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("AddRmsNorm")
    public static AddRmsNormResult addRmsNorm(Tensor x1, Tensor x2, Tensor gamma, double epsilon) {
        return addRmsNorm(x1, x2, gamma, Expansions.number("addRmsNorm", "epsilon", epsilon, PromotedOperands.like(
                x1, x2)));
    }

    /**
     * QuantV2: x · scale + offset, rounded half to even, saturated to i8; a NaN gives 0.
     *
     * @param x float
     * @param scale float
     * @param offset float
     * @return i8; that of x, scale and offset broadcast together
     */
    @GraphOp("QuantV2")
    public static Tensor quantV2(Tensor x, Tensor scale, Tensor offset) {
        PromotedOperands promoted = PromotedOperands.of(x, scale, offset);
        if (promoted != null) {
            try (promoted) {
                return quantV2(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("QuantV2", x, scale, offset);
    }

    /**
     * RmsNormQuant: QuantV2 of the y of RmsNorm.
     *
     * @param x float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @param epsilon float, a number, by default 1e-6
     * @return i8; the shape of x
     */
    @GraphOp("RmsNormQuant")
    public static Tensor rmsNormQuant(Tensor x, Tensor gamma, Tensor scale, Tensor offset, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x, gamma, scale, offset, epsilon);
        if (promoted != null) {
            try (promoted) {
                return rmsNormQuant(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4));
            }
        }
        return CompositeOp.result("RmsNormQuant", x, gamma, scale, offset, epsilon);
    }

    /** As {@link #rmsNormQuant(Tensor, Tensor, Tensor, Tensor, Tensor)} with epsilon = 1e-6. */
    @GraphOp("RmsNormQuant")
    public static Tensor rmsNormQuant(Tensor x, Tensor gamma, Tensor scale, Tensor offset) {
        return rmsNormQuant(x, gamma, scale, offset, 1.0E-6);
    }

    /** As {@link #rmsNormQuant(Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("RmsNormQuant")
    public static Tensor rmsNormQuant(Tensor x, Tensor gamma, Tensor scale, Tensor offset, double epsilon) {
        return rmsNormQuant(x, gamma, scale, offset, Expansions.number("rmsNormQuant", "epsilon", epsilon,
                PromotedOperands.like(x, gamma, scale, offset)));
    }

    /**
     * The results of AddRmsNormQuant.
     *
     * @param quantized i8
     * @param y float
     * @param sum float
     */
    public record AddRmsNormQuantResult(Tensor quantized, Tensor y, Tensor sum) {
        private static AddRmsNormQuantResult of(Tensor... results) {
            return new AddRmsNormQuantResult(results[0], results[1], results[2]);
        }
    }

    /**
     * AddRmsNormQuant: RmsNormQuant of x1 + x2, what is quantized, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @param epsilon float, a number, by default 1e-6
     * @return quantized i8, y float, sum float; the shape of x1 each
     */
    @GraphOp("AddRmsNormQuant")
    public static AddRmsNormQuantResult addRmsNormQuant(Tensor x1, Tensor x2, Tensor gamma, Tensor scale,
            Tensor offset, Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(x1, x2, gamma, scale, offset, epsilon);
        if (promoted != null) {
            try (promoted) {
                return addRmsNormQuant(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        promoted.get(4), promoted.get(5));
            }
        }
        return AddRmsNormQuantResult.of(CompositeOp.results("AddRmsNormQuant", x1, x2, gamma, scale, offset,
                epsilon));
    }

    /** As {@link #addRmsNormQuant(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with epsilon = 1e-6. */
    @GraphOp("AddRmsNormQuant")
    public static AddRmsNormQuantResult addRmsNormQuant(Tensor x1, Tensor x2, Tensor gamma, Tensor scale,
            Tensor offset) {
        return addRmsNormQuant(x1, x2, gamma, scale, offset, 1.0E-6);
    }

    /** As {@link #addRmsNormQuant(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("AddRmsNormQuant")
    public static AddRmsNormQuantResult addRmsNormQuant(Tensor x1, Tensor x2, Tensor gamma, Tensor scale,
            Tensor offset, double epsilon) {
        return addRmsNormQuant(x1, x2, gamma, scale, offset, Expansions.number("addRmsNormQuant", "epsilon",
                epsilon, PromotedOperands.like(x1, x2, gamma, scale, offset)));
    }

    /**
     * The results of MatmulSplitOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulSplitOut2Result(Tensor first, Tensor second) {
        private static MatmulSplitOut2Result of(Tensor... results) {
            return new MatmulSplitOut2Result(results[0], results[1]);
        }
    }

    /**
     * MatmulSplitOut2: x · weightᵀ, cut into 2 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param sizes sizes of the slices
     * @return first float, second float; [m, size] each, of [m, k] and [n, k]; the sizes are n together
     */
    @GraphOp("MatmulSplitOut2")
    public static MatmulSplitOut2Result matmulSplitOut2(Tensor x, Tensor weight, long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return matmulSplitOut2(promoted.get(0), promoted.get(1), sizes);
            }
        }
        return MatmulSplitOut2Result.of(CompositeOp.results("MatmulSplitOut2", x, weight, sizes));
    }

    /**
     * The results of MatmulBiasSplitOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulBiasSplitOut2Result(Tensor first, Tensor second) {
        private static MatmulBiasSplitOut2Result of(Tensor... results) {
            return new MatmulBiasSplitOut2Result(results[0], results[1]);
        }
    }

    /**
     * MatmulBiasSplitOut2: x · weightᵀ + bias, cut into 2 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param sizes sizes of the slices
     * @return first float, second float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n together
     */
    @GraphOp("MatmulBiasSplitOut2")
    public static MatmulBiasSplitOut2Result matmulBiasSplitOut2(Tensor x, Tensor weight, Tensor bias,
            long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight, bias);
        if (promoted != null) {
            try (promoted) {
                return matmulBiasSplitOut2(promoted.get(0), promoted.get(1), promoted.get(2), sizes);
            }
        }
        return MatmulBiasSplitOut2Result.of(CompositeOp.results("MatmulBiasSplitOut2", x, weight, bias, sizes));
    }

    /**
     * The results of QuantbatchmatmulSplitOut2.
     *
     * @param first the given dtype
     * @param second the given dtype
     */
    public record QuantbatchmatmulSplitOut2Result(Tensor first, Tensor second) {
        private static QuantbatchmatmulSplitOut2Result of(Tensor... results) {
            return new QuantbatchmatmulSplitOut2Result(results[0], results[1]);
        }
    }

    /**
     * QuantbatchmatmulSplitOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, Tensor perTokenScale, DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitOut2", x, weight,
                scale, bias, perTokenScale, dtype, sizes));
    }

    /**
     * QuantbatchmatmulSplitOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitOut2", x, weight,
                scale, bias, EagerExpansion.ABSENT, dtype, sizes));
    }

    /**
     * QuantbatchmatmulSplitOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitOut2", x, weight,
                scale, EagerExpansion.ABSENT, EagerExpansion.ABSENT, dtype, sizes));
    }

    /**
     * The results of MatmulSplitOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulSplitOut3Result(Tensor first, Tensor second, Tensor third) {
        private static MatmulSplitOut3Result of(Tensor... results) {
            return new MatmulSplitOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * MatmulSplitOut3: x · weightᵀ, cut into 3 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param sizes sizes of the slices
     * @return first float, second float, third float; [m, size] each, of [m, k] and [n, k]; the sizes are n
     *     together
     */
    @GraphOp("MatmulSplitOut3")
    public static MatmulSplitOut3Result matmulSplitOut3(Tensor x, Tensor weight, long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return matmulSplitOut3(promoted.get(0), promoted.get(1), sizes);
            }
        }
        return MatmulSplitOut3Result.of(CompositeOp.results("MatmulSplitOut3", x, weight, sizes));
    }

    /**
     * The results of MatmulBiasSplitOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulBiasSplitOut3Result(Tensor first, Tensor second, Tensor third) {
        private static MatmulBiasSplitOut3Result of(Tensor... results) {
            return new MatmulBiasSplitOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * MatmulBiasSplitOut3: x · weightᵀ + bias, cut into 3 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param sizes sizes of the slices
     * @return first float, second float, third float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n
     *     together
     */
    @GraphOp("MatmulBiasSplitOut3")
    public static MatmulBiasSplitOut3Result matmulBiasSplitOut3(Tensor x, Tensor weight, Tensor bias,
            long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight, bias);
        if (promoted != null) {
            try (promoted) {
                return matmulBiasSplitOut3(promoted.get(0), promoted.get(1), promoted.get(2), sizes);
            }
        }
        return MatmulBiasSplitOut3Result.of(CompositeOp.results("MatmulBiasSplitOut3", x, weight, bias, sizes));
    }

    /**
     * The results of QuantbatchmatmulSplitOut3.
     *
     * @param first the given dtype
     * @param second the given dtype
     * @param third the given dtype
     */
    public record QuantbatchmatmulSplitOut3Result(Tensor first, Tensor second, Tensor third) {
        private static QuantbatchmatmulSplitOut3Result of(Tensor... results) {
            return new QuantbatchmatmulSplitOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * QuantbatchmatmulSplitOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, Tensor perTokenScale, DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitOut3", x, weight,
                scale, bias, perTokenScale, dtype, sizes));
    }

    /**
     * QuantbatchmatmulSplitOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitOut3", x, weight,
                scale, bias, EagerExpansion.ABSENT, dtype, sizes));
    }

    /**
     * QuantbatchmatmulSplitOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype dtype of the result
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            DType dtype, long... sizes) {
        return QuantbatchmatmulSplitOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitOut3", x, weight,
                scale, EagerExpansion.ABSENT, EagerExpansion.ABSENT, dtype, sizes));
    }

    /**
     * The results of MatmulSplitSiluOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulSplitSiluOut2Result(Tensor first, Tensor second) {
        private static MatmulSplitSiluOut2Result of(Tensor... results) {
            return new MatmulSplitSiluOut2Result(results[0], results[1]);
        }
    }

    /**
     * MatmulSplitSiluOut2: x · weightᵀ, cut into 2 parts of given sizes along the columns, with SiLU of the part at
     * siluPosition.
     *
     * @param x float
     * @param weight float
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first float, second float; [m, size] each, of [m, k] and [n, k]; the sizes are n together
     */
    @GraphOp("MatmulSplitSiluOut2")
    public static MatmulSplitSiluOut2Result matmulSplitSiluOut2(Tensor x, Tensor weight, int siluPosition,
            long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return matmulSplitSiluOut2(promoted.get(0), promoted.get(1), siluPosition, sizes);
            }
        }
        return MatmulSplitSiluOut2Result.of(CompositeOp.results("MatmulSplitSiluOut2", x, weight, siluPosition,
                sizes));
    }

    /**
     * The results of MatmulBiasSplitSiluOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulBiasSplitSiluOut2Result(Tensor first, Tensor second) {
        private static MatmulBiasSplitSiluOut2Result of(Tensor... results) {
            return new MatmulBiasSplitSiluOut2Result(results[0], results[1]);
        }
    }

    /**
     * MatmulBiasSplitSiluOut2: x · weightᵀ + bias, cut into 2 parts of given sizes along the columns, with SiLU of
     * the part at siluPosition.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first float, second float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n together
     */
    @GraphOp("MatmulBiasSplitSiluOut2")
    public static MatmulBiasSplitSiluOut2Result matmulBiasSplitSiluOut2(Tensor x, Tensor weight, Tensor bias,
            int siluPosition, long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight, bias);
        if (promoted != null) {
            try (promoted) {
                return matmulBiasSplitSiluOut2(promoted.get(0), promoted.get(1), promoted.get(2), siluPosition,
                        sizes);
            }
        }
        return MatmulBiasSplitSiluOut2Result.of(CompositeOp.results("MatmulBiasSplitSiluOut2", x, weight, bias,
                siluPosition, sizes));
    }

    /**
     * The results of QuantbatchmatmulSplitSiluOut2.
     *
     * @param first the given dtype
     * @param second the given dtype
     */
    public record QuantbatchmatmulSplitSiluOut2Result(Tensor first, Tensor second) {
        private static QuantbatchmatmulSplitSiluOut2Result of(Tensor... results) {
            return new QuantbatchmatmulSplitSiluOut2Result(results[0], results[1]);
        }
    }

    /**
     * QuantbatchmatmulSplitSiluOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, Tensor perTokenScale, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut2", x,
                weight, scale, bias, perTokenScale, dtype, siluPosition, sizes));
    }

    /**
     * QuantbatchmatmulSplitSiluOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut2", x,
                weight, scale, bias, EagerExpansion.ABSENT, dtype, siluPosition, sizes));
    }

    /**
     * QuantbatchmatmulSplitSiluOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut2Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut2", x,
                weight, scale, EagerExpansion.ABSENT, EagerExpansion.ABSENT, dtype, siluPosition, sizes));
    }

    /**
     * The results of MatmulSplitSiluOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {
        private static MatmulSplitSiluOut3Result of(Tensor... results) {
            return new MatmulSplitSiluOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * MatmulSplitSiluOut3: x · weightᵀ, cut into 3 parts of given sizes along the columns, with SiLU of the part at
     * siluPosition.
     *
     * @param x float
     * @param weight float
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first float, second float, third float; [m, size] each, of [m, k] and [n, k]; the sizes are n
     *     together
     */
    @GraphOp("MatmulSplitSiluOut3")
    public static MatmulSplitSiluOut3Result matmulSplitSiluOut3(Tensor x, Tensor weight, int siluPosition,
            long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return matmulSplitSiluOut3(promoted.get(0), promoted.get(1), siluPosition, sizes);
            }
        }
        return MatmulSplitSiluOut3Result.of(CompositeOp.results("MatmulSplitSiluOut3", x, weight, siluPosition,
                sizes));
    }

    /**
     * The results of MatmulBiasSplitSiluOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulBiasSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {
        private static MatmulBiasSplitSiluOut3Result of(Tensor... results) {
            return new MatmulBiasSplitSiluOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * MatmulBiasSplitSiluOut3: x · weightᵀ + bias, cut into 3 parts of given sizes along the columns, with SiLU of
     * the part at siluPosition.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first float, second float, third float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n
     *     together
     */
    @GraphOp("MatmulBiasSplitSiluOut3")
    public static MatmulBiasSplitSiluOut3Result matmulBiasSplitSiluOut3(Tensor x, Tensor weight, Tensor bias,
            int siluPosition, long... sizes) {
        PromotedOperands promoted = PromotedOperands.of(x, weight, bias);
        if (promoted != null) {
            try (promoted) {
                return matmulBiasSplitSiluOut3(promoted.get(0), promoted.get(1), promoted.get(2), siluPosition,
                        sizes);
            }
        }
        return MatmulBiasSplitSiluOut3Result.of(CompositeOp.results("MatmulBiasSplitSiluOut3", x, weight, bias,
                siluPosition, sizes));
    }

    /**
     * The results of QuantbatchmatmulSplitSiluOut3.
     *
     * @param first the given dtype
     * @param second the given dtype
     * @param third the given dtype
     */
    public record QuantbatchmatmulSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {
        private static QuantbatchmatmulSplitSiluOut3Result of(Tensor... results) {
            return new QuantbatchmatmulSplitSiluOut3Result(results[0], results[1], results[2]);
        }
    }

    /**
     * QuantbatchmatmulSplitSiluOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, Tensor perTokenScale, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut3", x,
                weight, scale, bias, perTokenScale, dtype, siluPosition, sizes));
    }

    /**
     * QuantbatchmatmulSplitSiluOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut3", x,
                weight, scale, bias, EagerExpansion.ABSENT, dtype, siluPosition, sizes));
    }

    /**
     * QuantbatchmatmulSplitSiluOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype dtype of the result
     * @param siluPosition an integer
     * @param sizes sizes of the slices
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, DType dtype, int siluPosition, long... sizes) {
        return QuantbatchmatmulSplitSiluOut3Result.of(CompositeOp.results("QuantbatchmatmulSplitSiluOut3", x,
                weight, scale, EagerExpansion.ABSENT, EagerExpansion.ABSENT, dtype, siluPosition, sizes));
    }

    /**
     * FloatOfBits: the finite f32 whose bits are the lower half of an i64.
     *
     * @param x i64
     * @return f32; the shape of x
     */
    @GraphOp("FloatOfBits")
    public static Tensor floatOfBits(Tensor x) {
        return CompositeOp.result("FloatOfBits", x);
    }

    /**
     * QuantBatchMatmul: (a · b + bias) · scale · perTokenScale, converted to dtype: a · b + bias in i32, the rest
     * in f32; bias and scale are [n] or [1], for the columns, perTokenScale is [m], for the rows; a scale of i64
     * holds the bits of an f32 in its lower half.
     *
     * @param a i8
     * @param b i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param transposeA see above, usually false
     * @param transposeB see above, usually false
     * @param dtype dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, Tensor bias, Tensor perTokenScale,
            boolean transposeA, boolean transposeB, DType dtype) {
        return CompositeOp.result("QuantBatchMatmul", a, b, scale, bias, perTokenScale, transposeA, transposeB,
                dtype);
    }

    /**
     * QuantBatchMatmul: (a · b + bias) · scale · perTokenScale, converted to dtype: a · b + bias in i32, the rest
     * in f32; bias and scale are [n] or [1], for the columns, perTokenScale is [m], for the rows; a scale of i64
     * holds the bits of an f32 in its lower half.
     *
     * @param a i8
     * @param b i8
     * @param scale f32 or i64
     * @param bias i32
     * @param transposeA see above, usually false
     * @param transposeB see above, usually false
     * @param dtype dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, Tensor bias, boolean transposeA,
            boolean transposeB, DType dtype) {
        return CompositeOp.result("QuantBatchMatmul", a, b, scale, bias, EagerExpansion.ABSENT, transposeA,
                transposeB, dtype);
    }

    /**
     * QuantBatchMatmul: (a · b + bias) · scale · perTokenScale, converted to dtype: a · b + bias in i32, the rest
     * in f32; bias and scale are [n] or [1], for the columns, perTokenScale is [m], for the rows; a scale of i64
     * holds the bits of an f32 in its lower half.
     *
     * @param a i8
     * @param b i8
     * @param scale f32 or i64
     * @param transposeA see above, usually false
     * @param transposeB see above, usually false
     * @param dtype dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, boolean transposeA, boolean transposeB,
            DType dtype) {
        return CompositeOp.result("QuantBatchMatmul", a, b, scale, EagerExpansion.ABSENT, EagerExpansion.ABSENT,
                transposeA, transposeB, dtype);
    }

    /**
     * Dequantize: (x - offset) · scale in f32, one offset and one scale for all elements.
     *
     * @param x integer
     * @param offset f32, a number
     * @param scale f32, a number
     * @return f32; the shape of x
     */
    @GraphOp("Dequantize")
    public static Tensor dequantize(Tensor x, Tensor offset, Tensor scale) {
        return CompositeOp.result("Dequantize", x, offset, scale);
    }

    /** As {@link #dequantize(Tensor, Tensor, Tensor)}. */
    @GraphOp("Dequantize")
    public static Tensor dequantize(Tensor x, double offset, double scale) {
        return dequantize(x, Eager.scalar(offset), Eager.scalar(scale));
    }

    /**
     * MSELoss: (x - y)², reduced.
     *
     * @param x float
     * @param y float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("MSELoss")
    public static Tensor mseLoss(Tensor x, Tensor y, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return mseLoss(promoted.get(0), promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("MSELoss", x, y, reduction);
    }

    /** As {@link #mseLoss(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("MSELoss")
    public static Tensor mseLoss(Tensor x, Tensor y) {
        return mseLoss(x, y, Reduction.MEAN);
    }

    /**
     * L1Loss: |x - y|, reduced.
     *
     * @param x float
     * @param y float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("L1Loss")
    public static Tensor l1Loss(Tensor x, Tensor y, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return l1Loss(promoted.get(0), promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("L1Loss", x, y, reduction);
    }

    /** As {@link #l1Loss(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("L1Loss")
    public static Tensor l1Loss(Tensor x, Tensor y) {
        return l1Loss(x, y, Reduction.MEAN);
    }

    /**
     * SmoothL1Loss: 0.5 d² / beta for d &lt; beta, else d - 0.5 beta, with d = |x - y|, reduced.
     *
     * @param x float
     * @param y float
     * @param beta float, a number, by default 1.0
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, Tensor beta, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, beta);
        if (promoted != null) {
            try (promoted) {
                return smoothL1Loss(promoted.get(0), promoted.get(1), promoted.get(2), reduction);
            }
        }
        return CompositeOp.result("SmoothL1Loss", x, y, beta, reduction);
    }

    /** As {@link #smoothL1Loss(Tensor, Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, Tensor beta) {
        return smoothL1Loss(x, y, beta, Reduction.MEAN);
    }

    /** As {@link #smoothL1Loss(Tensor, Tensor, Tensor)} with reduction = Reduction.MEAN. */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, double beta) {
        return smoothL1Loss(x, y, Expansions.number("smoothL1Loss", "beta", beta, PromotedOperands.like(x, y)));
    }

    /** As {@link #smoothL1Loss(Tensor, Tensor, Tensor, Reduction)} with beta = 1.0, reduction = Reduction.MEAN. */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y) {
        return smoothL1Loss(x, y, 1.0, Reduction.MEAN);
    }

    /** As {@link #smoothL1Loss(Tensor, Tensor, Tensor, Reduction)}. */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, double beta, Reduction reduction) {
        return smoothL1Loss(x, y, Expansions.number("smoothL1Loss", "beta", beta, PromotedOperands.like(x, y)),
                reduction);
    }

    /**
     * SmoothL1LossGrad: clip((x - y) / beta, -1, 1) · dout.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param beta float, a number, by default 1.0
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout, Tensor beta) {
        PromotedOperands promoted = PromotedOperands.of(x, y, dout, beta);
        if (promoted != null) {
            try (promoted) {
                return smoothL1LossGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3));
            }
        }
        return CompositeOp.result("SmoothL1LossGrad", x, y, dout, beta);
    }

    /** As {@link #smoothL1LossGrad(Tensor, Tensor, Tensor, Tensor)} with beta = 1.0. */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout) {
        return smoothL1LossGrad(x, y, dout, 1.0);
    }

    /** As {@link #smoothL1LossGrad(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout, double beta) {
        return smoothL1LossGrad(x, y, dout, Expansions.number("smoothL1LossGrad", "beta", beta,
                PromotedOperands.like(x, y, dout)));
    }

    /**
     * KLDivLoss: y · (ln y - x) where y &gt; 0, else 0, with x a logarithm, reduced.
     *
     * @param x float
     * @param y float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("KLDivLoss")
    public static Tensor klDivLoss(Tensor x, Tensor y, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return klDivLoss(promoted.get(0), promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("KLDivLoss", x, y, reduction);
    }

    /** As {@link #klDivLoss(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("KLDivLoss")
    public static Tensor klDivLoss(Tensor x, Tensor y) {
        return klDivLoss(x, y, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropy: -(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BinaryCrossEntropy")
    public static Tensor binaryCrossEntropy(Tensor x, Tensor y, Tensor weight, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, weight);
        if (promoted != null) {
            try (promoted) {
                return binaryCrossEntropy(promoted.get(0), promoted.get(1), promoted.get(2), reduction);
            }
        }
        return CompositeOp.result("BinaryCrossEntropy", x, y, weight, reduction);
    }

    /** As {@link #binaryCrossEntropy(Tensor, Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BinaryCrossEntropy")
    public static Tensor binaryCrossEntropy(Tensor x, Tensor y, Tensor weight) {
        return binaryCrossEntropy(x, y, weight, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropy: -(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced.
     *
     * @param x float
     * @param y float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BinaryCrossEntropy")
    public static Tensor binaryCrossEntropy(Tensor x, Tensor y, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return binaryCrossEntropy(promoted.get(0), promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("BinaryCrossEntropy", x, y, EagerExpansion.ABSENT, reduction);
    }

    /** As {@link #binaryCrossEntropy(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BinaryCrossEntropy")
    public static Tensor binaryCrossEntropy(Tensor x, Tensor y) {
        return binaryCrossEntropy(x, y, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by the number of elements
     * for MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Tensor weight,
            Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, dout, weight);
        if (promoted != null) {
            try (promoted) {
                return binaryCrossEntropyGrad(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        reduction);
            }
        }
        return CompositeOp.result("BinaryCrossEntropyGrad", x, y, dout, weight, reduction);
    }

    /**
     * As {@link #binaryCrossEntropyGrad(Tensor, Tensor, Tensor, Tensor, Reduction)} with reduction =
     * Reduction.MEAN.
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Tensor weight) {
        return binaryCrossEntropyGrad(x, y, dout, weight, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by the number of elements
     * for MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, dout);
        if (promoted != null) {
            try (promoted) {
                return binaryCrossEntropyGrad(promoted.get(0), promoted.get(1), promoted.get(2), reduction);
            }
        }
        return CompositeOp.result("BinaryCrossEntropyGrad", x, y, dout, EagerExpansion.ABSENT, reduction);
    }

    /** As {@link #binaryCrossEntropyGrad(Tensor, Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout) {
        return binaryCrossEntropyGrad(x, y, dout, Reduction.MEAN);
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @param posWeight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y, Tensor weight, Tensor posWeight,
            Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, weight, posWeight);
        if (promoted != null) {
            try (promoted) {
                return bceWithLogitsLoss(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3),
                        reduction);
            }
        }
        return CompositeOp.result("BCEWithLogitsLoss", x, y, weight, posWeight, reduction);
    }

    /** As {@link #bceWithLogitsLoss(Tensor, Tensor, Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y, Tensor weight, Tensor posWeight) {
        return bceWithLogitsLoss(x, y, weight, posWeight, Reduction.MEAN);
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y, Tensor weight, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y, weight);
        if (promoted != null) {
            try (promoted) {
                return bceWithLogitsLoss(promoted.get(0), promoted.get(1), promoted.get(2), reduction);
            }
        }
        return CompositeOp.result("BCEWithLogitsLoss", x, y, weight, EagerExpansion.ABSENT, reduction);
    }

    /** As {@link #bceWithLogitsLoss(Tensor, Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y, Tensor weight) {
        return bceWithLogitsLoss(x, y, weight, Reduction.MEAN);
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * @param x float
     * @param y float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return bceWithLogitsLoss(promoted.get(0), promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("BCEWithLogitsLoss", x, y, EagerExpansion.ABSENT, EagerExpansion.ABSENT,
                reduction);
    }

    /** As {@link #bceWithLogitsLoss(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y) {
        return bceWithLogitsLoss(x, y, Reduction.MEAN);
    }

    /**
     * SigmoidCrossEntropyWithLogits: max(x, 0) - x · z + ln(1 + e^-|x|).
     *
     * @param x float
     * @param z float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SigmoidCrossEntropyWithLogits")
    public static Tensor sigmoidCrossEntropyWithLogits(Tensor x, Tensor z) {
        PromotedOperands promoted = PromotedOperands.of(x, z);
        if (promoted != null) {
            try (promoted) {
                return sigmoidCrossEntropyWithLogits(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("SigmoidCrossEntropyWithLogits", x, z);
    }

    /**
     * SigmoidCrossEntropyWithLogitsGrad: (sigmoid(x) - z) · dout.
     *
     * @param x float
     * @param z float
     * @param dout float
     * @return float; the broadcast shape of the operands
     */
    @GraphOp("SigmoidCrossEntropyWithLogitsGrad")
    public static Tensor sigmoidCrossEntropyWithLogitsGrad(Tensor x, Tensor z, Tensor dout) {
        PromotedOperands promoted = PromotedOperands.of(x, z, dout);
        if (promoted != null) {
            try (promoted) {
                return sigmoidCrossEntropyWithLogitsGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("SigmoidCrossEntropyWithLogitsGrad", x, z, dout);
    }

    /**
     * The results of SoftmaxCrossEntropyWithLogits.
     *
     * @param loss float
     * @param dlogits float
     */
    public record SoftmaxCrossEntropyWithLogitsResult(Tensor loss, Tensor dlogits) {
        private static SoftmaxCrossEntropyWithLogitsResult of(Tensor... results) {
            return new SoftmaxCrossEntropyWithLogitsResult(results[0], results[1]);
        }
    }

    /**
     * SoftmaxCrossEntropyWithLogits: -Σ label · ln softmax(logits) and softmax(logits) - label along the last axis.
     *
     * @param logits float
     * @param label float
     * @return loss float, dlogits float; the shape of logits without the last axis; that of logits
     */
    @GraphOp("SoftmaxCrossEntropyWithLogits")
    public static SoftmaxCrossEntropyWithLogitsResult softmaxCrossEntropyWithLogits(Tensor logits, Tensor label) {
        PromotedOperands promoted = PromotedOperands.of(logits, label);
        if (promoted != null) {
            try (promoted) {
                return softmaxCrossEntropyWithLogits(promoted.get(0), promoted.get(1));
            }
        }
        return SoftmaxCrossEntropyWithLogitsResult.of(CompositeOp.results("SoftmaxCrossEntropyWithLogits", logits,
                label));
    }

    /**
     * The results of SparseSoftmaxCrossEntropyWithLogits.
     *
     * @param loss float
     * @param dlogits float
     */
    public record SparseSoftmaxCrossEntropyWithLogitsResult(Tensor loss, Tensor dlogits) {
        private static SparseSoftmaxCrossEntropyWithLogitsResult of(Tensor... results) {
            return new SparseSoftmaxCrossEntropyWithLogitsResult(results[0], results[1]);
        }
    }

    /**
     * SparseSoftmaxCrossEntropyWithLogits: -ln softmax(logits)[label] along the last axis, reduced, and its
     * gradient.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @param ignoreIndex an integer, by default Integer.MIN_VALUE
     * @return loss float, dlogits float; the shape of labels without reduction, else []; the shape of logits
     */
    @GraphOp("SparseSoftmaxCrossEntropyWithLogits")
    public static SparseSoftmaxCrossEntropyWithLogitsResult sparseSoftmaxCrossEntropyWithLogits(Tensor logits,
            Tensor labels, Reduction reduction, int ignoreIndex) {
        return SparseSoftmaxCrossEntropyWithLogitsResult.of(CompositeOp.results(
                "SparseSoftmaxCrossEntropyWithLogits", logits, labels, reduction, ignoreIndex));
    }

    /**
     * As {@link #sparseSoftmaxCrossEntropyWithLogits(Tensor, Tensor, Reduction, int)} with ignoreIndex =
     * Integer.MIN_VALUE.
     */
    @GraphOp("SparseSoftmaxCrossEntropyWithLogits")
    public static SparseSoftmaxCrossEntropyWithLogitsResult sparseSoftmaxCrossEntropyWithLogits(Tensor logits,
            Tensor labels, Reduction reduction) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, reduction, Integer.MIN_VALUE);
    }

    /**
     * As {@link #sparseSoftmaxCrossEntropyWithLogits(Tensor, Tensor, Reduction, int)} with reduction =
     * Reduction.MEAN, ignoreIndex = Integer.MIN_VALUE.
     */
    @GraphOp("SparseSoftmaxCrossEntropyWithLogits")
    public static SparseSoftmaxCrossEntropyWithLogitsResult sparseSoftmaxCrossEntropyWithLogits(Tensor logits,
            Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN, Integer.MIN_VALUE);
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @param ignoreIndex an integer, by default Integer.MIN_VALUE
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Tensor weight, Reduction reduction,
            int ignoreIndex) {
        PromotedOperands promoted = PromotedOperands.of(logits, weight);
        if (promoted != null) {
            try (promoted) {
                return nllLoss(promoted.get(0), labels, promoted.get(1), reduction, ignoreIndex);
            }
        }
        return CompositeOp.result("NLLLoss", logits, labels, weight, reduction, ignoreIndex);
    }

    /** As {@link #nllLoss(Tensor, Tensor, Tensor, Reduction, int)} with ignoreIndex = Integer.MIN_VALUE. */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Tensor weight, Reduction reduction) {
        return nllLoss(logits, labels, weight, reduction, Integer.MIN_VALUE);
    }

    /**
     * As {@link #nllLoss(Tensor, Tensor, Tensor, Reduction, int)} with reduction = Reduction.MEAN, ignoreIndex =
     * Integer.MIN_VALUE.
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Tensor weight) {
        return nllLoss(logits, labels, weight, Reduction.MEAN, Integer.MIN_VALUE);
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @param ignoreIndex an integer, by default Integer.MIN_VALUE
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Reduction reduction, int ignoreIndex) {
        return CompositeOp.result("NLLLoss", logits, labels, EagerExpansion.ABSENT, reduction, ignoreIndex);
    }

    /** As {@link #nllLoss(Tensor, Tensor, Reduction, int)} with ignoreIndex = Integer.MIN_VALUE. */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Reduction reduction) {
        return nllLoss(logits, labels, reduction, Integer.MIN_VALUE);
    }

    /**
     * As {@link #nllLoss(Tensor, Tensor, Reduction, int)} with reduction = Reduction.MEAN, ignoreIndex =
     * Integer.MIN_VALUE.
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels) {
        return nllLoss(logits, labels, Reduction.MEAN, Integer.MIN_VALUE);
    }

    /**
     * ExpandDims: x with one more axis, of size 1.
     *
     * @param x any dtype
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x with a 1 at the axis
     */
    @GraphOp("ExpandDims")
    public static Tensor expandDims(Tensor x, int axis) {
        return CompositeOp.result("ExpandDims", x, axis);
    }

    /** As {@link #expandDims(Tensor, int)}. */
    @GraphOp("ExpandDims")
    public static Tensor unsqueeze(Tensor x, int axis) {
        return expandDims(x, axis);
    }

    /**
     * Squeeze: x without axes of size 1.
     *
     * @param x any dtype
     * @param axes indices of the axes, counted from the end if negative; none for all
     * @return any dtype; the dims of x without the axes; without all that are 1 if none is given
     */
    @GraphOp("Squeeze")
    public static Tensor squeeze(Tensor x, int... axes) {
        return CompositeOp.result("Squeeze", x, axes);
    }

    /**
     * Flatten: x as a matrix.
     *
     * @param x any dtype
     * @param axis index of the axis, counted from the end if negative, by default 1
     * @return any dtype; [product of the dims before the axis, product of the others]
     */
    @GraphOp("Flatten")
    public static Tensor flatten(Tensor x, int axis) {
        return CompositeOp.result("Flatten", x, axis);
    }

    /** As {@link #flatten(Tensor, int)} with axis = 1. */
    @GraphOp("Flatten")
    public static Tensor flatten(Tensor x) {
        return flatten(x, 1);
    }

    /**
     * Narrow: length elements along an axis, from start.
     *
     * @param x any dtype
     * @param axis index of the axis, counted from the end if negative
     * @param start an integer
     * @param length an integer
     * @return any dtype; the dims of x, with length at the axis
     */
    @GraphOp("Narrow")
    public static Tensor narrow(Tensor x, int axis, long start, long length) {
        return CompositeOp.result("Narrow", x, axis, start, length);
    }

    /**
     * Slice: size elements along each axis, from begin.
     *
     * @param x any dtype
     * @param begin one number per axis
     * @param size one number per axis
     * @return any dtype; size; -1 stands for all that are left, if it is written as a number
     */
    @GraphOp("Slice")
    public static Tensor slice(Tensor x, long[] begin, long[] size) {
        return CompositeOp.result("Slice", x, begin, size);
    }

    /**
     * Tile: x repeated as a whole along each axis.
     *
     * @param x any dtype
     * @param multiples one number per axis
     * @return any dtype; the dims of x, times the multiples
     */
    @GraphOp("Tile")
    public static Tensor tile(Tensor x, long... multiples) {
        return CompositeOp.result("Tile", x, multiples);
    }

    /**
     * RepeatInterleaveInt: each element repeated along an axis.
     *
     * @param x any dtype
     * @param repeats an integer
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x, times repeats at the axis
     */
    @GraphOp("RepeatInterleaveInt")
    public static Tensor repeatInterleaveInt(Tensor x, long repeats, int axis) {
        return CompositeOp.result("RepeatInterleaveInt", x, repeats, axis);
    }

    /**
     * Stack: the operands along a new axis.
     *
     * @param axis index of the axis, counted from the end if negative
     * @param x any dtype, one or more
     * @return any dtype; the dims of an operand with the number of operands at the axis
     */
    @GraphOp("Stack")
    public static Tensor stack(int axis, Tensor... x) {
        PromotedOperands promoted = PromotedOperands.of(x);
        if (promoted != null) {
            try (promoted) {
                return stack(axis, promoted.operands());
            }
        }
        return CompositeOp.result("Stack", x, axis);
    }

    /**
     * Split: x cut into parts of the same size along an axis.
     *
     * @param x any dtype
     * @param parts an integer
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x, divided by parts at the axis
     */
    @GraphOp("Split")
    public static Tensor[] split(Tensor x, int parts, int axis) {
        return CompositeOp.results("Split", x, parts, axis);
    }

    /**
     * SplitWithSize: x cut into parts of given sizes along an axis.
     *
     * @param x any dtype
     * @param sizes sizes of the slices
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x, with a size at the axis
     */
    @GraphOp("SplitWithSize")
    public static Tensor[] splitWithSize(Tensor x, long[] sizes, int axis) {
        return CompositeOp.results("SplitWithSize", x, sizes, axis);
    }

    /**
     * Unstack: the slices of x along an axis.
     *
     * @param x any dtype
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the dims of x without the axis, whose size is known at compile time
     */
    @GraphOp("Unstack")
    public static Tensor[] unstack(Tensor x, int axis) {
        return CompositeOp.results("Unstack", x, axis);
    }

    /**
     * Pad: x with a frame of value: before and after elements along each axis.
     *
     * @param x any dtype
     * @param value any dtype, a number
     * @param before one number per axis
     * @param after one number per axis
     * @return any dtype; the dims of x, plus before and after
     */
    @GraphOp("Pad")
    public static Tensor pad(Tensor x, Tensor value, long[] before, long[] after) {
        PromotedOperands promoted = PromotedOperands.of(x, value);
        if (promoted != null) {
            try (promoted) {
                return pad(promoted.get(0), promoted.get(1), before, after);
            }
        }
        return CompositeOp.result("Pad", x, value, before, after);
    }

    /** As {@link #pad(Tensor, Tensor, long[], long[])}. */
    @GraphOp("Pad")
    public static Tensor pad(Tensor x, double value, long[] before, long[] after) {
        return pad(x, Eager.scalar("pad", "value", value, x), before, after);
    }

    /** As {@link #pad(Tensor, Tensor, long[], long[])}. */
    @GraphOp("Pad")
    public static Tensor pad(Tensor x, long value, long[] before, long[] after) {
        return pad(x, Eager.scalar("pad", "value", value, x), before, after);
    }

    /**
     * Tril: x with zeros above a diagonal of its last two axes.
     *
     * @param x number
     * @param diagonal an integer, by default 0
     * @return number; the shape of x
     */
    @GraphOp("Tril")
    public static Tensor tril(Tensor x, int diagonal) {
        return CompositeOp.result("Tril", x, diagonal);
    }

    /** As {@link #tril(Tensor, int)} with diagonal = 0. */
    @GraphOp("Tril")
    public static Tensor tril(Tensor x) {
        return tril(x, 0);
    }

    /**
     * Triu: x with zeros below a diagonal of its last two axes.
     *
     * @param x number
     * @param diagonal an integer, by default 0
     * @return number; the shape of x
     */
    @GraphOp("Triu")
    public static Tensor triu(Tensor x, int diagonal) {
        return CompositeOp.result("Triu", x, diagonal);
    }

    /** As {@link #triu(Tensor, int)} with diagonal = 0. */
    @GraphOp("Triu")
    public static Tensor triu(Tensor x) {
        return triu(x, 0);
    }

    /**
     * OneHot: on where the position along the new axis is the index, else off.
     *
     * @param indices i32 or i64
     * @param on any dtype but f8, a number
     * @param off any dtype but f8, a number
     * @param depth an integer
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return any dtype but f8; the dims of indices with depth at the axis
     */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, Tensor on, Tensor off, long depth, int axis) {
        PromotedOperands promoted = PromotedOperands.of(on, off);
        if (promoted != null) {
            try (promoted) {
                return oneHot(indices, promoted.get(0), promoted.get(1), depth, axis);
            }
        }
        return CompositeOp.result("OneHot", indices, on, off, depth, axis);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long, int)} with axis = -1. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, Tensor on, Tensor off, long depth) {
        return oneHot(indices, on, off, depth, -1);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long)} with axis = -1. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, double on, double off, long depth) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long)} with axis = -1. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, float on, float off, long depth) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long)} with axis = -1. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, long on, long off, long depth) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long)} with axis = -1. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, int on, int off, long depth) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long, int)}. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, double on, double off, long depth, int axis) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth, axis);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long, int)}. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, float on, float off, long depth, int axis) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth, axis);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long, int)}. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, long on, long off, long depth, int axis) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth, axis);
    }

    /** As {@link #oneHot(Tensor, Tensor, Tensor, long, int)}. */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, int on, int off, long depth, int axis) {
        return oneHot(indices, Eager.ofJavaType(on), Eager.ofJavaType(off), depth, axis);
    }

    /**
     * Roll: the elements along each axis moved by the shift of that axis; those moved beyond the end come first.
     *
     * @param x any dtype but f8
     * @param shift one integer per axis
     * @param axis indices of the axes, counted from the end if negative
     * @return any dtype but f8; the shape of x
     */
    @GraphOp("Roll")
    public static Tensor roll(Tensor x, int[] shift, int[] axis) {
        return CompositeOp.result("Roll", x, shift, axis);
    }

    /** As {@link #roll(Tensor, int[], int[])}. */
    @GraphOp("Roll")
    public static Tensor roll(Tensor x, int shift, int axis) {
        return roll(x, axes(shift), axes(axis));
    }

    /**
     * DiagEmbed: square matrices with the last axis of x on a diagonal, which is above the main one for a positive
     * offset; zeros elsewhere.
     *
     * @param x any dtype but f8
     * @param offset an integer, by default 0
     * @return any dtype but f8; the dims of x and the last one again, both plus the magnitude of the offset
     */
    @GraphOp("DiagEmbed")
    public static Tensor diagEmbed(Tensor x, int offset) {
        return CompositeOp.result("DiagEmbed", x, offset);
    }

    /** As {@link #diagEmbed(Tensor, int)} with offset = 0. */
    @GraphOp("DiagEmbed")
    public static Tensor diagEmbed(Tensor x) {
        return diagEmbed(x, 0);
    }

    /**
     * Diagonal: the diagonals of matrices in the last two axes, above the main one for a positive offset.
     *
     * @param x number
     * @param offset an integer, by default 0
     * @return number; the dims of x with the length of the diagonal in place of the last two
     */
    @GraphOp("Diagonal")
    public static Tensor diagonal(Tensor x, int offset) {
        return CompositeOp.result("Diagonal", x, offset);
    }

    /** As {@link #diagonal(Tensor, int)} with offset = 0. */
    @GraphOp("Diagonal")
    public static Tensor diagonal(Tensor x) {
        return diagonal(x, 0);
    }

    /**
     * Trace: the sum of the diagonal of each matrix in the last two axes.
     *
     * @param x number
     * @return number; the dims of x without the last two
     */
    @GraphOp("Trace")
    public static Tensor trace(Tensor x) {
        return CompositeOp.result("Trace", x);
    }

    /**
     * MeshGrid: the coordinates of a grid: for each vector a tensor with its elements along the axis of the same
     * position.
     *
     * @param x any dtype but f8, one or more
     * @return any dtype but f8; an axis for each vector, with its number of elements
     */
    @GraphOp("MeshGrid")
    public static Tensor[] meshGrid(Tensor... x) {
        PromotedOperands promoted = PromotedOperands.of(x);
        if (promoted != null) {
            try (promoted) {
                return meshGrid(promoted.operands());
            }
        }
        return CompositeOp.results("MeshGrid", (Object) x);
    }

    /**
     * Vecdot: Σ x · y along an axis; of vectors their dot product.
     *
     * @param x number
     * @param y number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return number; the shape of x without the axis
     */
    @GraphOp("Vecdot")
    public static Tensor vecdot(Tensor x, Tensor y, int axis) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return vecdot(promoted.get(0), promoted.get(1), axis);
            }
        }
        return CompositeOp.result("Vecdot", x, y, axis);
    }

    /** As {@link #vecdot(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("Vecdot")
    public static Tensor vecdot(Tensor x, Tensor y) {
        return vecdot(x, y, -1);
    }

    /**
     * Outer: the products of each element of x with each of y along their last axes.
     *
     * @param x number
     * @param y number
     * @return number; the dims of x and the last one of y
     */
    @GraphOp("Outer")
    public static Tensor outer(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return outer(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Outer", x, y);
    }

    /**
     * Kron: the Kronecker product: y times each element of x, in place of that element.
     *
     * @param x number
     * @param y number
     * @return number; the products of the dims of two matrices
     */
    @GraphOp("Kron")
    public static Tensor kron(Tensor x, Tensor y) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return kron(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Kron", x, y);
    }

    /**
     * Cross: the cross product along an axis of size 3.
     *
     * @param x number
     * @param y number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return number; the shape of x, with size 3 at the axis
     */
    @GraphOp("Cross")
    public static Tensor cross(Tensor x, Tensor y, int axis) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return cross(promoted.get(0), promoted.get(1), axis);
            }
        }
        return CompositeOp.result("Cross", x, y, axis);
    }

    /** As {@link #cross(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("Cross")
    public static Tensor cross(Tensor x, Tensor y) {
        return cross(x, y, -1);
    }

    /**
     * Arange: start, start + step, … up to end, which is excluded.
     *
     * @param start an integer
     * @param end an integer
     * @param step an integer, by default 1
     * @param dtype dtype of the result, by default DType.I64
     * @return the given dtype; [⌈(end - start) / step⌉], or [0]
     */
    @GraphOp("Arange")
    public static Tensor arange(long start, long end, int step, DType dtype) {
        return CompositeOp.result("Arange", start, end, step, dtype);
    }

    /** As {@link #arange(long, long, int, DType)} with dtype = DType.I64. */
    @GraphOp("Arange")
    public static Tensor arange(long start, long end, int step) {
        return arange(start, end, step, DType.I64);
    }

    /** As {@link #arange(long, long, int, DType)} with step = 1, dtype = DType.I64. */
    @GraphOp("Arange")
    public static Tensor arange(long start, long end) {
        return arange(start, end, 1, DType.I64);
    }

    /**
     * LinSpace: n numbers at equal distances from start to end, both included.
     *
     * @param start the given dtype, a number
     * @param end the given dtype, a number
     * @param n an integer
     * @param dtype dtype of the result, by default DType.F32
     * @return the given dtype; [n]
     */
    @GraphOp("LinSpace")
    public static Tensor linSpace(Tensor start, Tensor end, long n, DType dtype) {
        return CompositeOp.result("LinSpace", start, end, n, dtype);
    }

    /** As {@link #linSpace(Tensor, Tensor, long, DType)} with dtype = DType.F32. */
    @GraphOp("LinSpace")
    public static Tensor linSpace(Tensor start, Tensor end, long n) {
        return linSpace(start, end, n, DType.F32);
    }

    /** As {@link #linSpace(Tensor, Tensor, long)} with dtype = DType.F32. */
    @GraphOp("LinSpace")
    public static Tensor linSpace(double start, double end, long n) {
        return linSpace(Eager.scalar(start), Eager.scalar(end), n);
    }

    /** As {@link #linSpace(Tensor, Tensor, long, DType)}. */
    @GraphOp("LinSpace")
    public static Tensor linSpace(double start, double end, long n, DType dtype) {
        return linSpace(Eager.scalar(start, dtype), Eager.scalar(end, dtype), n, dtype);
    }

    /**
     * LogSpace: base to the power of n numbers at equal distances from start to end, both included.
     *
     * @param start the given dtype, a number
     * @param end the given dtype, a number
     * @param base the given dtype, a number
     * @param n an integer
     * @param dtype dtype of the result, by default DType.F32
     * @return the given dtype; [n]
     */
    @GraphOp("LogSpace")
    public static Tensor logSpace(Tensor start, Tensor end, Tensor base, long n, DType dtype) {
        return CompositeOp.result("LogSpace", start, end, base, n, dtype);
    }

    /** As {@link #logSpace(Tensor, Tensor, Tensor, long, DType)} with dtype = DType.F32. */
    @GraphOp("LogSpace")
    public static Tensor logSpace(Tensor start, Tensor end, Tensor base, long n) {
        return logSpace(start, end, base, n, DType.F32);
    }

    /** As {@link #logSpace(Tensor, Tensor, Tensor, long)} with dtype = DType.F32. */
    @GraphOp("LogSpace")
    public static Tensor logSpace(double start, double end, double base, long n) {
        return logSpace(Eager.scalar(start), Eager.scalar(end), Eager.scalar(base), n);
    }

    /** As {@link #logSpace(Tensor, Tensor, Tensor, long, DType)}. */
    @GraphOp("LogSpace")
    public static Tensor logSpace(double start, double end, double base, long n, DType dtype) {
        return logSpace(Eager.scalar(start, dtype), Eager.scalar(end, dtype), Eager.scalar(base, dtype), n, dtype);
    }

    /**
     * TrilIndices: the rows and columns of the elements on and below a diagonal.
     *
     * @param rows an integer
     * @param columns an integer
     * @param diagonal an integer, by default 0
     * @return i64; [2, number of elements]
     */
    @GraphOp("TrilIndices")
    public static Tensor trilIndices(long rows, long columns, int diagonal) {
        return CompositeOp.result("TrilIndices", rows, columns, diagonal);
    }

    /** As {@link #trilIndices(long, long, int)} with diagonal = 0. */
    @GraphOp("TrilIndices")
    public static Tensor trilIndices(long rows, long columns) {
        return trilIndices(rows, columns, 0);
    }

    /**
     * TriuIndices: the rows and columns of the elements on and above a diagonal.
     *
     * @param rows an integer
     * @param columns an integer
     * @param diagonal an integer, by default 0
     * @return i64; [2, number of elements]
     */
    @GraphOp("TriuIndices")
    public static Tensor triuIndices(long rows, long columns, int diagonal) {
        return CompositeOp.result("TriuIndices", rows, columns, diagonal);
    }

    /** As {@link #triuIndices(long, long, int)} with diagonal = 0. */
    @GraphOp("TriuIndices")
    public static Tensor triuIndices(long rows, long columns) {
        return triuIndices(rows, columns, 0);
    }

    /**
     * PadV3: x with zeros or elements of its own before and after each axis: mirrored ones, those of the edge, or
     * those of the opposite edge, repeated as often as needed.
     *
     * @param x any dtype
     * @param before one number per axis
     * @param after one number per axis
     * @param mode a constant of PaddingMode, by default PaddingMode.REFLECT
     * @return any dtype; the dims of x, plus before and after
     */
    @GraphOp("PadV3")
    public static Tensor padV3(Tensor x, long[] before, long[] after, PaddingMode mode) {
        return CompositeOp.result("PadV3", x, before, after, mode);
    }

    /** As {@link #padV3(Tensor, long[], long[], PaddingMode)} with mode = PaddingMode.REFLECT. */
    @GraphOp("PadV3")
    public static Tensor padV3(Tensor x, long[] before, long[] after) {
        return padV3(x, before, after, PaddingMode.REFLECT);
    }

    /**
     * Unfold: the windows of kernelSize as columns (im2col); padding is 0; pads are before and after each axis,
     * missing strides and dilations are 1.
     *
     * @param x number
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @return number; [n, channels · elements of a window, windows] of [n, channels, …]
     */
    @GraphOp("Unfold")
    public static Tensor unfold(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations) {
        return CompositeOp.result("Unfold", x, kernelSize, strides, pads, dilations);
    }

    /** As {@link #unfold(Tensor, long[], long[], long[], long[])} with dilations = {}. */
    @GraphOp("Unfold")
    public static Tensor unfold(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return unfold(x, kernelSize, strides, pads, new long[] {});
    }

    /** As {@link #unfold(Tensor, long[], long[], long[], long[])} with pads = {}, dilations = {}. */
    @GraphOp("Unfold")
    public static Tensor unfold(Tensor x, long[] kernelSize, long[] strides) {
        return unfold(x, kernelSize, strides, new long[] {}, new long[] {});
    }

    /** As {@link #unfold(Tensor, long[], long[], long[], long[])} with strides = {}, pads = {}, dilations = {}. */
    @GraphOp("Unfold")
    public static Tensor unfold(Tensor x, long... kernelSize) {
        return unfold(x, kernelSize, new long[] {}, new long[] {}, new long[] {});
    }

    /**
     * Fold: the sums of all elements of windows that Unfold takes from a position (col2im); pads are before and
     * after each axis, missing strides and dilations are 1.
     *
     * @param x float
     * @param size one number per axis
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @return float; [n, channels, …] with size as last dims, of [n, channels · elements of a window, windows]
     */
    @GraphOp("Fold")
    public static Tensor fold(Tensor x, long[] size, long[] kernelSize, long[] strides, long[] pads,
            long[] dilations) {
        return CompositeOp.result("Fold", x, size, kernelSize, strides, pads, dilations);
    }

    /** As {@link #fold(Tensor, long[], long[], long[], long[], long[])} with dilations = {}. */
    @GraphOp("Fold")
    public static Tensor fold(Tensor x, long[] size, long[] kernelSize, long[] strides, long[] pads) {
        return fold(x, size, kernelSize, strides, pads, new long[] {});
    }

    /** As {@link #fold(Tensor, long[], long[], long[], long[], long[])} with pads = {}, dilations = {}. */
    @GraphOp("Fold")
    public static Tensor fold(Tensor x, long[] size, long[] kernelSize, long[] strides) {
        return fold(x, size, kernelSize, strides, new long[] {}, new long[] {});
    }

    /**
     * As {@link #fold(Tensor, long[], long[], long[], long[], long[])} with strides = {}, pads = {}, dilations =
     * {}.
     */
    @GraphOp("Fold")
    public static Tensor fold(Tensor x, long[] size, long[] kernelSize) {
        return fold(x, size, kernelSize, new long[] {}, new long[] {}, new long[] {});
    }

    /**
     * Movedim: x with axes at other positions; the others keep their order.
     *
     * @param x any dtype
     * @param source indices of the axes, counted from the end if negative
     * @param destination indices of the axes, counted from the end if negative
     * @return any dtype; the dims of x, with that of each source axis at its destination
     */
    @GraphOp("Movedim")
    public static Tensor movedim(Tensor x, int[] source, int[] destination) {
        return CompositeOp.result("Movedim", x, source, destination);
    }

    /** As {@link #movedim(Tensor, int[], int[])}. */
    @GraphOp("Movedim")
    public static Tensor movedim(Tensor x, int source, int destination) {
        return movedim(x, axes(source), axes(destination));
    }

    /**
     * DynamicSlice: size elements along each axis, from the starts, which are one for each axis; a start is moved
     * until the slice is inside x.
     *
     * @param x any dtype
     * @param starts i32 or i64
     * @param size one number per axis
     * @return any dtype; size
     */
    @GraphOp("DynamicSlice")
    public static Tensor dynamicSlice(Tensor x, Tensor starts, long... size) {
        return CompositeOp.result("DynamicSlice", x, starts, size);
    }

    /**
     * DynamicUpdateSlice: x with update in place of the slice at the starts, which are one for each axis; a start
     * is moved until the slice is inside x.
     *
     * @param x any dtype
     * @param update any dtype
     * @param starts i32 or i64
     * @return any dtype; the shape of x; update has its rank
     */
    @GraphOp("DynamicUpdateSlice")
    public static Tensor dynamicUpdateSlice(Tensor x, Tensor update, Tensor starts) {
        PromotedOperands promoted = PromotedOperands.of(x, update);
        if (promoted != null) {
            try (promoted) {
                return dynamicUpdateSlice(promoted.get(0), promoted.get(1), starts);
            }
        }
        return CompositeOp.result("DynamicUpdateSlice", x, update, starts);
    }

    /**
     * Einsum: the sums of products by Einstein's notation, such as bij,bjk-&gt;bik: letters that the result lacks
     * are summed, and an ellipsis stands for axes that broadcast.
     *
     * @param subscripts a name
     * @param x number, one or more
     * @return number; the dims of the letters after the arrow
     */
    @GraphOp("Einsum")
    public static Tensor einsum(String subscripts, Tensor... x) {
        PromotedOperands promoted = PromotedOperands.of(x);
        if (promoted != null) {
            try (promoted) {
                return einsum(subscripts, promoted.operands());
            }
        }
        return CompositeOp.result("Einsum", subscripts, x);
    }

    /**
     * TensorDot: the sum of products over the last axes of x and the first axes of y.
     *
     * @param x number
     * @param y number
     * @param axes an integer, by default 2
     * @return number; the dims of x without the last axes, then those of y without the first ones
     */
    @GraphOp("TensorDot")
    public static Tensor tensorDot(Tensor x, Tensor y, int axes) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return tensorDot(promoted.get(0), promoted.get(1), axes);
            }
        }
        return CompositeOp.result("TensorDot", x, y, axes);
    }

    /** As {@link #tensorDot(Tensor, Tensor, int)} with axes = 2. */
    @GraphOp("TensorDot")
    public static Tensor tensorDot(Tensor x, Tensor y) {
        return tensorDot(x, y, 2);
    }

    /**
     * TensorDotOfAxes: the sum of products over xAxes and yAxes, which are paired in the order of the lists;
     * without axes, all products.
     *
     * @param x number
     * @param y number
     * @param xAxes indices of the axes, counted from the end if negative
     * @param yAxes indices of the axes, counted from the end if negative
     * @return number; the dims of x without xAxes, then those of y without yAxes
     */
    @GraphOp("TensorDotOfAxes")
    public static Tensor tensorDot(Tensor x, Tensor y, int[] xAxes, int[] yAxes) {
        PromotedOperands promoted = PromotedOperands.of(x, y);
        if (promoted != null) {
            try (promoted) {
                return tensorDot(promoted.get(0), promoted.get(1), xAxes, yAxes);
            }
        }
        return CompositeOp.result("TensorDotOfAxes", x, y, xAxes, yAxes);
    }

    /** As {@link #tensorDot(Tensor, Tensor, int[], int[])}. */
    @GraphOp("TensorDotOfAxes")
    public static Tensor tensorDot(Tensor x, Tensor y, int xAxes, int yAxes) {
        return tensorDot(x, y, axes(xAxes), axes(yAxes));
    }

    /**
     * The results of Fft.
     *
     * @param real float
     * @param imaginary float
     */
    public record FftResult(Tensor real, Tensor imaginary) {
        private static FftResult of(Tensor... results) {
            return new FftResult(results[0], results[1]);
        }
    }

    /**
     * Fft: Σⱼ x[j] · exp(-2πi · j · k / n) for each frequency k along an axis of a complex tensor; with ORTHO times
     * 1 / √n in both directions, with FORWARD times 1 / n in the forward one alone, else in the inverse one alone.
     *
     * @param real float
     * @param imaginary float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param normalization a constant of FftNormalization, by default FftNormalization.BACKWARD
     * @return real float, imaginary float; the shape of real; imaginary broadcasts to it
     */
    @GraphOp("Fft")
    public static FftResult fft(Tensor real, Tensor imaginary, int axis, FftNormalization normalization) {
        PromotedOperands promoted = PromotedOperands.of(real, imaginary);
        if (promoted != null) {
            try (promoted) {
                return fft(promoted.get(0), promoted.get(1), axis, normalization);
            }
        }
        return FftResult.of(CompositeOp.results("Fft", real, imaginary, axis, normalization));
    }

    /** As {@link #fft(Tensor, Tensor, int, FftNormalization)} with normalization = FftNormalization.BACKWARD. */
    @GraphOp("Fft")
    public static FftResult fft(Tensor real, Tensor imaginary, int axis) {
        return fft(real, imaginary, axis, FftNormalization.BACKWARD);
    }

    /**
     * As {@link #fft(Tensor, Tensor, int, FftNormalization)} with axis = -1, normalization =
     * FftNormalization.BACKWARD.
     */
    @GraphOp("Fft")
    public static FftResult fft(Tensor real, Tensor imaginary) {
        return fft(real, imaginary, -1, FftNormalization.BACKWARD);
    }

    /**
     * The results of Ifft.
     *
     * @param real float
     * @param imaginary float
     */
    public record IfftResult(Tensor real, Tensor imaginary) {
        private static IfftResult of(Tensor... results) {
            return new IfftResult(results[0], results[1]);
        }
    }

    /**
     * Ifft: Σₖ x[k] · exp(2πi · j · k / n) for each position j along an axis of a complex tensor; with ORTHO times
     * 1 / √n in both directions, with FORWARD times 1 / n in the forward one alone, else in the inverse one alone.
     *
     * @param real float
     * @param imaginary float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param normalization a constant of FftNormalization, by default FftNormalization.BACKWARD
     * @return real float, imaginary float; the shape of real; imaginary broadcasts to it
     */
    @GraphOp("Ifft")
    public static IfftResult ifft(Tensor real, Tensor imaginary, int axis, FftNormalization normalization) {
        PromotedOperands promoted = PromotedOperands.of(real, imaginary);
        if (promoted != null) {
            try (promoted) {
                return ifft(promoted.get(0), promoted.get(1), axis, normalization);
            }
        }
        return IfftResult.of(CompositeOp.results("Ifft", real, imaginary, axis, normalization));
    }

    /** As {@link #ifft(Tensor, Tensor, int, FftNormalization)} with normalization = FftNormalization.BACKWARD. */
    @GraphOp("Ifft")
    public static IfftResult ifft(Tensor real, Tensor imaginary, int axis) {
        return ifft(real, imaginary, axis, FftNormalization.BACKWARD);
    }

    /**
     * As {@link #ifft(Tensor, Tensor, int, FftNormalization)} with axis = -1, normalization =
     * FftNormalization.BACKWARD.
     */
    @GraphOp("Ifft")
    public static IfftResult ifft(Tensor real, Tensor imaginary) {
        return ifft(real, imaginary, -1, FftNormalization.BACKWARD);
    }

    /**
     * The results of Rfft.
     *
     * @param real float
     * @param imaginary float
     */
    public record RfftResult(Tensor real, Tensor imaginary) {
        private static RfftResult of(Tensor... results) {
            return new RfftResult(results[0], results[1]);
        }
    }

    /**
     * Rfft: the frequencies 0 to ⌊n / 2⌋ of the Fft of a real tensor; the others are their complex conjugates.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param normalization a constant of FftNormalization, by default FftNormalization.BACKWARD
     * @return real float, imaginary float; the shape of x, with size ⌊n / 2⌋ + 1 at the axis
     */
    @GraphOp("Rfft")
    public static RfftResult rfft(Tensor x, int axis, FftNormalization normalization) {
        return RfftResult.of(CompositeOp.results("Rfft", x, axis, normalization));
    }

    /** As {@link #rfft(Tensor, int, FftNormalization)} with normalization = FftNormalization.BACKWARD. */
    @GraphOp("Rfft")
    public static RfftResult rfft(Tensor x, int axis) {
        return rfft(x, axis, FftNormalization.BACKWARD);
    }

    /** As {@link #rfft(Tensor, int, FftNormalization)} with axis = -1, normalization = FftNormalization.BACKWARD. */
    @GraphOp("Rfft")
    public static RfftResult rfft(Tensor x) {
        return rfft(x, -1, FftNormalization.BACKWARD);
    }

    /**
     * Irfft: the real tensor with the frequencies 0 to ⌊n / 2⌋ of Rfft, the inverse of Rfft.
     *
     * @param real float
     * @param imaginary float
     * @param n an integer
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param normalization a constant of FftNormalization, by default FftNormalization.BACKWARD
     * @return float; the shape of real, with size n at the axis
     */
    @GraphOp("Irfft")
    public static Tensor irfft(Tensor real, Tensor imaginary, int n, int axis, FftNormalization normalization) {
        PromotedOperands promoted = PromotedOperands.of(real, imaginary);
        if (promoted != null) {
            try (promoted) {
                return irfft(promoted.get(0), promoted.get(1), n, axis, normalization);
            }
        }
        return CompositeOp.result("Irfft", real, imaginary, n, axis, normalization);
    }

    /**
     * As {@link #irfft(Tensor, Tensor, int, int, FftNormalization)} with normalization = FftNormalization.BACKWARD.
     */
    @GraphOp("Irfft")
    public static Tensor irfft(Tensor real, Tensor imaginary, int n, int axis) {
        return irfft(real, imaginary, n, axis, FftNormalization.BACKWARD);
    }

    /**
     * As {@link #irfft(Tensor, Tensor, int, int, FftNormalization)} with axis = -1, normalization =
     * FftNormalization.BACKWARD.
     */
    @GraphOp("Irfft")
    public static Tensor irfft(Tensor real, Tensor imaginary, int n) {
        return irfft(real, imaginary, n, -1, FftNormalization.BACKWARD);
    }

    /**
     * Cholesky: the lower triangular L with L · Lᵀ = x, of symmetric positive definite matrices.
     *
     * @param x float
     * @return float; the shape of x, square matrices in the last two axes
     */
    @GraphOp("Cholesky")
    public static Tensor cholesky(Tensor x) {
        return CompositeOp.result("Cholesky", x);
    }

    /**
     * The results of LuFactor.
     *
     * @param factors float
     * @param permutation i64
     */
    public record LuFactorResult(Tensor factors, Tensor permutation) {
        private static LuFactorResult of(Tensor... results) {
            return new LuFactorResult(results[0], results[1]);
        }
    }

    /**
     * LuFactor: U in the upper triangle and L, whose diagonal is one, below it: L · U has the rows of x in the
     * order of the permutation, by partial pivoting.
     *
     * @param x float
     * @return factors float, permutation i64; the shape of x, square matrices in the last two axes; […, n] of the
     *     permutation
     */
    @GraphOp("LuFactor")
    public static LuFactorResult luFactor(Tensor x) {
        return LuFactorResult.of(CompositeOp.results("LuFactor", x));
    }

    /**
     * The results of Qr.
     *
     * @param q float
     * @param r float
     */
    public record QrResult(Tensor q, Tensor r) {
        private static QrResult of(Tensor... results) {
            return new QrResult(results[0], results[1]);
        }
    }

    /**
     * Qr: Q with orthonormal columns and the upper triangular R with Q · R = x, by Householder reflections.
     *
     * @param x float
     * @return q float, r float; […, m, k] and […, k, n] of […, m, n], where k is the smaller of m and n
     */
    @GraphOp("Qr")
    public static QrResult qr(Tensor x) {
        return QrResult.of(CompositeOp.results("Qr", x));
    }

    /**
     * The results of Eigh.
     *
     * @param values float
     * @param vectors float
     */
    public record EighResult(Tensor values, Tensor vectors) {
        private static EighResult of(Tensor... results) {
            return new EighResult(results[0], results[1]);
        }
    }

    /**
     * Eigh: the eigenvalues of symmetric matrices in ascending order, and eigenvectors as orthonormal columns, by
     * sweeps of Jacobi rotations.
     *
     * @param x float
     * @param sweeps an integer, by default 12
     * @return values float, vectors float; […, n] and the shape of x, square matrices in the last two axes
     */
    @GraphOp("Eigh")
    public static EighResult eigh(Tensor x, int sweeps) {
        return EighResult.of(CompositeOp.results("Eigh", x, sweeps));
    }

    /** As {@link #eigh(Tensor, int)} with sweeps = 12. */
    @GraphOp("Eigh")
    public static EighResult eigh(Tensor x) {
        return eigh(x, 12);
    }

    /**
     * TriangularSolve: the solution x of a · x = b, or of aᵀ · x = b, with the lower or upper triangle of a.
     *
     * @param a float
     * @param b float
     * @param lower see above, by default true
     * @param transposeA see above, by default false
     * @param unitDiagonal see above, by default false
     * @return float; […, n, m] of […, n, n] and […, n, m]; the batch dims broadcast
     */
    @GraphOp("TriangularSolve")
    public static Tensor triangularSolve(Tensor a, Tensor b, boolean lower, boolean transposeA,
            boolean unitDiagonal) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return triangularSolve(promoted.get(0), promoted.get(1), lower, transposeA, unitDiagonal);
            }
        }
        return CompositeOp.result("TriangularSolve", a, b, lower, transposeA, unitDiagonal);
    }

    /** As {@link #triangularSolve(Tensor, Tensor, boolean, boolean, boolean)} with unitDiagonal = false. */
    @GraphOp("TriangularSolve")
    public static Tensor triangularSolve(Tensor a, Tensor b, boolean lower, boolean transposeA) {
        return triangularSolve(a, b, lower, transposeA, false);
    }

    /**
     * As {@link #triangularSolve(Tensor, Tensor, boolean, boolean, boolean)} with transposeA = false, unitDiagonal
     * = false.
     */
    @GraphOp("TriangularSolve")
    public static Tensor triangularSolve(Tensor a, Tensor b, boolean lower) {
        return triangularSolve(a, b, lower, false, false);
    }

    /**
     * As {@link #triangularSolve(Tensor, Tensor, boolean, boolean, boolean)} with lower = true, transposeA = false,
     * unitDiagonal = false.
     */
    @GraphOp("TriangularSolve")
    public static Tensor triangularSolve(Tensor a, Tensor b) {
        return triangularSolve(a, b, true, false, false);
    }

    /**
     * LuSolve: the solution x of a · x = b, with the result of LuFactor of a.
     *
     * @param factors float
     * @param permutation i32 or i64
     * @param b float
     * @return float; […, n, m] of […, n, n] and […, n, m]; the batch dims broadcast
     */
    @GraphOp("LuSolve")
    public static Tensor luSolve(Tensor factors, Tensor permutation, Tensor b) {
        PromotedOperands promoted = PromotedOperands.of(factors, b);
        if (promoted != null) {
            try (promoted) {
                return luSolve(promoted.get(0), permutation, promoted.get(1));
            }
        }
        return CompositeOp.result("LuSolve", factors, permutation, b);
    }

    /**
     * Solve: the solution x of a · x = b, by elimination with partial pivoting.
     *
     * @param a float
     * @param b float
     * @return float; […, n, m] of […, n, n] and […, n, m]; the batch dims broadcast
     */
    @GraphOp("Solve")
    public static Tensor solve(Tensor a, Tensor b) {
        PromotedOperands promoted = PromotedOperands.of(a, b);
        if (promoted != null) {
            try (promoted) {
                return solve(promoted.get(0), promoted.get(1));
            }
        }
        return CompositeOp.result("Solve", a, b);
    }

    /**
     * Inverse: the inverses of matrices, by elimination with partial pivoting.
     *
     * @param x float
     * @return float; the shape of x, square matrices in the last two axes
     */
    @GraphOp("Inverse")
    public static Tensor inverse(Tensor x) {
        return CompositeOp.result("Inverse", x);
    }

    /**
     * Determinant: the determinants of matrices, by elimination with partial pivoting.
     *
     * @param x float
     * @return float; the dims of x without the last two
     */
    @GraphOp("Determinant")
    public static Tensor determinant(Tensor x) {
        return CompositeOp.result("Determinant", x);
    }

    /**
     * The results of LogDeterminant.
     *
     * @param sign float
     * @param logarithm float
     */
    public record LogDeterminantResult(Tensor sign, Tensor logarithm) {
        private static LogDeterminantResult of(Tensor... results) {
            return new LogDeterminantResult(results[0], results[1]);
        }
    }

    /**
     * LogDeterminant: the signs of determinants, and the logarithms of their magnitudes, which do not overflow; 0
     * and -∞ of a singular matrix.
     *
     * @param x float
     * @return sign float, logarithm float; the dims of x without the last two
     */
    @GraphOp("LogDeterminant")
    public static LogDeterminantResult logDeterminant(Tensor x) {
        return LogDeterminantResult.of(CompositeOp.results("LogDeterminant", x));
    }

    /**
     * Sort: the elements along an axis in ascending or descending order; equal elements keep their order, and NaN
     * counts as the largest element.
     *
     * @param x any dtype but f8
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param descending see above, by default false
     * @return any dtype but f8; the shape of x
     */
    @GraphOp("Sort")
    public static Tensor sort(Tensor x, int axis, boolean descending) {
        return CompositeOp.result("Sort", x, axis, descending);
    }

    /** As {@link #sort(Tensor, int, boolean)} with descending = false. */
    @GraphOp("Sort")
    public static Tensor sort(Tensor x, int axis) {
        return sort(x, axis, false);
    }

    /** As {@link #sort(Tensor, int, boolean)} with axis = -1, descending = false. */
    @GraphOp("Sort")
    public static Tensor sort(Tensor x) {
        return sort(x, -1, false);
    }

    /**
     * ArgSort: the positions of the elements along an axis in sorted order; equal elements keep their order, and
     * NaN counts as the largest element.
     *
     * @param x any dtype but f8
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param descending see above, by default false
     * @return i64; the shape of x
     */
    @GraphOp("ArgSort")
    public static Tensor argSort(Tensor x, int axis, boolean descending) {
        return CompositeOp.result("ArgSort", x, axis, descending);
    }

    /** As {@link #argSort(Tensor, int, boolean)} with descending = false. */
    @GraphOp("ArgSort")
    public static Tensor argSort(Tensor x, int axis) {
        return argSort(x, axis, false);
    }

    /** As {@link #argSort(Tensor, int, boolean)} with axis = -1, descending = false. */
    @GraphOp("ArgSort")
    public static Tensor argSort(Tensor x) {
        return argSort(x, -1, false);
    }

    /**
     * The results of TopK.
     *
     * @param values any dtype but f8
     * @param indices i64
     */
    public record TopKResult(Tensor values, Tensor indices) {
        private static TopKResult of(Tensor... results) {
            return new TopKResult(results[0], results[1]);
        }
    }

    /**
     * TopK: the k largest or smallest elements along an axis, the most extreme first, and their positions; equal
     * elements keep their order, and NaN counts as the largest element.
     *
     * @param x any dtype but f8
     * @param k an integer
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param largest see above, by default true
     * @return values any dtype but f8, indices i64; the shape of x, with size k at the axis
     */
    @GraphOp("TopK")
    public static TopKResult topK(Tensor x, long k, int axis, boolean largest) {
        return TopKResult.of(CompositeOp.results("TopK", x, k, axis, largest));
    }

    /** As {@link #topK(Tensor, long, int, boolean)} with largest = true. */
    @GraphOp("TopK")
    public static TopKResult topK(Tensor x, long k, int axis) {
        return topK(x, k, axis, true);
    }

    /** As {@link #topK(Tensor, long, int, boolean)} with axis = -1, largest = true. */
    @GraphOp("TopK")
    public static TopKResult topK(Tensor x, long k) {
        return topK(x, k, -1, true);
    }

    /**
     * The results of KthValue.
     *
     * @param value any dtype but f8
     * @param index i64
     */
    public record KthValueResult(Tensor value, Tensor index) {
        private static KthValueResult of(Tensor... results) {
            return new KthValueResult(results[0], results[1]);
        }
    }

    /**
     * KthValue: the k-th smallest element along an axis, counted from 1, and its position; equal elements keep
     * their order, and NaN counts as the largest element.
     *
     * @param x any dtype but f8
     * @param k an integer
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return value any dtype but f8, index i64; the shape of x without the axis, or with size 1 there
     */
    @GraphOp("KthValue")
    public static KthValueResult kthValue(Tensor x, long k, int axis, boolean keepDims) {
        return KthValueResult.of(CompositeOp.results("KthValue", x, k, axis, keepDims));
    }

    /** As {@link #kthValue(Tensor, long, int, boolean)} with keepDims = false. */
    @GraphOp("KthValue")
    public static KthValueResult kthValue(Tensor x, long k, int axis) {
        return kthValue(x, k, axis, false);
    }

    /** As {@link #kthValue(Tensor, long, int, boolean)} with axis = -1, keepDims = false. */
    @GraphOp("KthValue")
    public static KthValueResult kthValue(Tensor x, long k) {
        return kthValue(x, k, -1, false);
    }

    /**
     * Median: the element in the middle of the sorted elements along an axis, or the mean of both; NaN if any is
     * NaN.
     *
     * @param x float
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axis, or with size 1 there
     */
    @GraphOp("Median")
    public static Tensor median(Tensor x, int axis, boolean keepDims) {
        return CompositeOp.result("Median", x, axis, keepDims);
    }

    /** As {@link #median(Tensor, int, boolean)} with keepDims = false. */
    @GraphOp("Median")
    public static Tensor median(Tensor x, int axis) {
        return median(x, axis, false);
    }

    /** As {@link #median(Tensor, int, boolean)} with axis = -1, keepDims = false. */
    @GraphOp("Median")
    public static Tensor median(Tensor x) {
        return median(x, -1, false);
    }

    /**
     * Quantile: the element at the position q · (n - 1) of the n sorted elements along an axis, or the
     * interpolation between its neighbors; NaN if any is NaN.
     *
     * @param x float
     * @param q float, a number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param interpolation a constant of Interpolation, by default Interpolation.LINEAR
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return float; the shape of x without the axis, or with size 1 there
     */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, Tensor q, int axis, Interpolation interpolation, boolean keepDims) {
        PromotedOperands promoted = PromotedOperands.of(x, q);
        if (promoted != null) {
            try (promoted) {
                return quantile(promoted.get(0), promoted.get(1), axis, interpolation, keepDims);
            }
        }
        return CompositeOp.result("Quantile", x, q, axis, interpolation, keepDims);
    }

    /** As {@link #quantile(Tensor, Tensor, int, Interpolation, boolean)} with keepDims = false. */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, Tensor q, int axis, Interpolation interpolation) {
        return quantile(x, q, axis, interpolation, false);
    }

    /** As {@link #quantile(Tensor, Tensor, int, Interpolation)} with keepDims = false. */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, double q, int axis, Interpolation interpolation) {
        return quantile(x, Expansions.number("quantile", "q", q, x), axis, interpolation);
    }

    /**
     * As {@link #quantile(Tensor, Tensor, int, Interpolation, boolean)} with interpolation = Interpolation.LINEAR,
     * keepDims = false.
     */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, Tensor q, int axis) {
        return quantile(x, q, axis, Interpolation.LINEAR, false);
    }

    /** As {@link #quantile(Tensor, Tensor, int)} with interpolation = Interpolation.LINEAR, keepDims = false. */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, double q, int axis) {
        return quantile(x, Expansions.number("quantile", "q", q, x), axis);
    }

    /**
     * As {@link #quantile(Tensor, Tensor, int, Interpolation, boolean)} with axis = -1, interpolation =
     * Interpolation.LINEAR, keepDims = false.
     */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, Tensor q) {
        return quantile(x, q, -1, Interpolation.LINEAR, false);
    }

    /**
     * As {@link #quantile(Tensor, Tensor)} with axis = -1, interpolation = Interpolation.LINEAR, keepDims = false.
     */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, double q) {
        return quantile(x, Expansions.number("quantile", "q", q, x));
    }

    /** As {@link #quantile(Tensor, Tensor, int, Interpolation, boolean)}. */
    @GraphOp("Quantile")
    public static Tensor quantile(Tensor x, double q, int axis, Interpolation interpolation, boolean keepDims) {
        return quantile(x, Expansions.number("quantile", "q", q, x), axis, interpolation, keepDims);
    }

    /**
     * Mode: the most frequent element along an axis, the smallest one of several; each NaN counts as a different
     * element.
     *
     * @param x number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param keepDims true to keep reduced axes with size 1, by default false
     * @return number; the shape of x without the axis, or with size 1 there
     */
    @GraphOp("Mode")
    public static Tensor mode(Tensor x, int axis, boolean keepDims) {
        return CompositeOp.result("Mode", x, axis, keepDims);
    }

    /** As {@link #mode(Tensor, int, boolean)} with keepDims = false. */
    @GraphOp("Mode")
    public static Tensor mode(Tensor x, int axis) {
        return mode(x, axis, false);
    }

    /** As {@link #mode(Tensor, int, boolean)} with axis = -1, keepDims = false. */
    @GraphOp("Mode")
    public static Tensor mode(Tensor x) {
        return mode(x, -1, false);
    }

    /**
     * SearchSorted: the number of sorted elements in the row that are less than each value, or not greater if
     * right; NaN is greater than all others.
     *
     * @param sorted number
     * @param values number
     * @param right see above, by default false
     * @return i64; the shape of values, which has the dims of sorted but the last one, or sorted has one axis
     */
    @GraphOp("SearchSorted")
    public static Tensor searchSorted(Tensor sorted, Tensor values, boolean right) {
        PromotedOperands promoted = PromotedOperands.of(sorted, values);
        if (promoted != null) {
            try (promoted) {
                return searchSorted(promoted.get(0), promoted.get(1), right);
            }
        }
        return CompositeOp.result("SearchSorted", sorted, values, right);
    }

    /** As {@link #searchSorted(Tensor, Tensor, boolean)} with right = false. */
    @GraphOp("SearchSorted")
    public static Tensor searchSorted(Tensor sorted, Tensor values) {
        return searchSorted(sorted, values, false);
    }

    /**
     * Bucketize: the number of boundaries that are less than each element, or not greater if right; NaN is greater
     * than all others.
     *
     * @param x number
     * @param boundaries number
     * @param right see above, by default false
     * @return i64; the shape of x; boundaries have one axis
     */
    @GraphOp("Bucketize")
    public static Tensor bucketize(Tensor x, Tensor boundaries, boolean right) {
        PromotedOperands promoted = PromotedOperands.of(x, boundaries);
        if (promoted != null) {
            try (promoted) {
                return bucketize(promoted.get(0), promoted.get(1), right);
            }
        }
        return CompositeOp.result("Bucketize", x, boundaries, right);
    }

    /** As {@link #bucketize(Tensor, Tensor, boolean)} with right = false. */
    @GraphOp("Bucketize")
    public static Tensor bucketize(Tensor x, Tensor boundaries) {
        return bucketize(x, boundaries, false);
    }

    /**
     * Bincount: the number of elements that equal each integer from 0 on.
     *
     * @param indices i32 or i64
     * @param bins an integer
     * @return i64; [bins]
     */
    @GraphOp("Bincount")
    public static Tensor bincount(Tensor indices, long bins) {
        return CompositeOp.result("Bincount", indices, bins);
    }

    /**
     * Histogram: the number of elements in each of bins equal intervals from low to high, of which the last one
     * contains high; others and NaN are not counted.
     *
     * @param x float
     * @param low float, a number
     * @param high float, a number
     * @param bins an integer
     * @return i64; [bins]
     */
    @GraphOp("Histogram")
    public static Tensor histogram(Tensor x, Tensor low, Tensor high, long bins) {
        PromotedOperands promoted = PromotedOperands.of(x, low, high);
        if (promoted != null) {
            try (promoted) {
                return histogram(promoted.get(0), promoted.get(1), promoted.get(2), bins);
            }
        }
        return CompositeOp.result("Histogram", x, low, high, bins);
    }

    /** As {@link #histogram(Tensor, Tensor, Tensor, long)}. */
    @GraphOp("Histogram")
    public static Tensor histogram(Tensor x, double low, double high, long bins) {
        return histogram(x, Expansions.number("histogram", "low", low, x), Expansions.number("histogram", "high",
                high, x), bins);
    }

    /**
     * The results of Unique.
     *
     * @param values any dtype but f8
     * @param count i64
     */
    public record UniqueResult(Tensor values, Tensor count) {
        private static UniqueResult of(Tensor... results) {
            return new UniqueResult(results[0], results[1]);
        }
    }

    /**
     * Unique: the first size different elements in ascending order, then zeros, and the number of all different
     * elements; each NaN counts as a different element.
     *
     * @param x any dtype but f8
     * @param size an integer
     * @return values any dtype but f8, count i64; [size] and []; size is at most the number of elements
     */
    @GraphOp("Unique")
    public static UniqueResult unique(Tensor x, long size) {
        return UniqueResult.of(CompositeOp.results("Unique", x, size));
    }

    /**
     * The results of MaskedSelect.
     *
     * @param values any dtype but f8
     * @param count i64
     */
    public record MaskedSelectResult(Tensor values, Tensor count) {
        private static MaskedSelectResult of(Tensor... results) {
            return new MaskedSelectResult(results[0], results[1]);
        }
    }

    /**
     * MaskedSelect: the first size elements for which the mask is true, in row-major order, then zeros, and the
     * number of all such elements.
     *
     * @param x any dtype but f8
     * @param mask bool
     * @param size an integer
     * @return values any dtype but f8, count i64; [size] and []; size is at most the number of elements
     */
    @GraphOp("MaskedSelect")
    public static MaskedSelectResult maskedSelect(Tensor x, Tensor mask, long size) {
        return MaskedSelectResult.of(CompositeOp.results("MaskedSelect", x, mask, size));
    }

    /**
     * The results of Nonzero.
     *
     * @param indices i64
     * @param count i64
     */
    public record NonzeroResult(Tensor indices, Tensor count) {
        private static NonzeroResult of(Tensor... results) {
            return new NonzeroResult(results[0], results[1]);
        }
    }

    /**
     * Nonzero: the indices along all axes of the first size elements that are not 0, in row-major order, then
     * zeros, and the number of all such elements.
     *
     * @param x any dtype but f8
     * @param size an integer
     * @return indices i64, count i64; [size, rank of x] and []; size is at most the number of elements
     */
    @GraphOp("Nonzero")
    public static NonzeroResult nonzero(Tensor x, long size) {
        return NonzeroResult.of(CompositeOp.results("Nonzero", x, size));
    }

    /**
     * TakeAlongAxis: the elements of x at the indices along an axis; a negative index counts from the end.
     *
     * @param x any dtype
     * @param indices i32 or i64
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @return any dtype; the dims of x, with the size of indices at the axis; indices broadcast along the others
     */
    @GraphOp("TakeAlongAxis")
    public static Tensor takeAlongAxis(Tensor x, Tensor indices, int axis) {
        return CompositeOp.result("TakeAlongAxis", x, indices, axis);
    }

    /** As {@link #takeAlongAxis(Tensor, Tensor, int)} with axis = -1. */
    @GraphOp("TakeAlongAxis")
    public static Tensor takeAlongAxis(Tensor x, Tensor indices) {
        return takeAlongAxis(x, indices, -1);
    }

    /**
     * GatherNd: the slices of x at the indices of its first k axes, which are the last axis of indices; a negative
     * index counts from the end, one out of range gives 0.
     *
     * @param x any dtype
     * @param indices i32 or i64
     * @return any dtype; the dims of indices but the last one, k, then the dims of x after the first k
     */
    @GraphOp("GatherNd")
    public static Tensor gatherNd(Tensor x, Tensor indices) {
        return CompositeOp.result("GatherNd", x, indices);
    }

    /**
     * Scatter: x with updates at the indices along an axis, which replace the elements or are combined with them;
     * of several updates of an element the last one counts.
     *
     * @param x number
     * @param indices i32 or i64
     * @param updates number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param reduction a constant of ScatterReduction, by default ScatterReduction.NONE
     * @return number; the shape of x; indices and updates broadcast to the dims of x but along the axis
     */
    @GraphOp("Scatter")
    public static Tensor scatter(Tensor x, Tensor indices, Tensor updates, int axis, ScatterReduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, updates);
        if (promoted != null) {
            try (promoted) {
                return scatter(promoted.get(0), indices, promoted.get(1), axis, reduction);
            }
        }
        return CompositeOp.result("Scatter", x, indices, updates, axis, reduction);
    }

    /** As {@link #scatter(Tensor, Tensor, Tensor, int, ScatterReduction)} with reduction = ScatterReduction.NONE. */
    @GraphOp("Scatter")
    public static Tensor scatter(Tensor x, Tensor indices, Tensor updates, int axis) {
        return scatter(x, indices, updates, axis, ScatterReduction.NONE);
    }

    /**
     * As {@link #scatter(Tensor, Tensor, Tensor, int, ScatterReduction)} with axis = -1, reduction =
     * ScatterReduction.NONE.
     */
    @GraphOp("Scatter")
    public static Tensor scatter(Tensor x, Tensor indices, Tensor updates) {
        return scatter(x, indices, updates, -1, ScatterReduction.NONE);
    }

    /**
     * ScatterNd: x with updates of the slices at the indices of its first axes, as in GatherNd, which replace the
     * slices or are combined with them; of several updates of an element the last one counts.
     *
     * @param x number
     * @param indices i32 or i64
     * @param updates number
     * @param reduction a constant of ScatterReduction, by default ScatterReduction.NONE
     * @return number; the shape of x; updates have the shape of GatherNd
     */
    @GraphOp("ScatterNd")
    public static Tensor scatterNd(Tensor x, Tensor indices, Tensor updates, ScatterReduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(x, updates);
        if (promoted != null) {
            try (promoted) {
                return scatterNd(promoted.get(0), indices, promoted.get(1), reduction);
            }
        }
        return CompositeOp.result("ScatterNd", x, indices, updates, reduction);
    }

    /** As {@link #scatterNd(Tensor, Tensor, Tensor, ScatterReduction)} with reduction = ScatterReduction.NONE. */
    @GraphOp("ScatterNd")
    public static Tensor scatterNd(Tensor x, Tensor indices, Tensor updates) {
        return scatterNd(x, indices, updates, ScatterReduction.NONE);
    }

    /**
     * IndexAdd: x with updates added to the slices at the indices along an axis, in their order.
     *
     * @param x number
     * @param indices i32 or i64
     * @param updates number
     * @param axis index of the axis, counted from the end if negative
     * @return number; the shape of x; updates have the dims of x with the number of indices at the axis
     */
    @GraphOp("IndexAdd")
    public static Tensor indexAdd(Tensor x, Tensor indices, Tensor updates, int axis) {
        PromotedOperands promoted = PromotedOperands.of(x, updates);
        if (promoted != null) {
            try (promoted) {
                return indexAdd(promoted.get(0), indices, promoted.get(1), axis);
            }
        }
        return CompositeOp.result("IndexAdd", x, indices, updates, axis);
    }

    /**
     * IndexCopy: x with updates in place of the slices at the indices along an axis; of several updates of an
     * element the last one counts.
     *
     * @param x any dtype
     * @param indices i32 or i64
     * @param updates any dtype
     * @param axis index of the axis, counted from the end if negative
     * @return any dtype; the shape of x; updates have the dims of x with the number of indices at the axis
     */
    @GraphOp("IndexCopy")
    public static Tensor indexCopy(Tensor x, Tensor indices, Tensor updates, int axis) {
        PromotedOperands promoted = PromotedOperands.of(x, updates);
        if (promoted != null) {
            try (promoted) {
                return indexCopy(promoted.get(0), indices, promoted.get(1), axis);
            }
        }
        return CompositeOp.result("IndexCopy", x, indices, updates, axis);
    }

    /**
     * RepeatInterleaveTensor: each slice along an axis repeated by its count in repeats, up to total slices, and
     * zeros for missing ones; a negative count is 0.
     *
     * @param x any dtype
     * @param repeats i32 or i64
     * @param axis index of the axis, counted from the end if negative
     * @param total an integer
     * @return any dtype; the dims of x, with total at the axis
     */
    @GraphOp("RepeatInterleaveTensor")
    public static Tensor repeatInterleaveTensor(Tensor x, Tensor repeats, int axis, long total) {
        return CompositeOp.result("RepeatInterleaveTensor", x, repeats, axis, total);
    }

    /**
     * EmbeddingBag: the sum, mean or maximum of the rows of x at the indices of each bag; the index at position j
     * is in the bag whose number is one less than the number of offsets not greater than j.
     *
     * @param x float
     * @param indices i32 or i64
     * @param offsets i32 or i64
     * @param mode a constant of BagReduction, by default BagReduction.MEAN
     * @return float; [number of offsets, d] of x [n, d]; indices and offsets have one axis
     */
    @GraphOp("EmbeddingBag")
    public static Tensor embeddingBag(Tensor x, Tensor indices, Tensor offsets, BagReduction mode) {
        return CompositeOp.result("EmbeddingBag", x, indices, offsets, mode);
    }

    /** As {@link #embeddingBag(Tensor, Tensor, Tensor, BagReduction)} with mode = BagReduction.MEAN. */
    @GraphOp("EmbeddingBag")
    public static Tensor embeddingBag(Tensor x, Tensor indices, Tensor offsets) {
        return embeddingBag(x, indices, offsets, BagReduction.MEAN);
    }

    /**
     * SegmentReduce: the sum, mean or maximum of the rows of each segment of x; segment i has the rows from
     * offsets[i] to offsets[i + 1] - 1.
     *
     * @param x float
     * @param offsets i32 or i64
     * @param mode a constant of BagReduction, by default BagReduction.MEAN
     * @return float; [n, d] of x [total, d] and offsets [n + 1]
     */
    @GraphOp("SegmentReduce")
    public static Tensor segmentReduce(Tensor x, Tensor offsets, BagReduction mode) {
        return CompositeOp.result("SegmentReduce", x, offsets, mode);
    }

    /** As {@link #segmentReduce(Tensor, Tensor, BagReduction)} with mode = BagReduction.MEAN. */
    @GraphOp("SegmentReduce")
    public static Tensor segmentReduce(Tensor x, Tensor offsets) {
        return segmentReduce(x, offsets, BagReduction.MEAN);
    }

    /**
     * MaxPoolNd: the greatest element of each window of kernelSize, along as many axes; pads are before and after
     * each axis, missing strides are 1.
     *
     * @param x float
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param ceilMode see above, by default false
     * @return float; [n, channels, …] with the number of windows along each axis of kernelSize
     */
    @GraphOp("MaxPoolNd")
    public static Tensor maxPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations,
            boolean ceilMode) {
        return CompositeOp.result("MaxPoolNd", x, kernelSize, strides, pads, dilations, ceilMode);
    }

    /** As {@link #maxPoolNd(Tensor, long[], long[], long[], long[], boolean)} with ceilMode = false. */
    @GraphOp("MaxPoolNd")
    public static Tensor maxPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations) {
        return maxPoolNd(x, kernelSize, strides, pads, dilations, false);
    }

    /**
     * As {@link #maxPoolNd(Tensor, long[], long[], long[], long[], boolean)} with dilations = {}, ceilMode = false.
     */
    @GraphOp("MaxPoolNd")
    public static Tensor maxPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return maxPoolNd(x, kernelSize, strides, pads, new long[] {}, false);
    }

    /**
     * As {@link #maxPoolNd(Tensor, long[], long[], long[], long[], boolean)} with pads = {}, dilations = {},
     * ceilMode = false.
     */
    @GraphOp("MaxPoolNd")
    public static Tensor maxPoolNd(Tensor x, long[] kernelSize, long[] strides) {
        return maxPoolNd(x, kernelSize, strides, new long[] {}, new long[] {}, false);
    }

    /**
     * As {@link #maxPoolNd(Tensor, long[], long[], long[], long[], boolean)} with strides = {}, pads = {},
     * dilations = {}, ceilMode = false.
     */
    @GraphOp("MaxPoolNd")
    public static Tensor maxPoolNd(Tensor x, long... kernelSize) {
        return maxPoolNd(x, kernelSize, new long[] {}, new long[] {}, new long[] {}, false);
    }

    /**
     * AvgPoolNd: the mean of each window of kernelSize, along as many axes; pads are before and after each axis,
     * missing strides are 1; padding counts if countIncludePad says so.
     *
     * @param x float
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param countIncludePad see above, by default true
     * @param ceilMode see above, by default false
     * @return float; [n, channels, …] with the number of windows along each axis of kernelSize
     */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations,
            boolean countIncludePad, boolean ceilMode) {
        return CompositeOp.result("AvgPoolNd", x, kernelSize, strides, pads, dilations, countIncludePad, ceilMode);
    }

    /** As {@link #avgPoolNd(Tensor, long[], long[], long[], long[], boolean, boolean)} with ceilMode = false. */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations,
            boolean countIncludePad) {
        return avgPoolNd(x, kernelSize, strides, pads, dilations, countIncludePad, false);
    }

    /**
     * As {@link #avgPoolNd(Tensor, long[], long[], long[], long[], boolean, boolean)} with countIncludePad = true,
     * ceilMode = false.
     */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads, long[] dilations) {
        return avgPoolNd(x, kernelSize, strides, pads, dilations, true, false);
    }

    /**
     * As {@link #avgPoolNd(Tensor, long[], long[], long[], long[], boolean, boolean)} with dilations = {},
     * countIncludePad = true, ceilMode = false.
     */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return avgPoolNd(x, kernelSize, strides, pads, new long[] {}, true, false);
    }

    /**
     * As {@link #avgPoolNd(Tensor, long[], long[], long[], long[], boolean, boolean)} with pads = {}, dilations =
     * {}, countIncludePad = true, ceilMode = false.
     */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long[] kernelSize, long[] strides) {
        return avgPoolNd(x, kernelSize, strides, new long[] {}, new long[] {}, true, false);
    }

    /**
     * As {@link #avgPoolNd(Tensor, long[], long[], long[], long[], boolean, boolean)} with strides = {}, pads = {},
     * dilations = {}, countIncludePad = true, ceilMode = false.
     */
    @GraphOp("AvgPoolNd")
    public static Tensor avgPoolNd(Tensor x, long... kernelSize) {
        return avgPoolNd(x, kernelSize, new long[] {}, new long[] {}, new long[] {}, true, false);
    }

    /**
     * The results of MaxPoolWithIndices.
     *
     * @param values float
     * @param indices i64
     */
    public record MaxPoolWithIndicesResult(Tensor values, Tensor indices) {
        private static MaxPoolWithIndicesResult of(Tensor... results) {
            return new MaxPoolWithIndicesResult(results[0], results[1]);
        }
    }

    /**
     * MaxPoolWithIndices: the first greatest element of each window of kernelSize, along as many axes; pads are
     * before and after each axis, missing strides are 1, and its row-major position in the spatial axes of x.
     *
     * @param x float
     * @param kernelSize one number per axis
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param ceilMode see above, by default false
     * @return values float, indices i64; [n, channels, …] with the number of windows along each axis of kernelSize
     */
    @GraphOp("MaxPoolWithIndices")
    public static MaxPoolWithIndicesResult maxPoolWithIndices(Tensor x, long[] kernelSize, long[] strides,
            long[] pads, long[] dilations, boolean ceilMode) {
        return MaxPoolWithIndicesResult.of(CompositeOp.results("MaxPoolWithIndices", x, kernelSize, strides, pads,
                dilations, ceilMode));
    }

    /** As {@link #maxPoolWithIndices(Tensor, long[], long[], long[], long[], boolean)} with ceilMode = false. */
    @GraphOp("MaxPoolWithIndices")
    public static MaxPoolWithIndicesResult maxPoolWithIndices(Tensor x, long[] kernelSize, long[] strides,
            long[] pads, long[] dilations) {
        return maxPoolWithIndices(x, kernelSize, strides, pads, dilations, false);
    }

    /**
     * As {@link #maxPoolWithIndices(Tensor, long[], long[], long[], long[], boolean)} with dilations = {}, ceilMode
     * = false.
     */
    @GraphOp("MaxPoolWithIndices")
    public static MaxPoolWithIndicesResult maxPoolWithIndices(Tensor x, long[] kernelSize, long[] strides,
            long[] pads) {
        return maxPoolWithIndices(x, kernelSize, strides, pads, new long[] {}, false);
    }

    /**
     * As {@link #maxPoolWithIndices(Tensor, long[], long[], long[], long[], boolean)} with pads = {}, dilations =
     * {}, ceilMode = false.
     */
    @GraphOp("MaxPoolWithIndices")
    public static MaxPoolWithIndicesResult maxPoolWithIndices(Tensor x, long[] kernelSize, long[] strides) {
        return maxPoolWithIndices(x, kernelSize, strides, new long[] {}, new long[] {}, false);
    }

    /**
     * As {@link #maxPoolWithIndices(Tensor, long[], long[], long[], long[], boolean)} with strides = {}, pads = {},
     * dilations = {}, ceilMode = false.
     */
    @GraphOp("MaxPoolWithIndices")
    public static MaxPoolWithIndicesResult maxPoolWithIndices(Tensor x, long... kernelSize) {
        return maxPoolWithIndices(x, kernelSize, new long[] {}, new long[] {}, new long[] {}, false);
    }

    /**
     * MaxUnpool: zeros with the elements of x at the indices of MaxPoolWithIndices; of several at an index the last
     * one counts.
     *
     * @param x number
     * @param indices i32 or i64
     * @param size one number per axis
     * @return number; [n, channels, …] with size as last dims
     */
    @GraphOp("MaxUnpool")
    public static Tensor maxUnpool(Tensor x, Tensor indices, long... size) {
        return CompositeOp.result("MaxUnpool", x, indices, size);
    }

    /**
     * AdaptiveAvgPool: the means of windows that divide the last axes into size parts, which overlap where there is
     * a remainder.
     *
     * @param x float
     * @param size one number per axis
     * @return float; [n, channels, …] with size as last dims
     */
    @GraphOp("AdaptiveAvgPool")
    public static Tensor adaptiveAvgPool(Tensor x, long... size) {
        return CompositeOp.result("AdaptiveAvgPool", x, size);
    }

    /**
     * AdaptiveMaxPool: the greatest elements of windows that divide the last axes into size parts, which overlap
     * where there is a remainder.
     *
     * @param x float
     * @param size one number per axis
     * @return float; [n, channels, …] with size as last dims
     */
    @GraphOp("AdaptiveMaxPool")
    public static Tensor adaptiveMaxPool(Tensor x, long... size) {
        return CompositeOp.result("AdaptiveMaxPool", x, size);
    }

    /**
     * Conv1D: the convolution along one axis; pads are before and after each axis, missing strides and dilations
     * are 1, missing pads 0.
     *
     * @param x float
     * @param weight float
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param groups an integer, by default 1
     * @return float; [n, outputs, length] of [n, channels, length] and [outputs, channels / groups, length]
     */
    @GraphOp("Conv1D")
    public static Tensor conv1D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return conv1D(promoted.get(0), promoted.get(1), strides, pads, dilations, groups);
            }
        }
        return CompositeOp.result("Conv1D", x, weight, strides, pads, dilations, groups);
    }

    /** As {@link #conv1D(Tensor, Tensor, long[], long[], long[], int)} with groups = 1. */
    @GraphOp("Conv1D")
    public static Tensor conv1D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations) {
        return conv1D(x, weight, strides, pads, dilations, 1);
    }

    /** As {@link #conv1D(Tensor, Tensor, long[], long[], long[], int)} with dilations = {}, groups = 1. */
    @GraphOp("Conv1D")
    public static Tensor conv1D(Tensor x, Tensor weight, long[] strides, long[] pads) {
        return conv1D(x, weight, strides, pads, new long[] {}, 1);
    }

    /**
     * As {@link #conv1D(Tensor, Tensor, long[], long[], long[], int)} with pads = {}, dilations = {}, groups = 1.
     */
    @GraphOp("Conv1D")
    public static Tensor conv1D(Tensor x, Tensor weight, long... strides) {
        return conv1D(x, weight, strides, new long[] {}, new long[] {}, 1);
    }

    /**
     * As {@link #conv1D(Tensor, Tensor, long[], long[], long[], int)} with strides = {}, pads = {}, dilations = {},
     * groups = 1.
     */
    @GraphOp("Conv1D")
    public static Tensor conv1D(Tensor x, Tensor weight) {
        return conv1D(x, weight, new long[] {}, new long[] {}, new long[] {}, 1);
    }

    /**
     * Conv3D: the convolution along three axes; pads are before and after each axis, missing strides and dilations
     * are 1, missing pads 0.
     *
     * @param x float
     * @param weight float
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param groups an integer, by default 1
     * @return float; [n, outputs, depth, height, width] of [n, channels, …] and [outputs, channels / groups, …]
     */
    @GraphOp("Conv3D")
    public static Tensor conv3D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return conv3D(promoted.get(0), promoted.get(1), strides, pads, dilations, groups);
            }
        }
        return CompositeOp.result("Conv3D", x, weight, strides, pads, dilations, groups);
    }

    /** As {@link #conv3D(Tensor, Tensor, long[], long[], long[], int)} with groups = 1. */
    @GraphOp("Conv3D")
    public static Tensor conv3D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations) {
        return conv3D(x, weight, strides, pads, dilations, 1);
    }

    /** As {@link #conv3D(Tensor, Tensor, long[], long[], long[], int)} with dilations = {}, groups = 1. */
    @GraphOp("Conv3D")
    public static Tensor conv3D(Tensor x, Tensor weight, long[] strides, long[] pads) {
        return conv3D(x, weight, strides, pads, new long[] {}, 1);
    }

    /**
     * As {@link #conv3D(Tensor, Tensor, long[], long[], long[], int)} with pads = {}, dilations = {}, groups = 1.
     */
    @GraphOp("Conv3D")
    public static Tensor conv3D(Tensor x, Tensor weight, long... strides) {
        return conv3D(x, weight, strides, new long[] {}, new long[] {}, 1);
    }

    /**
     * As {@link #conv3D(Tensor, Tensor, long[], long[], long[], int)} with strides = {}, pads = {}, dilations = {},
     * groups = 1.
     */
    @GraphOp("Conv3D")
    public static Tensor conv3D(Tensor x, Tensor weight) {
        return conv3D(x, weight, new long[] {}, new long[] {}, new long[] {}, 1);
    }

    /**
     * ConvTranspose: the transposed convolution of [n, channels, …] with weights [channels, outputs / groups, …]
     * along one, two or three axes: the input gradient of a convolution; pads are before and after each axis,
     * missing strides and dilations are 1, missing pads 0.
     *
     * @param x float
     * @param weight float
     * @param strides one number per axis, by default {}
     * @param pads one number per axis, by default {}
     * @param dilations one number per axis, by default {}
     * @param groups an integer, by default 1
     * @param outputPads one number per axis, by default {}
     * @return float; [n, outputs, …]: (in - 1) · stride - pads + (size - 1) · dilation + 1 + outputPad
     */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups, long[] outputPads) {
        PromotedOperands promoted = PromotedOperands.of(x, weight);
        if (promoted != null) {
            try (promoted) {
                return convTranspose(promoted.get(0), promoted.get(1), strides, pads, dilations, groups,
                        outputPads);
            }
        }
        return CompositeOp.result("ConvTranspose", x, weight, strides, pads, dilations, groups, outputPads);
    }

    /** As {@link #convTranspose(Tensor, Tensor, long[], long[], long[], int, long[])} with outputPads = {}. */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups) {
        return convTranspose(x, weight, strides, pads, dilations, groups, new long[] {});
    }

    /**
     * As {@link #convTranspose(Tensor, Tensor, long[], long[], long[], int, long[])} with groups = 1, outputPads =
     * {}.
     */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations) {
        return convTranspose(x, weight, strides, pads, dilations, 1, new long[] {});
    }

    /**
     * As {@link #convTranspose(Tensor, Tensor, long[], long[], long[], int, long[])} with dilations = {}, groups =
     * 1, outputPads = {}.
     */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight, long[] strides, long[] pads) {
        return convTranspose(x, weight, strides, pads, new long[] {}, 1, new long[] {});
    }

    /**
     * As {@link #convTranspose(Tensor, Tensor, long[], long[], long[], int, long[])} with pads = {}, dilations =
     * {}, groups = 1, outputPads = {}.
     */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight, long... strides) {
        return convTranspose(x, weight, strides, new long[] {}, new long[] {}, 1, new long[] {});
    }

    /**
     * As {@link #convTranspose(Tensor, Tensor, long[], long[], long[], int, long[])} with strides = {}, pads = {},
     * dilations = {}, groups = 1, outputPads = {}.
     */
    @GraphOp("ConvTranspose")
    public static Tensor convTranspose(Tensor x, Tensor weight) {
        return convTranspose(x, weight, new long[] {}, new long[] {}, new long[] {}, 1, new long[] {});
    }

    /**
     * Resize: x resized along its last axes; alignCorners maps the centers of the first and last elements to each
     * other, otherwise the edges are.
     *
     * @param x float
     * @param size one number per axis
     * @param mode a constant of SamplingMode, by default SamplingMode.LINEAR
     * @param alignCorners see above, by default false
     * @param antialias see above, by default false
     * @return float; the dims of x, with size as last ones
     */
    @GraphOp("Resize")
    public static Tensor resize(Tensor x, long[] size, SamplingMode mode, boolean alignCorners, boolean antialias) {
        return CompositeOp.result("Resize", x, size, mode, alignCorners, antialias);
    }

    /** As {@link #resize(Tensor, long[], SamplingMode, boolean, boolean)} with antialias = false. */
    @GraphOp("Resize")
    public static Tensor resize(Tensor x, long[] size, SamplingMode mode, boolean alignCorners) {
        return resize(x, size, mode, alignCorners, false);
    }

    /**
     * As {@link #resize(Tensor, long[], SamplingMode, boolean, boolean)} with alignCorners = false, antialias =
     * false.
     */
    @GraphOp("Resize")
    public static Tensor resize(Tensor x, long[] size, SamplingMode mode) {
        return resize(x, size, mode, false, false);
    }

    /**
     * As {@link #resize(Tensor, long[], SamplingMode, boolean, boolean)} with mode = SamplingMode.LINEAR,
     * alignCorners = false, antialias = false.
     */
    @GraphOp("Resize")
    public static Tensor resize(Tensor x, long... size) {
        return resize(x, size, SamplingMode.LINEAR, false, false);
    }

    /**
     * GridSample: the elements of images at the positions of a grid, of which x and y are from -1 to 1;
     * alignCorners maps the centers of the first and last elements to each other, otherwise the edges are.
     *
     * @param x float
     * @param grid float
     * @param mode a constant of SamplingMode, by default SamplingMode.LINEAR
     * @param padding a constant of PaddingMode, by default PaddingMode.ZEROS
     * @param alignCorners see above, by default false
     * @return float; [n, channels, rows, columns] of [n, channels, height, width] and a grid [n, rows, columns, 2]
     */
    @GraphOp("GridSample")
    public static Tensor gridSample(Tensor x, Tensor grid, SamplingMode mode, PaddingMode padding,
            boolean alignCorners) {
        PromotedOperands promoted = PromotedOperands.of(x, grid);
        if (promoted != null) {
            try (promoted) {
                return gridSample(promoted.get(0), promoted.get(1), mode, padding, alignCorners);
            }
        }
        return CompositeOp.result("GridSample", x, grid, mode, padding, alignCorners);
    }

    /** As {@link #gridSample(Tensor, Tensor, SamplingMode, PaddingMode, boolean)} with alignCorners = false. */
    @GraphOp("GridSample")
    public static Tensor gridSample(Tensor x, Tensor grid, SamplingMode mode, PaddingMode padding) {
        return gridSample(x, grid, mode, padding, false);
    }

    /**
     * As {@link #gridSample(Tensor, Tensor, SamplingMode, PaddingMode, boolean)} with padding = PaddingMode.ZEROS,
     * alignCorners = false.
     */
    @GraphOp("GridSample")
    public static Tensor gridSample(Tensor x, Tensor grid, SamplingMode mode) {
        return gridSample(x, grid, mode, PaddingMode.ZEROS, false);
    }

    /**
     * As {@link #gridSample(Tensor, Tensor, SamplingMode, PaddingMode, boolean)} with mode = SamplingMode.LINEAR,
     * padding = PaddingMode.ZEROS, alignCorners = false.
     */
    @GraphOp("GridSample")
    public static Tensor gridSample(Tensor x, Tensor grid) {
        return gridSample(x, grid, SamplingMode.LINEAR, PaddingMode.ZEROS, false);
    }

    /**
     * AffineGrid: the grid of GridSample that the affine maps theta give; alignCorners maps the centers of the
     * first and last elements to each other, otherwise the edges are.
     *
     * @param theta float
     * @param rows an integer
     * @param columns an integer
     * @param alignCorners see above, by default false
     * @return float; [n, rows, columns, 2] of [n, 2, 3]
     */
    @GraphOp("AffineGrid")
    public static Tensor affineGrid(Tensor theta, long rows, long columns, boolean alignCorners) {
        return CompositeOp.result("AffineGrid", theta, rows, columns, alignCorners);
    }

    /** As {@link #affineGrid(Tensor, long, long, boolean)} with alignCorners = false. */
    @GraphOp("AffineGrid")
    public static Tensor affineGrid(Tensor theta, long rows, long columns) {
        return affineGrid(theta, rows, columns, false);
    }

    /**
     * PixelShuffle: the channels of each pixel as a square of pixels.
     *
     * @param x any dtype but f8
     * @param upscale an integer
     * @return any dtype but f8; [n, channels / upscale², height · upscale, width · upscale]
     */
    @GraphOp("PixelShuffle")
    public static Tensor pixelShuffle(Tensor x, int upscale) {
        return CompositeOp.result("PixelShuffle", x, upscale);
    }

    /**
     * PixelUnshuffle: each square of pixels as the channels of a pixel, the inverse of PixelShuffle.
     *
     * @param x any dtype but f8
     * @param downscale an integer
     * @return any dtype but f8; [n, channels · downscale², height / downscale, width / downscale]
     */
    @GraphOp("PixelUnshuffle")
    public static Tensor pixelUnshuffle(Tensor x, int downscale) {
        return CompositeOp.result("PixelUnshuffle", x, downscale);
    }

    /**
     * ChannelShuffle: the channels of all groups, one of each after the other.
     *
     * @param x any dtype but f8
     * @param groups an integer
     * @return any dtype but f8; the shape of x
     */
    @GraphOp("ChannelShuffle")
    public static Tensor channelShuffle(Tensor x, int groups) {
        return CompositeOp.result("ChannelShuffle", x, groups);
    }

    /**
     * CrossEntropyLoss: (1 - s) · weight[label] · -p[label] - s / c · Σ weight · p, reduced, with p = log softmax
     * of the c logits of the last axis and the label smoothing s; MEAN divides by the sum of the weights of the
     * labels.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param weight float
     * @param labelSmoothing float, a number
     * @param ignoreIndex an integer, by default -100
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, Tensor labelSmoothing,
            int ignoreIndex, Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(logits, weight, labelSmoothing);
        if (promoted != null) {
            try (promoted) {
                return crossEntropyLoss(promoted.get(0), labels, promoted.get(1), promoted.get(2), ignoreIndex,
                        reduction);
            }
        }
        return CompositeOp.result("CrossEntropyLoss", logits, labels, weight, labelSmoothing, ignoreIndex,
                reduction);
    }

    /**
     * As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction)} with reduction = Reduction.MEAN.
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, Tensor labelSmoothing,
            int ignoreIndex) {
        return crossEntropyLoss(logits, labels, weight, labelSmoothing, ignoreIndex, Reduction.MEAN);
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, Tensor, int)} with reduction = Reduction.MEAN. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, double labelSmoothing,
            int ignoreIndex) {
        return crossEntropyLoss(logits, labels, weight, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, PromotedOperands.like(logits, weight)), ignoreIndex);
    }

    /**
     * As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction)} with ignoreIndex = -100,
     * reduction = Reduction.MEAN.
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, Tensor labelSmoothing) {
        return crossEntropyLoss(logits, labels, weight, labelSmoothing, -100, Reduction.MEAN);
    }

    /**
     * As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, Tensor)} with ignoreIndex = -100, reduction =
     * Reduction.MEAN.
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, double labelSmoothing) {
        return crossEntropyLoss(logits, labels, weight, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, PromotedOperands.like(logits, weight)));
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction)}. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor weight, double labelSmoothing,
            int ignoreIndex, Reduction reduction) {
        return crossEntropyLoss(logits, labels, weight, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, PromotedOperands.like(logits, weight)), ignoreIndex, reduction);
    }

    /**
     * CrossEntropyLoss: (1 - s) · weight[label] · -p[label] - s / c · Σ weight · p, reduced, with p = log softmax
     * of the c logits of the last axis and the label smoothing s; MEAN divides by the sum of the weights of the
     * labels.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param labelSmoothing float, a number
     * @param ignoreIndex an integer, by default -100
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor labelSmoothing, int ignoreIndex,
            Reduction reduction) {
        PromotedOperands promoted = PromotedOperands.of(logits, labelSmoothing);
        if (promoted != null) {
            try (promoted) {
                return crossEntropyLoss(promoted.get(0), labels, promoted.get(1), ignoreIndex, reduction);
            }
        }
        return CompositeOp.result("CrossEntropyLoss", logits, labels, EagerExpansion.ABSENT, labelSmoothing,
                ignoreIndex, reduction);
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, int, Reduction)} with reduction = Reduction.MEAN. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor labelSmoothing, int ignoreIndex) {
        return crossEntropyLoss(logits, labels, labelSmoothing, ignoreIndex, Reduction.MEAN);
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, int)} with reduction = Reduction.MEAN. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, double labelSmoothing, int ignoreIndex) {
        return crossEntropyLoss(logits, labels, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, logits), ignoreIndex);
    }

    /**
     * As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, int, Reduction)} with ignoreIndex = -100, reduction =
     * Reduction.MEAN.
     */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, Tensor labelSmoothing) {
        return crossEntropyLoss(logits, labels, labelSmoothing, -100, Reduction.MEAN);
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor)} with ignoreIndex = -100, reduction = Reduction.MEAN. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, double labelSmoothing) {
        return crossEntropyLoss(logits, labels, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, logits));
    }

    /** As {@link #crossEntropyLoss(Tensor, Tensor, Tensor, int, Reduction)}. */
    @GraphOp("CrossEntropyLoss")
    public static Tensor crossEntropyLoss(Tensor logits, Tensor labels, double labelSmoothing, int ignoreIndex,
            Reduction reduction) {
        return crossEntropyLoss(logits, labels, Expansions.number("crossEntropyLoss", "labelSmoothing",
                labelSmoothing, logits), ignoreIndex, reduction);
    }

    /**
     * CTCLoss: -ln of the probability of all alignments of the targets with the times: labels in their order, each
     * one or more times, and blanks between them, of which equal neighbors need one; MEAN first divides by the
     * target lengths.
     *
     * @param logProbabilities float
     * @param targets i32 or i64
     * @param inputLengths i32 or i64
     * @param targetLengths i32 or i64
     * @param blank an integer, by default 0
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @param zeroInfinity see above, by default false
     * @return float; [n] without reduction, else []; of [t, n, c], [n, s], [n] and [n]
     */
    @GraphOp("CTCLoss")
    public static Tensor ctcLoss(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths, int blank, Reduction reduction, boolean zeroInfinity) {
        return CompositeOp.result("CTCLoss", logProbabilities, targets, inputLengths, targetLengths, blank,
                reduction, zeroInfinity);
    }

    /** As {@link #ctcLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction, boolean)} with zeroInfinity = false. */
    @GraphOp("CTCLoss")
    public static Tensor ctcLoss(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths, int blank, Reduction reduction) {
        return ctcLoss(logProbabilities, targets, inputLengths, targetLengths, blank, reduction, false);
    }

    /**
     * As {@link #ctcLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction, boolean)} with reduction = Reduction.MEAN,
     * zeroInfinity = false.
     */
    @GraphOp("CTCLoss")
    public static Tensor ctcLoss(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths, int blank) {
        return ctcLoss(logProbabilities, targets, inputLengths, targetLengths, blank, Reduction.MEAN, false);
    }

    /**
     * As {@link #ctcLoss(Tensor, Tensor, Tensor, Tensor, int, Reduction, boolean)} with blank = 0, reduction =
     * Reduction.MEAN, zeroInfinity = false.
     */
    @GraphOp("CTCLoss")
    public static Tensor ctcLoss(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths) {
        return ctcLoss(logProbabilities, targets, inputLengths, targetLengths, 0, Reduction.MEAN, false);
    }

    /**
     * CTCLossGrad: -dout · the probability of each class at each time, given the targets.
     *
     * @param logProbabilities float
     * @param targets i32 or i64
     * @param inputLengths i32 or i64
     * @param targetLengths i32 or i64
     * @param dout float
     * @param blank an integer, by default 0
     * @return float; the shape of logProbabilities, [t, n, c]; dout is [n]
     */
    @GraphOp("CTCLossGrad")
    public static Tensor ctcLossGrad(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths, Tensor dout, int blank) {
        PromotedOperands promoted = PromotedOperands.of(logProbabilities, dout);
        if (promoted != null) {
            try (promoted) {
                return ctcLossGrad(promoted.get(0), targets, inputLengths, targetLengths, promoted.get(1), blank);
            }
        }
        return CompositeOp.result("CTCLossGrad", logProbabilities, targets, inputLengths, targetLengths, dout,
                blank);
    }

    /** As {@link #ctcLossGrad(Tensor, Tensor, Tensor, Tensor, Tensor, int)} with blank = 0. */
    @GraphOp("CTCLossGrad")
    public static Tensor ctcLossGrad(Tensor logProbabilities, Tensor targets, Tensor inputLengths,
            Tensor targetLengths, Tensor dout) {
        return ctcLossGrad(logProbabilities, targets, inputLengths, targetLengths, dout, 0);
    }

    /**
     * LocalResponseNorm: x / (bias + alpha / size · Σ x²)^beta, with the sum over size channels around each one, of
     * which an even size has one more before than after.
     *
     * @param x float
     * @param alpha float, a number
     * @param beta float, a number
     * @param bias float, a number
     * @param size an integer
     * @return float; the shape of x, [n, channels, …]
     */
    @GraphOp("LocalResponseNorm")
    public static Tensor localResponseNorm(Tensor x, Tensor alpha, Tensor beta, Tensor bias, int size) {
        PromotedOperands promoted = PromotedOperands.of(x, alpha, beta, bias);
        if (promoted != null) {
            try (promoted) {
                return localResponseNorm(promoted.get(0), promoted.get(1), promoted.get(2), promoted.get(3), size);
            }
        }
        return CompositeOp.result("LocalResponseNorm", x, alpha, beta, bias, size);
    }

    /** As {@link #localResponseNorm(Tensor, Tensor, Tensor, Tensor, int)}. */
    @GraphOp("LocalResponseNorm")
    public static Tensor localResponseNorm(Tensor x, double alpha, double beta, double bias, int size) {
        return localResponseNorm(x, Expansions.number("localResponseNorm", "alpha", alpha, x), Expansions.number(
                "localResponseNorm", "beta", beta, x), Expansions.number("localResponseNorm", "bias", bias, x),
                size);
    }

    /**
     * The results of NonMaxSuppression.
     *
     * @param indices i64
     * @param count i64
     */
    public record NonMaxSuppressionResult(Tensor indices, Tensor count) {
        private static NonMaxSuppressionResult of(Tensor... results) {
            return new NonMaxSuppressionResult(results[0], results[1]);
        }
    }

    /**
     * NonMaxSuppression: for each batch the first size boxes in descending order of their scores, without those
     * whose intersection with an earlier one is more than the threshold of their union, then zeros; and the number
     * of these boxes.
     *
     * @param boxes float
     * @param scores float
     * @param iouThreshold float, a number
     * @param size an integer
     * @return indices i64, count i64; […, size] and […] of […, n, 4] and […, n]; size is from 1 to n
     */
    @GraphOp("NonMaxSuppression")
    public static NonMaxSuppressionResult nonMaxSuppression(Tensor boxes, Tensor scores, Tensor iouThreshold,
            long size) {
        PromotedOperands promoted = PromotedOperands.of(boxes, scores, iouThreshold);
        if (promoted != null) {
            try (promoted) {
                return nonMaxSuppression(promoted.get(0), promoted.get(1), promoted.get(2), size);
            }
        }
        return NonMaxSuppressionResult.of(CompositeOp.results("NonMaxSuppression", boxes, scores, iouThreshold,
                size));
    }

    /** As {@link #nonMaxSuppression(Tensor, Tensor, Tensor, long)}. */
    @GraphOp("NonMaxSuppression")
    public static NonMaxSuppressionResult nonMaxSuppression(Tensor boxes, Tensor scores, double iouThreshold,
            long size) {
        return nonMaxSuppression(boxes, scores, Expansions.number("nonMaxSuppression", "iouThreshold",
                iouThreshold, PromotedOperands.like(boxes, scores)), size);
    }

    /**
     * RandomUniform: uniform in [0, 1), reproducible from the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("RandomUniform")
    public static Tensor randomUniform(Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("RandomUniform", seed, seed2, dims);
    }

    /** As {@link #randomUniform(Tensor, Tensor, long...)}. */
    @GraphOp("RandomUniform")
    public static Tensor randomUniform(long seed, long seed2, long... dims) {
        return randomUniform(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /** As {@link #randomUniform(Tensor, Tensor, long...)}. */
    @GraphOp("RandomUniform")
    public static Tensor uniformReal(Tensor seed, Tensor seed2, long... dims) {
        return randomUniform(seed, seed2, dims);
    }

    /** As {@link #randomUniform(Tensor, Tensor, long...)}. */
    @GraphOp("RandomUniform")
    public static Tensor uniformReal(long seed, long seed2, long... dims) {
        return randomUniform(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * StandardNormal: normal with mean 0 and variance 1, reproducible from the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("StandardNormal")
    public static Tensor standardNormal(Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("StandardNormal", seed, seed2, dims);
    }

    /** As {@link #standardNormal(Tensor, Tensor, long...)}. */
    @GraphOp("StandardNormal")
    public static Tensor standardNormal(long seed, long seed2, long... dims) {
        return standardNormal(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * The results of Dropout.
     *
     * @param y float
     * @param mask float
     */
    public record DropoutResult(Tensor y, Tensor mask) {
        private static DropoutResult of(Tensor... results) {
            return new DropoutResult(results[0], results[1]);
        }
    }

    /**
     * Dropout: y = x / keepProbability where u &lt; keepProbability, else 0; mask is 1 and 0, of the dtype of x; u
     * is RandomUniform of the seeds.
     *
     * @param x float
     * @param keepProbability float, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @return y float, mask float; the shape of x
     */
    @GraphOp("Dropout")
    public static DropoutResult dropout(Tensor x, Tensor keepProbability, Tensor seed, Tensor seed2) {
        PromotedOperands promoted = PromotedOperands.of(x, keepProbability);
        if (promoted != null) {
            try (promoted) {
                return dropout(promoted.get(0), promoted.get(1), seed, seed2);
            }
        }
        return DropoutResult.of(CompositeOp.results("Dropout", x, keepProbability, seed, seed2));
    }

    /** As {@link #dropout(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("Dropout")
    public static DropoutResult dropout(Tensor x, double keepProbability, long seed, long seed2) {
        return dropout(x, Expansions.number("dropout", "keepProbability", keepProbability, x), Tensor.scalar(
                DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * DropoutGrad: dy · mask / keepProbability.
     *
     * @param dy float
     * @param mask float
     * @param keepProbability float, a number
     * @return float; the shape of dy
     */
    @GraphOp("DropoutGrad")
    public static Tensor dropoutGrad(Tensor dy, Tensor mask, Tensor keepProbability) {
        PromotedOperands promoted = PromotedOperands.of(dy, mask, keepProbability);
        if (promoted != null) {
            try (promoted) {
                return dropoutGrad(promoted.get(0), promoted.get(1), promoted.get(2));
            }
        }
        return CompositeOp.result("DropoutGrad", dy, mask, keepProbability);
    }

    /** As {@link #dropoutGrad(Tensor, Tensor, Tensor)}. */
    @GraphOp("DropoutGrad")
    public static Tensor dropoutGrad(Tensor dy, Tensor mask, double keepProbability) {
        return dropoutGrad(dy, mask, Expansions.number("dropoutGrad", "keepProbability", keepProbability,
                PromotedOperands.like(dy, mask)));
    }

    /**
     * Bernoulli: 1 with the probability x, else 0: 1 where u &lt; x, with u the RandomUniform of the seeds.
     *
     * @param x float
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @return float; the shape of x
     */
    @GraphOp("Bernoulli")
    public static Tensor bernoulli(Tensor x, Tensor seed, Tensor seed2) {
        return CompositeOp.result("Bernoulli", x, seed, seed2);
    }

    /** As {@link #bernoulli(Tensor, Tensor, Tensor)}. */
    @GraphOp("Bernoulli")
    public static Tensor bernoulli(Tensor x, long seed, long seed2) {
        return bernoulli(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * Categorical: a position along an axis with the probabilities softmax(x); by GUMBEL the position of the
     * largest x - ln(-ln u), by INVERSE the first one whose cumulative probability is greater than u, with u the
     * RandomUniform of the seeds.
     *
     * @param x float
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param axis index of the axis, counted from the end if negative, by default -1
     * @param method a constant of CategoricalMethod, by default CategoricalMethod.GUMBEL
     * @return i64; the shape of x without the axis
     */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, Tensor seed, Tensor seed2, int axis, CategoricalMethod method) {
        return CompositeOp.result("Categorical", x, seed, seed2, axis, method);
    }

    /**
     * As {@link #categorical(Tensor, Tensor, Tensor, int, CategoricalMethod)} with method =
     * CategoricalMethod.GUMBEL.
     */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, Tensor seed, Tensor seed2, int axis) {
        return categorical(x, seed, seed2, axis, CategoricalMethod.GUMBEL);
    }

    /** As {@link #categorical(Tensor, Tensor, Tensor, int)} with method = CategoricalMethod.GUMBEL. */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, long seed, long seed2, int axis) {
        return categorical(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), axis);
    }

    /**
     * As {@link #categorical(Tensor, Tensor, Tensor, int, CategoricalMethod)} with axis = -1, method =
     * CategoricalMethod.GUMBEL.
     */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, Tensor seed, Tensor seed2) {
        return categorical(x, seed, seed2, -1, CategoricalMethod.GUMBEL);
    }

    /** As {@link #categorical(Tensor, Tensor, Tensor)} with axis = -1, method = CategoricalMethod.GUMBEL. */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, long seed, long seed2) {
        return categorical(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /** As {@link #categorical(Tensor, Tensor, Tensor, int, CategoricalMethod)}. */
    @GraphOp("Categorical")
    public static Tensor categorical(Tensor x, long seed, long seed2, int axis, CategoricalMethod method) {
        return categorical(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), axis, method);
    }

    /**
     * Multinomial: positions along the last axis, drawn with probabilities in proportion to x: the positions of the
     * largest ln(x) - ln(-ln u) in descending order, each at most once.
     *
     * @param x float
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param size an integer
     * @param replacement see above, by default false
     * @return i64; the shape of x, with size in place of the last axis
     */
    @GraphOp("Multinomial")
    public static Tensor multinomial(Tensor x, Tensor seed, Tensor seed2, long size, boolean replacement) {
        return CompositeOp.result("Multinomial", x, seed, seed2, size, replacement);
    }

    /** As {@link #multinomial(Tensor, Tensor, Tensor, long, boolean)} with replacement = false. */
    @GraphOp("Multinomial")
    public static Tensor multinomial(Tensor x, Tensor seed, Tensor seed2, long size) {
        return multinomial(x, seed, seed2, size, false);
    }

    /** As {@link #multinomial(Tensor, Tensor, Tensor, long)} with replacement = false. */
    @GraphOp("Multinomial")
    public static Tensor multinomial(Tensor x, long seed, long seed2, long size) {
        return multinomial(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), size);
    }

    /** As {@link #multinomial(Tensor, Tensor, Tensor, long, boolean)}. */
    @GraphOp("Multinomial")
    public static Tensor multinomial(Tensor x, long seed, long seed2, long size, boolean replacement) {
        return multinomial(x, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), size, replacement);
    }

    /**
     * UniformRange: low + (high - low) · u, with u the RandomUniform of the seeds.
     *
     * @param low f32, a number
     * @param high f32, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("UniformRange")
    public static Tensor uniformRange(Tensor low, Tensor high, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("UniformRange", low, high, seed, seed2, dims);
    }

    /** As {@link #uniformRange(Tensor, Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("UniformRange")
    public static Tensor uniformRange(double low, double high, long seed, long seed2, long... dims) {
        return uniformRange(Eager.scalar(low), Eager.scalar(high), Tensor.scalar(DType.I64, seed), Tensor.scalar(
                DType.I64, seed2), dims);
    }

    /**
     * Normal: mean + deviation · z, with z the StandardNormal of the seeds.
     *
     * @param mean f32, a number
     * @param deviation f32, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("Normal")
    public static Tensor normal(Tensor mean, Tensor deviation, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("Normal", mean, deviation, seed, seed2, dims);
    }

    /** As {@link #normal(Tensor, Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("Normal")
    public static Tensor normal(double mean, double deviation, long seed, long seed2, long... dims) {
        return normal(Eager.scalar(mean), Eager.scalar(deviation), Tensor.scalar(DType.I64, seed), Tensor.scalar(
                DType.I64, seed2), dims);
    }

    /**
     * TruncatedNormal: standard normal between low and high, by the inverse of the distribution function of the
     * RandomUniform of the seeds.
     *
     * @param low f32, a number
     * @param high f32, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("TruncatedNormal")
    public static Tensor truncatedNormal(Tensor low, Tensor high, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("TruncatedNormal", low, high, seed, seed2, dims);
    }

    /** As {@link #truncatedNormal(Tensor, Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("TruncatedNormal")
    public static Tensor truncatedNormal(double low, double high, long seed, long seed2, long... dims) {
        return truncatedNormal(Eager.scalar(low), Eager.scalar(high), Tensor.scalar(DType.I64, seed),
                Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * Exponential: -ln(1 - u) / rate, with u the RandomUniform of the seeds.
     *
     * @param rate f32, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("Exponential")
    public static Tensor exponential(Tensor rate, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("Exponential", rate, seed, seed2, dims);
    }

    /** As {@link #exponential(Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("Exponential")
    public static Tensor exponential(double rate, long seed, long seed2, long... dims) {
        return exponential(Eager.scalar(rate), Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2),
                dims);
    }

    /**
     * RandomGamma: gamma distribution by the method of Marsaglia and Tsang: the first of 7 tries that is accepted,
     * of which try k of element i uses the StandardNormal of the index 15 · i + 2 · k, and the RandomUniform of the
     * next one.
     *
     * @param concentration f32, a number
     * @param rate f32, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return f32; dims
     */
    @GraphOp("RandomGamma")
    public static Tensor randomGamma(Tensor concentration, Tensor rate, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("RandomGamma", concentration, rate, seed, seed2, dims);
    }

    /** As {@link #randomGamma(Tensor, Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("RandomGamma")
    public static Tensor randomGamma(double concentration, double rate, long seed, long seed2, long... dims) {
        return randomGamma(Eager.scalar(concentration), Eager.scalar(rate), Tensor.scalar(DType.I64, seed),
                Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * RandomInteger: integers from low to high - 1: low + ⌊u · (high - low)⌋, with u the RandomUniform of the
     * seeds.
     *
     * @param low i64, a number
     * @param high i64, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number per axis
     * @return i64; dims
     */
    @GraphOp("RandomInteger")
    public static Tensor randomInteger(Tensor low, Tensor high, Tensor seed, Tensor seed2, long... dims) {
        return CompositeOp.result("RandomInteger", low, high, seed, seed2, dims);
    }

    /** As {@link #randomInteger(Tensor, Tensor, Tensor, Tensor, long...)}. */
    @GraphOp("RandomInteger")
    public static Tensor randomInteger(long low, long high, long seed, long seed2, long... dims) {
        return randomInteger(Tensor.scalar(DType.I64, low), Tensor.scalar(DType.I64, high), Tensor.scalar(
                DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * RandomPermutation: the integers from 0 to n - 1 in the order of the RandomUniform of the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param n an integer
     * @return i64; [n]
     */
    @GraphOp("RandomPermutation")
    public static Tensor randomPermutation(Tensor seed, Tensor seed2, long n) {
        return CompositeOp.result("RandomPermutation", seed, seed2, n);
    }

    /** As {@link #randomPermutation(Tensor, Tensor, long)}. */
    @GraphOp("RandomPermutation")
    public static Tensor randomPermutation(long seed, long seed2, long n) {
        return randomPermutation(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), n);
    }

    /**
     * ChannelDropout: x / keepProbability in the channels with u &lt; keepProbability, else 0; u is the
     * RandomUniform of the seeds with the dims of the first two axes.
     *
     * @param x float
     * @param keepProbability float, a number
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @return float; the shape of x, [n, channels, …]
     */
    @GraphOp("ChannelDropout")
    public static Tensor channelDropout(Tensor x, Tensor keepProbability, Tensor seed, Tensor seed2) {
        PromotedOperands promoted = PromotedOperands.of(x, keepProbability);
        if (promoted != null) {
            try (promoted) {
                return channelDropout(promoted.get(0), promoted.get(1), seed, seed2);
            }
        }
        return CompositeOp.result("ChannelDropout", x, keepProbability, seed, seed2);
    }

    /** As {@link #channelDropout(Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("ChannelDropout")
    public static Tensor channelDropout(Tensor x, double keepProbability, long seed, long seed2) {
        return channelDropout(x, Expansions.number("channelDropout", "keepProbability", keepProbability, x),
                Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * The results of Adam.
     *
     * @param var the parameter of that name, updated
     * @param m the parameter of that name, updated
     * @param v the parameter of that name, updated
     */
    public record AdamResult(Tensor var, Tensor m, Tensor v) {
        private static AdamResult of(Tensor... results) {
            return new AdamResult(results[0], results[1], results[2]);
        }
    }

    /**
     * Adam: m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) / (1 - β1ᵗ) · m' /
     * (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'.
     *
     * @param var any dtype but f8, updated
     * @param m float, updated
     * @param v float, updated
     * @param beta1Power float, a number
     * @param beta2Power float, a number
     * @param lr float, a number
     * @param beta1 float, a number
     * @param beta2 float, a number
     * @param epsilon float, a number
     * @param grad any dtype but f8
     * @param useNesterov see above, by default false
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, Tensor beta1Power, Tensor beta2Power, Tensor lr,
            Tensor beta1, Tensor beta2, Tensor epsilon, Tensor grad, boolean useNesterov) {
        return AdamResult.of(CompositeOp.results("Adam", var, m, v, beta1Power, beta2Power, lr, beta1, beta2,
                epsilon, grad, useNesterov));
    }

    /**
     * As {@link #adam(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean)}
     * with useNesterov = false.
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, Tensor beta1Power, Tensor beta2Power, Tensor lr,
            Tensor beta1, Tensor beta2, Tensor epsilon, Tensor grad) {
        return adam(var, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, grad, false);
    }

    /**
     * As {@link #adam(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with
     * useNesterov = false.
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, double beta1Power, double beta2Power, double lr,
            double beta1, double beta2, double epsilon, Tensor grad) {
        return adam(var, m, v, Expansions.number("adam", "beta1Power", beta1Power, m), Expansions.number("adam",
                "beta2Power", beta2Power, m), Expansions.number("adam", "lr", lr, m), Expansions.number("adam",
                "beta1", beta1, m), Expansions.number("adam", "beta2", beta2, m), Expansions.number("adam",
                "epsilon", epsilon, m), grad);
    }

    /** As {@link #adam(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean)}. */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, double beta1Power, double beta2Power, double lr,
            double beta1, double beta2, double epsilon, Tensor grad, boolean useNesterov) {
        return adam(var, m, v, Expansions.number("adam", "beta1Power", beta1Power, m), Expansions.number("adam",
                "beta2Power", beta2Power, m), Expansions.number("adam", "lr", lr, m), Expansions.number("adam",
                "beta1", beta1, m), Expansions.number("adam", "beta2", beta2, m), Expansions.number("adam",
                "epsilon", epsilon, m), grad, useNesterov);
    }

    /**
     * The results of AdamWeightDecay.
     *
     * @param var the parameter of that name, updated
     * @param m the parameter of that name, updated
     * @param v the parameter of that name, updated
     */
    public record AdamWeightDecayResult(Tensor var, Tensor m, Tensor v) {
        private static AdamWeightDecayResult of(Tensor... results) {
            return new AdamWeightDecayResult(results[0], results[1], results[2]);
        }
    }

    /**
     * AdamWeightDecay: m' = β1 m + (1 - β1) g, v' = β2 v + (1 - β2) g², var' = var - lr · (m' / (√v' + ε) + decay ·
     * var).
     *
     * @param var any dtype but f8, updated
     * @param m float, updated
     * @param v float, updated
     * @param lr float, a number
     * @param beta1 float, a number
     * @param beta2 float, a number
     * @param epsilon float, a number
     * @param decay float, a number
     * @param grad any dtype but f8
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("AdamWeightDecay")
    public static AdamWeightDecayResult adamWeightDecay(Tensor var, Tensor m, Tensor v, Tensor lr, Tensor beta1,
            Tensor beta2, Tensor epsilon, Tensor decay, Tensor grad) {
        return AdamWeightDecayResult.of(CompositeOp.results("AdamWeightDecay", var, m, v, lr, beta1, beta2,
                epsilon, decay, grad));
    }

    /** As {@link #adamWeightDecay(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("AdamWeightDecay")
    public static AdamWeightDecayResult adamWeightDecay(Tensor var, Tensor m, Tensor v, double lr, double beta1,
            double beta2, double epsilon, double decay, Tensor grad) {
        return adamWeightDecay(var, m, v, Expansions.number("adamWeightDecay", "lr", lr, m), Expansions.number(
                "adamWeightDecay", "beta1", beta1, m), Expansions.number("adamWeightDecay", "beta2", beta2, m),
                Expansions.number("adamWeightDecay", "epsilon", epsilon, m), Expansions.number("adamWeightDecay",
                "decay", decay, m), grad);
    }

    /**
     * The results of AdamApplyOneWithDecay.
     *
     * @param v float
     * @param m float
     * @param var float
     */
    public record AdamApplyOneWithDecayResult(Tensor v, Tensor m, Tensor var) {
        private static AdamApplyOneWithDecayResult of(Tensor... results) {
            return new AdamApplyOneWithDecayResult(results[0], results[1], results[2]);
        }
    }

    /**
     * AdamApplyOneWithDecay: the new v, m and var of AdamWeightDecay, from β1, 1 - β1, β2 and 1 - β2.
     *
     * @param grad any dtype but f8
     * @param v float
     * @param m float
     * @param var any dtype but f8
     * @param lr float, a number
     * @param beta1 float, a number
     * @param oneMinusBeta1 float, a number
     * @param beta2 float, a number
     * @param oneMinusBeta2 float, a number
     * @param decay float, a number
     * @param epsilon float, a number
     * @return v float, m float, var float; the shapes of what is updated
     */
    @GraphOp("AdamApplyOneWithDecay")
    public static AdamApplyOneWithDecayResult adamApplyOneWithDecay(Tensor grad, Tensor v, Tensor m, Tensor var,
            Tensor lr, Tensor beta1, Tensor oneMinusBeta1, Tensor beta2, Tensor oneMinusBeta2, Tensor decay,
            Tensor epsilon) {
        PromotedOperands promoted = PromotedOperands.of(v, m, lr, beta1, oneMinusBeta1, beta2, oneMinusBeta2,
                decay, epsilon);
        if (promoted != null) {
            try (promoted) {
                return adamApplyOneWithDecay(grad, promoted.get(0), promoted.get(1), var, promoted.get(2),
                        promoted.get(3), promoted.get(4), promoted.get(5), promoted.get(6), promoted.get(7),
                        promoted.get(8));
            }
        }
        return AdamApplyOneWithDecayResult.of(CompositeOp.results("AdamApplyOneWithDecay", grad, v, m, var, lr,
                beta1, oneMinusBeta1, beta2, oneMinusBeta2, decay, epsilon));
    }

    /**
     * As {@link #adamApplyOneWithDecay(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor,
     * Tensor, Tensor)}.
     */
    @GraphOp("AdamApplyOneWithDecay")
    public static AdamApplyOneWithDecayResult adamApplyOneWithDecay(Tensor grad, Tensor v, Tensor m, Tensor var,
            double lr, double beta1, double oneMinusBeta1, double beta2, double oneMinusBeta2, double decay,
            double epsilon) {
        return adamApplyOneWithDecay(grad, v, m, var, Expansions.number("adamApplyOneWithDecay", "lr", lr,
                PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "beta1", beta1,
                PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "oneMinusBeta1",
                oneMinusBeta1, PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "beta2",
                beta2, PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "oneMinusBeta2",
                oneMinusBeta2, PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "decay",
                decay, PromotedOperands.like(v, m)), Expansions.number("adamApplyOneWithDecay", "epsilon", epsilon,
                PromotedOperands.like(v, m)));
    }

    /**
     * The results of AdamApplyOneWithDecayAssign.
     *
     * @param v the parameter of that name, updated
     * @param m the parameter of that name, updated
     * @param var the parameter of that name, updated
     */
    public record AdamApplyOneWithDecayAssignResult(Tensor v, Tensor m, Tensor var) {
        private static AdamApplyOneWithDecayAssignResult of(Tensor... results) {
            return new AdamApplyOneWithDecayAssignResult(results[0], results[1], results[2]);
        }
    }

    /**
     * AdamApplyOneWithDecayAssign: AdamApplyOneWithDecay, in place.
     *
     * @param grad any dtype but f8
     * @param v float, updated
     * @param m float, updated
     * @param var any dtype but f8, updated
     * @param lr float, a number
     * @param beta1 float, a number
     * @param oneMinusBeta1 float, a number
     * @param beta2 float, a number
     * @param oneMinusBeta2 float, a number
     * @param decay float, a number
     * @param epsilon float, a number
     * @return v the parameter of that name, updated, m the parameter of that name, updated, var the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("AdamApplyOneWithDecayAssign")
    public static AdamApplyOneWithDecayAssignResult adamApplyOneWithDecayAssign(Tensor grad, Tensor v, Tensor m,
            Tensor var, Tensor lr, Tensor beta1, Tensor oneMinusBeta1, Tensor beta2, Tensor oneMinusBeta2,
            Tensor decay, Tensor epsilon) {
        return AdamApplyOneWithDecayAssignResult.of(CompositeOp.results("AdamApplyOneWithDecayAssign", grad, v, m,
                var, lr, beta1, oneMinusBeta1, beta2, oneMinusBeta2, decay, epsilon));
    }

    /**
     * As {@link #adamApplyOneWithDecayAssign(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor,
     * Tensor, Tensor, Tensor)}.
     */
    @GraphOp("AdamApplyOneWithDecayAssign")
    public static AdamApplyOneWithDecayAssignResult adamApplyOneWithDecayAssign(Tensor grad, Tensor v, Tensor m,
            Tensor var, double lr, double beta1, double oneMinusBeta1, double beta2, double oneMinusBeta2,
            double decay, double epsilon) {
        return adamApplyOneWithDecayAssign(grad, v, m, var, Expansions.number("adamApplyOneWithDecayAssign", "lr",
                lr, v), Expansions.number("adamApplyOneWithDecayAssign", "beta1", beta1, v), Expansions.number(
                "adamApplyOneWithDecayAssign", "oneMinusBeta1", oneMinusBeta1, v), Expansions.number(
                "adamApplyOneWithDecayAssign", "beta2", beta2, v), Expansions.number("adamApplyOneWithDecayAssign",
                "oneMinusBeta2", oneMinusBeta2, v), Expansions.number("adamApplyOneWithDecayAssign", "decay",
                decay, v), Expansions.number("adamApplyOneWithDecayAssign", "epsilon", epsilon, v));
    }

    /**
     * The results of LambApplyOptimizerAssign.
     *
     * @param update float
     * @param v the parameter of that name, updated
     * @param m the parameter of that name, updated
     */
    public record LambApplyOptimizerAssignResult(Tensor update, Tensor v, Tensor m) {
        private static LambApplyOptimizerAssignResult of(Tensor... results) {
            return new LambApplyOptimizerAssignResult(results[0], results[1], results[2]);
        }
    }

    /**
     * LambApplyOptimizerAssign: v' = β2 v + (1 - β2) g², m' = β1 m + (1 - β1) g, update = m' / (1 - β1ˢ) / (√(v' /
     * (1 - β2ˢ)) + ε) + param · decay · doUseWeight, with s steps.
     *
     * @param grad any dtype but f8
     * @param v float, updated
     * @param m float, updated
     * @param param any dtype but f8
     * @param beta1 float, a number
     * @param oneMinusBeta1 float, a number
     * @param beta2 float, a number
     * @param oneMinusBeta2 float, a number
     * @param epsilon float, a number
     * @param steps float, a number
     * @param doUseWeight float, a number
     * @param decay float, a number
     * @return update float, v the parameter of that name, updated, m the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("LambApplyOptimizerAssign")
    public static LambApplyOptimizerAssignResult lambApplyOptimizerAssign(Tensor grad, Tensor v, Tensor m,
            Tensor param, Tensor beta1, Tensor oneMinusBeta1, Tensor beta2, Tensor oneMinusBeta2, Tensor epsilon,
            Tensor steps, Tensor doUseWeight, Tensor decay) {
        return LambApplyOptimizerAssignResult.of(CompositeOp.results("LambApplyOptimizerAssign", grad, v, m, param,
                beta1, oneMinusBeta1, beta2, oneMinusBeta2, epsilon, steps, doUseWeight, decay));
    }

    /**
     * As {@link #lambApplyOptimizerAssign(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor,
     * Tensor, Tensor, Tensor)}.
     */
    @GraphOp("LambApplyOptimizerAssign")
    public static LambApplyOptimizerAssignResult lambApplyOptimizerAssign(Tensor grad, Tensor v, Tensor m,
            Tensor param, double beta1, double oneMinusBeta1, double beta2, double oneMinusBeta2, double epsilon,
            double steps, double doUseWeight, double decay) {
        return lambApplyOptimizerAssign(grad, v, m, param, Expansions.number("lambApplyOptimizerAssign", "beta1",
                beta1, v), Expansions.number("lambApplyOptimizerAssign", "oneMinusBeta1", oneMinusBeta1, v),
                Expansions.number("lambApplyOptimizerAssign", "beta2", beta2, v), Expansions.number(
                "lambApplyOptimizerAssign", "oneMinusBeta2", oneMinusBeta2, v), Expansions.number(
                "lambApplyOptimizerAssign", "epsilon", epsilon, v), Expansions.number("lambApplyOptimizerAssign",
                "steps", steps, v), Expansions.number("lambApplyOptimizerAssign", "doUseWeight", doUseWeight, v),
                Expansions.number("lambApplyOptimizerAssign", "decay", decay, v));
    }

    /**
     * LambApplyWeightAssign: param' = param - lr · r · update, r = weightNorm / gradNorm where both are &gt; 0,
     * else 1.
     *
     * @param weightNorm float
     * @param gradNorm float
     * @param lr float, a number
     * @param update float
     * @param param any dtype but f8, updated
     * @return the parameter of that name, updated; the shapes of what is updated
     */
    @GraphOp("LambApplyWeightAssign")
    public static Tensor lambApplyWeightAssign(Tensor weightNorm, Tensor gradNorm, Tensor lr, Tensor update,
            Tensor param) {
        return CompositeOp.result("LambApplyWeightAssign", weightNorm, gradNorm, lr, update, param);
    }

    /** As {@link #lambApplyWeightAssign(Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("LambApplyWeightAssign")
    public static Tensor lambApplyWeightAssign(Tensor weightNorm, Tensor gradNorm, double lr, Tensor update,
            Tensor param) {
        return lambApplyWeightAssign(weightNorm, gradNorm, Expansions.number("lambApplyWeightAssign", "lr", lr,
                weightNorm), update, param);
    }

    /**
     * The results of ApplyMomentum.
     *
     * @param weight the parameter of that name, updated
     * @param accumulation the parameter of that name, updated
     */
    public record ApplyMomentumResult(Tensor weight, Tensor accumulation) {
        private static ApplyMomentumResult of(Tensor... results) {
            return new ApplyMomentumResult(results[0], results[1]);
        }
    }

    /**
     * ApplyMomentum: accumulation' = accumulation · momentum + grad, weight' = weight - lr · accumulation'; with
     * Nesterov grad + momentum · accumulation' in its place.
     *
     * @param weight any dtype but f8, updated
     * @param accumulation float, updated
     * @param lr float, a number
     * @param grad any dtype but f8
     * @param momentum float, a number
     * @param useNesterov see above, by default false
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor momentum, boolean useNesterov) {
        return ApplyMomentumResult.of(CompositeOp.results("ApplyMomentum", weight, accumulation, lr, grad,
                momentum, useNesterov));
    }

    /** As {@link #applyMomentum(Tensor, Tensor, Tensor, Tensor, Tensor, boolean)} with useNesterov = false. */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor momentum) {
        return applyMomentum(weight, accumulation, lr, grad, momentum, false);
    }

    /** As {@link #applyMomentum(Tensor, Tensor, Tensor, Tensor, Tensor)} with useNesterov = false. */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, double lr, Tensor grad,
            double momentum) {
        return applyMomentum(weight, accumulation, Expansions.number("applyMomentum", "lr", lr, accumulation),
                grad, Expansions.number("applyMomentum", "momentum", momentum, accumulation));
    }

    /** As {@link #applyMomentum(Tensor, Tensor, Tensor, Tensor, Tensor, boolean)}. */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, double lr, Tensor grad,
            double momentum, boolean useNesterov) {
        return applyMomentum(weight, accumulation, Expansions.number("applyMomentum", "lr", lr, accumulation),
                grad, Expansions.number("applyMomentum", "momentum", momentum, accumulation), useNesterov);
    }

    /**
     * The results of SGD.
     *
     * @param weight the parameter of that name, updated
     * @param accumulation the parameter of that name, updated
     */
    public record SGDResult(Tensor weight, Tensor accumulation) {
        private static SGDResult of(Tensor... results) {
            return new SGDResult(results[0], results[1]);
        }
    }

    /**
     * SGD: g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 - dampening) g, weight' =
     * weight - lr · accumulation'; with Nesterov g + momentum · accumulation' in its place.
     *
     * @param weight any dtype but f8, updated
     * @param grad any dtype but f8
     * @param lr float, a number
     * @param accumulation float, updated
     * @param momentum float, a number
     * @param dampening float, a number
     * @param weightDecay float, a number
     * @param useNesterov see above, by default false
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, Tensor lr, Tensor accumulation, Tensor momentum,
            Tensor dampening, Tensor weightDecay, boolean useNesterov) {
        return SGDResult.of(CompositeOp.results("SGD", weight, grad, lr, accumulation, momentum, dampening,
                weightDecay, useNesterov));
    }

    /** As {@link #sgd(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean)} with useNesterov = false. */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, Tensor lr, Tensor accumulation, Tensor momentum,
            Tensor dampening, Tensor weightDecay) {
        return sgd(weight, grad, lr, accumulation, momentum, dampening, weightDecay, false);
    }

    /** As {@link #sgd(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)} with useNesterov = false. */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, double lr, Tensor accumulation, double momentum,
            double dampening, double weightDecay) {
        return sgd(weight, grad, Expansions.number("sgd", "lr", lr, accumulation), accumulation, Expansions.number(
                "sgd", "momentum", momentum, accumulation), Expansions.number("sgd", "dampening", dampening,
                accumulation), Expansions.number("sgd", "weightDecay", weightDecay, accumulation));
    }

    /** As {@link #sgd(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, boolean)}. */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, double lr, Tensor accumulation, double momentum,
            double dampening, double weightDecay, boolean useNesterov) {
        return sgd(weight, grad, Expansions.number("sgd", "lr", lr, accumulation), accumulation, Expansions.number(
                "sgd", "momentum", momentum, accumulation), Expansions.number("sgd", "dampening", dampening,
                accumulation), Expansions.number("sgd", "weightDecay", weightDecay, accumulation), useNesterov);
    }

    /**
     * The results of ApplyRMSProp.
     *
     * @param var the parameter of that name, updated
     * @param meanSquare the parameter of that name, updated
     * @param moment the parameter of that name, updated
     */
    public record ApplyRMSPropResult(Tensor var, Tensor meanSquare, Tensor moment) {
        private static ApplyRMSPropResult of(Tensor... results) {
            return new ApplyRMSPropResult(results[0], results[1], results[2]);
        }
    }

    /**
     * ApplyRMSProp: meanSquare' = ρ meanSquare + (1 - ρ) g², moment' = momentum · moment + lr · g / √(meanSquare' +
     * ε), var' = var - moment'.
     *
     * @param var any dtype but f8, updated
     * @param meanSquare float, updated
     * @param moment float, updated
     * @param lr float, a number
     * @param grad any dtype but f8
     * @param rho float, a number
     * @param momentum float, a number
     * @param epsilon float, a number
     * @return var the parameter of that name, updated, meanSquare the parameter of that name, updated, moment the
     *     parameter of that name, updated; the shapes of what is updated
     */
    @GraphOp("ApplyRMSProp")
    public static ApplyRMSPropResult applyRMSProp(Tensor var, Tensor meanSquare, Tensor moment, Tensor lr,
            Tensor grad, Tensor rho, Tensor momentum, Tensor epsilon) {
        return ApplyRMSPropResult.of(CompositeOp.results("ApplyRMSProp", var, meanSquare, moment, lr, grad, rho,
                momentum, epsilon));
    }

    /** As {@link #applyRMSProp(Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("ApplyRMSProp")
    public static ApplyRMSPropResult applyRMSProp(Tensor var, Tensor meanSquare, Tensor moment, double lr,
            Tensor grad, double rho, double momentum, double epsilon) {
        return applyRMSProp(var, meanSquare, moment, Expansions.number("applyRMSProp", "lr", lr, meanSquare), grad,
                Expansions.number("applyRMSProp", "rho", rho, meanSquare), Expansions.number("applyRMSProp",
                "momentum", momentum, meanSquare), Expansions.number("applyRMSProp", "epsilon", epsilon,
                meanSquare));
    }

    /**
     * The results of ApplyAdagradV2.
     *
     * @param var the parameter of that name, updated
     * @param accumulation the parameter of that name, updated
     */
    public record ApplyAdagradV2Result(Tensor var, Tensor accumulation) {
        private static ApplyAdagradV2Result of(Tensor... results) {
            return new ApplyAdagradV2Result(results[0], results[1]);
        }
    }

    /**
     * ApplyAdagradV2: accumulation' = accumulation + g², var' = var - lr · g / (√accumulation' + ε).
     *
     * @param var any dtype but f8, updated
     * @param accumulation float, updated
     * @param lr float, a number
     * @param grad any dtype but f8
     * @param epsilon float, a number
     * @return var the parameter of that name, updated, accumulation the parameter of that name, updated; the shapes
     *     of what is updated
     */
    @GraphOp("ApplyAdagradV2")
    public static ApplyAdagradV2Result applyAdagradV2(Tensor var, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor epsilon) {
        return ApplyAdagradV2Result.of(CompositeOp.results("ApplyAdagradV2", var, accumulation, lr, grad, epsilon));
    }

    /** As {@link #applyAdagradV2(Tensor, Tensor, Tensor, Tensor, Tensor)}. */
    @GraphOp("ApplyAdagradV2")
    public static ApplyAdagradV2Result applyAdagradV2(Tensor var, Tensor accumulation, double lr, Tensor grad,
            double epsilon) {
        return applyAdagradV2(var, accumulation, Expansions.number("applyAdagradV2", "lr", lr, accumulation), grad,
                Expansions.number("applyAdagradV2", "epsilon", epsilon, accumulation));
    }

    /**
     * AssignAdd: parameter + value, in place.
     *
     * @param parameter number, updated
     * @param value any dtype but f8
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignAdd")
    public static Tensor assignAdd(Tensor parameter, Tensor value) {
        return CompositeOp.result("AssignAdd", parameter, value);
    }

    /** As {@link #assignAdd(Tensor, Tensor)}. */
    @GraphOp("AssignAdd")
    public static Tensor assignAdd(Tensor parameter, double value) {
        return assignAdd(parameter, Expansions.number("assignAdd", "value", value, parameter));
    }

    /** As {@link #assignAdd(Tensor, Tensor)}. */
    @GraphOp("AssignAdd")
    public static Tensor assignAdd(Tensor parameter, long value) {
        return assignAdd(parameter, Expansions.number("assignAdd", "value", value, parameter));
    }

    /**
     * AssignSub: parameter - value, in place.
     *
     * @param parameter number, updated
     * @param value any dtype but f8
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignSub")
    public static Tensor assignSub(Tensor parameter, Tensor value) {
        return CompositeOp.result("AssignSub", parameter, value);
    }

    /** As {@link #assignSub(Tensor, Tensor)}. */
    @GraphOp("AssignSub")
    public static Tensor assignSub(Tensor parameter, double value) {
        return assignSub(parameter, Expansions.number("assignSub", "value", value, parameter));
    }

    /** As {@link #assignSub(Tensor, Tensor)}. */
    @GraphOp("AssignSub")
    public static Tensor assignSub(Tensor parameter, long value) {
        return assignSub(parameter, Expansions.number("assignSub", "value", value, parameter));
    }
}
