// Generated from the op table; change a row of io.graphkernel.processor.op, then refresh this file with
// mvn -q -pl processor -am process-classes -Preferences
package io.graphkernel.runtime;

import io.graphkernel.annotations.GraphOp;
import io.graphkernel.runtime.generated.jvm.ScalarMath;
import io.graphkernel.runtime.internal.eager.DimLists;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.eager.OperandDtypes;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.generated.library.EagerLibrary;

/**
 * The ops, eagerly: each call computes its result at once. Inside a {@code @GraphKernel} method the same
 * calls are what the kernel is compiled from.
 *
 * <p>Operands of different shapes broadcast under NumPy's rules. The operands of one op have one dtype: nothing is
 * converted but by {@code cast}. Every op rounds its result to its dtype. In the documentation <em>float</em> stands
 * for f16, bf16, f32 and f64, <em>integer</em> for i8, u8, i32 and i64, <em>number</em> for both. A number in place of
 * a tensor takes the dtype of the tensor that it meets, f32 if it meets none. An axis may be negative: it counts from
 * the end. A parameter that an overload has not got has its default there, which the overload names.
 *
 * <p>Every method throws {@link io.graphkernel.runtime.exception.NullTensorException} for a null operand,
 * {@link io.graphkernel.runtime.exception.ClosedTensorException} for a closed one,
 * {@link io.graphkernel.runtime.exception.DTypeMismatchException} for a dtype that the op does not take,
 * {@link io.graphkernel.runtime.exception.ShapeMismatchException} if operands do not broadcast together, and
 * {@link io.graphkernel.runtime.exception.InvalidArgumentException} for an axis out of range.
 */
public final class Ops {

    /** Keeps reduced axes with size 1, so that the result broadcasts with the operand. */
    public static final boolean KEEP_DIMS = true;

    private Ops() {}

    /**
     * Names several axes.
     *
     * @param axes the axes; none stands for all axes of the operand
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
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, Tensor y) {
        return Recording.basic("Add", Eager.binary("add", x, y, (a, b) -> a + b, (a, b) -> a + b), x, y);
    }

    /**
     * Add: x + y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(double x, Tensor y) {
        return add(Eager.scalar("add", "x", x, y), y);
    }

    /**
     * Add: x + y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, double y) {
        return add(x, Eager.scalar("add", "y", y, x));
    }

    /**
     * Add: x + y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(long x, Tensor y) {
        return add(Eager.scalar("add", "x", x, y), y);
    }

    /**
     * Add: x + y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, long y) {
        return add(x, Eager.scalar("add", "y", y, x));
    }

    /**
     * Sub: x - y.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, Tensor y) {
        return Recording.basic("Sub", Eager.binary("sub", x, y, (a, b) -> a - b, (a, b) -> a - b), x, y);
    }

    /**
     * Sub: x - y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(double x, Tensor y) {
        return sub(Eager.scalar("sub", "x", x, y), y);
    }

    /**
     * Sub: x - y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, double y) {
        return sub(x, Eager.scalar("sub", "y", y, x));
    }

    /**
     * Sub: x - y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(long x, Tensor y) {
        return sub(Eager.scalar("sub", "x", x, y), y);
    }

    /**
     * Sub: x - y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, long y) {
        return sub(x, Eager.scalar("sub", "y", y, x));
    }

    /**
     * Mul: x · y.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, Tensor y) {
        return Recording.basic("Mul", Eager.binary("mul", x, y, (a, b) -> a * b, (a, b) -> a * b), x, y);
    }

    /**
     * Mul: x · y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(double x, Tensor y) {
        return mul(Eager.scalar("mul", "x", x, y), y);
    }

    /**
     * Mul: x · y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, double y) {
        return mul(x, Eager.scalar("mul", "y", y, x));
    }

    /**
     * Mul: x · y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(long x, Tensor y) {
        return mul(Eager.scalar("mul", "x", x, y), y);
    }

    /**
     * Mul: x · y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, long y) {
        return mul(x, Eager.scalar("mul", "y", y, x));
    }

    /**
     * RealDiv: x / y.
     *
     * @param x float
     * @param y float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, Tensor y) {
        return Recording.basic("RealDiv", Eager.binary("realDiv", x, y, (a, b) -> a / b), x, y);
    }

    /**
     * RealDiv: x / y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(double x, Tensor y) {
        return realDiv(Eager.scalar("realDiv", "x", x, y), y);
    }

    /**
     * RealDiv: x / y.
     *
     * @param x float
     * @param y a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, double y) {
        return realDiv(x, Eager.scalar("realDiv", "y", y, x));
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, Tensor y) {
        return Recording.basic("Div", Eager.binary("div", x, y, ScalarMath::div, ScalarMath::div, ScalarMath::div),
                x, y);
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(double x, Tensor y) {
        return div(Eager.scalar("div", "x", x, y), y);
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, double y) {
        return div(x, Eager.scalar("div", "y", y, x));
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(long x, Tensor y) {
        return div(Eager.scalar("div", "x", x, y), y);
    }

    /**
     * Div: x / y; of integers rounded towards zero, and 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, long y) {
        return div(x, Eager.scalar("div", "y", y, x));
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, Tensor y) {
        return Eager.binary("floorDiv", x, y, ScalarMath::floorDiv, ScalarMath::floorDiv, ScalarMath::floorDiv);
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(double x, Tensor y) {
        return floorDiv(Eager.scalar("floorDiv", "x", x, y), y);
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, double y) {
        return floorDiv(x, Eager.scalar("floorDiv", "y", y, x));
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(long x, Tensor y) {
        return floorDiv(Eager.scalar("floorDiv", "x", x, y), y);
    }

    /**
     * FloorDiv: ⌊x / y⌋; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, long y) {
        return floorDiv(x, Eager.scalar("floorDiv", "y", y, x));
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, Tensor y) {
        return Recording.basic("FloorMod", Eager.binary("floorMod", x, y, ScalarMath::floorMod,
                ScalarMath::floorMod, ScalarMath::floorMod), x, y);
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(double x, Tensor y) {
        return floorMod(Eager.scalar("floorMod", "x", x, y), y);
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, double y) {
        return floorMod(x, Eager.scalar("floorMod", "y", y, x));
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(long x, Tensor y) {
        return floorMod(Eager.scalar("floorMod", "x", x, y), y);
    }

    /**
     * FloorMod: remainder with the sign of the divisor y; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, long y) {
        return floorMod(x, Eager.scalar("floorMod", "y", y, x));
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, Tensor y) {
        return Recording.basic("Mod", Eager.binary("mod", x, y, ScalarMath::mod, ScalarMath::mod, ScalarMath::mod),
                x, y);
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(double x, Tensor y) {
        return mod(Eager.scalar("mod", "x", x, y), y);
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, double y) {
        return mod(x, Eager.scalar("mod", "y", y, x));
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(long x, Tensor y) {
        return mod(Eager.scalar("mod", "x", x, y), y);
    }

    /**
     * Mod: remainder with the sign of the dividend x; of integers 0 for y = 0.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, long y) {
        return mod(x, Eager.scalar("mod", "y", y, x));
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, Tensor y) {
        return Recording.basic("Maximum", Eager.binary("maximum", x, y, ScalarMath::maximum, ScalarMath::maximum,
                ScalarMath::maximum), x, y);
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(double x, Tensor y) {
        return maximum(Eager.scalar("maximum", "x", x, y), y);
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, double y) {
        return maximum(x, Eager.scalar("maximum", "y", y, x));
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(long x, Tensor y) {
        return maximum(Eager.scalar("maximum", "x", x, y), y);
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, long y) {
        return maximum(x, Eager.scalar("maximum", "y", y, x));
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, Tensor y) {
        return Recording.basic("Minimum", Eager.binary("minimum", x, y, ScalarMath::minimum, ScalarMath::minimum,
                ScalarMath::minimum), x, y);
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(double x, Tensor y) {
        return minimum(Eager.scalar("minimum", "x", x, y), y);
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, double y) {
        return minimum(x, Eager.scalar("minimum", "y", y, x));
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(long x, Tensor y) {
        return minimum(Eager.scalar("minimum", "x", x, y), y);
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
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
     * @return any dtype; the shape to which the operands broadcast
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
        return Recording.basic("Abs", Eager.unary("abs", x, ScalarMath::abs, ScalarMath::abs), x);
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
     * Sign: -1, 0 or 1; NaN for NaN.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Sign")
    public static Tensor sign(Tensor x) {
        return Eager.unary("sign", x, ScalarMath::sign, ScalarMath::sign);
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
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, Tensor y) {
        return Recording.basic("Pow", Eager.binary("pow", x, y, ScalarMath::pow, ScalarMath::pow), x, y);
    }

    /**
     * Pow: x to the power y; of integers exact with wrap-around, for y &lt; 0 truncated.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(double x, Tensor y) {
        return pow(Eager.scalar("pow", "x", x, y), y);
    }

    /**
     * Pow: x to the power y; of integers exact with wrap-around, for y &lt; 0 truncated.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, double y) {
        return pow(x, Eager.scalar("pow", "y", y, x));
    }

    /**
     * Pow: x to the power y; of integers exact with wrap-around, for y &lt; 0 truncated.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(long x, Tensor y) {
        return pow(Eager.scalar("pow", "x", x, y), y);
    }

    /**
     * Pow: x to the power y; of integers exact with wrap-around, for y &lt; 0 truncated.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
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
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Atan2")
    public static Tensor atan2(Tensor y, Tensor x) {
        return Recording.basic("Atan2", Eager.binary("atan2", y, x, ScalarMath::atan2), y, x);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y a number, of the dtype of the tensor that it meets
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Atan2")
    public static Tensor atan2(double y, Tensor x) {
        return atan2(Eager.scalar("atan2", "y", y, x), x);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y float
     * @param x a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
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

    /**
     * Asinh: inverse hyperbolic sine.
     *
     * @param x float
     * @return float; the shape of x
     */
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

    /**
     * Acosh: inverse hyperbolic cosine.
     *
     * @param x float
     * @return float; the shape of x
     */
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
     * @return f32; the shape to which the operands broadcast
     */
    @GraphOp("PhiloxUniform")
    public static Tensor philoxUniform(Tensor index, Tensor seed, Tensor seed2) {
        return Recording.basic("PhiloxUniform", Eager.random("philoxUniform", index, seed, seed2,
                ScalarMath::philoxUniform), index, seed, seed2);
    }

    /**
     * PhiloxUniform: uniform in [0, 1): Philox4x32-10 of the index, keyed by the seeds.
     *
     * @param index i64
     * @param seed a number
     * @param seed2 a number
     * @return f32; the shape to which the operands broadcast
     */
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
     * @return f32; the shape to which the operands broadcast
     */
    @GraphOp("PhiloxNormal")
    public static Tensor philoxNormal(Tensor index, Tensor seed, Tensor seed2) {
        return Recording.basic("PhiloxNormal", Eager.random("philoxNormal", index, seed, seed2,
                ScalarMath::philoxNormal), index, seed, seed2);
    }

    /**
     * PhiloxNormal: normal with mean 0 and variance 1: Box-Muller of Philox4x32-10 of the index.
     *
     * @param index i64
     * @param seed a number
     * @param seed2 a number
     * @return f32; the shape to which the operands broadcast
     */
    @GraphOp("PhiloxNormal")
    public static Tensor philoxNormal(Tensor index, long seed, long seed2) {
        return philoxNormal(index, Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2));
    }

    /**
     * Equal: x = y.
     *
     * @param x any dtype
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, Tensor y) {
        return Eager.equality("equal", x, y, (a, b) -> a == b, (a, b) -> a == b);
    }

    /**
     * Equal: x = y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(double x, Tensor y) {
        return equal(Eager.scalar("equal", "x", x, y), y);
    }

    /**
     * Equal: x = y.
     *
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, double y) {
        return equal(x, Eager.scalar("equal", "y", y, x));
    }

    /**
     * Equal: x = y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(long x, Tensor y) {
        return equal(Eager.scalar("equal", "x", x, y), y);
    }

    /**
     * Equal: x = y.
     *
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, long y) {
        return equal(x, Eager.scalar("equal", "y", y, x));
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x any dtype
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, Tensor y) {
        return Eager.equality("notEqual", x, y, (a, b) -> a != b, (a, b) -> a != b);
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(double x, Tensor y) {
        return notEqual(Eager.scalar("notEqual", "x", x, y), y);
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, double y) {
        return notEqual(x, Eager.scalar("notEqual", "y", y, x));
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(long x, Tensor y) {
        return notEqual(Eager.scalar("notEqual", "x", x, y), y);
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, long y) {
        return notEqual(x, Eager.scalar("notEqual", "y", y, x));
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x number
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, Tensor y) {
        return Eager.compare("greater", x, y, (a, b) -> a > b, (a, b) -> a > b);
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(double x, Tensor y) {
        return greater(Eager.scalar("greater", "x", x, y), y);
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, double y) {
        return greater(x, Eager.scalar("greater", "y", y, x));
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(long x, Tensor y) {
        return greater(Eager.scalar("greater", "x", x, y), y);
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, long y) {
        return greater(x, Eager.scalar("greater", "y", y, x));
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x number
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, Tensor y) {
        return Eager.compare("greaterEqual", x, y, (a, b) -> a >= b, (a, b) -> a >= b);
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(double x, Tensor y) {
        return greaterEqual(Eager.scalar("greaterEqual", "x", x, y), y);
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, double y) {
        return greaterEqual(x, Eager.scalar("greaterEqual", "y", y, x));
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(long x, Tensor y) {
        return greaterEqual(Eager.scalar("greaterEqual", "x", x, y), y);
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, long y) {
        return greaterEqual(x, Eager.scalar("greaterEqual", "y", y, x));
    }

    /**
     * Less: x &lt; y.
     *
     * @param x number
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, Tensor y) {
        return Eager.compare("less", x, y, (a, b) -> a < b, (a, b) -> a < b);
    }

    /**
     * Less: x &lt; y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(double x, Tensor y) {
        return less(Eager.scalar("less", "x", x, y), y);
    }

    /**
     * Less: x &lt; y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, double y) {
        return less(x, Eager.scalar("less", "y", y, x));
    }

    /**
     * Less: x &lt; y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(long x, Tensor y) {
        return less(Eager.scalar("less", "x", x, y), y);
    }

    /**
     * Less: x &lt; y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, long y) {
        return less(x, Eager.scalar("less", "y", y, x));
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x number
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, Tensor y) {
        return Eager.compare("lessEqual", x, y, (a, b) -> a <= b, (a, b) -> a <= b);
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(double x, Tensor y) {
        return lessEqual(Eager.scalar("lessEqual", "x", x, y), y);
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, double y) {
        return lessEqual(x, Eager.scalar("lessEqual", "y", y, x));
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(long x, Tensor y) {
        return lessEqual(Eager.scalar("lessEqual", "x", x, y), y);
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return bool; the shape to which the operands broadcast
     */
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
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LogicalAnd")
    public static Tensor logicalAnd(Tensor x, Tensor y) {
        return Recording.basic("LogicalAnd", Eager.logical("logicalAnd", x, y, (a, b) -> a & b), x, y);
    }

    /**
     * LogicalOr: x or y.
     *
     * @param x bool
     * @param y bool
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LogicalOr")
    public static Tensor logicalOr(Tensor x, Tensor y) {
        return Recording.basic("LogicalOr", Eager.logical("logicalOr", x, y, (a, b) -> a | b), x, y);
    }

    /**
     * LogicalXor: exactly one of x and y.
     *
     * @param x bool
     * @param y bool
     * @return bool; the shape to which the operands broadcast
     */
    @GraphOp("LogicalXor")
    public static Tensor logicalXor(Tensor x, Tensor y) {
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
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        return Recording.basic("Select", Eager.select(condition, x, y), condition, x, y);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, Tensor y) {
        return select(condition, Eager.scalar("select", "x", x, y), y);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, double y) {
        return select(condition, x, Eager.scalar("select", "y", y, x));
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x a number, of the dtype of the tensor that it meets
     * @param y a number, of the dtype of the tensor that it meets
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, double y) {
        return select(condition, Eager.scalar(x), Eager.scalar(y));
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x a number, of the dtype of the tensor that it meets
     * @param y any dtype
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, long x, Tensor y) {
        return select(condition, Eager.scalar("select", "x", x, y), y);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x any dtype
     * @param y a number, of the dtype of the tensor that it meets
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, long y) {
        return select(condition, x, Eager.scalar("select", "y", y, x));
    }

    /**
     * Cast: x converted: to a float rounded to nearest even, to an integer truncated and saturated with NaN as 0;
     * bool is 1 or 0, a number is true if not 0.
     *
     * @param x any dtype
     * @param dtype the dtype of the result
     * @return the given dtype; the shape of x
     */
    @GraphOp("Cast")
    public static Tensor cast(Tensor x, DType dtype) {
        return Recording.basic("Cast", Eager.cast(x, dtype), x, dtype);
    }

    /**
     * ReduceSum: sum over axes; integers wrap around.
     *
     * @param x number
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceSum", Eager.reduce("reduceSum", x, axes, keepDims, 0, Double::sum, 0,
                Long::sum), x, axes, keepDims);
    }

    /**
     * ReduceSum: sum over axes; integers wrap around.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x number
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x) {
        return reduceSum(x, axes(), false);
    }

    /**
     * ReduceSum: sum over axes; integers wrap around.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis) {
        return reduceSum(x, axes(axis), false);
    }

    /**
     * ReduceSum: sum over axes; integers wrap around.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis, boolean keepDims) {
        return reduceSum(x, axes(axis), keepDims);
    }

    /**
     * ReduceProd: product over axes; integers wrap around.
     *
     * @param x number
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceProd", Eager.reduce("reduceProd", x, axes, keepDims, 1, (a, b) -> a * b, 1, (
                a, b) -> a * b), x, axes, keepDims);
    }

    /**
     * ReduceProd: product over axes; integers wrap around.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x number
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x) {
        return reduceProd(x, axes(), false);
    }

    /**
     * ReduceProd: product over axes; integers wrap around.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis) {
        return reduceProd(x, axes(axis), false);
    }

    /**
     * ReduceProd: product over axes; integers wrap around.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis, boolean keepDims) {
        return reduceProd(x, axes(axis), keepDims);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceMax", Eager.reduce("reduceMax", x, axes, keepDims, Double.NEGATIVE_INFINITY,
                Math::max, Long.MIN_VALUE, Math::max), x, axes, keepDims);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x number
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x) {
        return reduceMax(x, axes(), false);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis) {
        return reduceMax(x, axes(axis), false);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis, boolean keepDims) {
        return reduceMax(x, axes(axis), keepDims);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceMin", Eager.reduce("reduceMin", x, axes, keepDims, Double.POSITIVE_INFINITY,
                Math::min, Long.MAX_VALUE, Math::min), x, axes, keepDims);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x number
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x) {
        return reduceMin(x, axes(), false);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis) {
        return reduceMin(x, axes(axis), false);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis, boolean keepDims) {
        return reduceMin(x, axes(axis), keepDims);
    }

    /**
     * ReduceAll: whether all elements over axes are true.
     *
     * @param x bool
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceAll", Eager.reduceLogical("reduceAll", x, axes, keepDims, true, (a,
                b) -> a & b), x, axes, keepDims);
    }

    /**
     * ReduceAll: whether all elements over axes are true.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x bool
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x) {
        return reduceAll(x, axes(), false);
    }

    /**
     * ReduceAll: whether all elements over axes are true.
     *
     * <p>With keepDims = false.
     *
     * @param x bool
     * @param axis the axis; a negative one counts from the end
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int axis) {
        return reduceAll(x, axes(axis), false);
    }

    /**
     * ReduceAll: whether all elements over axes are true.
     *
     * @param x bool
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAll")
    public static Tensor reduceAll(Tensor x, int axis, boolean keepDims) {
        return reduceAll(x, axes(axis), keepDims);
    }

    /**
     * ReduceAny: whether any element over axes is true.
     *
     * @param x bool
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int[] axes, boolean keepDims) {
        return Recording.basic("ReduceAny", Eager.reduceLogical("reduceAny", x, axes, keepDims, false, (a,
                b) -> a | b), x, axes, keepDims);
    }

    /**
     * ReduceAny: whether any element over axes is true.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x bool
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x) {
        return reduceAny(x, axes(), false);
    }

    /**
     * ReduceAny: whether any element over axes is true.
     *
     * <p>With keepDims = false.
     *
     * @param x bool
     * @param axis the axis; a negative one counts from the end
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int axis) {
        return reduceAny(x, axes(axis), false);
    }

    /**
     * ReduceAny: whether any element over axes is true.
     *
     * @param x bool
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return bool; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceAny")
    public static Tensor reduceAny(Tensor x, int axis, boolean keepDims) {
        return reduceAny(x, axes(axis), keepDims);
    }

    /**
     * CumSum: sum of all elements up to each along an axis.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumSum", Eager.scan("cumSum", x, axis, exclusive, reverse, 0, Double::sum, 0,
                Long::sum), x, axis, exclusive, reverse);
    }

    /**
     * CumSum: sum of all elements up to each along an axis.
     *
     * <p>With reverse = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param exclusive see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis, boolean exclusive) {
        return cumSum(x, axis, exclusive, false);
    }

    /**
     * CumSum: sum of all elements up to each along an axis.
     *
     * <p>With exclusive = false, reverse = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x
     */
    @GraphOp("CumSum")
    public static Tensor cumSum(Tensor x, int axis) {
        return cumSum(x, axis, false, false);
    }

    /**
     * CumProd: product of all elements up to each along an axis.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param exclusive see above, by default false
     * @param reverse see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Recording.basic("CumProd", Eager.scan("cumProd", x, axis, exclusive, reverse, 1, (a, b) -> a * b, 1,
                (a, b) -> a * b), x, axis, exclusive, reverse);
    }

    /**
     * CumProd: product of all elements up to each along an axis.
     *
     * <p>With reverse = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param exclusive see above, by default false
     * @return number; the shape of x
     */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis, boolean exclusive) {
        return cumProd(x, axis, exclusive, false);
    }

    /**
     * CumProd: product of all elements up to each along an axis.
     *
     * <p>With exclusive = false, reverse = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @return number; the shape of x
     */
    @GraphOp("CumProd")
    public static Tensor cumProd(Tensor x, int axis) {
        return cumProd(x, axis, false, false);
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

    /**
     * Assign: writes value into parameter, in place.
     *
     * @param parameter any dtype, updated
     * @param value a number, of the dtype of the tensor that it meets
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, double value) {
        return assign(parameter, Eager.scalar("assign", "value", value, parameter));
    }

    /**
     * Assign: writes value into parameter, in place.
     *
     * @param parameter any dtype, updated
     * @param value a number, of the dtype of the tensor that it meets
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, long value) {
        return assign(parameter, Eager.scalar("assign", "value", value, parameter));
    }

    /**
     * Transpose: the axes in another order.
     *
     * @param x any dtype
     * @param permutation for each axis of the result its axis in x; none reverses the axes, by default axes()
     * @return any dtype; the dims of x in the order of the permutation; none reverses them
     */
    @GraphOp("Transpose")
    public static Tensor transpose(Tensor x, int... permutation) {
        return Recording.basic("Transpose", Eager.transpose(x, permutation), x, permutation);
    }

    /**
     * Transpose: the axes in another order.
     *
     * <p>With permutation = axes().
     *
     * @param x any dtype
     * @return any dtype; the dims of x in the order of the permutation; none reverses them
     */
    @GraphOp("Transpose")
    public static Tensor transpose(Tensor x) {
        return transpose(x, axes());
    }

    /**
     * Reshape: the same elements in row-major order, in other dims.
     *
     * @param x any dtype
     * @param dims one number for each axis
     * @return any dtype; dims; one may be -1, for what is left over
     */
    @GraphOp("Reshape")
    public static Tensor reshape(Tensor x, long... dims) {
        return Recording.basic("Reshape", Eager.reshape(x, dims), x, dims);
    }

    /**
     * BroadcastTo: x, repeated along axes of size 1 and new leading axes.
     *
     * @param x any dtype
     * @param dims one number for each axis
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
     * @param begin one number for each axis
     * @param end one number for each axis
     * @param strides one number for each axis
     * @return any dtype; ⌈(end - begin) / stride⌉ along each of the leading axes
     */
    @GraphOp("StridedSlice")
    public static Tensor stridedSlice(Tensor x, long[] begin, long[] end, long[] strides) {
        return Recording.basic("StridedSlice", Eager.stridedSlice(x, begin, end, strides), x, begin, end, strides);
    }

    /**
     * Reverse: the elements along each axis in the opposite order.
     *
     * @param x any dtype
     * @param axes the axes, none for all; a negative one counts from the end
     * @return any dtype; the shape of x
     */
    @GraphOp("Reverse")
    public static Tensor reverse(Tensor x, int... axes) {
        return Recording.basic("Reverse", Eager.reverse(x, axes), x, axes);
    }

    /**
     * Index: the position of each element along an axis.
     *
     * @param axis the axis; a negative one counts from the end
     * @param dims one number for each axis
     * @return i64; dims
     */
    @GraphOp("Index")
    public static Tensor index(int axis, long... dims) {
        return Eager.index(DType.I64, axis, dims);
    }

    /**
     * RowMajorIndex: the row-major position of each element.
     *
     * @param dims one number for each axis
     * @return i64; dims
     */
    @GraphOp("RowMajorIndex")
    public static Tensor rowMajorIndex(long... dims) {
        return Eager.rowMajorIndex(DType.I64, dims);
    }

    /**
     * Concat: the operands one after the other along an axis.
     *
     * @param axis the axis; a negative one counts from the end
     * @param x any dtype, one or more
     * @return any dtype; the dims of an operand, with the sum of the sizes along the axis
     */
    @GraphOp("Concat")
    public static Tensor concat(int axis, Tensor... x) {
        return Recording.basic("Concat", Eager.concat(axis, x), x, axis);
    }

    /**
     * Gather: the slices of x along an axis that indices name; a negative index counts from the end.
     *
     * @param x any dtype
     * @param indices i32 or i64
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x, with the dims of indices in place of the axis
     */
    @GraphOp("Gather")
    public static Tensor gather(Tensor x, Tensor indices, int axis) {
        return Recording.basic("Gather", Eager.gather(x, indices, axis), x, indices, axis);
    }

    /**
     * MatMul: the matrix product a · b.
     *
     * @param a float
     * @param b float
     * @param transposeA see above, by default false
     * @param transposeB see above, by default false
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        OperandDtypes.check("matMul", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatMul", EagerLibrary.matMul(a, b, transposeA, transposeB), a, b, transposeA,
                transposeB);
    }

    /**
     * MatMul: the matrix product a · b.
     *
     * <p>With transposeB = false.
     *
     * @param a float
     * @param b float
     * @param transposeA see above, by default false
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA) {
        return matMul(a, b, transposeA, false);
    }

    /**
     * MatMul: the matrix product a · b.
     *
     * <p>With transposeA = false, transposeB = false.
     *
     * @param a float
     * @param b float
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMul")
    public static Tensor matMul(Tensor a, Tensor b) {
        return matMul(a, b, false, false);
    }

    /**
     * BatchMatMul: the matrix products of the last two axes of a and b.
     *
     * @param a float
     * @param b float
     * @param transposeA see above, by default false
     * @param transposeB see above, by default false
     * @return float; […, m, n] of […, m, k] and […, k, n]; the leading axes broadcast
     */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        OperandDtypes.check("batchMatMul", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("BatchMatMul", EagerLibrary.batchMatMul(a, b, transposeA, transposeB), a, b,
                transposeA, transposeB);
    }

    /**
     * BatchMatMul: the matrix products of the last two axes of a and b.
     *
     * <p>With transposeB = false.
     *
     * @param a float
     * @param b float
     * @param transposeA see above, by default false
     * @return float; […, m, n] of […, m, k] and […, k, n]; the leading axes broadcast
     */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA) {
        return batchMatMul(a, b, transposeA, false);
    }

    /**
     * BatchMatMul: the matrix products of the last two axes of a and b.
     *
     * <p>With transposeA = false, transposeB = false.
     *
     * @param a float
     * @param b float
     * @return float; […, m, n] of […, m, k] and […, k, n]; the leading axes broadcast
     */
    @GraphOp("BatchMatMul")
    public static Tensor batchMatMul(Tensor a, Tensor b) {
        return batchMatMul(a, b, false, false);
    }

    /**
     * MatMulInteger: the matrix products of the last two axes of a and b, summed in i32, which wraps around.
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

    /**
     * MatMulInteger: the matrix products of the last two axes of a and b, summed in i32, which wraps around.
     *
     * <p>With transposeB = false.
     *
     * @param a i8
     * @param b i8
     * @param transposeA see above, by default false
     * @return i32; as BatchMatMul
     */
    @GraphOp("MatMulInteger")
    public static Tensor matMulInteger(Tensor a, Tensor b, boolean transposeA) {
        return matMulInteger(a, b, transposeA, false);
    }

    /**
     * MatMulInteger: the matrix products of the last two axes of a and b, summed in i32, which wraps around.
     *
     * <p>With transposeA = false, transposeB = false.
     *
     * @param a i8
     * @param b i8
     * @return i32; as BatchMatMul
     */
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
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @param dilations one number for each axis, by default {1, 1}
     * @param groups a whole number, by default 1
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations,
            int groups) {
        OperandDtypes.check("conv2D", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        return Recording.basic("Conv2D", EagerLibrary.conv2D(x, weight, strides, pads, dilations, groups), x,
                weight, strides, pads, dilations, groups);
    }

    /**
     * Conv2D: the convolution of images [n, channels, height, width] with weights [outputs, channels / groups,
     * height, width]; pads are top, bottom, left, right.
     *
     * <p>With groups = 1.
     *
     * @param x float
     * @param weight float
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @param dilations one number for each axis, by default {1, 1}
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations) {
        return conv2D(x, weight, strides, pads, dilations, 1);
    }

    /**
     * Conv2D: the convolution of images [n, channels, height, width] with weights [outputs, channels / groups,
     * height, width]; pads are top, bottom, left, right.
     *
     * <p>With dilations = {1, 1}, groups = 1.
     *
     * @param x float
     * @param weight float
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads) {
        return conv2D(x, weight, strides, pads, new long[] {1, 1}, 1);
    }

    /**
     * Conv2D: the convolution of images [n, channels, height, width] with weights [outputs, channels / groups,
     * height, width]; pads are top, bottom, left, right.
     *
     * <p>With pads = {0, 0, 0, 0}, dilations = {1, 1}, groups = 1.
     *
     * @param x float
     * @param weight float
     * @param strides one number for each axis, by default {1, 1}
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight, long... strides) {
        return conv2D(x, weight, strides, new long[] {0, 0, 0, 0}, new long[] {1, 1}, 1);
    }

    /**
     * Conv2D: the convolution of images [n, channels, height, width] with weights [outputs, channels / groups,
     * height, width]; pads are top, bottom, left, right.
     *
     * <p>With strides = {1, 1}, pads = {0, 0, 0, 0}, dilations = {1, 1}, groups = 1.
     *
     * @param x float
     * @param weight float
     * @return float; [n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1
     */
    @GraphOp("Conv2D")
    public static Tensor conv2D(Tensor x, Tensor weight) {
        return conv2D(x, weight, new long[] {1, 1}, new long[] {0, 0, 0, 0}, new long[] {1, 1}, 1);
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own.
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
        OperandDtypes.check("promptFlashAttention", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "mask:SHARED", mask, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttention", EagerLibrary.promptFlashAttention(query, key, value, mask,
                scale), query, key, value, mask, scale);
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param mask float
     * @param scale a number, of the dtype of the tensor that it meets
     * @return float; that of query: [b, n, s, d] of key and value [b, n, t, d], a mask that broadcasts to [b, n, s,
     *     t]
     */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor mask, double scale) {
        return promptFlashAttention(query, key, value, mask, Eager.scalar("promptFlashAttention", "scale", scale,
                query));
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own.
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
        OperandDtypes.check("promptFlashAttention", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttention", EagerLibrary.promptFlashAttention(query, key, value, scale),
                query, key, value, null, scale);
    }

    /**
     * PromptFlashAttention: softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no
     * memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param scale a number, of the dtype of the tensor that it meets
     * @return float; that of query: [b, n, s, d] of key and value [b, n, t, d], a mask that broadcasts to [b, n, s,
     *     t]
     */
    @GraphOp("PromptFlashAttention")
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, double scale) {
        return promptFlashAttention(query, key, value, Eager.scalar("promptFlashAttention", "scale", scale, query));
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, one after the other
     * along the rows; dy is the cotangent of its result, and the scores have no memory of their own.
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
        OperandDtypes.check("promptFlashAttentionGrad", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "dy:SHARED", dy, "mask:SHARED", mask, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttentionGrad", EagerLibrary.promptFlashAttentionGrad(query, key, value,
                dy, mask, scale), query, key, value, dy, mask, scale);
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, one after the other
     * along the rows; dy is the cotangent of its result, and the scores have no memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param dy float
     * @param mask float
     * @param scale a number, of the dtype of the tensor that it meets
     * @return float; [b, n, s + 2 t, d] of query and dy [b, n, s, d], of key and value [b, n, t, d], a mask that
     *     broadcasts to [b, n, s, t]
     */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor mask,
            double scale) {
        return promptFlashAttentionGrad(query, key, value, dy, mask, Eager.scalar("promptFlashAttentionGrad",
                "scale", scale, query));
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, one after the other
     * along the rows; dy is the cotangent of its result, and the scores have no memory of their own.
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
        OperandDtypes.check("promptFlashAttentionGrad", "FLOAT", "query:SHARED", query, "key:SHARED", key,
                "value:SHARED", value, "dy:SHARED", dy, "scale:SHARED_OR_F32", scale);
        return Recording.basic("PromptFlashAttentionGrad", EagerLibrary.promptFlashAttentionGrad(query, key, value,
                dy, scale), query, key, value, dy, null, scale);
    }

    /**
     * PromptFlashAttentionGrad: the adjoints of query, key and value of PromptFlashAttention, one after the other
     * along the rows; dy is the cotangent of its result, and the scores have no memory of their own.
     *
     * @param query float
     * @param key float
     * @param value float
     * @param dy float
     * @param scale a number, of the dtype of the tensor that it meets
     * @return float; [b, n, s + 2 t, d] of query and dy [b, n, s, d], of key and value [b, n, t, d], a mask that
     *     broadcasts to [b, n, s, t]
     */
    @GraphOp("PromptFlashAttentionGrad")
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, double scale) {
        return promptFlashAttentionGrad(query, key, value, dy, Eager.scalar("promptFlashAttentionGrad", "scale",
                scale, query));
    }

    /**
     * GatherGrad: the gradient of Gather: for each position the sum of the dy of all indices that name it, in their
     * order; a negative index counts from the end, one out of range adds nothing.
     *
     * @param dy float
     * @param indices i32 or i64
     * @param size a whole number
     * @return float; [a, size, b] of [a, n, b] and [n]
     */
    @GraphOp("GatherGrad")
    public static Tensor gatherGrad(Tensor dy, Tensor indices, long size) {
        OperandDtypes.check("gatherGrad", "FLOAT", "dy:SHARED", dy, "indices:INDEX", indices);
        return Recording.basic("GatherGrad", EagerLibrary.gatherGrad(dy, indices, size), dy, indices, size);
    }

    /**
     * AvgPool: the mean of each window of kernelSize, height and width, at every strides; pads are top, bottom,
     * left, right, which are zeros and count if countIncludePad says so.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @param countIncludePad see above, by default true
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides, long[] pads,
            boolean countIncludePad) {
        OperandDtypes.check("avgPool", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("avgPool", "x", x);
            Tensor wideX = Expansions.widen(x);
            long item = DimLists.item("avgPool", "kernelSize", kernelSize, 0);
            long item2 = DimLists.item("avgPool", "kernelSize", kernelSize, 1);
            long item3 = DimLists.item("avgPool", "pads", pads, 0);
            long padding = DimLists.padding("avgPool", item3, item);
            long item4 = DimLists.item("avgPool", "pads", pads, 1);
            long padding2 = DimLists.padding("avgPool", item4, item);
            long item5 = DimLists.item("avgPool", "pads", pads, 2);
            long padding3 = DimLists.padding("avgPool", item5, item2);
            long item6 = DimLists.item("avgPool", "pads", pads, 3);
            long padding4 = DimLists.padding("avgPool", item6, item2);
            Tensor broadcastTo = broadcastTo(Expansions.number("avgPool", "number", 0.0, wideX), DimLists.replace(
                    "avgPool", DimLists.dims(wideX), 2, padding));
            Tensor broadcastTo2 = broadcastTo(Expansions.number("avgPool", "number", 0.0, wideX), DimLists.replace(
                    "avgPool", DimLists.dims(wideX), 2, padding2));
            Tensor concat = concat(2, broadcastTo, wideX, broadcastTo2);
            Tensor broadcastTo3 = broadcastTo(Expansions.number("avgPool", "number", 0.0, concat),
                    DimLists.replace("avgPool", DimLists.dims(concat), 3, padding3));
            Tensor broadcastTo4 = broadcastTo(Expansions.number("avgPool", "number", 0.0, concat),
                    DimLists.replace("avgPool", DimLists.dims(concat), 3, padding4));
            Tensor concat2 = concat(3, broadcastTo3, concat, broadcastTo4);
            long item7 = DimLists.item("avgPool", "kernelSize", kernelSize, 0);
            long item8 = DimLists.item("avgPool", "kernelSize", kernelSize, 1);
            long item9 = DimLists.item("avgPool", "strides", strides, 0);
            long item10 = DimLists.item("avgPool", "strides", strides, 1);
            long places = DimLists.places("avgPool", DimLists.dim("avgPool", concat2, 2), item7, item9);
            long places2 = DimLists.places("avgPool", DimLists.dim("avgPool", concat2, 3), item8, item10);
            Tensor repeated = null;
            for (int i = 0; i < item7; i++) {
                Tensor repeated2 = null;
                for (int i2 = 0; i2 < item8; i2++) {
                    Tensor stridedSlice = stridedSlice(concat2, new long[] {0, 0, i, i2}, new long[] {DimLists.dim(
                            "avgPool", concat2, 0), DimLists.dim("avgPool", concat2, 1), i + places, i2 + places2},
                            new long[] {1, 1, item9, item10});
                    if (i2 == 0) {
                        repeated2 = stridedSlice;
                    } else {
                        Tensor add = add(repeated2, stridedSlice);
                        repeated2 = add;
                    }
                }
                if (i == 0) {
                    repeated = repeated2;
                } else {
                    Tensor add2 = add(repeated, repeated2);
                    repeated = add2;
                }
            }
            if (countIncludePad) {
                long item11 = DimLists.item("avgPool", "kernelSize", kernelSize, 0);
                long item12 = DimLists.item("avgPool", "kernelSize", kernelSize, 1);
                Tensor realDiv = realDiv(repeated, item11 * item12);
                return scope.keep(Expansions.as(realDiv, shared));
            }
            Tensor broadcastTo5 = broadcastTo(Expansions.number("avgPool", "number", 1.0, wideX), new long[] {1, 1,
                    DimLists.dim("avgPool", wideX, 2), DimLists.dim("avgPool", wideX, 3)});
            Tensor broadcastTo6 = broadcastTo(Expansions.number("avgPool", "number", 0.0, broadcastTo5),
                    DimLists.replace("avgPool", DimLists.dims(broadcastTo5), 2, padding));
            Tensor broadcastTo7 = broadcastTo(Expansions.number("avgPool", "number", 0.0, broadcastTo5),
                    DimLists.replace("avgPool", DimLists.dims(broadcastTo5), 2, padding2));
            Tensor concat3 = concat(2, broadcastTo6, broadcastTo5, broadcastTo7);
            Tensor broadcastTo8 = broadcastTo(Expansions.number("avgPool", "number", 0.0, concat3),
                    DimLists.replace("avgPool", DimLists.dims(concat3), 3, padding3));
            Tensor broadcastTo9 = broadcastTo(Expansions.number("avgPool", "number", 0.0, concat3),
                    DimLists.replace("avgPool", DimLists.dims(concat3), 3, padding4));
            Tensor concat4 = concat(3, broadcastTo8, concat3, broadcastTo9);
            long item11 = DimLists.item("avgPool", "kernelSize", kernelSize, 0);
            long item12 = DimLists.item("avgPool", "kernelSize", kernelSize, 1);
            long item13 = DimLists.item("avgPool", "strides", strides, 0);
            long item14 = DimLists.item("avgPool", "strides", strides, 1);
            long places3 = DimLists.places("avgPool", DimLists.dim("avgPool", concat4, 2), item11, item13);
            long places4 = DimLists.places("avgPool", DimLists.dim("avgPool", concat4, 3), item12, item14);
            Tensor repeated3 = null;
            for (int i3 = 0; i3 < item11; i3++) {
                Tensor repeated4 = null;
                for (int i4 = 0; i4 < item12; i4++) {
                    Tensor stridedSlice2 = stridedSlice(concat4, new long[] {0, 0, i3, i4},
                            new long[] {DimLists.dim("avgPool", concat4, 0), DimLists.dim("avgPool", concat4, 1),
                            i3 + places3, i4 + places4}, new long[] {1, 1, item13, item14});
                    if (i4 == 0) {
                        repeated4 = stridedSlice2;
                    } else {
                        Tensor add3 = add(repeated4, stridedSlice2);
                        repeated4 = add3;
                    }
                }
                if (i3 == 0) {
                    repeated3 = repeated4;
                } else {
                    Tensor add4 = add(repeated3, repeated4);
                    repeated3 = add4;
                }
            }
            Tensor realDiv = realDiv(repeated, repeated3);
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * AvgPool: the mean of each window of kernelSize, height and width, at every strides; pads are top, bottom,
     * left, right, which are zeros and count if countIncludePad says so.
     *
     * <p>With countIncludePad = true.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        return avgPool(x, kernelSize, strides, pads, true);
    }

    /**
     * AvgPool: the mean of each window of kernelSize, height and width, at every strides; pads are top, bottom,
     * left, right, which are zeros and count if countIncludePad says so.
     *
     * <p>With pads = {0, 0, 0, 0}, countIncludePad = true.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @param strides one number for each axis, by default {1, 1}
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long[] kernelSize, long[] strides) {
        return avgPool(x, kernelSize, strides, new long[] {0, 0, 0, 0}, true);
    }

    /**
     * AvgPool: the mean of each window of kernelSize, height and width, at every strides; pads are top, bottom,
     * left, right, which are zeros and count if countIncludePad says so.
     *
     * <p>With strides = {1, 1}, pads = {0, 0, 0, 0}, countIncludePad = true.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("AvgPool")
    public static Tensor avgPool(Tensor x, long... kernelSize) {
        return avgPool(x, kernelSize, new long[] {1, 1}, new long[] {0, 0, 0, 0}, true);
    }

    /**
     * MaxPool: the greatest element of each window of kernelSize, height and width, at every strides; pads are top,
     * bottom, left, right, which are less than any element.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @param strides one number for each axis, by default {1, 1}
     * @param pads one number for each axis, by default {0, 0, 0, 0}
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("MaxPool")
    public static Tensor maxPool(Tensor x, long[] kernelSize, long[] strides, long[] pads) {
        OperandDtypes.check("maxPool", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("maxPool", "x", x);
            Tensor wideX = Expansions.widen(x);
            long item = DimLists.item("maxPool", "kernelSize", kernelSize, 0);
            long item2 = DimLists.item("maxPool", "kernelSize", kernelSize, 1);
            long item3 = DimLists.item("maxPool", "pads", pads, 0);
            long padding = DimLists.padding("maxPool", item3, item);
            long item4 = DimLists.item("maxPool", "pads", pads, 1);
            long padding2 = DimLists.padding("maxPool", item4, item);
            long item5 = DimLists.item("maxPool", "pads", pads, 2);
            long padding3 = DimLists.padding("maxPool", item5, item2);
            long item6 = DimLists.item("maxPool", "pads", pads, 3);
            long padding4 = DimLists.padding("maxPool", item6, item2);
            Tensor broadcastTo = broadcastTo(Expansions.number("maxPool", "number", Double.NEGATIVE_INFINITY,
                    wideX), DimLists.replace("maxPool", DimLists.dims(wideX), 2, padding));
            Tensor broadcastTo2 = broadcastTo(Expansions.number("maxPool", "number", Double.NEGATIVE_INFINITY,
                    wideX), DimLists.replace("maxPool", DimLists.dims(wideX), 2, padding2));
            Tensor concat = concat(2, broadcastTo, wideX, broadcastTo2);
            Tensor broadcastTo3 = broadcastTo(Expansions.number("maxPool", "number", Double.NEGATIVE_INFINITY,
                    concat), DimLists.replace("maxPool", DimLists.dims(concat), 3, padding3));
            Tensor broadcastTo4 = broadcastTo(Expansions.number("maxPool", "number", Double.NEGATIVE_INFINITY,
                    concat), DimLists.replace("maxPool", DimLists.dims(concat), 3, padding4));
            Tensor concat2 = concat(3, broadcastTo3, concat, broadcastTo4);
            long item7 = DimLists.item("maxPool", "kernelSize", kernelSize, 0);
            long item8 = DimLists.item("maxPool", "kernelSize", kernelSize, 1);
            long item9 = DimLists.item("maxPool", "strides", strides, 0);
            long item10 = DimLists.item("maxPool", "strides", strides, 1);
            long places = DimLists.places("maxPool", DimLists.dim("maxPool", concat2, 2), item7, item9);
            long places2 = DimLists.places("maxPool", DimLists.dim("maxPool", concat2, 3), item8, item10);
            Tensor repeated = null;
            for (int i = 0; i < item7; i++) {
                Tensor repeated2 = null;
                for (int i2 = 0; i2 < item8; i2++) {
                    Tensor stridedSlice = stridedSlice(concat2, new long[] {0, 0, i, i2}, new long[] {DimLists.dim(
                            "maxPool", concat2, 0), DimLists.dim("maxPool", concat2, 1), i + places, i2 + places2},
                            new long[] {1, 1, item9, item10});
                    if (i2 == 0) {
                        repeated2 = stridedSlice;
                    } else {
                        Tensor maximum = maximum(repeated2, stridedSlice);
                        repeated2 = maximum;
                    }
                }
                if (i == 0) {
                    repeated = repeated2;
                } else {
                    Tensor maximum2 = maximum(repeated, repeated2);
                    repeated = maximum2;
                }
            }
            return scope.keep(Expansions.as(repeated, shared));
        }
    }

    /**
     * MaxPool: the greatest element of each window of kernelSize, height and width, at every strides; pads are top,
     * bottom, left, right, which are less than any element.
     *
     * <p>With pads = {0, 0, 0, 0}.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @param strides one number for each axis, by default {1, 1}
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
    @GraphOp("MaxPool")
    public static Tensor maxPool(Tensor x, long[] kernelSize, long[] strides) {
        return maxPool(x, kernelSize, strides, new long[] {0, 0, 0, 0});
    }

    /**
     * MaxPool: the greatest element of each window of kernelSize, height and width, at every strides; pads are top,
     * bottom, left, right, which are less than any element.
     *
     * <p>With strides = {1, 1}, pads = {0, 0, 0, 0}.
     *
     * @param x float
     * @param kernelSize one number for each axis
     * @return float; [n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down
     */
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
        return Recording.basic("AllReduce", EagerLibrary.allReduce(x, op, group), x, op, group);
    }

    /**
     * AllReduce: the x of all ranks of the group combined, in the order of ranks.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param op a constant of ReduceOp, by default ReduceOp.SUM
     * @return number; the shape of x
     */
    @GraphOp("AllReduce")
    public static Tensor allReduce(Tensor x, ReduceOp op) {
        return allReduce(x, op, "world");
    }

    /**
     * AllReduce: the x of all ranks of the group combined, in the order of ranks.
     *
     * <p>With op = ReduceOp.SUM, group = "world".
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("AllReduce")
    public static Tensor allReduce(Tensor x) {
        return allReduce(x, ReduceOp.SUM, "world");
    }

    /**
     * OnRank: x on one rank of the group, 0 on all others: what a sum over the group counts once.
     *
     * @param x number
     * @param rank a whole number, by default 0
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x, int rank, String group) {
        OperandDtypes.check("onRank", "NUMBER", "x:SHARED", x);
        return Recording.basic("OnRank", EagerLibrary.onRank(x, rank, group), x, rank, group);
    }

    /**
     * OnRank: x on one rank of the group, 0 on all others: what a sum over the group counts once.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param rank a whole number, by default 0
     * @return number; the shape of x
     */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x, int rank) {
        return onRank(x, rank, "world");
    }

    /**
     * OnRank: x on one rank of the group, 0 on all others: what a sum over the group counts once.
     *
     * <p>With rank = 0, group = "world".
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("OnRank")
    public static Tensor onRank(Tensor x) {
        return onRank(x, 0, "world");
    }

    /**
     * AllGather: the x of all ranks of the group, of which there are so many, one after the other along the first
     * axis.
     *
     * @param x number
     * @param ranks a whole number
     * @param group a name, by default "world"
     * @return number; [ranks · n, ...] of [n, ...]
     */
    @GraphOp("AllGather")
    public static Tensor allGather(Tensor x, int ranks, String group) {
        OperandDtypes.check("allGather", "NUMBER", "x:SHARED", x);
        return Recording.basic("AllGather", EagerLibrary.allGather(x, ranks, group), x, ranks, group);
    }

    /**
     * AllGather: the x of all ranks of the group, of which there are so many, one after the other along the first
     * axis.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param ranks a whole number
     * @return number; [ranks · n, ...] of [n, ...]
     */
    @GraphOp("AllGather")
    public static Tensor allGather(Tensor x, int ranks) {
        return allGather(x, ranks, "world");
    }

    /**
     * ReduceScatter: of the sum of the x of all ranks of the group the part of this rank: the first axis is cut
     * into as many parts as there are ranks.
     *
     * @param x number
     * @param ranks a whole number
     * @param group a name, by default "world"
     * @return number; [n, ...] of [ranks · n, ...]
     */
    @GraphOp("ReduceScatter")
    public static Tensor reduceScatter(Tensor x, int ranks, String group) {
        OperandDtypes.check("reduceScatter", "NUMBER", "x:SHARED", x);
        return Recording.basic("ReduceScatter", EagerLibrary.reduceScatter(x, ranks, group), x, ranks, group);
    }

    /**
     * ReduceScatter: of the sum of the x of all ranks of the group the part of this rank: the first axis is cut
     * into as many parts as there are ranks.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param ranks a whole number
     * @return number; [n, ...] of [ranks · n, ...]
     */
    @GraphOp("ReduceScatter")
    public static Tensor reduceScatter(Tensor x, int ranks) {
        return reduceScatter(x, ranks, "world");
    }

    /**
     * AllToAll: of each rank of the group, in their order, the part of x that has this rank's number: the first
     * axis is cut into as many parts as there are ranks.
     *
     * @param x number
     * @param ranks a whole number
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("AllToAll")
    public static Tensor allToAll(Tensor x, int ranks, String group) {
        OperandDtypes.check("allToAll", "NUMBER", "x:SHARED", x);
        return Recording.basic("AllToAll", EagerLibrary.allToAll(x, ranks, group), x, ranks, group);
    }

    /**
     * AllToAll: of each rank of the group, in their order, the part of x that has this rank's number: the first
     * axis is cut into as many parts as there are ranks.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param ranks a whole number
     * @return number; the shape of x
     */
    @GraphOp("AllToAll")
    public static Tensor allToAll(Tensor x, int ranks) {
        return allToAll(x, ranks, "world");
    }

    /**
     * Broadcast: the x of one rank, on every rank of the group.
     *
     * @param x number
     * @param rank a whole number, by default 0
     * @param group a name, by default "world"
     * @return number; the shape of x
     */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x, int rank, String group) {
        OperandDtypes.check("broadcast", "NUMBER", "x:SHARED", x);
        return Recording.basic("Broadcast", EagerLibrary.broadcast(x, rank, group), x, rank, group);
    }

    /**
     * Broadcast: the x of one rank, on every rank of the group.
     *
     * <p>With group = "world".
     *
     * @param x number
     * @param rank a whole number, by default 0
     * @return number; the shape of x
     */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x, int rank) {
        return broadcast(x, rank, "world");
    }

    /**
     * Broadcast: the x of one rank, on every rank of the group.
     *
     * <p>With rank = 0, group = "world".
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Broadcast")
    public static Tensor broadcast(Tensor x) {
        return broadcast(x, 0, "world");
    }

    /**
     * MatMulAllReduce: the sum of the matrix products a · b of all ranks of the group, each rounded.
     *
     * @param a float
     * @param b float
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB, String group) {
        OperandDtypes.check("matMulAllReduce", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatMulAllReduce", EagerLibrary.matMulAllReduce(a, b, transposeB, group), a, b,
                transposeB, group);
    }

    /**
     * MatMulAllReduce: the sum of the matrix products a · b of all ranks of the group, each rounded.
     *
     * <p>With group = "world".
     *
     * @param a float
     * @param b float
     * @param transposeB see above, by default false
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB) {
        return matMulAllReduce(a, b, transposeB, "world");
    }

    /**
     * MatMulAllReduce: the sum of the matrix products a · b of all ranks of the group, each rounded.
     *
     * <p>With transposeB = false, group = "world".
     *
     * @param a float
     * @param b float
     * @return float; [m, n] of [m, k] and [k, n]
     */
    @GraphOp("MatMulAllReduce")
    public static Tensor matMulAllReduce(Tensor a, Tensor b) {
        return matMulAllReduce(a, b, false, "world");
    }

    /**
     * AllGatherMatmul: the product of the a of all ranks of the group, of which there are so many, one after the
     * other along the first axis, and of b.
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [ranks · m, n] of [m, k] and [k, n]
     */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        OperandDtypes.check("allGatherMatmul", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("AllGatherMatmul", EagerLibrary.allGatherMatmul(a, b, ranks, transposeB, group), a,
                b, ranks, transposeB, group);
    }

    /**
     * AllGatherMatmul: the product of the a of all ranks of the group, of which there are so many, one after the
     * other along the first axis, and of b.
     *
     * <p>With group = "world".
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @param transposeB see above, by default false
     * @return float; [ranks · m, n] of [m, k] and [k, n]
     */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB) {
        return allGatherMatmul(a, b, ranks, transposeB, "world");
    }

    /**
     * AllGatherMatmul: the product of the a of all ranks of the group, of which there are so many, one after the
     * other along the first axis, and of b.
     *
     * <p>With transposeB = false, group = "world".
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @return float; [ranks · m, n] of [m, k] and [k, n]
     */
    @GraphOp("AllGatherMatmul")
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks) {
        return allGatherMatmul(a, b, ranks, false, "world");
    }

    /**
     * MatmulReduceScatter: of the sum of the matrix products a · b of all ranks of the group, each rounded, the
     * rows of this rank: they are cut into as many parts as there are ranks.
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @param transposeB see above, by default false
     * @param group a name, by default "world"
     * @return float; [m, n] of [ranks · m, k] and [k, n]
     */
    @GraphOp("MatmulReduceScatter")
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        OperandDtypes.check("matmulReduceScatter", "FLOAT", "a:SHARED", a, "b:SHARED", b);
        return Recording.basic("MatmulReduceScatter", EagerLibrary.matmulReduceScatter(a, b, ranks, transposeB,
                group), a, b, ranks, transposeB, group);
    }

    /**
     * MatmulReduceScatter: of the sum of the matrix products a · b of all ranks of the group, each rounded, the
     * rows of this rank: they are cut into as many parts as there are ranks.
     *
     * <p>With group = "world".
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @param transposeB see above, by default false
     * @return float; [m, n] of [ranks · m, k] and [k, n]
     */
    @GraphOp("MatmulReduceScatter")
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB) {
        return matmulReduceScatter(a, b, ranks, transposeB, "world");
    }

    /**
     * MatmulReduceScatter: of the sum of the matrix products a · b of all ranks of the group, each rounded, the
     * rows of this rank: they are cut into as many parts as there are ranks.
     *
     * <p>With transposeB = false, group = "world".
     *
     * @param a float
     * @param b float
     * @param ranks a whole number
     * @return float; [m, n] of [ranks · m, k] and [k, n]
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
        OperandDtypes.check("square", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Square", x)) {
            Tensor mul = mul(x, x);
            return recording.result(scope.keep(mul));
        }
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, Tensor y) {
        OperandDtypes.check("squaredDifference", "NUMBER", "x:SHARED", x, "y:SHARED", y);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("squaredDifference", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor sub = sub(wideX, wideY);
            Tensor mul = mul(sub, sub);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(double x, Tensor y) {
        return squaredDifference(Expansions.number("squaredDifference", "x", x, y), y);
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, double y) {
        return squaredDifference(x, Expansions.number("squaredDifference", "y", y, x));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x number
     * @param y number
     * @param z number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, Tensor z) {
        OperandDtypes.check("fusedMulAdd", "NUMBER", "x:SHARED", x, "y:SHARED", y, "z:SHARED", z);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("fusedMulAdd", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideZ = Expansions.widen(z);
            Tensor mul = mul(wideX, wideY);
            Tensor add = add(mul, wideZ);
            return scope.keep(Expansions.as(add, shared));
        }
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @param z number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, y), y, z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @param z number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, Tensor z) {
        return fusedMulAdd(x, Expansions.number("fusedMulAdd", "y", y, x), z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y a number, of the dtype of the tensor that it meets
     * @param z number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, double y, Tensor z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, z), Expansions.number("fusedMulAdd", "y", y,
                z), z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x number
     * @param y number
     * @param z a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, double z) {
        return fusedMulAdd(x, y, Expansions.number("fusedMulAdd", "z", z, x));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @param z a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, double z) {
        return fusedMulAdd(Expansions.number("fusedMulAdd", "x", x, y), y, Expansions.number("fusedMulAdd", "z", z,
                y));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @param z a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, double z) {
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
        OperandDtypes.check("addN", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.first("addN", "x", x).dtype();
            Tensor[] wideX = Expansions.widen(x);
            Tensor folded = Expansions.first("addN", "x", wideX);
            for (int i = 1; i < wideX.length; i++) {
                Tensor add = add(folded, wideX[i]);
                folded = add;
            }
            return scope.keep(Expansions.as(folded, shared));
        }
    }

    /**
     * Addcmul: input + value · (x1 · x2).
     *
     * @param input number
     * @param x1 number
     * @param x2 number
     * @param value number, a number, by default 1.0
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2, Tensor value) {
        OperandDtypes.check("addcmul", "NUMBER", "input:SHARED", input, "x1:SHARED", x1, "x2:SHARED", x2,
                "value:SHARED", value);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("addcmul", "input", input);
            Tensor wideInput = Expansions.widen(input);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideValue = Expansions.widen(value);
            Tensor mul = mul(wideX1, wideX2);
            Tensor mul2 = mul(mul, wideValue);
            Tensor add = add(wideInput, mul2);
            return scope.keep(Expansions.as(add, shared));
        }
    }

    /**
     * Addcmul: input + value · (x1 · x2).
     *
     * <p>With value = 1.0.
     *
     * @param input number
     * @param x1 number
     * @param x2 number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2) {
        return addcmul(input, x1, x2, 1.0);
    }

    /**
     * Addcmul: input + value · (x1 · x2).
     *
     * @param input number
     * @param x1 number
     * @param x2 number
     * @param value a number, of the dtype of the tensor that it meets, by default 1.0
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("Addcmul")
    public static Tensor addcmul(Tensor input, Tensor x1, Tensor x2, double value) {
        return addcmul(input, x1, x2, Expansions.number("addcmul", "value", value, input));
    }

    /**
     * Addcdiv: input + value · (x1 / x2).
     *
     * @param input float
     * @param x1 float
     * @param x2 float
     * @param value float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2, Tensor value) {
        OperandDtypes.check("addcdiv", "FLOAT", "input:SHARED", input, "x1:SHARED", x1, "x2:SHARED", x2,
                "value:SHARED", value);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("addcdiv", "input", input);
            Tensor wideInput = Expansions.widen(input);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideValue = Expansions.widen(value);
            Tensor realDiv = realDiv(wideX1, wideX2);
            Tensor mul = mul(realDiv, wideValue);
            Tensor add = add(wideInput, mul);
            return scope.keep(Expansions.as(add, shared));
        }
    }

    /**
     * Addcdiv: input + value · (x1 / x2).
     *
     * <p>With value = 1.0.
     *
     * @param input float
     * @param x1 float
     * @param x2 float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2) {
        return addcdiv(input, x1, x2, 1.0);
    }

    /**
     * Addcdiv: input + value · (x1 / x2).
     *
     * @param input float
     * @param x1 float
     * @param x2 float
     * @param value a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Addcdiv")
    public static Tensor addcdiv(Tensor input, Tensor x1, Tensor x2, double value) {
        return addcdiv(input, x1, x2, Expansions.number("addcdiv", "value", value, input));
    }

    /**
     * Lerp: start + weight · (end - start), exact at weight 0 and 1.
     *
     * @param start float
     * @param end float
     * @param weight float, a number
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Lerp")
    public static Tensor lerp(Tensor start, Tensor end, Tensor weight) {
        OperandDtypes.check("lerp", "FLOAT", "start:SHARED", start, "end:SHARED", end, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Lerp", start, end,
                weight)) {
            DType shared = Expansions.dtype("lerp", "start", start);
            Tensor wideStart = Expansions.widen(start);
            Tensor wideEnd = Expansions.widen(end);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor sub = sub(wideEnd, wideStart);
            Tensor mul = mul(sub, wideWeight);
            Tensor add = add(wideStart, mul);
            Tensor sub2 = sub(1.0, wideWeight);
            Tensor mul2 = mul(sub, sub2);
            Tensor sub3 = sub(wideEnd, mul2);
            Tensor less = less(wideWeight, 0.5);
            Tensor select = select(less, add, sub3);
            Tensor sub4 = sub(1.0, wideWeight);
            Tensor mul3 = mul(wideStart, sub4);
            Tensor mul4 = mul(wideEnd, wideWeight);
            Tensor add2 = add(mul3, mul4);
            Tensor less2 = less(wideStart, 0.0);
            Tensor less3 = less(wideEnd, 0.0);
            Tensor logicalXor = logicalXor(less2, less3);
            Tensor select2 = select(logicalXor, add2, select);
            return recording.result(scope.keep(Expansions.as(select2, shared)));
        }
    }

    /**
     * Lerp: start + weight · (end - start), exact at weight 0 and 1.
     *
     * @param start float
     * @param end float
     * @param weight a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("Lerp")
    public static Tensor lerp(Tensor start, Tensor end, double weight) {
        return lerp(start, end, Expansions.number("lerp", "weight", weight, start));
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * @param x number
     * @param y number
     * @param rounding a constant of Rounding, by default Rounding.NONE
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, Tensor y, Rounding rounding) {
        OperandDtypes.check("divMod", "NUMBER", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("divMod", "rounding", rounding);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("divMod", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            if (rounding == Rounding.NONE) {
                Tensor div = div(wideX, wideY);
                return scope.keep(Expansions.as(div, shared));
            }
            if (rounding == Rounding.FLOOR) {
                Tensor floorDiv = floorDiv(wideX, wideY);
                return scope.keep(Expansions.as(floorDiv, shared));
            }
            if (x.dtype().isFloat()) {
                Tensor abs = abs(wideX);
                Tensor abs2 = abs(wideY);
                Tensor floorDiv = floorDiv(abs, abs2);
                Tensor less = less(wideX, 0.0);
                Tensor less2 = less(wideY, 0.0);
                Tensor logicalXor = logicalXor(less, less2);
                Tensor neg = neg(floorDiv);
                Tensor select = select(logicalXor, neg, floorDiv);
                return scope.keep(Expansions.as(select, shared));
            }
            Tensor div = div(wideX, wideY);
            return scope.keep(Expansions.as(div, shared));
        }
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * <p>With rounding = Rounding.NONE.
     *
     * @param x number
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, Tensor y) {
        return divMod(x, y, Rounding.NONE);
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * <p>With rounding = Rounding.NONE.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(double x, Tensor y) {
        return divMod(Expansions.number("divMod", "x", x, y), y);
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * <p>With rounding = Rounding.NONE.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, double y) {
        return divMod(x, Expansions.number("divMod", "y", y, x));
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * @param x a number, of the dtype of the tensor that it meets
     * @param y number
     * @param rounding a constant of Rounding, by default Rounding.NONE
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(double x, Tensor y, Rounding rounding) {
        return divMod(Expansions.number("divMod", "x", x, y), y, rounding);
    }

    /**
     * DivMod: x / y, rounded as asked: not at all, down or towards zero.
     *
     * @param x number
     * @param y a number, of the dtype of the tensor that it meets
     * @param rounding a constant of Rounding, by default Rounding.NONE
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("DivMod")
    public static Tensor divMod(Tensor x, double y, Rounding rounding) {
        return divMod(x, Expansions.number("divMod", "y", y, x), rounding);
    }

    /**
     * ClampScalar: min(max(x, min), max).
     *
     * @param x number
     * @param min number, a number
     * @param max number, a number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("ClampScalar")
    public static Tensor clampScalar(Tensor x, Tensor min, Tensor max) {
        OperandDtypes.check("clampScalar", "NUMBER", "x:SHARED", x, "min:SHARED", min, "max:SHARED", max);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ClampScalar", x, min,
                max)) {
            DType shared = Expansions.dtype("clampScalar", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideMin = Expansions.widen(min);
            Tensor wideMax = Expansions.widen(max);
            Tensor maximum = maximum(wideX, wideMin);
            Tensor minimum = minimum(maximum, wideMax);
            return recording.result(scope.keep(Expansions.as(minimum, shared)));
        }
    }

    /**
     * ClampScalar: min(max(x, min), max).
     *
     * @param x number
     * @param min a number, of the dtype of the tensor that it meets
     * @param max a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("ClampScalar")
    public static Tensor clampScalar(Tensor x, double min, double max) {
        return clampScalar(x, Expansions.number("clampScalar", "min", min, x), Expansions.number("clampScalar",
                "max", max, x));
    }

    /**
     * ClampScalar: min(max(x, min), max).
     *
     * @param x number
     * @param min number, a number
     * @param max number, a number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("ClampScalar")
    public static Tensor clip(Tensor x, Tensor min, Tensor max) {
        return clampScalar(x, min, max);
    }

    /**
     * ClampScalar: min(max(x, min), max).
     *
     * @param x number
     * @param min a number, of the dtype of the tensor that it meets
     * @param max a number, of the dtype of the tensor that it meets
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("ClampScalar")
    public static Tensor clip(Tensor x, double min, double max) {
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
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("ClipByNormNoDivSum")
    public static Tensor clipByNormNoDivSum(Tensor x, Tensor a, Tensor b, Tensor floor) {
        OperandDtypes.check("clipByNormNoDivSum", "FLOAT", "x:SHARED", x, "a:SHARED", a, "b:SHARED", b,
                "floor:SHARED", floor);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("clipByNormNoDivSum", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideA = Expansions.widen(a);
            Tensor wideB = Expansions.widen(b);
            Tensor wideFloor = Expansions.widen(floor);
            Tensor greater = greater(wideX, wideA);
            Tensor select = select(greater, wideX, wideB);
            Tensor sqrt = sqrt(select);
            Tensor select2 = select(greater, sqrt, wideX);
            Tensor maximum = maximum(select2, wideFloor);
            return scope.keep(Expansions.as(maximum, shared));
        }
    }

    /**
     * MaskedFill: value where the mask holds, else x.
     *
     * @param x any dtype
     * @param mask bool
     * @param value any dtype, a number
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("MaskedFill")
    public static Tensor maskedFill(Tensor x, Tensor mask, Tensor value) {
        OperandDtypes.check("maskedFill", "ANY", "x:SHARED", x, "mask:BOOL", mask, "value:SHARED", value);
        return select(mask, value, x);
    }

    /**
     * MaskedFill: value where the mask holds, else x.
     *
     * @param x any dtype
     * @param mask bool
     * @param value a number, of the dtype of the tensor that it meets
     * @return any dtype; the shape to which the operands broadcast
     */
    @GraphOp("MaskedFill")
    public static Tensor maskedFill(Tensor x, Tensor mask, double value) {
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
        OperandDtypes.check("biasAdd", "NUMBER", "x:SHARED", x, "bias:SHARED", bias);
        Expansions.present("biasAdd", "format", format);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("biasAdd", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideBias = Expansions.widen(bias);
            if (format == DataFormat.NCHW) {
                Tensor reshape = reshape(wideBias, DimLists.alongAxis("biasAdd", wideBias, wideX, 1));
                Tensor add = add(wideX, reshape);
                return scope.keep(Expansions.as(add, shared));
            }
            Tensor reshape = reshape(wideBias, DimLists.alongAxis("biasAdd", wideBias, wideX, -1));
            Tensor add = add(wideX, reshape);
            return scope.keep(Expansions.as(add, shared));
        }
    }

    /**
     * BiasAdd: x + bias along the axis of channels: axis 1 of NCHW, the last of NHWC.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param x number
     * @param bias number
     * @return number; the shape of x
     */
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
        OperandDtypes.check("biasAddGrad", "NUMBER", "dy:SHARED", dy);
        Expansions.present("biasAddGrad", "format", format);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("biasAddGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            if (format == DataFormat.NCHW) {
                int[] axesBut = DimLists.axesBut("biasAddGrad", wideDy, 1);
                Tensor reduceSum = reduceSum(wideDy, axesBut, false);
                return scope.keep(Expansions.as(reduceSum, shared));
            }
            int[] axesBut = DimLists.axesBut("biasAddGrad", wideDy, -1);
            Tensor reduceSum = reduceSum(wideDy, axesBut, false);
            return scope.keep(Expansions.as(reduceSum, shared));
        }
    }

    /**
     * BiasAddGrad: sum over all axes but that of channels.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param dy number
     * @return number; [channels]
     */
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
        OperandDtypes.check("stopGradient", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("StopGradient", x)) {
            return recording.result(scope.keep(Expansions.copy("stopGradient", x)));
        }
    }

    /**
     * OnesLike: ones.
     *
     * @param x any dtype
     * @return any dtype; the shape of x
     */
    @GraphOp("OnesLike")
    public static Tensor onesLike(Tensor x) {
        OperandDtypes.check("onesLike", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("OnesLike", x)) {
            Tensor broadcastLike = broadcastLike(Eager.scalar("onesLike", "number", 1.0, x), x);
            return recording.result(scope.keep(broadcastLike));
        }
    }

    /**
     * ZerosLike: zeros.
     *
     * @param x any dtype
     * @return any dtype; the shape of x
     */
    @GraphOp("ZerosLike")
    public static Tensor zerosLike(Tensor x) {
        OperandDtypes.check("zerosLike", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ZerosLike", x)) {
            Tensor broadcastLike = broadcastLike(Eager.scalar("zerosLike", "number", 0.0, x), x);
            return recording.result(scope.keep(broadcastLike));
        }
    }

    /**
     * FillV2: the same number everywhere.
     *
     * @param value any dtype, a number
     * @param dims one number for each axis
     * @return any dtype; dims
     */
    @GraphOp("FillV2")
    public static Tensor fillV2(Tensor value, long... dims) {
        OperandDtypes.check("fillV2", "ANY", "value:SHARED", value);
        return broadcastTo(value, dims);
    }

    /**
     * FillV2: the same number everywhere.
     *
     * @param value a number, of the dtype of the tensor that it meets
     * @param dims one number for each axis
     * @return any dtype; dims
     */
    @GraphOp("FillV2")
    public static Tensor fillV2(double value, long... dims) {
        return fillV2(Eager.scalar(value), dims);
    }

    /**
     * Range: 0, 1, …, n - 1.
     *
     * @param n a whole number
     * @return i64; [n]
     */
    @GraphOp("Range")
    public static Tensor range(long n) {
        return rowMajorIndex(new long[] {n});
    }

    /**
     * Eye: ones on the diagonal, zeros elsewhere.
     *
     * @param n a whole number
     * @param m a whole number
     * @return f32; [n, m]
     */
    @GraphOp("Eye")
    public static Tensor eye(long n, long m) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor index = index(0, new long[] {n, m});
            Tensor index2 = index(1, new long[] {n, m});
            Tensor equal = equal(index, index2);
            Tensor converted = Expansions.as(equal, DType.F32);
            return scope.keep(converted);
        }
    }

    /**
     * ReLU: max(x, 0).
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("ReLU")
    public static Tensor reLU(Tensor x) {
        OperandDtypes.check("reLU", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ReLU", x)) {
            Tensor maximum = maximum(x, 0.0);
            return recording.result(scope.keep(maximum));
        }
    }

    /**
     * ReLU6: min(max(x, 0), 6).
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("ReLU6")
    public static Tensor reLU6(Tensor x) {
        OperandDtypes.check("reLU6", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ReLU6", x)) {
            DType shared = Expansions.dtype("reLU6", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor maximum = maximum(wideX, 0.0);
            Tensor minimum = minimum(maximum, 6.0);
            return recording.result(scope.keep(Expansions.as(minimum, shared)));
        }
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x float
     * @param slope float, a number
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, Tensor slope) {
        OperandDtypes.check("leakyReLUExt", "FLOAT", "x:SHARED", x, "slope:SHARED", slope);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("leakyReLUExt", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideSlope = Expansions.widen(slope);
            Tensor less = less(wideX, 0.0);
            Tensor mul = mul(wideX, wideSlope);
            Tensor select = select(less, mul, wideX);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x float
     * @param slope a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, double slope) {
        return leakyReLUExt(x, Expansions.number("leakyReLUExt", "slope", slope, x));
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x float
     * @param slope float, a number
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLU(Tensor x, Tensor slope) {
        return leakyReLUExt(x, slope);
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x float
     * @param slope a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLU(Tensor x, double slope) {
        return leakyReLUExt(x, Expansions.number("leakyReLUExt", "slope", slope, x));
    }

    /**
     * PReLU: x for x ≥ 0, else weight · x, with one weight for each index of axis 1.
     *
     * @param x float
     * @param weight float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("PReLU")
    public static Tensor pReLU(Tensor x, Tensor weight) {
        OperandDtypes.check("pReLU", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("pReLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor reshape = reshape(wideWeight, DimLists.alongAxis("pReLU", wideWeight, wideX, 1));
            Tensor less = less(wideX, 0.0);
            Tensor mul = mul(wideX, reshape);
            Tensor select = select(less, mul, wideX);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * SiLU: x · sigmoid(x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("SiLU")
    public static Tensor siLU(Tensor x) {
        OperandDtypes.check("siLU", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SiLU", x)) {
            DType shared = Expansions.dtype("siLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor sigmoid = sigmoid(wideX);
            Tensor mul = mul(wideX, sigmoid);
            return recording.result(scope.keep(Expansions.as(mul, shared)));
        }
    }

    /**
     * SiLU: x · sigmoid(x).
     *
     * @param x float
     * @return float; the shape of x
     */
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
        OperandDtypes.check("geLU", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GeLU", x)) {
            DType shared = Expansions.dtype("geLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, wideX);
            Tensor mul2 = mul(mul, 0.07135481627260025);
            Tensor add = add(mul2, 1.5957691216057308);
            Tensor mul3 = mul(wideX, add);
            Tensor sigmoid = sigmoid(mul3);
            Tensor mul4 = mul(wideX, sigmoid);
            return recording.result(scope.keep(Expansions.as(mul4, shared)));
        }
    }

    /**
     * GeLU: 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 x³))), computed as x · sigmoid(2u).
     *
     * @param x float
     * @return float; the shape of x
     */
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
        OperandDtypes.check("geLUErf", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GeLUErf", x)) {
            DType shared = Expansions.dtype("geLUErf", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, 0.5);
            Tensor mul2 = mul(wideX, -0.7071067811865476);
            Tensor erfc = erfc(mul2);
            Tensor mul3 = mul(mul, erfc);
            return recording.result(scope.keep(Expansions.as(mul3, shared)));
        }
    }

    /**
     * FastGeLU: x · sigmoid(1.702 x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("FastGeLU")
    public static Tensor fastGeLU(Tensor x) {
        OperandDtypes.check("fastGeLU", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("FastGeLU", x)) {
            DType shared = Expansions.dtype("fastGeLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, 1.702);
            Tensor sigmoid = sigmoid(mul);
            Tensor mul2 = mul(wideX, sigmoid);
            return recording.result(scope.keep(Expansions.as(mul2, shared)));
        }
    }

    /**
     * FastGeLU: x · sigmoid(1.702 x).
     *
     * @param x float
     * @return float; the shape of x
     */
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
        OperandDtypes.check("hSigmoid", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("HSigmoid", x)) {
            DType shared = Expansions.dtype("hSigmoid", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, 0.16666666666666666);
            Tensor add = add(mul, 0.5);
            Tensor minimum = minimum(add, 1.0);
            Tensor maximum = maximum(minimum, 0.0);
            return recording.result(scope.keep(Expansions.as(maximum, shared)));
        }
    }

    /**
     * HSwish: x · clip(x + 3, 0, 6) / 6.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("HSwish")
    public static Tensor hSwish(Tensor x) {
        OperandDtypes.check("hSwish", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("HSwish", x)) {
            DType shared = Expansions.dtype("hSwish", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor add = add(wideX, 3.0);
            Tensor maximum = maximum(add, 0.0);
            Tensor minimum = minimum(maximum, 6.0);
            Tensor mul = mul(minimum, 0.16666666666666666);
            Tensor mul2 = mul(wideX, mul);
            return recording.result(scope.keep(Expansions.as(mul2, shared)));
        }
    }

    /**
     * HShrink: 0 for |x| ≤ lambd, else x.
     *
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x, Tensor lambd) {
        OperandDtypes.check("hShrink", "FLOAT", "x:SHARED", x, "lambd:SHARED", lambd);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("HShrink", x, lambd)) {
            DType shared = Expansions.dtype("hShrink", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideLambd = Expansions.widen(lambd);
            Tensor abs = abs(wideX);
            Tensor lessEqual = lessEqual(abs, wideLambd);
            Tensor select = select(lessEqual, 0.0, wideX);
            return recording.result(scope.keep(Expansions.as(select, shared)));
        }
    }

    /**
     * HShrink: 0 for |x| ≤ lambd, else x.
     *
     * <p>With lambd = 0.5.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x) {
        return hShrink(x, 0.5);
    }

    /**
     * HShrink: 0 for |x| ≤ lambd, else x.
     *
     * @param x float
     * @param lambd a number, of the dtype of the tensor that it meets, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrink")
    public static Tensor hShrink(Tensor x, double lambd) {
        return hShrink(x, Expansions.number("hShrink", "lambd", lambd, x));
    }

    /**
     * SoftShrink: x moved towards 0 by lambd: x - clip(x, -lambd, lambd).
     *
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftShrink")
    public static Tensor softShrink(Tensor x, Tensor lambd) {
        OperandDtypes.check("softShrink", "FLOAT", "x:SHARED", x, "lambd:SHARED", lambd);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SoftShrink", x,
                lambd)) {
            DType shared = Expansions.dtype("softShrink", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideLambd = Expansions.widen(lambd);
            Tensor minimum = minimum(wideX, wideLambd);
            Tensor neg = neg(wideLambd);
            Tensor maximum = maximum(minimum, neg);
            Tensor sub = sub(wideX, maximum);
            return recording.result(scope.keep(Expansions.as(sub, shared)));
        }
    }

    /**
     * SoftShrink: x moved towards 0 by lambd: x - clip(x, -lambd, lambd).
     *
     * <p>With lambd = 0.5.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftShrink")
    public static Tensor softShrink(Tensor x) {
        return softShrink(x, 0.5);
    }

    /**
     * SoftShrink: x moved towards 0 by lambd: x - clip(x, -lambd, lambd).
     *
     * @param x float
     * @param lambd a number, of the dtype of the tensor that it meets, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
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
        OperandDtypes.check("softplus", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Softplus", x)) {
            DType shared = Expansions.dtype("softplus", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor maximum = maximum(wideX, 0.0);
            Tensor abs = abs(wideX);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor add = add(maximum, log1p);
            return recording.result(scope.keep(Expansions.as(add, shared)));
        }
    }

    /**
     * SoftplusExt: x for beta · x &gt; threshold, else ln(1 + e^(beta · x)) / beta.
     *
     * @param x float
     * @param beta float, a number, by default 1.0
     * @param threshold float, a number, by default 20.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusExt")
    public static Tensor softplusExt(Tensor x, Tensor beta, Tensor threshold) {
        OperandDtypes.check("softplusExt", "FLOAT", "x:SHARED", x, "beta:SHARED", beta, "threshold:SHARED",
                threshold);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SoftplusExt", x, beta,
                threshold)) {
            DType shared = Expansions.dtype("softplusExt", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideThreshold = Expansions.widen(threshold);
            Tensor mul = mul(wideX, wideBeta);
            Tensor maximum = maximum(mul, 0.0);
            Tensor abs = abs(mul);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor add = add(maximum, log1p);
            Tensor realDiv = realDiv(add, wideBeta);
            Tensor greater = greater(mul, wideThreshold);
            Tensor select = select(greater, wideX, realDiv);
            return recording.result(scope.keep(Expansions.as(select, shared)));
        }
    }

    /**
     * SoftplusExt: x for beta · x &gt; threshold, else ln(1 + e^(beta · x)) / beta.
     *
     * <p>With beta = 1.0, threshold = 20.0.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusExt")
    public static Tensor softplusExt(Tensor x) {
        return softplusExt(x, 1.0, 20.0);
    }

    /**
     * SoftplusExt: x for beta · x &gt; threshold, else ln(1 + e^(beta · x)) / beta.
     *
     * @param x float
     * @param beta a number, of the dtype of the tensor that it meets, by default 1.0
     * @param threshold a number, of the dtype of the tensor that it meets, by default 20.0
     * @return float; the shape to which the operands broadcast
     */
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
        OperandDtypes.check("softsign", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Softsign", x)) {
            DType shared = Expansions.dtype("softsign", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor abs = abs(wideX);
            Tensor add = add(abs, 1.0);
            Tensor realDiv = realDiv(wideX, add);
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * LogSigmoid: ln sigmoid(x) = -softplus(-x).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("LogSigmoid")
    public static Tensor logSigmoid(Tensor x) {
        OperandDtypes.check("logSigmoid", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LogSigmoid", x)) {
            DType shared = Expansions.dtype("logSigmoid", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor neg = neg(wideX);
            Tensor maximum = maximum(neg, 0.0);
            Tensor abs = abs(neg);
            Tensor neg2 = neg(abs);
            Tensor exp = exp(neg2);
            Tensor log1p = log1p(exp);
            Tensor add = add(maximum, log1p);
            Tensor neg3 = neg(add);
            return recording.result(scope.keep(Expansions.as(neg3, shared)));
        }
    }

    /**
     * Mish: x · tanh(softplus(x)).
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Mish")
    public static Tensor mish(Tensor x) {
        OperandDtypes.check("mish", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Mish", x)) {
            DType shared = Expansions.dtype("mish", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor minimum = minimum(wideX, 30.0);
            Tensor exp = exp(minimum);
            Tensor add = add(exp, 2.0);
            Tensor mul = mul(exp, add);
            Tensor add2 = add(mul, 2.0);
            Tensor reciprocal = reciprocal(add2);
            Tensor mul2 = mul(mul, reciprocal);
            Tensor mul3 = mul(wideX, mul2);
            return recording.result(scope.keep(Expansions.as(mul3, shared)));
        }
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * @param x float
     * @param alpha float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x, Tensor alpha) {
        OperandDtypes.check("eluExt", "FLOAT", "x:SHARED", x, "alpha:SHARED", alpha);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("EluExt", x, alpha)) {
            DType shared = Expansions.dtype("eluExt", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideAlpha = Expansions.widen(alpha);
            Tensor minimum = minimum(wideX, 0.0);
            Tensor expm1 = expm1(minimum);
            Tensor mul = mul(expm1, wideAlpha);
            Tensor greater = greater(wideX, 0.0);
            Tensor select = select(greater, wideX, mul);
            return recording.result(scope.keep(Expansions.as(select, shared)));
        }
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * <p>With alpha = 1.0.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x) {
        return eluExt(x, 1.0);
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * @param x float
     * @param alpha a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluExt")
    public static Tensor eluExt(Tensor x, double alpha) {
        return eluExt(x, Expansions.number("eluExt", "alpha", alpha, x));
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * @param x float
     * @param alpha float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluExt")
    public static Tensor elu(Tensor x, Tensor alpha) {
        return eluExt(x, alpha);
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * <p>With alpha = 1.0.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluExt")
    public static Tensor elu(Tensor x) {
        return eluExt(x, 1.0);
    }

    /**
     * EluExt: x for x &gt; 0, else alpha · (eˣ - 1).
     *
     * @param x float
     * @param alpha a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
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
        OperandDtypes.check("selu", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Selu", x)) {
            DType shared = Expansions.dtype("selu", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor minimum = minimum(wideX, 0.0);
            Tensor expm1 = expm1(minimum);
            Tensor mul = mul(expm1, 1.7580993408473766);
            Tensor greater = greater(wideX, 0.0);
            Tensor mul2 = mul(wideX, 1.0507009873554805);
            Tensor select = select(greater, mul2, mul);
            return recording.result(scope.keep(Expansions.as(select, shared)));
        }
    }

    /**
     * CeLU: x for x &gt; 0, else alpha · (e^(x / alpha) - 1).
     *
     * @param x float
     * @param alpha float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x, Tensor alpha) {
        OperandDtypes.check("ceLU", "FLOAT", "x:SHARED", x, "alpha:SHARED", alpha);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("CeLU", x, alpha)) {
            DType shared = Expansions.dtype("ceLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideAlpha = Expansions.widen(alpha);
            Tensor minimum = minimum(wideX, 0.0);
            Tensor realDiv = realDiv(minimum, wideAlpha);
            Tensor expm1 = expm1(realDiv);
            Tensor mul = mul(expm1, wideAlpha);
            Tensor greater = greater(wideX, 0.0);
            Tensor select = select(greater, wideX, mul);
            return recording.result(scope.keep(Expansions.as(select, shared)));
        }
    }

    /**
     * CeLU: x for x &gt; 0, else alpha · (e^(x / alpha) - 1).
     *
     * <p>With alpha = 1.0.
     *
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x) {
        return ceLU(x, 1.0);
    }

    /**
     * CeLU: x for x &gt; 0, else alpha · (e^(x / alpha) - 1).
     *
     * @param x float
     * @param alpha a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("CeLU")
    public static Tensor ceLU(Tensor x, double alpha) {
        return ceLU(x, Expansions.number("ceLU", "alpha", alpha, x));
    }

    /**
     * GLU: a · sigmoid(b), where a and b are the halves of x along an axis.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("GLU")
    public static Tensor glu(Tensor x, int axis) {
        OperandDtypes.check("glu", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GLU", x, axis)) {
            DType shared = Expansions.dtype("glu", "x", x);
            Tensor wideX = Expansions.widen(x);
            long quotient = DimLists.dividedBy("glu", DimLists.dim("glu", wideX, axis), 2);
            Tensor stridedSlice = stridedSlice(wideX, DimLists.replace("glu", DimLists.filled(wideX, 0), axis, 0),
                    DimLists.replace("glu", DimLists.dims(wideX), axis, quotient), DimLists.filled(wideX, 1));
            Tensor stridedSlice2 = stridedSlice(wideX, DimLists.replace("glu", DimLists.filled(wideX, 0), axis,
                    quotient), DimLists.replace("glu", DimLists.dims(wideX), axis, quotient + quotient),
                    DimLists.filled(wideX, 1));
            Tensor sigmoid = sigmoid(stridedSlice2);
            Tensor mul = mul(stridedSlice, sigmoid);
            return recording.result(scope.keep(Expansions.as(mul, shared)));
        }
    }

    /**
     * GLU: a · sigmoid(b), where a and b are the halves of x along an axis.
     *
     * <p>With axis = -1.
     *
     * @param x float
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("GLU")
    public static Tensor glu(Tensor x) {
        return glu(x, -1);
    }

    /**
     * SwiGLU: SiLU(a) · b, where a and b are the halves of x along an axis; reversed, a · SiLU(b).
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param reversed see above, by default false
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x, int axis, boolean reversed) {
        OperandDtypes.check("swiGLU", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SwiGLU", x, axis,
                reversed)) {
            DType shared = Expansions.dtype("swiGLU", "x", x);
            Tensor wideX = Expansions.widen(x);
            long quotient = DimLists.dividedBy("swiGLU", DimLists.dim("swiGLU", wideX, axis), 2);
            Tensor stridedSlice = stridedSlice(wideX, DimLists.replace("swiGLU", DimLists.filled(wideX, 0), axis,
                    0), DimLists.replace("swiGLU", DimLists.dims(wideX), axis, quotient), DimLists.filled(wideX,
                    1));
            Tensor stridedSlice2 = stridedSlice(wideX, DimLists.replace("swiGLU", DimLists.filled(wideX, 0), axis,
                    quotient), DimLists.replace("swiGLU", DimLists.dims(wideX), axis, quotient + quotient),
                    DimLists.filled(wideX, 1));
            if (reversed) {
                Tensor sigmoid = sigmoid(stridedSlice2);
                Tensor mul = mul(stridedSlice2, sigmoid);
                Tensor mul2 = mul(mul, stridedSlice);
                return recording.result(scope.keep(Expansions.as(mul2, shared)));
            }
            Tensor sigmoid = sigmoid(stridedSlice);
            Tensor mul = mul(stridedSlice, sigmoid);
            Tensor mul2 = mul(mul, stridedSlice2);
            return recording.result(scope.keep(Expansions.as(mul2, shared)));
        }
    }

    /**
     * SwiGLU: SiLU(a) · b, where a and b are the halves of x along an axis; reversed, a · SiLU(b).
     *
     * <p>With reversed = false.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x, int axis) {
        return swiGLU(x, axis, false);
    }

    /**
     * SwiGLU: SiLU(a) · b, where a and b are the halves of x along an axis; reversed, a · SiLU(b).
     *
     * <p>With axis = -1, reversed = false.
     *
     * @param x float
     * @return float; the dims of x, halved at the axis
     */
    @GraphOp("SwiGLU")
    public static Tensor swiGLU(Tensor x) {
        return swiGLU(x, -1, false);
    }

    /**
     * ReluGrad: dy where x &gt; 0, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("ReluGrad")
    public static Tensor reluGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("reluGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("reluGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor greater = greater(wideX, 0.0);
            Tensor select = select(greater, wideDy, 0.0);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * ReLU6Grad: dy where 0 &lt; x &lt; 6, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("ReLU6Grad")
    public static Tensor reLU6Grad(Tensor dy, Tensor x) {
        OperandDtypes.check("reLU6Grad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("reLU6Grad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor greater = greater(wideX, 0.0);
            Tensor less = less(wideX, 6.0);
            Tensor logicalAnd = logicalAnd(greater, less);
            Tensor select = select(logicalAnd, wideDy, 0.0);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * LeakyReLUExtGrad: dy where x &gt; 0, else slope · dy.
     *
     * @param dy float
     * @param x float
     * @param slope float, a number
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUExtGrad(Tensor dy, Tensor x, Tensor slope) {
        OperandDtypes.check("leakyReLUExtGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x, "slope:SHARED", slope);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("leakyReLUExtGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor wideSlope = Expansions.widen(slope);
            Tensor greater = greater(wideX, 0.0);
            Tensor mul = mul(wideDy, wideSlope);
            Tensor select = select(greater, wideDy, mul);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * LeakyReLUExtGrad: dy where x &gt; 0, else slope · dy.
     *
     * @param dy float
     * @param x float
     * @param slope a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUExtGrad(Tensor dy, Tensor x, double slope) {
        return leakyReLUExtGrad(dy, x, Expansions.number("leakyReLUExtGrad", "slope", slope, dy));
    }

    /**
     * LeakyReLUExtGrad: dy where x &gt; 0, else slope · dy.
     *
     * @param dy float
     * @param x float
     * @param slope float, a number
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUGrad(Tensor dy, Tensor x, Tensor slope) {
        return leakyReLUExtGrad(dy, x, slope);
    }

    /**
     * LeakyReLUExtGrad: dy where x &gt; 0, else slope · dy.
     *
     * @param dy float
     * @param x float
     * @param slope a number, of the dtype of the tensor that it meets
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExtGrad")
    public static Tensor leakyReLUGrad(Tensor dy, Tensor x, double slope) {
        return leakyReLUExtGrad(dy, x, Expansions.number("leakyReLUExtGrad", "slope", slope, dy));
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @param y float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("GeLUGrad")
    public static Tensor geLUGrad(Tensor dy, Tensor x, Tensor y) {
        OperandDtypes.check("geLUGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x, "y:SHARED", y);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GeLUGrad", dy, x, y)) {
            DType shared = Expansions.dtype("geLUGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor mul = mul(wideX, wideX);
            Tensor mul2 = mul(mul, 0.07135481627260025);
            Tensor add = add(mul2, 1.5957691216057308);
            Tensor mul3 = mul(wideX, add);
            Tensor sigmoid = sigmoid(mul3);
            Tensor mul4 = mul(wideX, wideX);
            Tensor mul5 = mul(mul4, 0.21406444881780073);
            Tensor add2 = add(mul5, 1.5957691216057308);
            Tensor mul6 = mul(wideX, add2);
            Tensor minimum = minimum(mul6, 8192.0);
            Tensor maximum = maximum(minimum, -8192.0);
            Tensor sub = sub(1.0, sigmoid);
            Tensor mul7 = mul(sigmoid, sub);
            Tensor mul8 = mul(maximum, mul7);
            Tensor add3 = add(sigmoid, mul8);
            Tensor mul9 = mul(wideDy, add3);
            return recording.result(scope.keep(Expansions.as(mul9, shared)));
        }
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("GeLUGrad")
    public static Tensor geLUGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("geLUGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GeLUGrad", dy, x,
                null)) {
            DType shared = Expansions.dtype("geLUGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, wideX);
            Tensor mul2 = mul(mul, 0.07135481627260025);
            Tensor add = add(mul2, 1.5957691216057308);
            Tensor mul3 = mul(wideX, add);
            Tensor sigmoid = sigmoid(mul3);
            Tensor mul4 = mul(wideX, wideX);
            Tensor mul5 = mul(mul4, 0.21406444881780073);
            Tensor add2 = add(mul5, 1.5957691216057308);
            Tensor mul6 = mul(wideX, add2);
            Tensor minimum = minimum(mul6, 8192.0);
            Tensor maximum = maximum(minimum, -8192.0);
            Tensor sub = sub(1.0, sigmoid);
            Tensor mul7 = mul(sigmoid, sub);
            Tensor mul8 = mul(maximum, mul7);
            Tensor add3 = add(sigmoid, mul8);
            Tensor mul9 = mul(wideDy, add3);
            return recording.result(scope.keep(Expansions.as(mul9, shared)));
        }
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @param y float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("GeLUGrad")
    public static Tensor geluGrad(Tensor dy, Tensor x, Tensor y) {
        return geLUGrad(dy, x, y);
    }

    /**
     * GeLUGrad: dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("GeLUGrad")
    public static Tensor geluGrad(Tensor dy, Tensor x) {
        return geLUGrad(dy, x);
    }

    /**
     * GeLUErfGrad: dy · (Φ(x) + x · φ(x)).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("GeLUErfGrad")
    public static Tensor geLUErfGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("geLUErfGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GeLUErfGrad", dy, x)) {
            DType shared = Expansions.dtype("geLUErfGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, -0.7071067811865476);
            Tensor erfc = erfc(mul);
            Tensor mul2 = mul(erfc, 0.5);
            Tensor minimum = minimum(wideX, 64.0);
            Tensor maximum = maximum(minimum, -64.0);
            Tensor mul3 = mul(wideX, wideX);
            Tensor mul4 = mul(mul3, -0.5);
            Tensor exp = exp(mul4);
            Tensor mul5 = mul(exp, 0.3989422804014327);
            Tensor mul6 = mul(maximum, mul5);
            Tensor add = add(mul2, mul6);
            Tensor mul7 = mul(wideDy, add);
            return recording.result(scope.keep(Expansions.as(mul7, shared)));
        }
    }

    /**
     * FastGeLUGrad: dy · (s + 1.702 x · s · (1 - s)), s = sigmoid(1.702 x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("FastGeLUGrad")
    public static Tensor fastGeLUGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("fastGeLUGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("FastGeLUGrad", dy, x)) {
            DType shared = Expansions.dtype("fastGeLUGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, 1.702);
            Tensor sigmoid = sigmoid(mul);
            Tensor minimum = minimum(mul, 1024.0);
            Tensor maximum = maximum(minimum, -1024.0);
            Tensor sub = sub(1.0, sigmoid);
            Tensor mul2 = mul(sigmoid, sub);
            Tensor mul3 = mul(maximum, mul2);
            Tensor add = add(sigmoid, mul3);
            Tensor mul4 = mul(wideDy, add);
            return recording.result(scope.keep(Expansions.as(mul4, shared)));
        }
    }

    /**
     * FastGeLUGrad: dy · (s + 1.702 x · s · (1 - s)), s = sigmoid(1.702 x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("FastGeLUGrad")
    public static Tensor fastGeluGrad(Tensor dy, Tensor x) {
        return fastGeLUGrad(dy, x);
    }

    /**
     * SiLUGrad: dy · (s + x · s · (1 - s)), s = sigmoid(x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SiLUGrad")
    public static Tensor siLUGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("siLUGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SiLUGrad", dy, x)) {
            DType shared = Expansions.dtype("siLUGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor sigmoid = sigmoid(wideX);
            Tensor minimum = minimum(wideX, 1024.0);
            Tensor maximum = maximum(minimum, -1024.0);
            Tensor sub = sub(1.0, sigmoid);
            Tensor mul = mul(sigmoid, sub);
            Tensor mul2 = mul(maximum, mul);
            Tensor add = add(sigmoid, mul2);
            Tensor mul3 = mul(wideDy, add);
            return recording.result(scope.keep(Expansions.as(mul3, shared)));
        }
    }

    /**
     * SiLUGrad: dy · (s + x · s · (1 - s)), s = sigmoid(x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SiLUGrad")
    public static Tensor swishGrad(Tensor dy, Tensor x) {
        return siLUGrad(dy, x);
    }

    /**
     * MishGrad: dy · (t + x · sigmoid(x) · (1 - t²)), t = tanh(softplus(x)).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("MishGrad")
    public static Tensor mishGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("mishGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("mishGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor minimum = minimum(wideX, 30.0);
            Tensor exp = exp(minimum);
            Tensor add = add(exp, 2.0);
            Tensor mul = mul(exp, add);
            Tensor add2 = add(mul, 2.0);
            Tensor reciprocal = reciprocal(add2);
            Tensor mul2 = mul(mul, reciprocal);
            Tensor maximum = maximum(wideX, -1024.0);
            Tensor mul3 = mul(exp, reciprocal);
            Tensor add3 = add(exp, 1.0);
            Tensor mul4 = mul(add3, reciprocal);
            Tensor mul5 = mul(mul3, mul4);
            Tensor mul6 = mul(mul5, 4.0);
            Tensor mul7 = mul(maximum, mul6);
            Tensor add4 = add(mul2, mul7);
            Tensor greater = greater(wideX, 30.0);
            Tensor select = select(greater, 1.0, add4);
            Tensor mul8 = mul(wideDy, select);
            return scope.keep(Expansions.as(mul8, shared));
        }
    }

    /**
     * EluGrad: dy where y &gt; 0, else dy · (y + alpha), with y the result of EluExt.
     *
     * @param dy float
     * @param y float
     * @param alpha float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y, Tensor alpha) {
        OperandDtypes.check("eluGrad", "FLOAT", "dy:SHARED", dy, "y:SHARED", y, "alpha:SHARED", alpha);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("eluGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideY = Expansions.widen(y);
            Tensor wideAlpha = Expansions.widen(alpha);
            Tensor add = add(wideY, wideAlpha);
            Tensor mul = mul(wideDy, add);
            Tensor greater = greater(wideY, 0.0);
            Tensor select = select(greater, wideDy, mul);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * EluGrad: dy where y &gt; 0, else dy · (y + alpha), with y the result of EluExt.
     *
     * <p>With alpha = 1.0.
     *
     * @param dy float
     * @param y float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y) {
        return eluGrad(dy, y, 1.0);
    }

    /**
     * EluGrad: dy where y &gt; 0, else dy · (y + alpha), with y the result of EluExt.
     *
     * @param dy float
     * @param y float
     * @param alpha a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("EluGrad")
    public static Tensor eluGrad(Tensor dy, Tensor y, double alpha) {
        return eluGrad(dy, y, Expansions.number("eluGrad", "alpha", alpha, dy));
    }

    /**
     * HSigmoidGrad: dy / 6 where -3 &lt; x &lt; 3, else 0.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HSigmoidGrad")
    public static Tensor hSigmoidGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("hSigmoidGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("hSigmoidGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor greater = greater(wideX, -3.0);
            Tensor less = less(wideX, 3.0);
            Tensor logicalAnd = logicalAnd(greater, less);
            Tensor mul = mul(wideDy, 0.16666666666666666);
            Tensor select = select(logicalAnd, mul, 0.0);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * HSwishGrad: 0 for x ≤ -3, dy for x ≥ 3, else dy · (x / 3 + 0.5).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HSwishGrad")
    public static Tensor hSwishGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("hSwishGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("hSwishGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, 0.3333333333333333);
            Tensor add = add(mul, 0.5);
            Tensor mul2 = mul(wideDy, add);
            Tensor greaterEqual = greaterEqual(wideX, 3.0);
            Tensor select = select(greaterEqual, wideDy, mul2);
            Tensor lessEqual = lessEqual(wideX, -3.0);
            Tensor select2 = select(lessEqual, 0.0, select);
            return scope.keep(Expansions.as(select2, shared));
        }
    }

    /**
     * HShrinkGrad: 0 where |x| ≤ lambd, else dy.
     *
     * @param dy float
     * @param x float
     * @param lambd float, a number, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x, Tensor lambd) {
        OperandDtypes.check("hShrinkGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x, "lambd:SHARED", lambd);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("hShrinkGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor wideLambd = Expansions.widen(lambd);
            Tensor abs = abs(wideX);
            Tensor lessEqual = lessEqual(abs, wideLambd);
            Tensor select = select(lessEqual, 0.0, wideDy);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * HShrinkGrad: 0 where |x| ≤ lambd, else dy.
     *
     * <p>With lambd = 0.5.
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x) {
        return hShrinkGrad(dy, x, 0.5);
    }

    /**
     * HShrinkGrad: 0 where |x| ≤ lambd, else dy.
     *
     * @param dy float
     * @param x float
     * @param lambd a number, of the dtype of the tensor that it meets, by default 0.5
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("HShrinkGrad")
    public static Tensor hShrinkGrad(Tensor dy, Tensor x, double lambd) {
        return hShrinkGrad(dy, x, Expansions.number("hShrinkGrad", "lambd", lambd, dy));
    }

    /**
     * SoftplusGrad: dy · sigmoid(x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusGrad")
    public static Tensor softplusGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("softplusGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("softplusGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor sigmoid = sigmoid(wideX);
            Tensor mul = mul(wideDy, sigmoid);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * SoftplusGradExt: dout for beta · x &gt; threshold, else dout · sigmoid(beta · x).
     *
     * @param dout float
     * @param x float
     * @param beta float, a number, by default 1.0
     * @param threshold float, a number, by default 20.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x, Tensor beta, Tensor threshold) {
        OperandDtypes.check("softplusGradExt", "FLOAT", "dout:SHARED", dout, "x:SHARED", x, "beta:SHARED", beta,
                "threshold:SHARED", threshold);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("softplusGradExt", "dout", dout);
            Tensor wideDout = Expansions.widen(dout);
            Tensor wideX = Expansions.widen(x);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideThreshold = Expansions.widen(threshold);
            Tensor mul = mul(wideX, wideBeta);
            Tensor sigmoid = sigmoid(mul);
            Tensor mul2 = mul(wideDout, sigmoid);
            Tensor greater = greater(mul, wideThreshold);
            Tensor select = select(greater, wideDout, mul2);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * SoftplusGradExt: dout for beta · x &gt; threshold, else dout · sigmoid(beta · x).
     *
     * <p>With beta = 1.0, threshold = 20.0.
     *
     * @param dout float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x) {
        return softplusGradExt(dout, x, 1.0, 20.0);
    }

    /**
     * SoftplusGradExt: dout for beta · x &gt; threshold, else dout · sigmoid(beta · x).
     *
     * @param dout float
     * @param x float
     * @param beta a number, of the dtype of the tensor that it meets, by default 1.0
     * @param threshold a number, of the dtype of the tensor that it meets, by default 20.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SoftplusGradExt")
    public static Tensor softplusGradExt(Tensor dout, Tensor x, double beta, double threshold) {
        return softplusGradExt(dout, x, Expansions.number("softplusGradExt", "beta", beta, dout),
                Expansions.number("softplusGradExt", "threshold", threshold, dout));
    }

    /**
     * LogSigmoidGrad: dy · sigmoid(-x).
     *
     * @param dy float
     * @param x float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("LogSigmoidGrad")
    public static Tensor logSigmoidGrad(Tensor dy, Tensor x) {
        OperandDtypes.check("logSigmoidGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("logSigmoidGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor neg = neg(wideX);
            Tensor sigmoid = sigmoid(neg);
            Tensor mul = mul(wideDy, sigmoid);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * SigmoidGrad: dy · y · (1 - y).
     *
     * @param y float
     * @param dy float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SigmoidGrad")
    public static Tensor sigmoidGrad(Tensor y, Tensor dy) {
        OperandDtypes.check("sigmoidGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("sigmoidGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor mul = mul(wideDy, wideY);
            Tensor sub = sub(1.0, wideY);
            Tensor mul2 = mul(mul, sub);
            return scope.keep(Expansions.as(mul2, shared));
        }
    }

    /**
     * TanhGrad: dy · (1 - y²).
     *
     * @param y float
     * @param dy float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("TanhGrad")
    public static Tensor tanhGrad(Tensor y, Tensor dy) {
        OperandDtypes.check("tanhGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("tanhGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor sub = sub(1.0, wideY);
            Tensor add = add(wideY, 1.0);
            Tensor mul = mul(sub, add);
            Tensor mul2 = mul(wideDy, mul);
            return scope.keep(Expansions.as(mul2, shared));
        }
    }

    /**
     * SqrtGrad: dy / (2 y).
     *
     * @param y float
     * @param dy float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SqrtGrad")
    public static Tensor sqrtGrad(Tensor y, Tensor dy) {
        OperandDtypes.check("sqrtGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("sqrtGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor mul = mul(wideY, 2.0);
            Tensor realDiv = realDiv(wideDy, mul);
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * RsqrtGrad: -0.5 · y³ · dy.
     *
     * @param y float
     * @param dy float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("RsqrtGrad")
    public static Tensor rsqrtGrad(Tensor y, Tensor dy) {
        OperandDtypes.check("rsqrtGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("rsqrtGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor mul = mul(wideY, -0.5);
            Tensor mul2 = mul(mul, wideDy);
            Tensor mul3 = mul(mul2, wideY);
            Tensor mul4 = mul(mul3, wideY);
            return scope.keep(Expansions.as(mul4, shared));
        }
    }

    /**
     * ReciprocalGrad: -dy · y².
     *
     * @param y float
     * @param dy float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("ReciprocalGrad")
    public static Tensor reciprocalGrad(Tensor y, Tensor dy) {
        OperandDtypes.check("reciprocalGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("reciprocalGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor mul = mul(wideDy, wideY);
            Tensor mul2 = mul(mul, wideY);
            Tensor neg = neg(mul2);
            return scope.keep(Expansions.as(neg, shared));
        }
    }

    /**
     * AbsGrad: dy · sign(x).
     *
     * @param x number
     * @param dy number
     * @return number; the shape to which the operands broadcast
     */
    @GraphOp("AbsGrad")
    public static Tensor absGrad(Tensor x, Tensor dy) {
        OperandDtypes.check("absGrad", "NUMBER", "x:SHARED", x, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("absGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideDy = Expansions.widen(dy);
            Tensor sign = sign(wideX);
            Tensor mul = mul(wideDy, sign);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * The results of MaximumGrad.
     *
     * @param dx number
     * @param dy number
     */
    public record MaximumGradResult(Tensor dx, Tensor dy) {}

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
        OperandDtypes.check("maximumGrad", "NUMBER", "x:SHARED", x, "y:SHARED", y, "dout:SHARED", dout);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("maximumGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDout = Expansions.widen(dout);
            Tensor greaterEqual = greaterEqual(wideX, wideY);
            Tensor select = select(greaterEqual, wideDout, 0.0);
            Tensor select2 = select(greaterEqual, 0.0, wideDout);
            Tensor sum = Expansions.sumTo(select, wideX);
            Tensor sum2 = Expansions.sumTo(select2, wideY);
            return new MaximumGradResult(scope.keep(Expansions.as(sum, shared)), scope.keep(Expansions.as(sum2,
                    shared)));
        }
    }

    /**
     * The results of MinimumGrad.
     *
     * @param dx number
     * @param dy number
     */
    public record MinimumGradResult(Tensor dx, Tensor dy) {}

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
        OperandDtypes.check("minimumGrad", "NUMBER", "x:SHARED", x, "y:SHARED", y, "dout:SHARED", dout);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("minimumGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDout = Expansions.widen(dout);
            Tensor lessEqual = lessEqual(wideX, wideY);
            Tensor select = select(lessEqual, wideDout, 0.0);
            Tensor select2 = select(lessEqual, 0.0, wideDout);
            Tensor sum = Expansions.sumTo(select, wideX);
            Tensor sum2 = Expansions.sumTo(select2, wideY);
            return new MinimumGradResult(scope.keep(Expansions.as(sum, shared)), scope.keep(Expansions.as(sum2,
                    shared)));
        }
    }

    /**
     * ReduceMean: mean over axes; NaN for no elements.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int[] axes, boolean keepDims) {
        OperandDtypes.check("reduceMean", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("reduceMean", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceSum = reduceSum(wideX, axes, keepDims);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axes));
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * ReduceMean: mean over axes; NaN for no elements.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x float
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x) {
        return reduceMean(x, axes(), false);
    }

    /**
     * ReduceMean: mean over axes; NaN for no elements.
     *
     * <p>With keepDims = false.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis) {
        return reduceMean(x, axes(axis), false);
    }

    /**
     * ReduceMean: mean over axes; NaN for no elements.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis, boolean keepDims) {
        return reduceMean(x, axes(axis), keepDims);
    }

    /**
     * MeanExt: mean over axes, converted to dtype; of integers computed in f32.
     *
     * @param x number
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param dtype the dtype of the result
     * @return the given dtype; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int[] axes, boolean keepDims, DType dtype) {
        OperandDtypes.check("meanExt", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideX = Expansions.widen(x);
            if (x.dtype().isFloat()) {
                Tensor reduceSum = reduceSum(wideX, axes, keepDims);
                Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axes));
                Tensor converted = Expansions.as(realDiv, dtype);
                return scope.keep(converted);
            }
            Tensor converted = Expansions.as(wideX, DType.F32);
            Tensor reduceSum = reduceSum(converted, axes, keepDims);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(converted, axes));
            Tensor converted2 = Expansions.as(realDiv, dtype);
            return scope.keep(converted2);
        }
    }

    /**
     * MeanExt: mean over axes, converted to dtype; of integers computed in f32.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x number
     * @param dtype the dtype of the result
     * @return the given dtype; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, DType dtype) {
        return meanExt(x, axes(), false, dtype);
    }

    /**
     * MeanExt: mean over axes, converted to dtype; of integers computed in f32.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param dtype the dtype of the result
     * @return the given dtype; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int axis, DType dtype) {
        return meanExt(x, axes(axis), false, dtype);
    }

    /**
     * MeanExt: mean over axes, converted to dtype; of integers computed in f32.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param dtype the dtype of the result
     * @return the given dtype; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("MeanExt")
    public static Tensor meanExt(Tensor x, int axis, boolean keepDims, DType dtype) {
        return meanExt(x, axes(axis), keepDims, dtype);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param correction a whole number, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int[] axes, boolean keepDims, int correction) {
        OperandDtypes.check("reduceVariance", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ReduceVariance", x,
                axes, keepDims, correction)) {
            DType shared = Expansions.dtype("reduceVariance", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceSum = reduceSum(wideX, axes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axes));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axes, keepDims);
            Tensor sub2 = sub(Eager.elementCount(wideX, axes), correction);
            Tensor realDiv2 = realDiv(reduceSum2, sub2);
            return recording.result(scope.keep(Expansions.as(realDiv2, shared)));
        }
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * <p>With axes = axes(), which are all, keepDims = false, correction = 0.
     *
     * @param x float
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x) {
        return reduceVariance(x, axes(), false, 0);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * <p>With keepDims = false, correction = 0.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis) {
        return reduceVariance(x, axes(axis), false, 0);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * <p>With correction = 0.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis, boolean keepDims) {
        return reduceVariance(x, axes(axis), keepDims, 0);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param correction a whole number, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int axis, boolean keepDims, int correction) {
        return reduceVariance(x, axes(axis), keepDims, correction);
    }

    /**
     * ReduceVariance: mean of (x - mean x)² over axes.
     *
     * <p>With correction = 0.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceVariance")
    public static Tensor reduceVariance(Tensor x, int[] axes, boolean keepDims) {
        return reduceVariance(x, axes, keepDims, 0);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param correction a whole number, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int[] axes, boolean keepDims, int correction) {
        OperandDtypes.check("reduceStd", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ReduceStd", x, axes,
                keepDims, correction)) {
            DType shared = Expansions.dtype("reduceStd", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceSum = reduceSum(wideX, axes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axes));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axes, keepDims);
            Tensor sub2 = sub(Eager.elementCount(wideX, axes), correction);
            Tensor realDiv2 = realDiv(reduceSum2, sub2);
            Tensor sqrt = sqrt(realDiv2);
            return recording.result(scope.keep(Expansions.as(sqrt, shared)));
        }
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * <p>With axes = axes(), which are all, keepDims = false, correction = 0.
     *
     * @param x float
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x) {
        return reduceStd(x, axes(), false, 0);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * <p>With keepDims = false, correction = 0.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis) {
        return reduceStd(x, axes(axis), false, 0);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * <p>With correction = 0.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis, boolean keepDims) {
        return reduceStd(x, axes(axis), keepDims, 0);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @param correction a whole number, by default 0
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int axis, boolean keepDims, int correction) {
        return reduceStd(x, axes(axis), keepDims, correction);
    }

    /**
     * ReduceStd: √ of the variance over axes.
     *
     * <p>With correction = 0.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceStd")
    public static Tensor reduceStd(Tensor x, int[] axes, boolean keepDims) {
        return reduceStd(x, axes, keepDims, 0);
    }

    /**
     * ReduceL2: √ Σ x² over axes.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int[] axes, boolean keepDims) {
        OperandDtypes.check("reduceL2", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ReduceL2", x, axes,
                keepDims)) {
            DType shared = Expansions.dtype("reduceL2", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor mul = mul(wideX, wideX);
            Tensor reduceSum = reduceSum(mul, axes, keepDims);
            Tensor sqrt = sqrt(reduceSum);
            return recording.result(scope.keep(Expansions.as(sqrt, shared)));
        }
    }

    /**
     * ReduceL2: √ Σ x² over axes.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x float
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x) {
        return reduceL2(x, axes(), false);
    }

    /**
     * ReduceL2: √ Σ x² over axes.
     *
     * <p>With keepDims = false.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int axis) {
        return reduceL2(x, axes(axis), false);
    }

    /**
     * ReduceL2: √ Σ x² over axes.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ReduceL2")
    public static Tensor reduceL2(Tensor x, int axis, boolean keepDims) {
        return reduceL2(x, axes(axis), keepDims);
    }

    /**
     * LogSumExp: ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x.
     *
     * @param x float
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int[] axes, boolean keepDims) {
        OperandDtypes.check("logSumExp", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LogSumExp", x, axes,
                keepDims)) {
            DType shared = Expansions.dtype("logSumExp", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMax = reduceMax(wideX, axes, true);
            Tensor isFinite = isFinite(reduceMax);
            Tensor select = select(isFinite, reduceMax, 0.0);
            Tensor sub = sub(wideX, select);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, axes, keepDims);
            Tensor log = log(reduceSum);
            Tensor reduceMax2 = reduceMax(wideX, axes, keepDims);
            Tensor isFinite2 = isFinite(reduceMax2);
            Tensor select2 = select(isFinite2, reduceMax2, 0.0);
            Tensor add = add(log, select2);
            return recording.result(scope.keep(Expansions.as(add, shared)));
        }
    }

    /**
     * LogSumExp: ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x.
     *
     * <p>With axes = axes(), which are all, keepDims = false.
     *
     * @param x float
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x) {
        return logSumExp(x, axes(), false);
    }

    /**
     * LogSumExp: ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x.
     *
     * <p>With keepDims = false.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int axis) {
        return logSumExp(x, axes(axis), false);
    }

    /**
     * LogSumExp: ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return float; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("LogSumExp")
    public static Tensor logSumExp(Tensor x, int axis, boolean keepDims) {
        return logSumExp(x, axes(axis), keepDims);
    }

    /**
     * Softmax: eˣ / Σ eˣ along an axis, after subtracting the maximum.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of x
     */
    @GraphOp("Softmax")
    public static Tensor softmax(Tensor x, int axis) {
        OperandDtypes.check("softmax", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Softmax", x, axis)) {
            DType shared = Expansions.dtype("softmax", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMax = reduceMax(wideX, axis, true);
            Tensor sub = sub(wideX, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, axis, true);
            Tensor reciprocal = reciprocal(reduceSum);
            Tensor mul = mul(exp, reciprocal);
            return recording.result(scope.keep(Expansions.as(mul, shared)));
        }
    }

    /**
     * Softmax: eˣ / Σ eˣ along an axis, after subtracting the maximum.
     *
     * <p>With axis = -1.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("Softmax")
    public static Tensor softmax(Tensor x) {
        return softmax(x, -1);
    }

    /**
     * LogSoftmax: ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of x
     */
    @GraphOp("LogSoftmax")
    public static Tensor logSoftmax(Tensor x, int axis) {
        OperandDtypes.check("logSoftmax", "FLOAT", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LogSoftmax", x, axis)) {
            DType shared = Expansions.dtype("logSoftmax", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMax = reduceMax(wideX, axis, true);
            Tensor sub = sub(wideX, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, axis, true);
            Tensor log = log(reduceSum);
            Tensor sub2 = sub(sub, log);
            return recording.result(scope.keep(Expansions.as(sub2, shared)));
        }
    }

    /**
     * LogSoftmax: ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x.
     *
     * <p>With axis = -1.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("LogSoftmax")
    public static Tensor logSoftmax(Tensor x) {
        return logSoftmax(x, -1);
    }

    /**
     * SoftmaxGrad: y · (dy - Σ dy · y) along an axis, with y the softmax.
     *
     * @param dy float
     * @param y float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of y
     */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxGrad(Tensor dy, Tensor y, int axis) {
        OperandDtypes.check("softmaxGrad", "FLOAT", "dy:SHARED", dy, "y:SHARED", y);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("softmaxGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideY = Expansions.widen(y);
            Tensor mul = mul(wideDy, wideY);
            Tensor reduceSum = reduceSum(mul, axis, true);
            Tensor sub = sub(wideDy, reduceSum);
            Tensor mul2 = mul(wideY, sub);
            return scope.keep(Expansions.as(mul2, shared));
        }
    }

    /**
     * SoftmaxGrad: y · (dy - Σ dy · y) along an axis, with y the softmax.
     *
     * <p>With axis = -1.
     *
     * @param dy float
     * @param y float
     * @return float; the shape of y
     */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxGrad(Tensor dy, Tensor y) {
        return softmaxGrad(dy, y, -1);
    }

    /**
     * SoftmaxGrad: y · (dy - Σ dy · y) along an axis, with y the softmax.
     *
     * @param dy float
     * @param y float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of y
     */
    @GraphOp("SoftmaxGrad")
    public static Tensor softmaxBackward(Tensor dy, Tensor y, int axis) {
        return softmaxGrad(dy, y, axis);
    }

    /**
     * SoftmaxGrad: y · (dy - Σ dy · y) along an axis, with y the softmax.
     *
     * <p>With axis = -1.
     *
     * @param dy float
     * @param y float
     * @return float; the shape of y
     */
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
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of x
     */
    @GraphOp("SoftmaxGradExt")
    public static Tensor softmaxGradExt(Tensor x, Tensor y, Tensor z, int axis) {
        OperandDtypes.check("softmaxGradExt", "FLOAT", "x:SHARED", x, "y:SHARED", y, "z:SHARED", z);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("softmaxGradExt", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideZ = Expansions.widen(z);
            Tensor mul = mul(wideX, wideY);
            Tensor reduceSum = reduceSum(mul, axis, true);
            Tensor sub = sub(wideX, reduceSum);
            Tensor mul2 = mul(sub, wideY);
            Tensor mul3 = mul(mul2, wideZ);
            return scope.keep(Expansions.as(mul3, shared));
        }
    }

    /**
     * SoftmaxGradExt: (x - Σ x · y) · y · z along an axis.
     *
     * <p>With axis = -1.
     *
     * @param x float
     * @param y float
     * @param z float
     * @return float; the shape of x
     */
    @GraphOp("SoftmaxGradExt")
    public static Tensor softmaxGradExt(Tensor x, Tensor y, Tensor z) {
        return softmaxGradExt(x, y, z, -1);
    }

    /**
     * LogSoftmaxGrad: dy - eʸ · Σ dy along an axis, with y the log-softmax.
     *
     * @param y float
     * @param dy float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of y
     */
    @GraphOp("LogSoftmaxGrad")
    public static Tensor logSoftmaxGrad(Tensor y, Tensor dy, int axis) {
        OperandDtypes.check("logSoftmaxGrad", "FLOAT", "y:SHARED", y, "dy:SHARED", dy);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("logSoftmaxGrad", "y", y);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDy = Expansions.widen(dy);
            Tensor reduceSum = reduceSum(wideDy, axis, true);
            Tensor exp = exp(wideY);
            Tensor mul = mul(exp, reduceSum);
            Tensor sub = sub(wideDy, mul);
            return scope.keep(Expansions.as(sub, shared));
        }
    }

    /**
     * LogSoftmaxGrad: dy - eʸ · Σ dy along an axis, with y the log-softmax.
     *
     * <p>With axis = -1.
     *
     * @param y float
     * @param dy float
     * @return float; the shape of y
     */
    @GraphOp("LogSoftmaxGrad")
    public static Tensor logSoftmaxGrad(Tensor y, Tensor dy) {
        return logSoftmaxGrad(y, dy, -1);
    }

    /**
     * L2Normalize: x / √ max(Σ x², epsilon) along an axis.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param epsilon float, a number, by default 1e-12
     * @return float; the shape of x
     */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis, Tensor epsilon) {
        OperandDtypes.check("l2Normalize", "FLOAT", "x:SHARED", x, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("l2Normalize", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor mul = mul(wideX, wideX);
            Tensor reduceSum = reduceSum(mul, axis, true);
            Tensor maximum = maximum(reduceSum, wideEpsilon);
            Tensor rsqrt = rsqrt(maximum);
            Tensor mul2 = mul(wideX, rsqrt);
            return scope.keep(Expansions.as(mul2, shared));
        }
    }

    /**
     * L2Normalize: x / √ max(Σ x², epsilon) along an axis.
     *
     * <p>With epsilon = 1e-12.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of x
     */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis) {
        return l2Normalize(x, axis, 1.0E-12);
    }

    /**
     * L2Normalize: x / √ max(Σ x², epsilon) along an axis.
     *
     * <p>With axis = -1, epsilon = 1e-12.
     *
     * @param x float
     * @return float; the shape of x
     */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x) {
        return l2Normalize(x, -1, 1.0E-12);
    }

    /**
     * L2Normalize: x / √ max(Σ x², epsilon) along an axis.
     *
     * @param x float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-12
     * @return float; the shape of x
     */
    @GraphOp("L2Normalize")
    public static Tensor l2Normalize(Tensor x, int axis, double epsilon) {
        return l2Normalize(x, axis, Expansions.number("l2Normalize", "epsilon", epsilon, x));
    }

    /**
     * CosineSimilarity: Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis.
     *
     * @param x float
     * @param y float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param epsilon float, a number, by default 1e-8
     * @return float; the shape of x without the axis
     */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis, Tensor epsilon) {
        OperandDtypes.check("cosineSimilarity", "FLOAT", "x:SHARED", x, "y:SHARED", y, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("cosineSimilarity", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor mul = mul(wideX, wideY);
            Tensor reduceSum = reduceSum(mul, axis, false);
            Tensor mul2 = mul(wideX, wideX);
            Tensor reduceSum2 = reduceSum(mul2, axis, false);
            Tensor sqrt = sqrt(reduceSum2);
            Tensor mul3 = mul(wideY, wideY);
            Tensor reduceSum3 = reduceSum(mul3, axis, false);
            Tensor sqrt2 = sqrt(reduceSum3);
            Tensor mul4 = mul(sqrt, sqrt2);
            Tensor maximum = maximum(mul4, wideEpsilon);
            Tensor realDiv = realDiv(reduceSum, maximum);
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * CosineSimilarity: Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis.
     *
     * <p>With epsilon = 1e-8.
     *
     * @param x float
     * @param y float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return float; the shape of x without the axis
     */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis) {
        return cosineSimilarity(x, y, axis, 1.0E-8);
    }

    /**
     * CosineSimilarity: Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis.
     *
     * <p>With axis = -1, epsilon = 1e-8.
     *
     * @param x float
     * @param y float
     * @return float; the shape of x without the axis
     */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y) {
        return cosineSimilarity(x, y, -1, 1.0E-8);
    }

    /**
     * CosineSimilarity: Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis.
     *
     * @param x float
     * @param y float
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-8
     * @return float; the shape of x without the axis
     */
    @GraphOp("CosineSimilarity")
    public static Tensor cosineSimilarity(Tensor x, Tensor y, int axis, double epsilon) {
        return cosineSimilarity(x, y, axis, Expansions.number("cosineSimilarity", "epsilon", epsilon, x));
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
        OperandDtypes.check("equalCount", "NUMBER", "x:SHARED", x, "y:SHARED", y);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("EqualCount", x, y)) {
            DType shared = Expansions.dtype("equalCount", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor equal = equal(wideX, wideY);
            Tensor converted = Expansions.as(equal, DType.I64);
            Tensor reduceSum = reduceSum(converted, axes(), false);
            Tensor reshape = reshape(reduceSum, new long[] {1});
            Tensor converted2 = Expansions.as(reshape, wideX.dtype());
            return recording.result(scope.keep(Expansions.as(converted2, shared)));
        }
    }

    /**
     * The results of SquareSumAll.
     *
     * @param squareSumX float
     * @param squareSumY float
     */
    public record SquareSumAllResult(Tensor squareSumX, Tensor squareSumY) {}

    /**
     * SquareSumAll: Σ x² and Σ y² over all elements.
     *
     * @param x float
     * @param y float
     * @return squareSumX float, squareSumY float; []
     */
    @GraphOp("SquareSumAll")
    public static SquareSumAllResult squareSumAll(Tensor x, Tensor y) {
        OperandDtypes.check("squareSumAll", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("squareSumAll", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor mul = mul(wideX, wideX);
            Tensor reduceSum = reduceSum(mul, axes(), false);
            Tensor mul2 = mul(wideY, wideY);
            Tensor reduceSum2 = reduceSum(mul2, axes(), false);
            return new SquareSumAllResult(scope.keep(Expansions.as(reduceSum, shared)), scope.keep(Expansions.as(
                    reduceSum2, shared)));
        }
    }

    /**
     * ArgMax: the position of the first largest element, or NaN.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return i64; the shape of x without the axis
     */
    @GraphOp("ArgMax")
    public static Tensor argMax(Tensor x, int axis) {
        OperandDtypes.check("argMax", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMax = reduceMax(wideX, axis, true);
            Tensor equal = equal(wideX, reduceMax);
            Tensor notEqual = notEqual(wideX, wideX);
            Tensor logicalOr = logicalOr(equal, notEqual);
            Tensor index = index(axis, DimLists.dims(wideX));
            long size = DimLists.notEmpty("argMax", DimLists.dim("argMax", wideX, axis));
            Tensor select = select(logicalOr, index, size);
            Tensor reduceMin = reduceMin(select, axis, false);
            return scope.keep(reduceMin);
        }
    }

    /**
     * ArgMax: the position of the first largest element, or NaN.
     *
     * <p>With axis = -1.
     *
     * @param x number
     * @return i64; the shape of x without the axis
     */
    @GraphOp("ArgMax")
    public static Tensor argMax(Tensor x) {
        return argMax(x, -1);
    }

    /**
     * Argmin: the position of the first smallest element, or NaN.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return i64; the shape of x without the axis
     */
    @GraphOp("Argmin")
    public static Tensor argmin(Tensor x, int axis) {
        OperandDtypes.check("argmin", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMin = reduceMin(wideX, axis, true);
            Tensor equal = equal(wideX, reduceMin);
            Tensor notEqual = notEqual(wideX, wideX);
            Tensor logicalOr = logicalOr(equal, notEqual);
            Tensor index = index(axis, DimLists.dims(wideX));
            long size = DimLists.notEmpty("argmin", DimLists.dim("argmin", wideX, axis));
            Tensor select = select(logicalOr, index, size);
            Tensor reduceMin2 = reduceMin(select, axis, false);
            return scope.keep(reduceMin2);
        }
    }

    /**
     * Argmin: the position of the first smallest element, or NaN.
     *
     * <p>With axis = -1.
     *
     * @param x number
     * @return i64; the shape of x without the axis
     */
    @GraphOp("Argmin")
    public static Tensor argmin(Tensor x) {
        return argmin(x, -1);
    }

    /**
     * The results of ArgMaxWithValue.
     *
     * @param index i64
     * @param value number
     */
    public record ArgMaxWithValueResult(Tensor index, Tensor value) {}

    /**
     * ArgMaxWithValue: the position of the first largest element or NaN along an axis, and its value.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMaxWithValue")
    public static ArgMaxWithValueResult argMaxWithValue(Tensor x, int axis, boolean keepDims) {
        OperandDtypes.check("argMaxWithValue", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ArgMaxWithValue", x,
                axis, keepDims)) {
            DType shared = Expansions.dtype("argMaxWithValue", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMax = reduceMax(wideX, axis, true);
            if (keepDims) {
                Tensor equal = equal(wideX, reduceMax);
                Tensor notEqual = notEqual(wideX, wideX);
                Tensor logicalOr = logicalOr(equal, notEqual);
                Tensor index = index(axis, DimLists.dims(wideX));
                long size = DimLists.notEmpty("argMaxWithValue", DimLists.dim("argMaxWithValue", wideX, axis));
                Tensor select = select(logicalOr, index, size);
                Tensor reduceMin = reduceMin(select, axis, true);
                ArgMaxWithValueResult all = new ArgMaxWithValueResult(scope.keep(reduceMin), scope.keep(
                        Expansions.as(reduceMax, shared)));
                return recording.results(all, all.index(), all.value());
            }
            Tensor reduceMax2 = reduceMax(wideX, axis, false);
            Tensor equal = equal(wideX, reduceMax);
            Tensor notEqual = notEqual(wideX, wideX);
            Tensor logicalOr = logicalOr(equal, notEqual);
            Tensor index = index(axis, DimLists.dims(wideX));
            long size = DimLists.notEmpty("argMaxWithValue", DimLists.dim("argMaxWithValue", wideX, axis));
            Tensor select = select(logicalOr, index, size);
            Tensor reduceMin = reduceMin(select, axis, false);
            ArgMaxWithValueResult all = new ArgMaxWithValueResult(scope.keep(reduceMin), scope.keep(Expansions.as(
                    reduceMax2, shared)));
            return recording.results(all, all.index(), all.value());
        }
    }

    /**
     * ArgMaxWithValue: the position of the first largest element or NaN along an axis, and its value.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMaxWithValue")
    public static ArgMaxWithValueResult argMaxWithValue(Tensor x, int axis) {
        return argMaxWithValue(x, axis, false);
    }

    /**
     * ArgMaxWithValue: the position of the first largest element or NaN along an axis, and its value.
     *
     * <p>With axis = -1, keepDims = false.
     *
     * @param x number
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
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
    public record ArgMinWithValueResult(Tensor index, Tensor value) {}

    /**
     * ArgMinWithValue: the position of the first smallest element or NaN along an axis, and its value.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @param keepDims whether the reduced axes stay with size 1, by default false
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x, int axis, boolean keepDims) {
        OperandDtypes.check("argMinWithValue", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("ArgMinWithValue", x,
                axis, keepDims)) {
            DType shared = Expansions.dtype("argMinWithValue", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor reduceMin = reduceMin(wideX, axis, true);
            if (keepDims) {
                Tensor equal = equal(wideX, reduceMin);
                Tensor notEqual = notEqual(wideX, wideX);
                Tensor logicalOr = logicalOr(equal, notEqual);
                Tensor index = index(axis, DimLists.dims(wideX));
                long size = DimLists.notEmpty("argMinWithValue", DimLists.dim("argMinWithValue", wideX, axis));
                Tensor select = select(logicalOr, index, size);
                Tensor reduceMin2 = reduceMin(select, axis, true);
                ArgMinWithValueResult all = new ArgMinWithValueResult(scope.keep(reduceMin2), scope.keep(
                        Expansions.as(reduceMin, shared)));
                return recording.results(all, all.index(), all.value());
            }
            Tensor reduceMin2 = reduceMin(wideX, axis, false);
            Tensor equal = equal(wideX, reduceMin);
            Tensor notEqual = notEqual(wideX, wideX);
            Tensor logicalOr = logicalOr(equal, notEqual);
            Tensor index = index(axis, DimLists.dims(wideX));
            long size = DimLists.notEmpty("argMinWithValue", DimLists.dim("argMinWithValue", wideX, axis));
            Tensor select = select(logicalOr, index, size);
            Tensor reduceMin3 = reduceMin(select, axis, false);
            ArgMinWithValueResult all = new ArgMinWithValueResult(scope.keep(reduceMin3), scope.keep(Expansions.as(
                    reduceMin2, shared)));
            return recording.results(all, all.index(), all.value());
        }
    }

    /**
     * ArgMinWithValue: the position of the first smallest element or NaN along an axis, and its value.
     *
     * <p>With keepDims = false.
     *
     * @param x number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x, int axis) {
        return argMinWithValue(x, axis, false);
    }

    /**
     * ArgMinWithValue: the position of the first smallest element or NaN along an axis, and its value.
     *
     * <p>With axis = -1, keepDims = false.
     *
     * @param x number
     * @return index i64, value number; the shape of x without the axes, or with size 1 there
     */
    @GraphOp("ArgMinWithValue")
    public static ArgMinWithValueResult argMinWithValue(Tensor x) {
        return argMinWithValue(x, -1, false);
    }

    /**
     * The results of LayerNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record LayerNormResult(Tensor y, Tensor mean, Tensor variance) {}

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon, int beginNormAxis,
            int beginParamsAxis) {
        OperandDtypes.check("layerNorm", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "beta:SHARED", beta,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LayerNorm", x, gamma,
                beta, epsilon, beginNormAxis, beginParamsAxis)) {
            DType shared = Expansions.dtype("layerNorm", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] axesFrom = DimLists.axesFrom("layerNorm", wideX, beginNormAxis);
            Tensor reduceSum = reduceSum(wideX, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axesFrom));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor add2 = add(mul3, wideBeta);
            LayerNormResult all = new LayerNormResult(scope.keep(Expansions.as(add2, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(realDiv2, shared)));
            return recording.results(all, all.y(), all.mean(), all.variance());
        }
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return layerNorm(x, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, x), beginNormAxis);
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        return layerNorm(x, gamma, beta, epsilon, -1, -1);
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, x));
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta) {
        return layerNorm(x, gamma, beta, 1.0E-5, -1, -1);
    }

    /**
     * LayerNorm: (x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on; gamma and
     * beta have the dims of x from beginParamsAxis on.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float; the shape of x; mean and variance with size 1 from beginNormAxis
     *     on
     */
    @GraphOp("LayerNorm")
    public static LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon, int beginNormAxis,
            int beginParamsAxis) {
        return layerNorm(x, gamma, beta, Expansions.number("layerNorm", "epsilon", epsilon, x), beginNormAxis,
                beginParamsAxis);
    }

    /**
     * The results of LayerNormGrad.
     *
     * @param dx float
     * @param dgamma float
     * @param dbeta float
     */
    public record LayerNormGradResult(Tensor dx, Tensor dgamma, Tensor dbeta) {}

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
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon, int beginNormAxis, int beginParamsAxis) {
        OperandDtypes.check("layerNormGrad", "FLOAT", "x:SHARED", x, "dy:SHARED", dy, "variance:SHARED", variance,
                "mean:SHARED", mean, "gamma:SHARED", gamma, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("layerNormGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideVariance = Expansions.widen(variance);
            Tensor wideMean = Expansions.widen(mean);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] axesFrom = DimLists.axesFrom("layerNormGrad", wideX, beginNormAxis);
            Tensor add = add(wideVariance, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor sub = sub(wideX, wideMean);
            Tensor mul = mul(sub, rsqrt);
            Tensor mul2 = mul(wideDy, wideGamma);
            Tensor reduceSum = reduceSum(mul2, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul2, axesFrom));
            Tensor sub2 = sub(mul2, realDiv);
            Tensor mul3 = mul(mul2, mul);
            Tensor reduceSum2 = reduceSum(mul3, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul3, axesFrom));
            Tensor mul4 = mul(mul, realDiv2);
            Tensor sub3 = sub(sub2, mul4);
            Tensor mul5 = mul(sub3, rsqrt);
            Tensor mul6 = mul(wideDy, mul);
            Tensor sum = Expansions.sumTo(mul6, wideGamma);
            Tensor sum2 = Expansions.sumTo(wideDy, wideGamma);
            return new LayerNormGradResult(scope.keep(Expansions.as(mul5, shared)), scope.keep(Expansions.as(sum,
                    shared)), scope.keep(Expansions.as(sum2, shared)));
        }
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon, int beginNormAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, epsilon, beginNormAxis, -1);
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon, int beginNormAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                x), beginNormAxis);
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @param epsilon float, a number, by default 1e-5
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, Tensor epsilon) {
        return layerNormGrad(x, dy, variance, mean, gamma, epsilon, -1, -1);
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                x));
    }

    /**
     * LayerNormGrad: r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon), x̂ =
     * (x - mean) · r, q = dy · gamma.
     *
     * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param dy float
     * @param variance float
     * @param mean float
     * @param gamma float
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma) {
        return layerNormGrad(x, dy, variance, mean, gamma, 1.0E-5, -1, -1);
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
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return dx float, dgamma float, dbeta float; the shape of x; that of gamma; that of gamma
     */
    @GraphOp("LayerNormGrad")
    public static LayerNormGradResult layerNormGrad(Tensor x, Tensor dy, Tensor variance, Tensor mean,
            Tensor gamma, double epsilon, int beginNormAxis, int beginParamsAxis) {
        return layerNormGrad(x, dy, variance, mean, gamma, Expansions.number("layerNormGrad", "epsilon", epsilon,
                x), beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of RmsNorm.
     *
     * @param y float
     * @param rstd float
     */
    public record RmsNormResult(Tensor y, Tensor rstd) {}

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
        OperandDtypes.check("rmsNorm", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("RmsNorm", x, gamma,
                epsilon)) {
            DType shared = Expansions.dtype("rmsNorm", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] trailingAxes = DimLists.trailingAxes("rmsNorm", wideX, wideGamma);
            Tensor mul = mul(wideX, wideX);
            Tensor reduceSum = reduceSum(mul, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
            Tensor add = add(realDiv, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(wideX, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            RmsNormResult all = new RmsNormResult(scope.keep(Expansions.as(mul3, shared)), scope.keep(
                    Expansions.as(rsqrt, shared)));
            return recording.results(all, all.y(), all.rstd());
        }
    }

    /**
     * RmsNorm: x · rstd · gamma, rstd = 1 / √(mean x² + epsilon) over the axes of gamma.
     *
     * <p>With epsilon = 1e-6.
     *
     * @param x float
     * @param gamma float
     * @return y float, rstd float; the shape of x; with size 1 along the axes of gamma
     */
    @GraphOp("RmsNorm")
    public static RmsNormResult rmsNorm(Tensor x, Tensor gamma) {
        return rmsNorm(x, gamma, 1.0E-6);
    }

    /**
     * RmsNorm: x · rstd · gamma, rstd = 1 / √(mean x² + epsilon) over the axes of gamma.
     *
     * @param x float
     * @param gamma float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-6
     * @return y float, rstd float; the shape of x; with size 1 along the axes of gamma
     */
    @GraphOp("RmsNorm")
    public static RmsNormResult rmsNorm(Tensor x, Tensor gamma, double epsilon) {
        return rmsNorm(x, gamma, Expansions.number("rmsNorm", "epsilon", epsilon, x));
    }

    /**
     * The results of RmsNormGrad.
     *
     * @param dx float
     * @param dgamma float
     */
    public record RmsNormGradResult(Tensor dx, Tensor dgamma) {}

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
        OperandDtypes.check("rmsNormGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x, "rstd:SHARED", rstd,
                "gamma:SHARED", gamma);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("rmsNormGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor wideRstd = Expansions.widen(rstd);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor mul = mul(wideX, wideRstd);
            Tensor mul2 = mul(wideDy, wideGamma);
            int[] trailingAxes = DimLists.trailingAxes("rmsNormGrad", wideX, wideGamma);
            Tensor mul3 = mul(mul2, mul);
            Tensor reduceSum = reduceSum(mul3, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul3, trailingAxes));
            Tensor mul4 = mul(mul, realDiv);
            Tensor sub = sub(mul2, mul4);
            Tensor mul5 = mul(sub, wideRstd);
            Tensor mul6 = mul(wideDy, mul);
            Tensor sum = Expansions.sumTo(mul6, wideGamma);
            return new RmsNormGradResult(scope.keep(Expansions.as(mul5, shared)), scope.keep(Expansions.as(sum,
                    shared)));
        }
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
        OperandDtypes.check("batchNorm", "FLOAT", "x:SHARED", x, "scale:SHARED", scale, "bias:SHARED", bias,
                "mean:SHARED", mean, "variance:SHARED", variance, "epsilon:SHARED", epsilon);
        Expansions.present("batchNorm", "format", format);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("batchNorm", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideBias = Expansions.widen(bias);
            Tensor wideMean = Expansions.widen(mean);
            Tensor wideVariance = Expansions.widen(variance);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor add = add(wideVariance, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul = mul(rsqrt, wideScale);
            if (format == DataFormat.NCHW) {
                Tensor reshape = reshape(mul, DimLists.alongAxis("batchNorm", mul, wideX, 1));
                Tensor reshape2 = reshape(wideMean, DimLists.alongAxis("batchNorm", wideMean, wideX, 1));
                Tensor sub = sub(wideX, reshape2);
                Tensor mul2 = mul(sub, reshape);
                Tensor reshape3 = reshape(wideBias, DimLists.alongAxis("batchNorm", wideBias, wideX, 1));
                Tensor add2 = add(mul2, reshape3);
                return scope.keep(Expansions.as(add2, shared));
            }
            Tensor reshape = reshape(mul, DimLists.alongAxis("batchNorm", mul, wideX, -1));
            Tensor reshape2 = reshape(wideMean, DimLists.alongAxis("batchNorm", wideMean, wideX, -1));
            Tensor sub = sub(wideX, reshape2);
            Tensor mul2 = mul(sub, reshape);
            Tensor reshape3 = reshape(wideBias, DimLists.alongAxis("batchNorm", wideBias, wideX, -1));
            Tensor add2 = add(mul2, reshape3);
            return scope.keep(Expansions.as(add2, shared));
        }
    }

    /**
     * BatchNorm: (x - mean) / √(variance + epsilon) · scale + bias per channel, for inference.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float
     * @param variance float
     * @param epsilon float, a number, by default 1e-5
     * @return float; the shape of x
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            Tensor epsilon) {
        return batchNorm(x, scale, bias, mean, variance, epsilon, DataFormat.NCHW);
    }

    /**
     * BatchNorm: (x - mean) / √(variance + epsilon) · scale + bias per channel, for inference.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float
     * @param variance float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return float; the shape of x
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            double epsilon) {
        return batchNorm(x, scale, bias, mean, variance, Expansions.number("batchNorm", "epsilon", epsilon, x));
    }

    /**
     * BatchNorm: (x - mean) / √(variance + epsilon) · scale + bias per channel, for inference.
     *
     * <p>With epsilon = 1e-5, format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float
     * @param variance float
     * @return float; the shape of x
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance) {
        return batchNorm(x, scale, bias, mean, variance, 1.0E-5, DataFormat.NCHW);
    }

    /**
     * BatchNorm: (x - mean) / √(variance + epsilon) · scale + bias per channel, for inference.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float
     * @param variance float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return float; the shape of x
     */
    @GraphOp("BatchNorm")
    public static Tensor batchNorm(Tensor x, Tensor scale, Tensor bias, Tensor mean, Tensor variance,
            double epsilon, DataFormat format) {
        return batchNorm(x, scale, bias, mean, variance, Expansions.number("batchNorm", "epsilon", epsilon, x),
                format);
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
            Tensor batchVariance) {}

    /**
     * BatchNormTrain: normalises x by the mean and variance of the batch, per channel, and moves the running mean
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
        OperandDtypes.check("batchNormTrain", "FLOAT", "x:SHARED", x, "scale:SHARED", scale, "bias:SHARED", bias,
                "mean:SHARED", mean, "variance:SHARED", variance, "momentum:SHARED", momentum, "epsilon:SHARED",
                epsilon);
        Expansions.present("batchNormTrain", "format", format);
        Recording.refuseUpdate("batchNormTrain");
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("batchNormTrain", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideBias = Expansions.widen(bias);
            Tensor wideMean = Expansions.widen(mean);
            Tensor wideVariance = Expansions.widen(variance);
            Tensor wideMomentum = Expansions.widen(momentum);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            if (format == DataFormat.NCHW) {
                int[] axesBut = DimLists.axesBut("batchNormTrain", wideX, 1);
                Tensor reduceSum = reduceSum(wideX, axesBut, true);
                Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axesBut));
                Tensor sub = sub(wideX, realDiv);
                Tensor mul = mul(sub, sub);
                Tensor reduceSum2 = reduceSum(mul, axesBut, true);
                Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesBut));
                Tensor add = add(realDiv2, wideEpsilon);
                Tensor rsqrt = rsqrt(add);
                Tensor mul2 = mul(sub, rsqrt);
                Tensor reshape = reshape(wideScale, DimLists.alongAxis("batchNormTrain", wideScale, wideX, 1));
                Tensor mul3 = mul(mul2, reshape);
                Tensor reshape2 = reshape(wideBias, DimLists.alongAxis("batchNormTrain", wideBias, wideX, 1));
                Tensor add2 = add(mul3, reshape2);
                Tensor reshape3 = reshape(realDiv, DimLists.dims(wideMean));
                Tensor reshape4 = reshape(realDiv2, DimLists.dims(wideVariance));
                Tensor add3 = add(Eager.elementCount(wideX, axesBut), -1.0);
                Tensor maximum = maximum(add3, 1.0);
                Tensor realDiv3 = realDiv(Eager.elementCount(wideX, axesBut), maximum);
                Tensor mul4 = mul(reshape4, realDiv3);
                Tensor sub2 = sub(reshape3, wideMean);
                Tensor mul5 = mul(sub2, wideMomentum);
                Tensor add4 = add(wideMean, mul5);
                Tensor sub3 = sub(mul4, wideVariance);
                Tensor mul6 = mul(sub3, wideMomentum);
                Tensor add5 = add(wideVariance, mul6);
                Eager.assign(mean, Expansions.as(add4, mean.dtype()));
                Eager.assign(variance, Expansions.as(add5, variance.dtype()));
                return new BatchNormTrainResult(scope.keep(Expansions.as(add2, shared)), mean, variance,
                        scope.keep(Expansions.as(reshape3, shared)), scope.keep(Expansions.as(reshape4, shared)));
            }
            int[] axesBut = DimLists.axesBut("batchNormTrain", wideX, -1);
            Tensor reduceSum = reduceSum(wideX, axesBut, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axesBut));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesBut, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesBut));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor reshape = reshape(wideScale, DimLists.alongAxis("batchNormTrain", wideScale, wideX, -1));
            Tensor mul3 = mul(mul2, reshape);
            Tensor reshape2 = reshape(wideBias, DimLists.alongAxis("batchNormTrain", wideBias, wideX, -1));
            Tensor add2 = add(mul3, reshape2);
            Tensor reshape3 = reshape(realDiv, DimLists.dims(wideMean));
            Tensor reshape4 = reshape(realDiv2, DimLists.dims(wideVariance));
            Tensor add3 = add(Eager.elementCount(wideX, axesBut), -1.0);
            Tensor maximum = maximum(add3, 1.0);
            Tensor realDiv3 = realDiv(Eager.elementCount(wideX, axesBut), maximum);
            Tensor mul4 = mul(reshape4, realDiv3);
            Tensor sub2 = sub(reshape3, wideMean);
            Tensor mul5 = mul(sub2, wideMomentum);
            Tensor add4 = add(wideMean, mul5);
            Tensor sub3 = sub(mul4, wideVariance);
            Tensor mul6 = mul(sub3, wideMomentum);
            Tensor add5 = add(wideVariance, mul6);
            Eager.assign(mean, Expansions.as(add4, mean.dtype()));
            Eager.assign(variance, Expansions.as(add5, variance.dtype()));
            return new BatchNormTrainResult(scope.keep(Expansions.as(add2, shared)), mean, variance, scope.keep(
                    Expansions.as(reshape3, shared)), scope.keep(Expansions.as(reshape4, shared)));
        }
    }

    /**
     * BatchNormTrain: normalises x by the mean and variance of the batch, per channel, and moves the running mean
     * and the running unbiased variance towards them by momentum.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float, updated
     * @param variance float, updated
     * @param momentum float, a number, by default 0.1
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean the parameter of that name, updated, variance the parameter of that name, updated,
     *     batchMean float, batchVariance float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, Tensor momentum, Tensor epsilon) {
        return batchNormTrain(x, scale, bias, mean, variance, momentum, epsilon, DataFormat.NCHW);
    }

    /**
     * BatchNormTrain: normalises x by the mean and variance of the batch, per channel, and moves the running mean
     * and the running unbiased variance towards them by momentum.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float, updated
     * @param variance float, updated
     * @param momentum a number, of the dtype of the tensor that it meets, by default 0.1
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean the parameter of that name, updated, variance the parameter of that name, updated,
     *     batchMean float, batchVariance float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance, double momentum, double epsilon) {
        return batchNormTrain(x, scale, bias, mean, variance, Expansions.number("batchNormTrain", "momentum",
                momentum, x), Expansions.number("batchNormTrain", "epsilon", epsilon, x));
    }

    /**
     * BatchNormTrain: normalises x by the mean and variance of the batch, per channel, and moves the running mean
     * and the running unbiased variance towards them by momentum.
     *
     * <p>With momentum = 0.1, epsilon = 1e-5, format = DataFormat.NCHW.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float, updated
     * @param variance float, updated
     * @return y float, mean the parameter of that name, updated, variance the parameter of that name, updated,
     *     batchMean float, batchVariance float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormTrain")
    public static BatchNormTrainResult batchNormTrain(Tensor x, Tensor scale, Tensor bias, Tensor mean,
            Tensor variance) {
        return batchNormTrain(x, scale, bias, mean, variance, 0.1, 1.0E-5, DataFormat.NCHW);
    }

    /**
     * BatchNormTrain: normalises x by the mean and variance of the batch, per channel, and moves the running mean
     * and the running unbiased variance towards them by momentum.
     *
     * @param x float
     * @param scale float
     * @param bias float
     * @param mean float, updated
     * @param variance float, updated
     * @param momentum a number, of the dtype of the tensor that it meets, by default 0.1
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return y float, mean the parameter of that name, updated, variance the parameter of that name, updated,
     *     batchMean float, batchVariance float; the shape of x; the others [channels]
     */
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
    public record BatchNormGradResult(Tensor dx, Tensor dscale, Tensor dbias) {}

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
        OperandDtypes.check("batchNormGrad", "FLOAT", "dy:SHARED", dy, "x:SHARED", x, "scale:SHARED", scale,
                "mean:SHARED", mean, "variance:SHARED", variance, "epsilon:SHARED", epsilon);
        Expansions.present("batchNormGrad", "format", format);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("batchNormGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideX = Expansions.widen(x);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideMean = Expansions.widen(mean);
            Tensor wideVariance = Expansions.widen(variance);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            if (format == DataFormat.NCHW) {
                int[] axesBut = DimLists.axesBut("batchNormGrad", wideX, 1);
                Tensor add = add(wideVariance, wideEpsilon);
                Tensor rsqrt = rsqrt(add);
                Tensor reshape = reshape(rsqrt, DimLists.alongAxis("batchNormGrad", rsqrt, wideX, 1));
                Tensor reshape2 = reshape(wideMean, DimLists.alongAxis("batchNormGrad", wideMean, wideX, 1));
                Tensor sub = sub(wideX, reshape2);
                Tensor mul = mul(sub, reshape);
                Tensor reshape3 = reshape(wideScale, DimLists.alongAxis("batchNormGrad", wideScale, wideX, 1));
                Tensor mul2 = mul(wideDy, reshape3);
                if (isTraining) {
                    Tensor reduceSum = reduceSum(mul2, axesBut, true);
                    Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul2, axesBut));
                    Tensor sub2 = sub(mul2, realDiv);
                    Tensor mul3 = mul(mul2, mul);
                    Tensor reduceSum2 = reduceSum(mul3, axesBut, true);
                    Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul3, axesBut));
                    Tensor mul4 = mul(mul, realDiv2);
                    Tensor sub3 = sub(sub2, mul4);
                    Tensor mul5 = mul(sub3, reshape);
                    Tensor mul6 = mul(wideDy, mul);
                    Tensor reduceSum3 = reduceSum(mul6, axesBut, false);
                    Tensor reduceSum4 = reduceSum(wideDy, axesBut, false);
                    return new BatchNormGradResult(scope.keep(Expansions.as(mul5, shared)), scope.keep(
                            Expansions.as(reduceSum3, shared)), scope.keep(Expansions.as(reduceSum4, shared)));
                }
                Tensor mul3 = mul(mul2, reshape);
                Tensor mul4 = mul(wideDy, mul);
                Tensor reduceSum = reduceSum(mul4, axesBut, false);
                Tensor reduceSum2 = reduceSum(wideDy, axesBut, false);
                return new BatchNormGradResult(scope.keep(Expansions.as(mul3, shared)), scope.keep(Expansions.as(
                        reduceSum, shared)), scope.keep(Expansions.as(reduceSum2, shared)));
            }
            int[] axesBut = DimLists.axesBut("batchNormGrad", wideX, -1);
            Tensor add = add(wideVariance, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor reshape = reshape(rsqrt, DimLists.alongAxis("batchNormGrad", rsqrt, wideX, -1));
            Tensor reshape2 = reshape(wideMean, DimLists.alongAxis("batchNormGrad", wideMean, wideX, -1));
            Tensor sub = sub(wideX, reshape2);
            Tensor mul = mul(sub, reshape);
            Tensor reshape3 = reshape(wideScale, DimLists.alongAxis("batchNormGrad", wideScale, wideX, -1));
            Tensor mul2 = mul(wideDy, reshape3);
            if (isTraining) {
                Tensor reduceSum = reduceSum(mul2, axesBut, true);
                Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul2, axesBut));
                Tensor sub2 = sub(mul2, realDiv);
                Tensor mul3 = mul(mul2, mul);
                Tensor reduceSum2 = reduceSum(mul3, axesBut, true);
                Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul3, axesBut));
                Tensor mul4 = mul(mul, realDiv2);
                Tensor sub3 = sub(sub2, mul4);
                Tensor mul5 = mul(sub3, reshape);
                Tensor mul6 = mul(wideDy, mul);
                Tensor reduceSum3 = reduceSum(mul6, axesBut, false);
                Tensor reduceSum4 = reduceSum(wideDy, axesBut, false);
                return new BatchNormGradResult(scope.keep(Expansions.as(mul5, shared)), scope.keep(Expansions.as(
                        reduceSum3, shared)), scope.keep(Expansions.as(reduceSum4, shared)));
            }
            Tensor mul3 = mul(mul2, reshape);
            Tensor mul4 = mul(wideDy, mul);
            Tensor reduceSum = reduceSum(mul4, axesBut, false);
            Tensor reduceSum2 = reduceSum(wideDy, axesBut, false);
            return new BatchNormGradResult(scope.keep(Expansions.as(mul3, shared)), scope.keep(Expansions.as(
                    reduceSum, shared)), scope.keep(Expansions.as(reduceSum2, shared)));
        }
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon float, a number, by default 1e-5
     * @param isTraining see above, by default true
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, Tensor epsilon, boolean isTraining) {
        return batchNormGrad(dy, x, scale, mean, variance, epsilon, isTraining, DataFormat.NCHW);
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * <p>With format = DataFormat.NCHW.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param isTraining see above, by default true
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon, boolean isTraining) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                dy), isTraining);
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * <p>With isTraining = true, format = DataFormat.NCHW.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon float, a number, by default 1e-5
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, Tensor epsilon) {
        return batchNormGrad(dy, x, scale, mean, variance, epsilon, true, DataFormat.NCHW);
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * <p>With isTraining = true, format = DataFormat.NCHW.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                dy));
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * <p>With epsilon = 1e-5, isTraining = true, format = DataFormat.NCHW.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance) {
        return batchNormGrad(dy, x, scale, mean, variance, 1.0E-5, true, DataFormat.NCHW);
    }

    /**
     * BatchNormGrad: the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm.
     *
     * @param dy float
     * @param x float
     * @param scale float
     * @param mean float
     * @param variance float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param isTraining see above, by default true
     * @param format a constant of DataFormat, by default DataFormat.NCHW
     * @return dx float, dscale float, dbias float; the shape of x; the others [channels]
     */
    @GraphOp("BatchNormGrad")
    public static BatchNormGradResult batchNormGrad(Tensor dy, Tensor x, Tensor scale, Tensor mean,
            Tensor variance, double epsilon, boolean isTraining, DataFormat format) {
        return batchNormGrad(dy, x, scale, mean, variance, Expansions.number("batchNormGrad", "epsilon", epsilon,
                dy), isTraining, format);
    }

    /**
     * The results of GroupNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record GroupNormResult(Tensor y, Tensor mean, Tensor variance) {}

    /**
     * GroupNorm: normalises x [n, channels, …] over groups of channels; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param groups a whole number
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; [n, groups, 1] the others
     */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups, Tensor epsilon) {
        OperandDtypes.check("groupNorm", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "beta:SHARED", beta,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("GroupNorm", x, gamma,
                beta, groups, epsilon)) {
            DType shared = Expansions.dtype("groupNorm", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor reshape = reshape(wideX, new long[] {DimLists.dim("groupNorm", wideX, 0), groups, -1});
            Tensor reduceSum = reduceSum(reshape, -1, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(reshape, axes(-1)));
            Tensor sub = sub(reshape, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, -1, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axes(-1)));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor reshape2 = reshape(mul2, DimLists.dims(wideX));
            Tensor reshape3 = reshape(wideGamma, DimLists.alongAxis("groupNorm", wideGamma, wideX, 1));
            Tensor mul3 = mul(reshape2, reshape3);
            Tensor reshape4 = reshape(wideBeta, DimLists.alongAxis("groupNorm", wideBeta, wideX, 1));
            Tensor add2 = add(mul3, reshape4);
            GroupNormResult all = new GroupNormResult(scope.keep(Expansions.as(add2, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(realDiv2, shared)));
            return recording.results(all, all.y(), all.mean(), all.variance());
        }
    }

    /**
     * GroupNorm: normalises x [n, channels, …] over groups of channels; gamma and beta per channel.
     *
     * <p>With epsilon = 1e-5.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param groups a whole number
     * @return y float, mean float, variance float; the shape of x; [n, groups, 1] the others
     */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups) {
        return groupNorm(x, gamma, beta, groups, 1.0E-5);
    }

    /**
     * GroupNorm: normalises x [n, channels, …] over groups of channels; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param groups a whole number
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; [n, groups, 1] the others
     */
    @GraphOp("GroupNorm")
    public static GroupNormResult groupNorm(Tensor x, Tensor gamma, Tensor beta, long groups, double epsilon) {
        return groupNorm(x, gamma, beta, groups, Expansions.number("groupNorm", "epsilon", epsilon, x));
    }

    /**
     * The results of InstanceNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     */
    public record InstanceNormResult(Tensor y, Tensor mean, Tensor variance) {}

    /**
     * InstanceNorm: normalises x [n, channels, …] over the axes from 2 on; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; with size 1 from axis 2 on the others
     */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        OperandDtypes.check("instanceNorm", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "beta:SHARED", beta,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("InstanceNorm", x,
                gamma, beta, epsilon)) {
            DType shared = Expansions.dtype("instanceNorm", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] axesFrom = DimLists.axesFrom("instanceNorm", wideX, 2);
            Tensor reduceSum = reduceSum(wideX, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axesFrom));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor reshape = reshape(wideGamma, DimLists.alongAxis("instanceNorm", wideGamma, wideX, 1));
            Tensor mul3 = mul(mul2, reshape);
            Tensor reshape2 = reshape(wideBeta, DimLists.alongAxis("instanceNorm", wideBeta, wideX, 1));
            Tensor add2 = add(mul3, reshape2);
            InstanceNormResult all = new InstanceNormResult(scope.keep(Expansions.as(add2, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(realDiv2, shared)));
            return recording.results(all, all.y(), all.mean(), all.variance());
        }
    }

    /**
     * InstanceNorm: normalises x [n, channels, …] over the axes from 2 on; gamma and beta per channel.
     *
     * <p>With epsilon = 1e-5.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @return y float, mean float, variance float; the shape of x; with size 1 from axis 2 on the others
     */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta) {
        return instanceNorm(x, gamma, beta, 1.0E-5);
    }

    /**
     * InstanceNorm: normalises x [n, channels, …] over the axes from 2 on; gamma and beta per channel.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, variance float; the shape of x; with size 1 from axis 2 on the others
     */
    @GraphOp("InstanceNorm")
    public static InstanceNormResult instanceNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return instanceNorm(x, gamma, beta, Expansions.number("instanceNorm", "epsilon", epsilon, x));
    }

    /**
     * The results of LayerNormV3.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     */
    public record LayerNormV3Result(Tensor y, Tensor mean, Tensor rstd) {}

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis, int beginParamsAxis) {
        OperandDtypes.check("layerNormV3", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "beta:SHARED", beta,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LayerNormV3", x, gamma,
                beta, epsilon, beginNormAxis, beginParamsAxis)) {
            DType shared = Expansions.dtype("layerNormV3", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] axesFrom = DimLists.axesFrom("layerNormV3", wideX, beginNormAxis);
            Tensor reduceSum = reduceSum(wideX, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axesFrom));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor add2 = add(mul3, wideBeta);
            Tensor add3 = add(realDiv2, wideEpsilon);
            Tensor rsqrt2 = rsqrt(add3);
            LayerNormV3Result all = new LayerNormV3Result(scope.keep(Expansions.as(add2, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(rsqrt2, shared)));
            return recording.results(all, all.y(), all.mean(), all.rstd());
        }
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return layerNormV3(x, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon, x), beginNormAxis);
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, Tensor epsilon) {
        return layerNormV3(x, gamma, beta, epsilon, -1, -1);
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon, x));
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta) {
        return layerNormV3(x, gamma, beta, 1.0E-5, -1, -1);
    }

    /**
     * LayerNormV3: LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance.
     *
     * @param x float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 from beginNormAxis on
     */
    @GraphOp("LayerNormV3")
    public static LayerNormV3Result layerNormV3(Tensor x, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis, int beginParamsAxis) {
        return layerNormV3(x, gamma, beta, Expansions.number("layerNormV3", "epsilon", epsilon, x), beginNormAxis,
                beginParamsAxis);
    }

    /**
     * The results of LayerNormExt.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     */
    public record LayerNormExtResult(Tensor y, Tensor mean, Tensor rstd) {}

    /**
     * LayerNormExt: LayerNormV3 over the last axes of x, as many as normalizedShape has dims.
     *
     * @param x float
     * @param normalizedShape one number for each axis
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 along the normalised axes
     */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta,
            Tensor epsilon) {
        OperandDtypes.check("layerNormExt", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "beta:SHARED", beta,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("LayerNormExt", x,
                normalizedShape, gamma, beta, epsilon)) {
            DType shared = Expansions.dtype("layerNormExt", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor reshape = reshape(wideGamma, normalizedShape);
            int[] trailingAxes = DimLists.trailingAxes("layerNormExt", wideX, reshape);
            Tensor reduceSum = reduceSum(wideX, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, trailingAxes));
            Tensor sub = sub(wideX, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, trailingAxes, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, trailingAxes));
            Tensor add = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor add2 = add(mul3, wideBeta);
            Tensor add3 = add(realDiv2, wideEpsilon);
            Tensor rsqrt2 = rsqrt(add3);
            LayerNormExtResult all = new LayerNormExtResult(scope.keep(Expansions.as(add2, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(rsqrt2, shared)));
            return recording.results(all, all.y(), all.mean(), all.rstd());
        }
    }

    /**
     * LayerNormExt: LayerNormV3 over the last axes of x, as many as normalizedShape has dims.
     *
     * <p>With epsilon = 1e-5.
     *
     * @param x float
     * @param normalizedShape one number for each axis
     * @param gamma float
     * @param beta float
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 along the normalised axes
     */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta) {
        return layerNormExt(x, normalizedShape, gamma, beta, 1.0E-5);
    }

    /**
     * LayerNormExt: LayerNormV3 over the last axes of x, as many as normalizedShape has dims.
     *
     * @param x float
     * @param normalizedShape one number for each axis
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, rstd float; the shape of x; mean and rstd with size 1 along the normalised axes
     */
    @GraphOp("LayerNormExt")
    public static LayerNormExtResult layerNormExt(Tensor x, long[] normalizedShape, Tensor gamma, Tensor beta,
            double epsilon) {
        return layerNormExt(x, normalizedShape, gamma, beta, Expansions.number("layerNormExt", "epsilon", epsilon,
                x));
    }

    /**
     * The results of AddLayerNorm.
     *
     * @param y float
     * @param mean float
     * @param variance float
     * @param sum float
     */
    public record AddLayerNormResult(Tensor y, Tensor mean, Tensor variance, Tensor sum) {}

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis, int beginParamsAxis) {
        OperandDtypes.check("addLayerNorm", "FLOAT", "x1:SHARED", x1, "x2:SHARED", x2, "gamma:SHARED", gamma,
                "beta:SHARED", beta, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("AddLayerNorm", x1, x2,
                gamma, beta, epsilon, beginNormAxis, beginParamsAxis)) {
            DType shared = Expansions.dtype("addLayerNorm", "x1", x1);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor add = add(wideX1, wideX2);
            int[] axesFrom = DimLists.axesFrom("addLayerNorm", add, beginNormAxis);
            Tensor reduceSum = reduceSum(add, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
            Tensor sub = sub(add, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
            Tensor add2 = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add2);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor add3 = add(mul3, wideBeta);
            AddLayerNormResult all = new AddLayerNormResult(scope.keep(Expansions.as(add3, shared)), scope.keep(
                    Expansions.as(realDiv, shared)), scope.keep(Expansions.as(realDiv2, shared)), scope.keep(
                    Expansions.as(add, shared)));
            return recording.results(all, all.y(), all.mean(), all.variance(), all.sum());
        }
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon,
            int beginNormAxis) {
        return addLayerNorm(x1, x2, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon, x1),
                beginNormAxis);
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, Tensor epsilon) {
        return addLayerNorm(x1, x2, gamma, beta, epsilon, -1, -1);
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon, x1));
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta) {
        return addLayerNorm(x1, x2, gamma, beta, 1.0E-5, -1, -1);
    }

    /**
     * AddLayerNorm: LayerNorm of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, variance float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNorm")
    public static AddLayerNormResult addLayerNorm(Tensor x1, Tensor x2, Tensor gamma, Tensor beta, double epsilon,
            int beginNormAxis, int beginParamsAxis) {
        return addLayerNorm(x1, x2, gamma, beta, Expansions.number("addLayerNorm", "epsilon", epsilon, x1),
                beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of AddLayerNormV3.
     *
     * @param y float
     * @param mean float
     * @param rstd float
     * @param sum float
     */
    public record AddLayerNormV3Result(Tensor y, Tensor mean, Tensor rstd, Tensor sum) {}

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon, int beginNormAxis, int beginParamsAxis) {
        OperandDtypes.check("addLayerNormV3", "FLOAT", "x1:SHARED", x1, "x2:SHARED", x2, "gamma:SHARED", gamma,
                "beta:SHARED", beta, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("AddLayerNormV3", x1,
                x2, gamma, beta, epsilon, beginNormAxis, beginParamsAxis)) {
            DType shared = Expansions.dtype("addLayerNormV3", "x1", x1);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor add = add(wideX1, wideX2);
            int[] axesFrom = DimLists.axesFrom("addLayerNormV3", add, beginNormAxis);
            Tensor reduceSum = reduceSum(add, axesFrom, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
            Tensor sub = sub(add, realDiv);
            Tensor mul = mul(sub, sub);
            Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
            Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
            Tensor add2 = add(realDiv2, wideEpsilon);
            Tensor rsqrt = rsqrt(add2);
            Tensor mul2 = mul(sub, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor add3 = add(mul3, wideBeta);
            Tensor add4 = add(realDiv2, wideEpsilon);
            Tensor rsqrt2 = rsqrt(add4);
            AddLayerNormV3Result all = new AddLayerNormV3Result(scope.keep(Expansions.as(add3, shared)),
                    scope.keep(Expansions.as(realDiv, shared)), scope.keep(Expansions.as(rsqrt2, shared)),
                    scope.keep(Expansions.as(add, shared)));
            return recording.results(all, all.y(), all.mean(), all.rstd(), all.sum());
        }
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon, int beginNormAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, epsilon, beginNormAxis, -1);
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * <p>With beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon, int beginNormAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon, x1),
                beginNormAxis);
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon float, a number, by default 1e-5
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            Tensor epsilon) {
        return addLayerNormV3(x1, x2, gamma, beta, epsilon, -1, -1);
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * <p>With beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon, x1));
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta) {
        return addLayerNormV3(x1, x2, gamma, beta, 1.0E-5, -1, -1);
    }

    /**
     * AddLayerNormV3: LayerNormV3 of x1 + x2, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param beta float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5
     * @param beginNormAxis the axis; a negative one counts from the end, by default -1
     * @param beginParamsAxis the axis; a negative one counts from the end, by default -1
     * @return y float, mean float, rstd float, sum float; as LayerNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddLayerNormV3")
    public static AddLayerNormV3Result addLayerNormV3(Tensor x1, Tensor x2, Tensor gamma, Tensor beta,
            double epsilon, int beginNormAxis, int beginParamsAxis) {
        return addLayerNormV3(x1, x2, gamma, beta, Expansions.number("addLayerNormV3", "epsilon", epsilon, x1),
                beginNormAxis, beginParamsAxis);
    }

    /**
     * The results of AddRmsNorm.
     *
     * @param y float
     * @param rstd float
     * @param sum float
     */
    public record AddRmsNormResult(Tensor y, Tensor rstd, Tensor sum) {}

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
        OperandDtypes.check("addRmsNorm", "FLOAT", "x1:SHARED", x1, "x2:SHARED", x2, "gamma:SHARED_OR_F32", gamma,
                "epsilon:SHARED_OR_F32", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("AddRmsNorm", x1, x2,
                gamma, epsilon)) {
            DType shared = Expansions.dtype("addRmsNorm", "x1", x1);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor add = add(wideX1, wideX2);
            int[] trailingAxes = DimLists.trailingAxes("addRmsNorm", add, wideGamma);
            Tensor mul = mul(add, add);
            Tensor reduceSum = reduceSum(mul, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
            Tensor add2 = add(realDiv, wideEpsilon);
            Tensor rsqrt = rsqrt(add2);
            Tensor mul2 = mul(add, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            AddRmsNormResult all = new AddRmsNormResult(scope.keep(Expansions.as(mul3, shared)), scope.keep(
                    Expansions.as(rsqrt, shared)), scope.keep(Expansions.as(add, shared)));
            return recording.results(all, all.y(), all.rstd(), all.sum());
        }
    }

    /**
     * AddRmsNorm: RmsNorm of x1 + x2, and the sum; gamma and epsilon of f32 go with x1 and x2 of 16 bits too.
     *
     * <p>With epsilon = 1e-6.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float, or f32
     * @return y float, rstd float, sum float; as RmsNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddRmsNorm")
    public static AddRmsNormResult addRmsNorm(Tensor x1, Tensor x2, Tensor gamma) {
        return addRmsNorm(x1, x2, gamma, 1.0E-6);
    }

    /**
     * AddRmsNorm: RmsNorm of x1 + x2, and the sum; gamma and epsilon of f32 go with x1 and x2 of 16 bits too.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float, or f32
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-6
     * @return y float, rstd float, sum float; as RmsNorm of x1; the shape of x1 the sum
     */
    @GraphOp("AddRmsNorm")
    public static AddRmsNormResult addRmsNorm(Tensor x1, Tensor x2, Tensor gamma, double epsilon) {
        return addRmsNorm(x1, x2, gamma, Expansions.number("addRmsNorm", "epsilon", epsilon, x1));
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
        OperandDtypes.check("quantV2", "FLOAT", "x:SHARED", x, "scale:SHARED", scale, "offset:SHARED", offset);
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideX = Expansions.widen(x);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideOffset = Expansions.widen(offset);
            Tensor mul = mul(wideX, wideScale);
            Tensor add = add(mul, wideOffset);
            Tensor round = round(add);
            Tensor converted = Expansions.as(round, DType.I8);
            return scope.keep(converted);
        }
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
        OperandDtypes.check("rmsNormQuant", "FLOAT", "x:SHARED", x, "gamma:SHARED", gamma, "scale:SHARED", scale,
                "offset:SHARED", offset, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideX = Expansions.widen(x);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideOffset = Expansions.widen(offset);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            int[] trailingAxes = DimLists.trailingAxes("rmsNormQuant", wideX, wideGamma);
            Tensor mul = mul(wideX, wideX);
            Tensor reduceSum = reduceSum(mul, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
            Tensor add = add(realDiv, wideEpsilon);
            Tensor rsqrt = rsqrt(add);
            Tensor mul2 = mul(wideX, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor mul4 = mul(mul3, wideScale);
            Tensor add2 = add(mul4, wideOffset);
            Tensor round = round(add2);
            Tensor converted = Expansions.as(round, DType.I8);
            return scope.keep(converted);
        }
    }

    /**
     * RmsNormQuant: QuantV2 of the y of RmsNorm.
     *
     * <p>With epsilon = 1e-6.
     *
     * @param x float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @return i8; the shape of x
     */
    @GraphOp("RmsNormQuant")
    public static Tensor rmsNormQuant(Tensor x, Tensor gamma, Tensor scale, Tensor offset) {
        return rmsNormQuant(x, gamma, scale, offset, 1.0E-6);
    }

    /**
     * RmsNormQuant: QuantV2 of the y of RmsNorm.
     *
     * @param x float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-6
     * @return i8; the shape of x
     */
    @GraphOp("RmsNormQuant")
    public static Tensor rmsNormQuant(Tensor x, Tensor gamma, Tensor scale, Tensor offset, double epsilon) {
        return rmsNormQuant(x, gamma, scale, offset, Expansions.number("rmsNormQuant", "epsilon", epsilon, x));
    }

    /**
     * The results of AddRmsNormQuant.
     *
     * @param quantized i8
     * @param y float
     * @param sum float
     */
    public record AddRmsNormQuantResult(Tensor quantized, Tensor y, Tensor sum) {}

    /**
     * AddRmsNormQuant: RmsNormQuant of x1 + x2, what is quantised, and the sum.
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
        OperandDtypes.check("addRmsNormQuant", "FLOAT", "x1:SHARED", x1, "x2:SHARED", x2, "gamma:SHARED", gamma,
                "scale:SHARED", scale, "offset:SHARED", offset, "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("AddRmsNormQuant", x1,
                x2, gamma, scale, offset, epsilon)) {
            DType shared = Expansions.dtype("addRmsNormQuant", "x1", x1);
            Tensor wideX1 = Expansions.widen(x1);
            Tensor wideX2 = Expansions.widen(x2);
            Tensor wideGamma = Expansions.widen(gamma);
            Tensor wideScale = Expansions.widen(scale);
            Tensor wideOffset = Expansions.widen(offset);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor add = add(wideX1, wideX2);
            int[] trailingAxes = DimLists.trailingAxes("addRmsNormQuant", add, wideGamma);
            Tensor mul = mul(add, add);
            Tensor reduceSum = reduceSum(mul, trailingAxes, true);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
            Tensor add2 = add(realDiv, wideEpsilon);
            Tensor rsqrt = rsqrt(add2);
            Tensor mul2 = mul(add, rsqrt);
            Tensor mul3 = mul(mul2, wideGamma);
            Tensor mul4 = mul(mul3, wideScale);
            Tensor add3 = add(mul4, wideOffset);
            Tensor round = round(add3);
            Tensor converted = Expansions.as(round, DType.I8);
            AddRmsNormQuantResult all = new AddRmsNormQuantResult(scope.keep(converted), scope.keep(Expansions.as(
                    mul3, shared)), scope.keep(Expansions.as(add, shared)));
            return recording.results(all, all.quantized(), all.y(), all.sum());
        }
    }

    /**
     * AddRmsNormQuant: RmsNormQuant of x1 + x2, what is quantised, and the sum.
     *
     * <p>With epsilon = 1e-6.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @return quantized i8, y float, sum float; the shape of x1 each
     */
    @GraphOp("AddRmsNormQuant")
    public static AddRmsNormQuantResult addRmsNormQuant(Tensor x1, Tensor x2, Tensor gamma, Tensor scale,
            Tensor offset) {
        return addRmsNormQuant(x1, x2, gamma, scale, offset, 1.0E-6);
    }

    /**
     * AddRmsNormQuant: RmsNormQuant of x1 + x2, what is quantised, and the sum.
     *
     * @param x1 float
     * @param x2 float
     * @param gamma float
     * @param scale float
     * @param offset float
     * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-6
     * @return quantized i8, y float, sum float; the shape of x1 each
     */
    @GraphOp("AddRmsNormQuant")
    public static AddRmsNormQuantResult addRmsNormQuant(Tensor x1, Tensor x2, Tensor gamma, Tensor scale,
            Tensor offset, double epsilon) {
        return addRmsNormQuant(x1, x2, gamma, scale, offset, Expansions.number("addRmsNormQuant", "epsilon",
                epsilon, x1));
    }

    /**
     * The results of MatmulSplitOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulSplitOut2Result(Tensor first, Tensor second) {}

    /**
     * MatmulSplitOut2: x · weightᵀ, cut into 2 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param sizes the size of each part
     * @return first float, second float; [m, size] each, of [m, k] and [n, k]; the sizes are n together
     */
    @GraphOp("MatmulSplitOut2")
    public static MatmulSplitOut2Result matmulSplitOut2(Tensor x, Tensor weight, long... sizes) {
        OperandDtypes.check("matmulSplitOut2", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulSplitOut2", sizes, 2, DimLists.dim("matmulSplitOut2", weight,
                    0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulSplitOut2", DimLists.filled(weight,
                    0), 0, bounds[0]), DimLists.replace("matmulSplitOut2", DimLists.dims(weight), 0, bounds[1]),
                    DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(weight, DimLists.replace("matmulSplitOut2", DimLists.filled(weight,
                    0), 0, bounds[1]), DimLists.replace("matmulSplitOut2", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice2, false, true);
            return new MatmulSplitOut2Result(scope.keep(matMul), scope.keep(matMul2));
        }
    }

    /**
     * The results of MatmulBiasSplitOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulBiasSplitOut2Result(Tensor first, Tensor second) {}

    /**
     * MatmulBiasSplitOut2: x · weightᵀ + bias, cut into 2 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param sizes the size of each part
     * @return first float, second float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n together
     */
    @GraphOp("MatmulBiasSplitOut2")
    public static MatmulBiasSplitOut2Result matmulBiasSplitOut2(Tensor x, Tensor weight, Tensor bias,
            long... sizes) {
        OperandDtypes.check("matmulBiasSplitOut2", "FLOAT", "x:SHARED", x, "weight:SHARED", weight, "bias:SHARED",
                bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulBiasSplitOut2", sizes, 2, DimLists.dim("matmulBiasSplitOut2",
                    weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulBiasSplitOut2", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitOut2", DimLists.dims(weight), 0,
                    bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(bias, DimLists.replace("matmulBiasSplitOut2", DimLists.filled(bias,
                    0), 0, bounds[0]), DimLists.replace("matmulBiasSplitOut2", DimLists.dims(bias), 0, bounds[1]),
                    DimLists.filled(bias, 1));
            Tensor add = add(matMul, stridedSlice2);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulBiasSplitOut2", DimLists.filled(
                    weight, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitOut2", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice3, false, true);
            Tensor stridedSlice4 = stridedSlice(bias, DimLists.replace("matmulBiasSplitOut2", DimLists.filled(bias,
                    0), 0, bounds[1]), DimLists.replace("matmulBiasSplitOut2", DimLists.dims(bias), 0,
                    bounds[1 + 1]), DimLists.filled(bias, 1));
            Tensor add2 = add(matMul2, stridedSlice4);
            return new MatmulBiasSplitOut2Result(scope.keep(add), scope.keep(add2));
        }
    }

    /**
     * The results of QuantbatchmatmulSplitOut2.
     *
     * @param first the given dtype
     * @param second the given dtype
     */
    public record QuantbatchmatmulSplitOut2Result(Tensor first, Tensor second) {}

    /**
     * QuantbatchmatmulSplitOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, Tensor perTokenScale, DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias, "perTokenScale:F32", perTokenScale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo3), 0, bounds[1 + 1]), DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo4), 0, bounds[1 + 1]), DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6,
                    perTokenScale, false, true, dtype);
            return new QuantbatchmatmulSplitOut2Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2));
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
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3, false, true,
                    dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo3), 0, bounds[1 + 1]), DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo4), 0, bounds[1 + 1]), DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6, false,
                    true, dtype);
            return new QuantbatchmatmulSplitOut2Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2));
        }
    }

    /**
     * QuantbatchmatmulSplitOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut2")
    public static QuantbatchmatmulSplitOut2Result quantbatchmatmulSplitOut2(Tensor x, Tensor weight, Tensor scale,
            DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, false, true, dtype);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo2 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut2", weight,
                    0)});
            Tensor stridedSlice4 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut2",
                    DimLists.dims(broadcastTo2), 0, bounds[1 + 1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice3, stridedSlice4, false, true, dtype);
            return new QuantbatchmatmulSplitOut2Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2));
        }
    }

    /**
     * The results of MatmulSplitOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulSplitOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * MatmulSplitOut3: x · weightᵀ, cut into 3 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param sizes the size of each part
     * @return first float, second float, third float; [m, size] each, of [m, k] and [n, k]; the sizes are n
     *     together
     */
    @GraphOp("MatmulSplitOut3")
    public static MatmulSplitOut3Result matmulSplitOut3(Tensor x, Tensor weight, long... sizes) {
        OperandDtypes.check("matmulSplitOut3", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulSplitOut3", sizes, 3, DimLists.dim("matmulSplitOut3", weight,
                    0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulSplitOut3", DimLists.filled(weight,
                    0), 0, bounds[0]), DimLists.replace("matmulSplitOut3", DimLists.dims(weight), 0, bounds[1]),
                    DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(weight, DimLists.replace("matmulSplitOut3", DimLists.filled(weight,
                    0), 0, bounds[1]), DimLists.replace("matmulSplitOut3", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice2, false, true);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulSplitOut3", DimLists.filled(weight,
                    0), 0, bounds[2]), DimLists.replace("matmulSplitOut3", DimLists.dims(weight), 0,
                    bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor matMul3 = matMul(x, stridedSlice3, false, true);
            return new MatmulSplitOut3Result(scope.keep(matMul), scope.keep(matMul2), scope.keep(matMul3));
        }
    }

    /**
     * The results of MatmulBiasSplitOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulBiasSplitOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * MatmulBiasSplitOut3: x · weightᵀ + bias, cut into 3 parts of given sizes along the columns.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param sizes the size of each part
     * @return first float, second float, third float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n
     *     together
     */
    @GraphOp("MatmulBiasSplitOut3")
    public static MatmulBiasSplitOut3Result matmulBiasSplitOut3(Tensor x, Tensor weight, Tensor bias,
            long... sizes) {
        OperandDtypes.check("matmulBiasSplitOut3", "FLOAT", "x:SHARED", x, "weight:SHARED", weight, "bias:SHARED",
                bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulBiasSplitOut3", sizes, 3, DimLists.dim("matmulBiasSplitOut3",
                    weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(weight), 0,
                    bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(bias, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(bias,
                    0), 0, bounds[0]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(bias), 0, bounds[1]),
                    DimLists.filled(bias, 1));
            Tensor add = add(matMul, stridedSlice2);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(
                    weight, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice3, false, true);
            Tensor stridedSlice4 = stridedSlice(bias, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(bias,
                    0), 0, bounds[1]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(bias), 0,
                    bounds[1 + 1]), DimLists.filled(bias, 1));
            Tensor add2 = add(matMul2, stridedSlice4);
            Tensor stridedSlice5 = stridedSlice(weight, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(
                    weight, 0), 0, bounds[2]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(weight), 0,
                    bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor matMul3 = matMul(x, stridedSlice5, false, true);
            Tensor stridedSlice6 = stridedSlice(bias, DimLists.replace("matmulBiasSplitOut3", DimLists.filled(bias,
                    0), 0, bounds[2]), DimLists.replace("matmulBiasSplitOut3", DimLists.dims(bias), 0,
                    bounds[2 + 1]), DimLists.filled(bias, 1));
            Tensor add3 = add(matMul3, stridedSlice6);
            return new MatmulBiasSplitOut3Result(scope.keep(add), scope.keep(add2), scope.keep(add3));
        }
    }

    /**
     * The results of QuantbatchmatmulSplitOut3.
     *
     * @param first the given dtype
     * @param second the given dtype
     * @param third the given dtype
     */
    public record QuantbatchmatmulSplitOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * QuantbatchmatmulSplitOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, Tensor perTokenScale, DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias, "perTokenScale:F32", perTokenScale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo3), 0, bounds[1 + 1]), DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo4), 0, bounds[1 + 1]), DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice7 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo5 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice8 = stridedSlice(broadcastTo5, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo5, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo5), 0, bounds[2 + 1]), DimLists.filled(broadcastTo5, 1));
            Tensor broadcastTo6 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice9 = stridedSlice(broadcastTo6, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo6, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo6), 0, bounds[2 + 1]), DimLists.filled(broadcastTo6, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice7, stridedSlice8, stridedSlice9,
                    perTokenScale, false, true, dtype);
            return new QuantbatchmatmulSplitOut3Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2),
                    scope.keep(quantBatchMatmul3));
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
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            Tensor bias, DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3, false, true,
                    dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo3), 0, bounds[1 + 1]), DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo4), 0, bounds[1 + 1]), DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6, false,
                    true, dtype);
            Tensor stridedSlice7 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo5 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice8 = stridedSlice(broadcastTo5, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo5, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo5), 0, bounds[2 + 1]), DimLists.filled(broadcastTo5, 1));
            Tensor broadcastTo6 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice9 = stridedSlice(broadcastTo6, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo6, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo6), 0, bounds[2 + 1]), DimLists.filled(broadcastTo6, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice7, stridedSlice8, stridedSlice9, false,
                    true, dtype);
            return new QuantbatchmatmulSplitOut3Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2),
                    scope.keep(quantBatchMatmul3));
        }
    }

    /**
     * QuantbatchmatmulSplitOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype the dtype of the result
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitOut3")
    public static QuantbatchmatmulSplitOut3Result quantbatchmatmulSplitOut3(Tensor x, Tensor weight, Tensor scale,
            DType dtype, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(broadcastTo, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, false, true, dtype);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo2 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice4 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo2), 0, bounds[1 + 1]), DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice3, stridedSlice4, false, true, dtype);
            Tensor stridedSlice5 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitOut3", weight,
                    0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitOut3",
                    DimLists.dims(broadcastTo3), 0, bounds[2 + 1]), DimLists.filled(broadcastTo3, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice5, stridedSlice6, false, true, dtype);
            return new QuantbatchmatmulSplitOut3Result(scope.keep(quantBatchMatmul), scope.keep(quantBatchMatmul2),
                    scope.keep(quantBatchMatmul3));
        }
    }

    /**
     * The results of MatmulSplitSiluOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulSplitSiluOut2Result(Tensor first, Tensor second) {}

    /**
     * MatmulSplitSiluOut2: x · weightᵀ, cut into 2 parts of given sizes along the columns, with SiLU of the part at
     * siluPosition.
     *
     * @param x float
     * @param weight float
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first float, second float; [m, size] each, of [m, k] and [n, k]; the sizes are n together
     */
    @GraphOp("MatmulSplitSiluOut2")
    public static MatmulSplitSiluOut2Result matmulSplitSiluOut2(Tensor x, Tensor weight, int siluPosition,
            long... sizes) {
        OperandDtypes.check("matmulSplitSiluOut2", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulSplitSiluOut2", sizes, 2, DimLists.dim("matmulSplitSiluOut2",
                    weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulSplitSiluOut2", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulSplitSiluOut2", DimLists.dims(weight), 0,
                    bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(weight, DimLists.replace("matmulSplitSiluOut2", DimLists.filled(
                    weight, 0), 0, bounds[1]), DimLists.replace("matmulSplitSiluOut2", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice2, false, true);
            DimLists.below("matmulSplitSiluOut2", "siluPosition", siluPosition, 2);
            if (siluPosition == 0) {
                Tensor siLU = siLU(matMul);
                return new MatmulSplitSiluOut2Result(scope.keep(siLU), scope.keep(matMul2));
            }
            Tensor siLU = siLU(matMul2);
            return new MatmulSplitSiluOut2Result(scope.keep(matMul), scope.keep(siLU));
        }
    }

    /**
     * The results of MatmulBiasSplitSiluOut2.
     *
     * @param first float
     * @param second float
     */
    public record MatmulBiasSplitSiluOut2Result(Tensor first, Tensor second) {}

    /**
     * MatmulBiasSplitSiluOut2: x · weightᵀ + bias, cut into 2 parts of given sizes along the columns, with SiLU of
     * the part at siluPosition.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first float, second float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n together
     */
    @GraphOp("MatmulBiasSplitSiluOut2")
    public static MatmulBiasSplitSiluOut2Result matmulBiasSplitSiluOut2(Tensor x, Tensor weight, Tensor bias,
            int siluPosition, long... sizes) {
        OperandDtypes.check("matmulBiasSplitSiluOut2", "FLOAT", "x:SHARED", x, "weight:SHARED", weight,
                "bias:SHARED", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulBiasSplitSiluOut2", sizes, 2, DimLists.dim(
                    "matmulBiasSplitSiluOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulBiasSplitSiluOut2", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitSiluOut2", DimLists.dims(weight),
                    0, bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(bias, DimLists.replace("matmulBiasSplitSiluOut2", DimLists.filled(
                    bias, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitSiluOut2", DimLists.dims(bias), 0,
                    bounds[1]), DimLists.filled(bias, 1));
            Tensor add = add(matMul, stridedSlice2);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulBiasSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice3, false, true);
            Tensor stridedSlice4 = stridedSlice(bias, DimLists.replace("matmulBiasSplitSiluOut2", DimLists.filled(
                    bias, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitSiluOut2", DimLists.dims(bias), 0,
                    bounds[1 + 1]), DimLists.filled(bias, 1));
            Tensor add2 = add(matMul2, stridedSlice4);
            DimLists.below("matmulBiasSplitSiluOut2", "siluPosition", siluPosition, 2);
            if (siluPosition == 0) {
                Tensor siLU = siLU(add);
                return new MatmulBiasSplitSiluOut2Result(scope.keep(siLU), scope.keep(add2));
            }
            Tensor siLU = siLU(add2);
            return new MatmulBiasSplitSiluOut2Result(scope.keep(add), scope.keep(siLU));
        }
    }

    /**
     * The results of QuantbatchmatmulSplitSiluOut2.
     *
     * @param first the given dtype
     * @param second the given dtype
     */
    public record QuantbatchmatmulSplitSiluOut2Result(Tensor first, Tensor second) {}

    /**
     * QuantbatchmatmulSplitSiluOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, Tensor perTokenScale, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias, "perTokenScale:F32", perTokenScale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(
                    broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo3), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo4), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6,
                    perTokenScale, false, true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut2", "siluPosition", siluPosition, 2);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(siLU), scope.keep(quantBatchMatmul2));
            }
            Tensor siLU = siLU(quantBatchMatmul2);
            return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(quantBatchMatmul), scope.keep(siLU));
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
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(
                    broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3, false, true,
                    dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo3), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo4), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6, false,
                    true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut2", "siluPosition", siluPosition, 2);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(siLU), scope.keep(quantBatchMatmul2));
            }
            Tensor siLU = siLU(quantBatchMatmul2);
            return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(quantBatchMatmul), scope.keep(siLU));
        }
    }

    /**
     * QuantbatchmatmulSplitSiluOut2: QuantBatchMatmul of x and weightᵀ, cut into 2 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype; […, m, size] each, of […, m, k] and [n, k]; the sizes
     *     are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut2")
    public static QuantbatchmatmulSplitSiluOut2Result quantbatchmatmulSplitSiluOut2(Tensor x, Tensor weight,
            Tensor scale, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut2", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut2", sizes, 2, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut2", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, false, true, dtype);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo2 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut2",
                    weight, 0)});
            Tensor stridedSlice4 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut2",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut2", DimLists.dims(broadcastTo2), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice3, stridedSlice4, false, true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut2", "siluPosition", siluPosition, 2);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(siLU), scope.keep(quantBatchMatmul2));
            }
            Tensor siLU = siLU(quantBatchMatmul2);
            return new QuantbatchmatmulSplitSiluOut2Result(scope.keep(quantBatchMatmul), scope.keep(siLU));
        }
    }

    /**
     * The results of MatmulSplitSiluOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * MatmulSplitSiluOut3: x · weightᵀ, cut into 3 parts of given sizes along the columns, with SiLU of the part at
     * siluPosition.
     *
     * @param x float
     * @param weight float
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first float, second float, third float; [m, size] each, of [m, k] and [n, k]; the sizes are n
     *     together
     */
    @GraphOp("MatmulSplitSiluOut3")
    public static MatmulSplitSiluOut3Result matmulSplitSiluOut3(Tensor x, Tensor weight, int siluPosition,
            long... sizes) {
        OperandDtypes.check("matmulSplitSiluOut3", "FLOAT", "x:SHARED", x, "weight:SHARED", weight);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulSplitSiluOut3", sizes, 3, DimLists.dim("matmulSplitSiluOut3",
                    weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulSplitSiluOut3", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulSplitSiluOut3", DimLists.dims(weight), 0,
                    bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(weight, DimLists.replace("matmulSplitSiluOut3", DimLists.filled(
                    weight, 0), 0, bounds[1]), DimLists.replace("matmulSplitSiluOut3", DimLists.dims(weight), 0,
                    bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice2, false, true);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulSplitSiluOut3", DimLists.filled(
                    weight, 0), 0, bounds[2]), DimLists.replace("matmulSplitSiluOut3", DimLists.dims(weight), 0,
                    bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor matMul3 = matMul(x, stridedSlice3, false, true);
            DimLists.below("matmulSplitSiluOut3", "siluPosition", siluPosition, 3);
            if (siluPosition == 0) {
                Tensor siLU = siLU(matMul);
                return new MatmulSplitSiluOut3Result(scope.keep(siLU), scope.keep(matMul2), scope.keep(matMul3));
            }
            if (siluPosition == 1) {
                Tensor siLU = siLU(matMul2);
                return new MatmulSplitSiluOut3Result(scope.keep(matMul), scope.keep(siLU), scope.keep(matMul3));
            }
            Tensor siLU = siLU(matMul3);
            return new MatmulSplitSiluOut3Result(scope.keep(matMul), scope.keep(matMul2), scope.keep(siLU));
        }
    }

    /**
     * The results of MatmulBiasSplitSiluOut3.
     *
     * @param first float
     * @param second float
     * @param third float
     */
    public record MatmulBiasSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * MatmulBiasSplitSiluOut3: x · weightᵀ + bias, cut into 3 parts of given sizes along the columns, with SiLU of
     * the part at siluPosition.
     *
     * @param x float
     * @param weight float
     * @param bias float
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first float, second float, third float; [m, size] each, of [m, k], [n, k] and [n]; the sizes are n
     *     together
     */
    @GraphOp("MatmulBiasSplitSiluOut3")
    public static MatmulBiasSplitSiluOut3Result matmulBiasSplitSiluOut3(Tensor x, Tensor weight, Tensor bias,
            int siluPosition, long... sizes) {
        OperandDtypes.check("matmulBiasSplitSiluOut3", "FLOAT", "x:SHARED", x, "weight:SHARED", weight,
                "bias:SHARED", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("matmulBiasSplitSiluOut3", sizes, 3, DimLists.dim(
                    "matmulBiasSplitSiluOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("matmulBiasSplitSiluOut3", DimLists.filled(
                    weight, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitSiluOut3", DimLists.dims(weight),
                    0, bounds[1]), DimLists.filled(weight, 1));
            Tensor matMul = matMul(x, stridedSlice, false, true);
            Tensor stridedSlice2 = stridedSlice(bias, DimLists.replace("matmulBiasSplitSiluOut3", DimLists.filled(
                    bias, 0), 0, bounds[0]), DimLists.replace("matmulBiasSplitSiluOut3", DimLists.dims(bias), 0,
                    bounds[1]), DimLists.filled(bias, 1));
            Tensor add = add(matMul, stridedSlice2);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("matmulBiasSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor matMul2 = matMul(x, stridedSlice3, false, true);
            Tensor stridedSlice4 = stridedSlice(bias, DimLists.replace("matmulBiasSplitSiluOut3", DimLists.filled(
                    bias, 0), 0, bounds[1]), DimLists.replace("matmulBiasSplitSiluOut3", DimLists.dims(bias), 0,
                    bounds[1 + 1]), DimLists.filled(bias, 1));
            Tensor add2 = add(matMul2, stridedSlice4);
            Tensor stridedSlice5 = stridedSlice(weight, DimLists.replace("matmulBiasSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("matmulBiasSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor matMul3 = matMul(x, stridedSlice5, false, true);
            Tensor stridedSlice6 = stridedSlice(bias, DimLists.replace("matmulBiasSplitSiluOut3", DimLists.filled(
                    bias, 0), 0, bounds[2]), DimLists.replace("matmulBiasSplitSiluOut3", DimLists.dims(bias), 0,
                    bounds[2 + 1]), DimLists.filled(bias, 1));
            Tensor add3 = add(matMul3, stridedSlice6);
            DimLists.below("matmulBiasSplitSiluOut3", "siluPosition", siluPosition, 3);
            if (siluPosition == 0) {
                Tensor siLU = siLU(add);
                return new MatmulBiasSplitSiluOut3Result(scope.keep(siLU), scope.keep(add2), scope.keep(add3));
            }
            if (siluPosition == 1) {
                Tensor siLU = siLU(add2);
                return new MatmulBiasSplitSiluOut3Result(scope.keep(add), scope.keep(siLU), scope.keep(add3));
            }
            Tensor siLU = siLU(add3);
            return new MatmulBiasSplitSiluOut3Result(scope.keep(add), scope.keep(add2), scope.keep(siLU));
        }
    }

    /**
     * The results of QuantbatchmatmulSplitSiluOut3.
     *
     * @param first the given dtype
     * @param second the given dtype
     * @param third the given dtype
     */
    public record QuantbatchmatmulSplitSiluOut3Result(Tensor first, Tensor second, Tensor third) {}

    /**
     * QuantbatchmatmulSplitSiluOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param bias i32
     * @param perTokenScale f32
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, Tensor perTokenScale, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias, "perTokenScale:F32", perTokenScale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(
                    broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo3), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo4), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6,
                    perTokenScale, false, true, dtype);
            Tensor stridedSlice7 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo5 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice8 = stridedSlice(broadcastTo5, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo5, 0), 0, bounds[2]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo5), 0, bounds[2 + 1]),
                    DimLists.filled(broadcastTo5, 1));
            Tensor broadcastTo6 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice9 = stridedSlice(broadcastTo6, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo6, 0), 0, bounds[2]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo6), 0, bounds[2 + 1]),
                    DimLists.filled(broadcastTo6, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice7, stridedSlice8, stridedSlice9,
                    perTokenScale, false, true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut3", "siluPosition", siluPosition, 3);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(siLU), scope.keep(quantBatchMatmul2),
                        scope.keep(quantBatchMatmul3));
            }
            if (siluPosition == 1) {
                Tensor siLU = siLU(quantBatchMatmul2);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(siLU),
                        scope.keep(quantBatchMatmul3));
            }
            Tensor siLU = siLU(quantBatchMatmul3);
            return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(
                    quantBatchMatmul2), scope.keep(siLU));
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
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, Tensor bias, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale, "bias:I32", bias);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor broadcastTo2 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice3 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo2), 0, bounds[1]), DimLists.filled(
                    broadcastTo2, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, stridedSlice3, false, true,
                    dtype);
            Tensor stridedSlice4 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice5 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo3), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo3, 1));
            Tensor broadcastTo4 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo4, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo4, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo4), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo4, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice4, stridedSlice5, stridedSlice6, false,
                    true, dtype);
            Tensor stridedSlice7 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo5 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice8 = stridedSlice(broadcastTo5, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo5, 0), 0, bounds[2]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo5), 0, bounds[2 + 1]),
                    DimLists.filled(broadcastTo5, 1));
            Tensor broadcastTo6 = broadcastTo(bias, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice9 = stridedSlice(broadcastTo6, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo6, 0), 0, bounds[2]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo6), 0, bounds[2 + 1]),
                    DimLists.filled(broadcastTo6, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice7, stridedSlice8, stridedSlice9, false,
                    true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut3", "siluPosition", siluPosition, 3);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(siLU), scope.keep(quantBatchMatmul2),
                        scope.keep(quantBatchMatmul3));
            }
            if (siluPosition == 1) {
                Tensor siLU = siLU(quantBatchMatmul2);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(siLU),
                        scope.keep(quantBatchMatmul3));
            }
            Tensor siLU = siLU(quantBatchMatmul3);
            return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(
                    quantBatchMatmul2), scope.keep(siLU));
        }
    }

    /**
     * QuantbatchmatmulSplitSiluOut3: QuantBatchMatmul of x and weightᵀ, cut into 3 parts of given sizes along the
     * columns, with SiLU of the part at siluPosition.
     *
     * @param x i8
     * @param weight i8
     * @param scale f32 or i64
     * @param dtype the dtype of the result
     * @param siluPosition a whole number
     * @param sizes the size of each part
     * @return first the given dtype, second the given dtype, third the given dtype; […, m, size] each, of […, m, k]
     *     and [n, k]; the sizes are n together
     */
    @GraphOp("QuantbatchmatmulSplitSiluOut3")
    public static QuantbatchmatmulSplitSiluOut3Result quantbatchmatmulSplitSiluOut3(Tensor x, Tensor weight,
            Tensor scale, DType dtype, int siluPosition, long... sizes) {
        OperandDtypes.check("quantbatchmatmulSplitSiluOut3", "FLOAT", "x:I8", x, "weight:I8", weight,
                "scale:F32_OR_I64", scale);
        try (TensorScope scope = TensorScope.open()) {
            long[] bounds = DimLists.bounds("quantbatchmatmulSplitSiluOut3", sizes, 3, DimLists.dim(
                    "quantbatchmatmulSplitSiluOut3", weight, 0));
            Tensor stridedSlice = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[0]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1]), DimLists.filled(weight, 1));
            Tensor broadcastTo = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice2 = stridedSlice(broadcastTo, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo, 0), 0, bounds[0]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo), 0, bounds[1]), DimLists.filled(
                    broadcastTo, 1));
            Tensor quantBatchMatmul = quantBatchMatmul(x, stridedSlice, stridedSlice2, false, true, dtype);
            Tensor stridedSlice3 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[1]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[1 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo2 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice4 = stridedSlice(broadcastTo2, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo2, 0), 0, bounds[1]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo2), 0, bounds[1 + 1]),
                    DimLists.filled(broadcastTo2, 1));
            Tensor quantBatchMatmul2 = quantBatchMatmul(x, stridedSlice3, stridedSlice4, false, true, dtype);
            Tensor stridedSlice5 = stridedSlice(weight, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(weight, 0), 0, bounds[2]), DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.dims(weight), 0, bounds[2 + 1]), DimLists.filled(weight, 1));
            Tensor broadcastTo3 = broadcastTo(scale, new long[] {DimLists.dim("quantbatchmatmulSplitSiluOut3",
                    weight, 0)});
            Tensor stridedSlice6 = stridedSlice(broadcastTo3, DimLists.replace("quantbatchmatmulSplitSiluOut3",
                    DimLists.filled(broadcastTo3, 0), 0, bounds[2]), DimLists.replace(
                    "quantbatchmatmulSplitSiluOut3", DimLists.dims(broadcastTo3), 0, bounds[2 + 1]),
                    DimLists.filled(broadcastTo3, 1));
            Tensor quantBatchMatmul3 = quantBatchMatmul(x, stridedSlice5, stridedSlice6, false, true, dtype);
            DimLists.below("quantbatchmatmulSplitSiluOut3", "siluPosition", siluPosition, 3);
            if (siluPosition == 0) {
                Tensor siLU = siLU(quantBatchMatmul);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(siLU), scope.keep(quantBatchMatmul2),
                        scope.keep(quantBatchMatmul3));
            }
            if (siluPosition == 1) {
                Tensor siLU = siLU(quantBatchMatmul2);
                return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(siLU),
                        scope.keep(quantBatchMatmul3));
            }
            Tensor siLU = siLU(quantBatchMatmul3);
            return new QuantbatchmatmulSplitSiluOut3Result(scope.keep(quantBatchMatmul), scope.keep(
                    quantBatchMatmul2), scope.keep(siLU));
        }
    }

    /**
     * FloatOfBits: the finite f32 whose bits are the lower half of an i64.
     *
     * @param x i64
     * @return f32; the shape of x
     */
    @GraphOp("FloatOfBits")
    public static Tensor floatOfBits(Tensor x) {
        OperandDtypes.check("floatOfBits", "FLOAT", "x:I64", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor floorMod = floorMod(x, 4.294967296E9);
            Tensor floorMod2 = floorMod(floorMod, 8388608.0);
            Tensor floorDiv = floorDiv(floorMod, 8388608.0);
            Tensor floorMod3 = floorMod(floorDiv, 256.0);
            Tensor minimum = minimum(floorMod3, 1.0);
            Tensor mul = mul(minimum, 8388608.0);
            Tensor add = add(floorMod2, mul);
            Tensor converted = Expansions.as(add, DType.F64);
            Tensor maximum = maximum(floorMod3, 1.0);
            Tensor sub = sub(maximum, 150.0);
            Tensor converted2 = Expansions.as(sub, DType.F64);
            Tensor mul2 = mul(converted2, 0.6931471805599453);
            Tensor exp = exp(mul2);
            Tensor mul3 = mul(converted, exp);
            Tensor greaterEqual = greaterEqual(floorMod, 2.147483648E9);
            Tensor neg = neg(mul3);
            Tensor select = select(greaterEqual, neg, mul3);
            Tensor converted3 = Expansions.as(select, DType.F32);
            return scope.keep(converted3);
        }
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
     * @param dtype the dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, Tensor bias, Tensor perTokenScale,
            boolean transposeA, boolean transposeB, DType dtype) {
        OperandDtypes.check("quantBatchMatmul", "FLOAT", "a:I8", a, "b:I8", b, "scale:F32_OR_I64", scale,
                "bias:I32", bias, "perTokenScale:F32", perTokenScale);
        try (TensorScope scope = TensorScope.open()) {
            Tensor matMulInteger = matMulInteger(a, b, transposeA, transposeB);
            Tensor add = add(matMulInteger, bias);
            Tensor converted = Expansions.as(add, DType.F32);
            if (scale.dtype().isFloat()) {
                Tensor mul = mul(converted, scale);
                Tensor reshape = reshape(perTokenScale, DimLists.alongAxis("quantBatchMatmul", perTokenScale, mul,
                        -2));
                Tensor mul2 = mul(mul, reshape);
                Tensor converted2 = Expansions.as(mul2, dtype);
                return scope.keep(converted2);
            }
            Tensor floatOfBits = floatOfBits(scale);
            Tensor mul = mul(converted, floatOfBits);
            Tensor reshape = reshape(perTokenScale, DimLists.alongAxis("quantBatchMatmul", perTokenScale, mul, -2));
            Tensor mul2 = mul(mul, reshape);
            Tensor converted2 = Expansions.as(mul2, dtype);
            return scope.keep(converted2);
        }
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
     * @param dtype the dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, Tensor bias, boolean transposeA,
            boolean transposeB, DType dtype) {
        OperandDtypes.check("quantBatchMatmul", "FLOAT", "a:I8", a, "b:I8", b, "scale:F32_OR_I64", scale,
                "bias:I32", bias);
        try (TensorScope scope = TensorScope.open()) {
            Tensor matMulInteger = matMulInteger(a, b, transposeA, transposeB);
            Tensor add = add(matMulInteger, bias);
            Tensor converted = Expansions.as(add, DType.F32);
            if (scale.dtype().isFloat()) {
                Tensor mul = mul(converted, scale);
                Tensor converted2 = Expansions.as(mul, dtype);
                return scope.keep(converted2);
            }
            Tensor floatOfBits = floatOfBits(scale);
            Tensor mul = mul(converted, floatOfBits);
            Tensor converted2 = Expansions.as(mul, dtype);
            return scope.keep(converted2);
        }
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
     * @param dtype the dtype of the result
     * @return the given dtype; that of MatMulInteger
     */
    @GraphOp("QuantBatchMatmul")
    public static Tensor quantBatchMatmul(Tensor a, Tensor b, Tensor scale, boolean transposeA, boolean transposeB,
            DType dtype) {
        OperandDtypes.check("quantBatchMatmul", "FLOAT", "a:I8", a, "b:I8", b, "scale:F32_OR_I64", scale);
        try (TensorScope scope = TensorScope.open()) {
            Tensor matMulInteger = matMulInteger(a, b, transposeA, transposeB);
            Tensor converted = Expansions.as(matMulInteger, DType.F32);
            if (scale.dtype().isFloat()) {
                Tensor mul = mul(converted, scale);
                Tensor converted2 = Expansions.as(mul, dtype);
                return scope.keep(converted2);
            }
            Tensor floatOfBits = floatOfBits(scale);
            Tensor mul = mul(converted, floatOfBits);
            Tensor converted2 = Expansions.as(mul, dtype);
            return scope.keep(converted2);
        }
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
        OperandDtypes.check("dequantize", "INTEGER", "x:SHARED", x, "offset:F32", offset, "scale:F32", scale);
        try (TensorScope scope = TensorScope.open()) {
            Tensor converted = Expansions.as(x, DType.F32);
            Tensor sub = sub(converted, offset);
            Tensor mul = mul(sub, scale);
            return scope.keep(mul);
        }
    }

    /**
     * Dequantize: (x - offset) · scale in f32, one offset and one scale for all elements.
     *
     * @param x integer
     * @param offset a number, of the dtype of the tensor that it meets
     * @param scale a number, of the dtype of the tensor that it meets
     * @return f32; the shape of x
     */
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
        OperandDtypes.check("mseLoss", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("mseLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("MSELoss", x, y,
                reduction)) {
            DType shared = Expansions.dtype("mseLoss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor sub = sub(wideX, wideY);
            Tensor mul = mul(sub, sub);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(mul, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(mul, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(mul, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * MSELoss: (x - y)², reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("l1Loss", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("l1Loss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("l1Loss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor sub = sub(wideX, wideY);
            Tensor abs = abs(sub);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(abs, shared));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(abs, axes(), false);
                return scope.keep(Expansions.as(reduceSum, shared));
            }
            Tensor reduceSum = reduceSum(abs, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(abs, axes()));
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * L1Loss: |x - y|, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("smoothL1Loss", "FLOAT", "x:SHARED", x, "y:SHARED", y, "beta:SHARED", beta);
        Expansions.present("smoothL1Loss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SmoothL1Loss", x, y,
                beta, reduction)) {
            DType shared = Expansions.dtype("smoothL1Loss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor sub = sub(wideX, wideY);
            Tensor abs = abs(sub);
            Tensor mul = mul(abs, 0.5);
            Tensor realDiv = realDiv(abs, wideBeta);
            Tensor mul2 = mul(mul, realDiv);
            Tensor less = less(abs, wideBeta);
            Tensor mul3 = mul(wideBeta, 0.5);
            Tensor sub2 = sub(abs, mul3);
            Tensor select = select(less, mul2, sub2);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(select, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(select, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(select, axes(), false);
            Tensor realDiv2 = realDiv(reduceSum, Eager.elementCount(select, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv2, shared)));
        }
    }

    /**
     * SmoothL1Loss: 0.5 d² / beta for d &lt; beta, else d - 0.5 beta, with d = |x - y|, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param beta float, a number, by default 1.0
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, Tensor beta) {
        return smoothL1Loss(x, y, beta, Reduction.MEAN);
    }

    /**
     * SmoothL1Loss: 0.5 d² / beta for d &lt; beta, else d - 0.5 beta, with d = |x - y|, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param beta a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, double beta) {
        return smoothL1Loss(x, y, Expansions.number("smoothL1Loss", "beta", beta, x));
    }

    /**
     * SmoothL1Loss: 0.5 d² / beta for d &lt; beta, else d - 0.5 beta, with d = |x - y|, reduced.
     *
     * <p>With beta = 1.0, reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y) {
        return smoothL1Loss(x, y, 1.0, Reduction.MEAN);
    }

    /**
     * SmoothL1Loss: 0.5 d² / beta for d &lt; beta, else d - 0.5 beta, with d = |x - y|, reduced.
     *
     * @param x float
     * @param y float
     * @param beta a number, of the dtype of the tensor that it meets, by default 1.0
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("SmoothL1Loss")
    public static Tensor smoothL1Loss(Tensor x, Tensor y, double beta, Reduction reduction) {
        return smoothL1Loss(x, y, Expansions.number("smoothL1Loss", "beta", beta, x), reduction);
    }

    /**
     * SmoothL1LossGrad: clip((x - y) / beta, -1, 1) · dout.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param beta float, a number, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout, Tensor beta) {
        OperandDtypes.check("smoothL1LossGrad", "FLOAT", "x:SHARED", x, "y:SHARED", y, "dout:SHARED", dout,
                "beta:SHARED", beta);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("smoothL1LossGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDout = Expansions.widen(dout);
            Tensor wideBeta = Expansions.widen(beta);
            Tensor sub = sub(wideX, wideY);
            Tensor realDiv = realDiv(sub, wideBeta);
            Tensor minimum = minimum(realDiv, 1.0);
            Tensor maximum = maximum(minimum, -1.0);
            Tensor mul = mul(maximum, wideDout);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * SmoothL1LossGrad: clip((x - y) / beta, -1, 1) · dout.
     *
     * <p>With beta = 1.0.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout) {
        return smoothL1LossGrad(x, y, dout, 1.0);
    }

    /**
     * SmoothL1LossGrad: clip((x - y) / beta, -1, 1) · dout.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param beta a number, of the dtype of the tensor that it meets, by default 1.0
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SmoothL1LossGrad")
    public static Tensor smoothL1LossGrad(Tensor x, Tensor y, Tensor dout, double beta) {
        return smoothL1LossGrad(x, y, dout, Expansions.number("smoothL1LossGrad", "beta", beta, x));
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
        OperandDtypes.check("klDivLoss", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("klDivLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("klDivLoss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor log = log(wideY);
            Tensor sub = sub(log, wideX);
            Tensor mul = mul(wideY, sub);
            Tensor greater = greater(wideY, 0.0);
            Tensor select = select(greater, mul, 0.0);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(select, shared));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(select, axes(), false);
                return scope.keep(Expansions.as(reduceSum, shared));
            }
            Tensor reduceSum = reduceSum(select, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(select, axes()));
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * KLDivLoss: y · (ln y - x) where y &gt; 0, else 0, with x a logarithm, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("binaryCrossEntropy", "FLOAT", "x:SHARED", x, "y:SHARED", y, "weight:SHARED", weight);
        Expansions.present("binaryCrossEntropy", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("BinaryCrossEntropy", x,
                y, weight, reduction)) {
            DType shared = Expansions.dtype("binaryCrossEntropy", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor log = log(wideX);
            Tensor maximum = maximum(log, -100.0);
            Tensor mul = mul(wideY, maximum);
            Tensor sub = sub(1.0, wideY);
            Tensor neg = neg(wideX);
            Tensor log1p = log1p(neg);
            Tensor maximum2 = maximum(log1p, -100.0);
            Tensor mul2 = mul(sub, maximum2);
            Tensor add = add(mul, mul2);
            Tensor neg2 = neg(add);
            Tensor mul3 = mul(neg2, wideWeight);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(mul3, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(mul3, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(mul3, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul3, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * BinaryCrossEntropy: -(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("binaryCrossEntropy", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("binaryCrossEntropy", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("BinaryCrossEntropy", x,
                y, null, reduction)) {
            DType shared = Expansions.dtype("binaryCrossEntropy", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor log = log(wideX);
            Tensor maximum = maximum(log, -100.0);
            Tensor mul = mul(wideY, maximum);
            Tensor sub = sub(1.0, wideY);
            Tensor neg = neg(wideX);
            Tensor log1p = log1p(neg);
            Tensor maximum2 = maximum(log1p, -100.0);
            Tensor mul2 = mul(sub, maximum2);
            Tensor add = add(mul, mul2);
            Tensor neg2 = neg(add);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(neg2, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(neg2, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(neg2, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(neg2, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * BinaryCrossEntropy: -(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BinaryCrossEntropy")
    public static Tensor binaryCrossEntropy(Tensor x, Tensor y) {
        return binaryCrossEntropy(x, y, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by their number for MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Tensor weight,
            Reduction reduction) {
        OperandDtypes.check("binaryCrossEntropyGrad", "FLOAT", "x:SHARED", x, "y:SHARED", y, "dout:SHARED", dout,
                "weight:SHARED", weight);
        Expansions.present("binaryCrossEntropyGrad", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("binaryCrossEntropyGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDout = Expansions.widen(dout);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor sub = sub(1.0, wideX);
            Tensor mul = mul(wideX, sub);
            Tensor maximum = maximum(mul, 1.0E-12);
            Tensor sub2 = sub(wideX, wideY);
            Tensor realDiv = realDiv(sub2, maximum);
            Tensor mul2 = mul(realDiv, wideWeight);
            Tensor mul3 = mul(mul2, wideDout);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(mul3, shared));
            }
            if (reduction == Reduction.SUM) {
                return scope.keep(Expansions.as(mul3, shared));
            }
            Tensor realDiv2 = realDiv(mul3, Eager.elementCount(wideX, axes()));
            return scope.keep(Expansions.as(realDiv2, shared));
        }
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by their number for MEAN.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param weight float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Tensor weight) {
        return binaryCrossEntropyGrad(x, y, dout, weight, Reduction.MEAN);
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by their number for MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("BinaryCrossEntropyGrad")
    public static Tensor binaryCrossEntropyGrad(Tensor x, Tensor y, Tensor dout, Reduction reduction) {
        OperandDtypes.check("binaryCrossEntropyGrad", "FLOAT", "x:SHARED", x, "y:SHARED", y, "dout:SHARED", dout);
        Expansions.present("binaryCrossEntropyGrad", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("binaryCrossEntropyGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideDout = Expansions.widen(dout);
            Tensor sub = sub(1.0, wideX);
            Tensor mul = mul(wideX, sub);
            Tensor maximum = maximum(mul, 1.0E-12);
            Tensor sub2 = sub(wideX, wideY);
            Tensor realDiv = realDiv(sub2, maximum);
            Tensor mul2 = mul(realDiv, wideDout);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(mul2, shared));
            }
            if (reduction == Reduction.SUM) {
                return scope.keep(Expansions.as(mul2, shared));
            }
            Tensor realDiv2 = realDiv(mul2, Eager.elementCount(wideX, axes()));
            return scope.keep(Expansions.as(realDiv2, shared));
        }
    }

    /**
     * BinaryCrossEntropyGrad: dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by their number for MEAN.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param dout float
     * @return float; the shape to which the operands broadcast
     */
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
        OperandDtypes.check("bceWithLogitsLoss", "FLOAT", "x:SHARED", x, "y:SHARED", y, "weight:SHARED", weight,
                "posWeight:SHARED", posWeight);
        Expansions.present("bceWithLogitsLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("BCEWithLogitsLoss", x,
                y, weight, posWeight, reduction)) {
            DType shared = Expansions.dtype("bceWithLogitsLoss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor widePosWeight = Expansions.widen(posWeight);
            Tensor abs = abs(wideX);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor mul = mul(widePosWeight, wideY);
            Tensor sub = sub(1.0, wideY);
            Tensor add = add(sub, mul);
            Tensor less = less(wideX, 0.0);
            Tensor sub2 = sub(1.0, wideY);
            Tensor select = select(less, mul, sub2);
            Tensor abs2 = abs(wideX);
            Tensor mul2 = mul(abs2, select);
            Tensor mul3 = mul(add, log1p);
            Tensor add2 = add(mul2, mul3);
            Tensor mul4 = mul(add2, wideWeight);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(mul4, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(mul4, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(mul4, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul4, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @param posWeight float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("bceWithLogitsLoss", "FLOAT", "x:SHARED", x, "y:SHARED", y, "weight:SHARED", weight);
        Expansions.present("bceWithLogitsLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("BCEWithLogitsLoss", x,
                y, weight, null, reduction)) {
            DType shared = Expansions.dtype("bceWithLogitsLoss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor wideWeight = Expansions.widen(weight);
            Tensor abs = abs(wideX);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor less = less(wideX, 0.0);
            Tensor sub = sub(1.0, wideY);
            Tensor select = select(less, wideY, sub);
            Tensor abs2 = abs(wideX);
            Tensor mul = mul(abs2, select);
            Tensor add = add(mul, log1p);
            Tensor mul2 = mul(add, wideWeight);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(mul2, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(mul2, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(mul2, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul2, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @param weight float
     * @return float; the broadcast shape without reduction, else []
     */
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
        OperandDtypes.check("bceWithLogitsLoss", "FLOAT", "x:SHARED", x, "y:SHARED", y);
        Expansions.present("bceWithLogitsLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("BCEWithLogitsLoss", x,
                y, null, null, reduction)) {
            DType shared = Expansions.dtype("bceWithLogitsLoss", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideY = Expansions.widen(y);
            Tensor abs = abs(wideX);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor less = less(wideX, 0.0);
            Tensor sub = sub(1.0, wideY);
            Tensor select = select(less, wideY, sub);
            Tensor abs2 = abs(wideX);
            Tensor mul = mul(abs2, select);
            Tensor add = add(mul, log1p);
            if (reduction == Reduction.NONE) {
                return recording.result(scope.keep(Expansions.as(add, shared)));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum = reduceSum(add, axes(), false);
                return recording.result(scope.keep(Expansions.as(reduceSum, shared)));
            }
            Tensor reduceSum = reduceSum(add, axes(), false);
            Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axes()));
            return recording.result(scope.keep(Expansions.as(realDiv, shared)));
        }
    }

    /**
     * BCEWithLogitsLoss: ((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,
     * reduced.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param x float
     * @param y float
     * @return float; the broadcast shape without reduction, else []
     */
    @GraphOp("BCEWithLogitsLoss")
    public static Tensor bceWithLogitsLoss(Tensor x, Tensor y) {
        return bceWithLogitsLoss(x, y, Reduction.MEAN);
    }

    /**
     * SigmoidCrossEntropyWithLogits: max(x, 0) - x · z + ln(1 + e^-|x|).
     *
     * @param x float
     * @param z float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SigmoidCrossEntropyWithLogits")
    public static Tensor sigmoidCrossEntropyWithLogits(Tensor x, Tensor z) {
        OperandDtypes.check("sigmoidCrossEntropyWithLogits", "FLOAT", "x:SHARED", x, "z:SHARED", z);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin(
                "SigmoidCrossEntropyWithLogits", x, z)) {
            DType shared = Expansions.dtype("sigmoidCrossEntropyWithLogits", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideZ = Expansions.widen(z);
            Tensor less = less(wideX, 0.0);
            Tensor sub = sub(1.0, wideZ);
            Tensor select = select(less, wideZ, sub);
            Tensor abs = abs(wideX);
            Tensor mul = mul(abs, select);
            Tensor abs2 = abs(wideX);
            Tensor neg = neg(abs2);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor add = add(mul, log1p);
            return recording.result(scope.keep(Expansions.as(add, shared)));
        }
    }

    /**
     * SigmoidCrossEntropyWithLogitsGrad: (sigmoid(x) - z) · dout.
     *
     * @param x float
     * @param z float
     * @param dout float
     * @return float; the shape to which the operands broadcast
     */
    @GraphOp("SigmoidCrossEntropyWithLogitsGrad")
    public static Tensor sigmoidCrossEntropyWithLogitsGrad(Tensor x, Tensor z, Tensor dout) {
        OperandDtypes.check("sigmoidCrossEntropyWithLogitsGrad", "FLOAT", "x:SHARED", x, "z:SHARED", z,
                "dout:SHARED", dout);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("sigmoidCrossEntropyWithLogitsGrad", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideZ = Expansions.widen(z);
            Tensor wideDout = Expansions.widen(dout);
            Tensor abs = abs(wideX);
            Tensor neg = neg(abs);
            Tensor sigmoid = sigmoid(neg);
            Tensor sub = sub(1.0, wideZ);
            Tensor sub2 = sub(sub, sigmoid);
            Tensor less = less(wideX, 0.0);
            Tensor sub3 = sub(sigmoid, wideZ);
            Tensor select = select(less, sub3, sub2);
            Tensor mul = mul(select, wideDout);
            return scope.keep(Expansions.as(mul, shared));
        }
    }

    /**
     * The results of SoftmaxCrossEntropyWithLogits.
     *
     * @param loss float
     * @param dlogits float
     */
    public record SoftmaxCrossEntropyWithLogitsResult(Tensor loss, Tensor dlogits) {}

    /**
     * SoftmaxCrossEntropyWithLogits: -Σ label · ln softmax(logits) and softmax(logits) - label along the last axis.
     *
     * @param logits float
     * @param label float
     * @return loss float, dlogits float; the shape of logits without the last axis; that of logits
     */
    @GraphOp("SoftmaxCrossEntropyWithLogits")
    public static SoftmaxCrossEntropyWithLogitsResult softmaxCrossEntropyWithLogits(Tensor logits, Tensor label) {
        OperandDtypes.check("softmaxCrossEntropyWithLogits", "FLOAT", "logits:SHARED", logits, "label:SHARED",
                label);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin(
                "SoftmaxCrossEntropyWithLogits", logits, label)) {
            DType shared = Expansions.dtype("softmaxCrossEntropyWithLogits", "logits", logits);
            Tensor wideLogits = Expansions.widen(logits);
            Tensor wideLabel = Expansions.widen(label);
            Tensor reduceMax = reduceMax(wideLogits, -1, true);
            Tensor sub = sub(wideLogits, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, -1, true);
            Tensor reduceSum2 = reduceSum(wideLabel, -1, true);
            Tensor mul = mul(wideLabel, sub);
            Tensor reduceSum3 = reduceSum(mul, -1, true);
            Tensor maximum = maximum(reduceSum, 1.0);
            Tensor log = log(maximum);
            Tensor mul2 = mul(reduceSum2, log);
            Tensor sub2 = sub(mul2, reduceSum3);
            Tensor reshape = reshape(sub2, DimLists.squeezed("softmaxCrossEntropyWithLogits", sub2, -1));
            Tensor reciprocal = reciprocal(reduceSum);
            Tensor mul3 = mul(exp, reciprocal);
            Tensor sub3 = sub(mul3, wideLabel);
            SoftmaxCrossEntropyWithLogitsResult all = new SoftmaxCrossEntropyWithLogitsResult(scope.keep(
                    Expansions.as(reshape, shared)), scope.keep(Expansions.as(sub3, shared)));
            return recording.results(all, all.loss(), all.dlogits());
        }
    }

    /**
     * The results of SparseSoftmaxCrossEntropyWithLogits.
     *
     * @param loss float
     * @param dlogits float
     */
    public record SparseSoftmaxCrossEntropyWithLogitsResult(Tensor loss, Tensor dlogits) {}

    /**
     * SparseSoftmaxCrossEntropyWithLogits: -ln softmax(logits)[label] along the last axis, reduced, and its
     * gradient.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return loss float, dlogits float; the shape of labels without reduction, else []; the shape of logits
     */
    @GraphOp("SparseSoftmaxCrossEntropyWithLogits")
    public static SparseSoftmaxCrossEntropyWithLogitsResult sparseSoftmaxCrossEntropyWithLogits(Tensor logits,
            Tensor labels, Reduction reduction) {
        OperandDtypes.check("sparseSoftmaxCrossEntropyWithLogits", "FLOAT", "logits:SHARED", logits,
                "labels:INDEX", labels);
        Expansions.present("sparseSoftmaxCrossEntropyWithLogits", "reduction", reduction);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin(
                "SparseSoftmaxCrossEntropyWithLogits", logits, labels, reduction)) {
            DType shared = Expansions.dtype("sparseSoftmaxCrossEntropyWithLogits", "logits", logits);
            Tensor wideLogits = Expansions.widen(logits);
            Expansions.indices("sparseSoftmaxCrossEntropyWithLogits", "labels", labels, DimLists.dim(
                    "sparseSoftmaxCrossEntropyWithLogits", wideLogits, -1));
            Tensor reduceMax = reduceMax(wideLogits, -1, true);
            Tensor sub = sub(wideLogits, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, -1, true);
            Tensor converted = Expansions.as(labels, DType.I64);
            Tensor reshape = reshape(converted, DimLists.insert("sparseSoftmaxCrossEntropyWithLogits",
                    DimLists.dims(labels), -1, 1));
            Tensor index = index(-1, DimLists.dims(wideLogits));
            Tensor equal = equal(index, reshape);
            Tensor select = select(equal, wideLogits, 0.0);
            Tensor reduceSum2 = reduceSum(select, -1, true);
            Tensor sub2 = sub(reduceSum2, reduceMax);
            Tensor log = log(reduceSum);
            Tensor sub3 = sub(sub2, log);
            Tensor greaterEqual = greaterEqual(reshape, 0.0);
            Tensor less = less(reshape, Eager.elementCount(index, axes(-1)));
            Tensor logicalAnd = logicalAnd(greaterEqual, less);
            Tensor neg = neg(sub3);
            Tensor select2 = select(logicalAnd, neg, 0.0);
            Tensor reshape2 = reshape(select2, DimLists.squeezed("sparseSoftmaxCrossEntropyWithLogits", select2,
                    -1));
            Tensor reciprocal = reciprocal(reduceSum);
            Tensor mul = mul(exp, reciprocal);
            Tensor converted2 = Expansions.as(equal, wideLogits.dtype());
            Tensor sub4 = sub(mul, converted2);
            if (reduction == Reduction.NONE) {
                SparseSoftmaxCrossEntropyWithLogitsResult all = new SparseSoftmaxCrossEntropyWithLogitsResult(
                        scope.keep(Expansions.as(reshape2, shared)), scope.keep(Expansions.as(sub4, shared)));
                return recording.results(all, all.loss(), all.dlogits());
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum3 = reduceSum(reshape2, axes(), false);
                SparseSoftmaxCrossEntropyWithLogitsResult all = new SparseSoftmaxCrossEntropyWithLogitsResult(
                        scope.keep(Expansions.as(reduceSum3, shared)), scope.keep(Expansions.as(sub4, shared)));
                return recording.results(all, all.loss(), all.dlogits());
            }
            Tensor realDiv = realDiv(sub4, Eager.elementCount(reshape2, axes()));
            Tensor reduceSum3 = reduceSum(reshape2, axes(), false);
            Tensor realDiv2 = realDiv(reduceSum3, Eager.elementCount(reshape2, axes()));
            SparseSoftmaxCrossEntropyWithLogitsResult all = new SparseSoftmaxCrossEntropyWithLogitsResult(
                    scope.keep(Expansions.as(realDiv2, shared)), scope.keep(Expansions.as(realDiv, shared)));
            return recording.results(all, all.loss(), all.dlogits());
        }
    }

    /**
     * SparseSoftmaxCrossEntropyWithLogits: -ln softmax(logits)[label] along the last axis, reduced, and its
     * gradient.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param logits float
     * @param labels i32 or i64
     * @return loss float, dlogits float; the shape of labels without reduction, else []; the shape of logits
     */
    @GraphOp("SparseSoftmaxCrossEntropyWithLogits")
    public static SparseSoftmaxCrossEntropyWithLogitsResult sparseSoftmaxCrossEntropyWithLogits(Tensor logits,
            Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN);
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param weight float
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Tensor weight, Reduction reduction) {
        OperandDtypes.check("nllLoss", "FLOAT", "logits:SHARED", logits, "labels:INDEX", labels, "weight:SHARED",
                weight);
        Expansions.present("nllLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("nllLoss", "logits", logits);
            Tensor wideLogits = Expansions.widen(logits);
            Tensor wideWeight = Expansions.widen(weight);
            Expansions.indices("nllLoss", "labels", labels, DimLists.dim("nllLoss", wideLogits, -1));
            Tensor converted = Expansions.as(labels, DType.I64);
            Tensor reshape = reshape(converted, DimLists.insert("nllLoss", DimLists.dims(labels), -1, 1));
            Tensor index = index(-1, DimLists.dims(wideLogits));
            Tensor equal = equal(index, reshape);
            Tensor select = select(equal, wideLogits, 0.0);
            Tensor reduceSum = reduceSum(select, -1, false);
            Tensor neg = neg(reduceSum);
            Tensor select2 = select(equal, wideWeight, 0.0);
            Tensor reduceSum2 = reduceSum(select2, -1, false);
            Tensor mul = mul(neg, reduceSum2);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(mul, shared));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum3 = reduceSum(mul, axes(), false);
                return scope.keep(Expansions.as(reduceSum3, shared));
            }
            Tensor reduceSum3 = reduceSum(mul, axes(), false);
            Tensor reduceSum4 = reduceSum(reduceSum2, axes(), false);
            Tensor realDiv = realDiv(reduceSum3, reduceSum4);
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param weight float
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Tensor weight) {
        return nllLoss(logits, labels, weight, Reduction.MEAN);
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * @param logits float
     * @param labels i32 or i64
     * @param reduction a constant of Reduction, by default Reduction.MEAN
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels, Reduction reduction) {
        OperandDtypes.check("nllLoss", "FLOAT", "logits:SHARED", logits, "labels:INDEX", labels);
        Expansions.present("nllLoss", "reduction", reduction);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("nllLoss", "logits", logits);
            Tensor wideLogits = Expansions.widen(logits);
            Expansions.indices("nllLoss", "labels", labels, DimLists.dim("nllLoss", wideLogits, -1));
            Tensor converted = Expansions.as(labels, DType.I64);
            Tensor reshape = reshape(converted, DimLists.insert("nllLoss", DimLists.dims(labels), -1, 1));
            Tensor index = index(-1, DimLists.dims(wideLogits));
            Tensor equal = equal(index, reshape);
            Tensor select = select(equal, wideLogits, 0.0);
            Tensor reduceSum = reduceSum(select, -1, false);
            Tensor neg = neg(reduceSum);
            if (reduction == Reduction.NONE) {
                return scope.keep(Expansions.as(neg, shared));
            }
            if (reduction == Reduction.SUM) {
                Tensor reduceSum2 = reduceSum(neg, axes(), false);
                return scope.keep(Expansions.as(reduceSum2, shared));
            }
            Tensor reduceSum2 = reduceSum(neg, axes(), false);
            Tensor realDiv = realDiv(reduceSum2, Eager.elementCount(neg, axes()));
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * NLLLoss: -logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum of the weights.
     *
     * <p>With reduction = Reduction.MEAN.
     *
     * @param logits float
     * @param labels i32 or i64
     * @return float; the shape of labels without reduction, else []
     */
    @GraphOp("NLLLoss")
    public static Tensor nllLoss(Tensor logits, Tensor labels) {
        return nllLoss(logits, labels, Reduction.MEAN);
    }

    /**
     * ExpandDims: x with one more axis, of size 1.
     *
     * @param x any dtype
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x with a 1 at the axis
     */
    @GraphOp("ExpandDims")
    public static Tensor expandDims(Tensor x, int axis) {
        OperandDtypes.check("expandDims", "ANY", "x:SHARED", x);
        return reshape(x, DimLists.insert("expandDims", DimLists.dims(x), axis, 1));
    }

    /**
     * ExpandDims: x with one more axis, of size 1.
     *
     * @param x any dtype
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x with a 1 at the axis
     */
    @GraphOp("ExpandDims")
    public static Tensor unsqueeze(Tensor x, int axis) {
        return expandDims(x, axis);
    }

    /**
     * Squeeze: x without axes of size 1.
     *
     * @param x any dtype
     * @param axes the axes, none for all; a negative one counts from the end
     * @return any dtype; the dims of x without the axes; without all that are 1 if none is given
     */
    @GraphOp("Squeeze")
    public static Tensor squeeze(Tensor x, int... axes) {
        OperandDtypes.check("squeeze", "ANY", "x:SHARED", x);
        return reshape(x, DimLists.squeezed("squeeze", x, axes));
    }

    /**
     * Flatten: x as a matrix.
     *
     * @param x any dtype
     * @param axis the axis; a negative one counts from the end, by default 1
     * @return any dtype; [product of the dims before the axis, product of the others]
     */
    @GraphOp("Flatten")
    public static Tensor flatten(Tensor x, int axis) {
        OperandDtypes.check("flatten", "ANY", "x:SHARED", x);
        return reshape(x, DimLists.flattened("flatten", x, axis));
    }

    /**
     * Flatten: x as a matrix.
     *
     * <p>With axis = 1.
     *
     * @param x any dtype
     * @return any dtype; [product of the dims before the axis, product of the others]
     */
    @GraphOp("Flatten")
    public static Tensor flatten(Tensor x) {
        return flatten(x, 1);
    }

    /**
     * Narrow: length elements along an axis, from start.
     *
     * @param x any dtype
     * @param axis the axis; a negative one counts from the end
     * @param start a whole number
     * @param length a whole number
     * @return any dtype; the dims of x, with length at the axis
     */
    @GraphOp("Narrow")
    public static Tensor narrow(Tensor x, int axis, long start, long length) {
        OperandDtypes.check("narrow", "ANY", "x:SHARED", x);
        return stridedSlice(x, DimLists.replace("narrow", DimLists.filled(x, 0), axis, start), DimLists.replace(
                "narrow", DimLists.dims(x), axis, start + length), DimLists.filled(x, 1));
    }

    /**
     * Slice: size elements along each axis, from begin.
     *
     * @param x any dtype
     * @param begin one number for each axis
     * @param size one number for each axis
     * @return any dtype; size; -1 stands for all that are left
     */
    @GraphOp("Slice")
    public static Tensor slice(Tensor x, long[] begin, long[] size) {
        OperandDtypes.check("slice", "ANY", "x:SHARED", x);
        return stridedSlice(x, begin, DimLists.sliceEnd("slice", x, begin, size), DimLists.filled(x, 1));
    }

    /**
     * Tile: x repeated as a whole along each axis.
     *
     * @param x any dtype
     * @param multiples one number for each axis
     * @return any dtype; the dims of x, times the multiples
     */
    @GraphOp("Tile")
    public static Tensor tile(Tensor x, long... multiples) {
        OperandDtypes.check("tile", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor reshape = reshape(x, DimLists.tiledFrom("tile", x, multiples));
            Tensor moved = Expansions.copy("tile", reshape);
            for (int i = 0; i < reshape.rank(); i++) {
                long item = DimLists.item("tile", "multiples", multiples, i);
                Tensor reshape2 = reshape(moved, DimLists.around("tile", moved, i, 1));
                Tensor broadcastTo = broadcastTo(reshape2, DimLists.around("tile", moved, i, item));
                Tensor reshape3 = reshape(broadcastTo, DimLists.replace("tile", DimLists.dims(moved), i,
                        DimLists.dim("tile", moved, i) * item));
                moved = reshape3;
            }
            return scope.keep(moved);
        }
    }

    /**
     * RepeatInterleaveInt: each element repeated along an axis.
     *
     * @param x any dtype
     * @param repeats a whole number
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x, times repeats at the axis
     */
    @GraphOp("RepeatInterleaveInt")
    public static Tensor repeatInterleaveInt(Tensor x, long repeats, int axis) {
        OperandDtypes.check("repeatInterleaveInt", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Tensor reshape = reshape(x, DimLists.after("repeatInterleaveInt", x, axis, 1));
            Tensor broadcastTo = broadcastTo(reshape, DimLists.after("repeatInterleaveInt", x, axis, repeats));
            Tensor reshape2 = reshape(broadcastTo, DimLists.replace("repeatInterleaveInt", DimLists.dims(x), axis,
                    DimLists.dim("repeatInterleaveInt", x, axis) * repeats));
            return scope.keep(reshape2);
        }
    }

    /**
     * Stack: the operands along a new axis.
     *
     * @param axis the axis; a negative one counts from the end
     * @param x any dtype, one or more
     * @return any dtype; the dims of an operand with the number of operands at the axis
     */
    @GraphOp("Stack")
    public static Tensor stack(int axis, Tensor... x) {
        OperandDtypes.check("stack", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            Expansions.first("stack", "x", x);
            Tensor[] parts = new Tensor[x.length];
            for (int i = 0; i < x.length; i++) {
                Tensor reshape = reshape(x[i], DimLists.insert("stack", DimLists.dims(x[i]), axis, 1));
                parts[i] = reshape;
            }
            Tensor concat = concat(axis, parts);
            return scope.keep(concat);
        }
    }

    /**
     * Split: x cut into parts of the same size along an axis.
     *
     * @param x any dtype
     * @param parts a whole number
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x, divided by parts at the axis
     */
    @GraphOp("Split")
    public static Tensor[] split(Tensor x, int parts, int axis) {
        OperandDtypes.check("split", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Split", x, parts,
                axis)) {
            long quotient = DimLists.dividedBy("split", DimLists.dim("split", x, axis), parts);
            int count = DimLists.results("split", parts);
            Tensor[] results = new Tensor[count];
            for (int i = 0; i < count; i++) {
                Tensor stridedSlice = stridedSlice(x, DimLists.replace("split", DimLists.filled(x, 0), axis,
                        i * quotient), DimLists.replace("split", DimLists.dims(x), axis, i * quotient + quotient),
                        DimLists.filled(x, 1));
                results[i] = scope.keep(stridedSlice);
            }
            return recording.results(results, results);
        }
    }

    /**
     * SplitWithSize: x cut into parts of given sizes along an axis.
     *
     * @param x any dtype
     * @param sizes the size of each part
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x, with a size at the axis
     */
    @GraphOp("SplitWithSize")
    public static Tensor[] splitWithSize(Tensor x, long[] sizes, int axis) {
        OperandDtypes.check("splitWithSize", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("SplitWithSize", x,
                sizes, axis)) {
            long[] bounds = DimLists.bounds("splitWithSize", sizes, DimLists.count("splitWithSize", "sizes",
                    sizes), DimLists.dim("splitWithSize", x, axis));
            int count = DimLists.results("splitWithSize", DimLists.count("splitWithSize", "sizes", sizes));
            Tensor[] results = new Tensor[count];
            for (int i = 0; i < count; i++) {
                Tensor stridedSlice = stridedSlice(x, DimLists.replace("splitWithSize", DimLists.filled(x, 0),
                        axis, bounds[i]), DimLists.replace("splitWithSize", DimLists.dims(x), axis, bounds[i + 1]),
                        DimLists.filled(x, 1));
                results[i] = scope.keep(stridedSlice);
            }
            return recording.results(results, results);
        }
    }

    /**
     * Unstack: the slices of x along an axis.
     *
     * @param x any dtype
     * @param axis the axis; a negative one counts from the end
     * @return any dtype; the dims of x without the axis, whose size is known at compile time
     */
    @GraphOp("Unstack")
    public static Tensor[] unstack(Tensor x, int axis) {
        OperandDtypes.check("unstack", "ANY", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("Unstack", x, axis)) {
            int count = DimLists.results("unstack", DimLists.dim("unstack", x, axis));
            Tensor[] results = new Tensor[count];
            for (int i = 0; i < count; i++) {
                Tensor stridedSlice = stridedSlice(x, DimLists.replace("unstack", DimLists.filled(x, 0), axis, i),
                        DimLists.replace("unstack", DimLists.dims(x), axis, i + 1), DimLists.filled(x, 1));
                Tensor reshape = reshape(stridedSlice, DimLists.squeezed("unstack", stridedSlice, axis));
                results[i] = scope.keep(reshape);
            }
            return recording.results(results, results);
        }
    }

    /**
     * Pad: x with a frame of value: before and after elements along each axis.
     *
     * @param x any dtype
     * @param value any dtype, a number
     * @param before one number for each axis
     * @param after one number for each axis
     * @return any dtype; the dims of x, plus before and after
     */
    @GraphOp("Pad")
    public static Tensor pad(Tensor x, Tensor value, long[] before, long[] after) {
        OperandDtypes.check("pad", "ANY", "x:SHARED", x, "value:SHARED", value);
        try (TensorScope scope = TensorScope.open()) {
            Tensor moved = Expansions.copy("pad", x);
            for (int i = 0; i < x.rank(); i++) {
                long item = DimLists.item("pad", "before", before, i);
                long item2 = DimLists.item("pad", "after", after, i);
                Tensor broadcastTo = broadcastTo(value, DimLists.replace("pad", DimLists.dims(moved), i, item));
                Tensor broadcastTo2 = broadcastTo(value, DimLists.replace("pad", DimLists.dims(moved), i, item2));
                Tensor concat = concat(i, broadcastTo, moved, broadcastTo2);
                moved = concat;
            }
            return scope.keep(moved);
        }
    }

    /**
     * Pad: x with a frame of value: before and after elements along each axis.
     *
     * @param x any dtype
     * @param value a number, of the dtype of the tensor that it meets
     * @param before one number for each axis
     * @param after one number for each axis
     * @return any dtype; the dims of x, plus before and after
     */
    @GraphOp("Pad")
    public static Tensor pad(Tensor x, double value, long[] before, long[] after) {
        return pad(x, Eager.scalar("pad", "value", value, x), before, after);
    }

    /**
     * Tril: x with zeros above a diagonal of its last two axes.
     *
     * @param x number
     * @param diagonal a whole number, by default 0
     * @return number; the shape of x
     */
    @GraphOp("Tril")
    public static Tensor tril(Tensor x, int diagonal) {
        OperandDtypes.check("tril", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("tril", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor index = index(-1, DimLists.dims(wideX));
            Tensor index2 = index(-2, DimLists.dims(wideX));
            Tensor sub = sub(index, index2);
            Tensor lessEqual = lessEqual(sub, diagonal);
            Tensor select = select(lessEqual, wideX, 0.0);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * Tril: x with zeros above a diagonal of its last two axes.
     *
     * <p>With diagonal = 0.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Tril")
    public static Tensor tril(Tensor x) {
        return tril(x, 0);
    }

    /**
     * Triu: x with zeros below a diagonal of its last two axes.
     *
     * @param x number
     * @param diagonal a whole number, by default 0
     * @return number; the shape of x
     */
    @GraphOp("Triu")
    public static Tensor triu(Tensor x, int diagonal) {
        OperandDtypes.check("triu", "NUMBER", "x:SHARED", x);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("triu", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor index = index(-1, DimLists.dims(wideX));
            Tensor index2 = index(-2, DimLists.dims(wideX));
            Tensor sub = sub(index, index2);
            Tensor greaterEqual = greaterEqual(sub, diagonal);
            Tensor select = select(greaterEqual, wideX, 0.0);
            return scope.keep(Expansions.as(select, shared));
        }
    }

    /**
     * Triu: x with zeros below a diagonal of its last two axes.
     *
     * <p>With diagonal = 0.
     *
     * @param x number
     * @return number; the shape of x
     */
    @GraphOp("Triu")
    public static Tensor triu(Tensor x) {
        return triu(x, 0);
    }

    /**
     * OneHot: on where the position along the new axis is the index, else off.
     *
     * @param indices i32 or i64
     * @param on any dtype, a number
     * @param off any dtype, a number
     * @param depth a whole number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return any dtype; the dims of indices with depth at the axis
     */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, Tensor on, Tensor off, long depth, int axis) {
        OperandDtypes.check("oneHot", "ANY", "indices:INDEX", indices, "on:SHARED", on, "off:SHARED", off);
        try (TensorScope scope = TensorScope.open()) {
            Expansions.indices("oneHot", "indices", indices, depth);
            Tensor index = index(axis, DimLists.insert("oneHot", DimLists.dims(indices), axis, depth));
            Tensor converted = Expansions.as(indices, DType.I64);
            Tensor reshape = reshape(converted, DimLists.insert("oneHot", DimLists.dims(indices), axis, 1));
            Tensor equal = equal(index, reshape);
            Tensor select = select(equal, on, off);
            return scope.keep(select);
        }
    }

    /**
     * OneHot: on where the position along the new axis is the index, else off.
     *
     * <p>With axis = -1.
     *
     * @param indices i32 or i64
     * @param on any dtype, a number
     * @param off any dtype, a number
     * @param depth a whole number
     * @return any dtype; the dims of indices with depth at the axis
     */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, Tensor on, Tensor off, long depth) {
        return oneHot(indices, on, off, depth, -1);
    }

    /**
     * OneHot: on where the position along the new axis is the index, else off.
     *
     * <p>With axis = -1.
     *
     * @param indices i32 or i64
     * @param on a number, of the dtype of the tensor that it meets
     * @param off a number, of the dtype of the tensor that it meets
     * @param depth a whole number
     * @return any dtype; the dims of indices with depth at the axis
     */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, double on, double off, long depth) {
        return oneHot(indices, Eager.scalar(on), Eager.scalar(off), depth);
    }

    /**
     * OneHot: on where the position along the new axis is the index, else off.
     *
     * @param indices i32 or i64
     * @param on a number, of the dtype of the tensor that it meets
     * @param off a number, of the dtype of the tensor that it meets
     * @param depth a whole number
     * @param axis the axis; a negative one counts from the end, by default -1
     * @return any dtype; the dims of indices with depth at the axis
     */
    @GraphOp("OneHot")
    public static Tensor oneHot(Tensor indices, double on, double off, long depth, int axis) {
        return oneHot(indices, Eager.scalar(on), Eager.scalar(off), depth, axis);
    }

    /**
     * RandomUniform: uniform in [0, 1), reproducible from the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number for each axis
     * @return f32; dims
     */
    @GraphOp("RandomUniform")
    public static Tensor randomUniform(Tensor seed, Tensor seed2, long... dims) {
        OperandDtypes.check("randomUniform", "ANY", "seed:I64", seed, "seed2:I64", seed2);
        try (TensorScope scope = TensorScope.open()) {
            Tensor rowMajorIndex = rowMajorIndex(dims);
            Tensor philoxUniform = philoxUniform(rowMajorIndex, seed, seed2);
            return scope.keep(philoxUniform);
        }
    }

    /**
     * RandomUniform: uniform in [0, 1), reproducible from the seeds.
     *
     * @param seed a number
     * @param seed2 a number
     * @param dims one number for each axis
     * @return f32; dims
     */
    @GraphOp("RandomUniform")
    public static Tensor randomUniform(long seed, long seed2, long... dims) {
        return randomUniform(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * RandomUniform: uniform in [0, 1), reproducible from the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number for each axis
     * @return f32; dims
     */
    @GraphOp("RandomUniform")
    public static Tensor uniformReal(Tensor seed, Tensor seed2, long... dims) {
        return randomUniform(seed, seed2, dims);
    }

    /**
     * RandomUniform: uniform in [0, 1), reproducible from the seeds.
     *
     * @param seed a number
     * @param seed2 a number
     * @param dims one number for each axis
     * @return f32; dims
     */
    @GraphOp("RandomUniform")
    public static Tensor uniformReal(long seed, long seed2, long... dims) {
        return randomUniform(Tensor.scalar(DType.I64, seed), Tensor.scalar(DType.I64, seed2), dims);
    }

    /**
     * StandardNormal: normal with mean 0 and variance 1, reproducible from the seeds.
     *
     * @param seed i64, a number
     * @param seed2 i64, a number
     * @param dims one number for each axis
     * @return f32; dims
     */
    @GraphOp("StandardNormal")
    public static Tensor standardNormal(Tensor seed, Tensor seed2, long... dims) {
        OperandDtypes.check("standardNormal", "ANY", "seed:I64", seed, "seed2:I64", seed2);
        try (TensorScope scope = TensorScope.open()) {
            Tensor rowMajorIndex = rowMajorIndex(dims);
            Tensor philoxNormal = philoxNormal(rowMajorIndex, seed, seed2);
            return scope.keep(philoxNormal);
        }
    }

    /**
     * StandardNormal: normal with mean 0 and variance 1, reproducible from the seeds.
     *
     * @param seed a number
     * @param seed2 a number
     * @param dims one number for each axis
     * @return f32; dims
     */
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
    public record DropoutResult(Tensor y, Tensor mask) {}

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
        OperandDtypes.check("dropout", "FLOAT", "x:SHARED", x, "keepProbability:SHARED", keepProbability,
                "seed:I64", seed, "seed2:I64", seed2);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("dropout", "x", x);
            Tensor wideX = Expansions.widen(x);
            Tensor wideKeepProbability = Expansions.widen(keepProbability);
            Tensor rowMajorIndex = rowMajorIndex(DimLists.dims(wideX));
            Tensor philoxUniform = philoxUniform(rowMajorIndex, seed, seed2);
            Tensor converted = Expansions.as(wideKeepProbability, DType.F32);
            Tensor less = less(philoxUniform, converted);
            Tensor realDiv = realDiv(wideX, wideKeepProbability);
            Tensor select = select(less, realDiv, 0.0);
            Tensor converted2 = Expansions.as(less, wideX.dtype());
            return new DropoutResult(scope.keep(Expansions.as(select, shared)), scope.keep(Expansions.as(
                    converted2, shared)));
        }
    }

    /**
     * Dropout: y = x / keepProbability where u &lt; keepProbability, else 0; mask is 1 and 0, of the dtype of x; u
     * is RandomUniform of the seeds.
     *
     * @param x float
     * @param keepProbability a number, of the dtype of the tensor that it meets
     * @param seed a number
     * @param seed2 a number
     * @return y float, mask float; the shape of x
     */
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
        OperandDtypes.check("dropoutGrad", "FLOAT", "dy:SHARED", dy, "mask:SHARED", mask, "keepProbability:SHARED",
                keepProbability);
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("dropoutGrad", "dy", dy);
            Tensor wideDy = Expansions.widen(dy);
            Tensor wideMask = Expansions.widen(mask);
            Tensor wideKeepProbability = Expansions.widen(keepProbability);
            Tensor mul = mul(wideDy, wideMask);
            Tensor realDiv = realDiv(mul, wideKeepProbability);
            return scope.keep(Expansions.as(realDiv, shared));
        }
    }

    /**
     * DropoutGrad: dy · mask / keepProbability.
     *
     * @param dy float
     * @param mask float
     * @param keepProbability a number, of the dtype of the tensor that it meets
     * @return float; the shape of dy
     */
    @GraphOp("DropoutGrad")
    public static Tensor dropoutGrad(Tensor dy, Tensor mask, double keepProbability) {
        return dropoutGrad(dy, mask, Expansions.number("dropoutGrad", "keepProbability", keepProbability, dy));
    }

    /**
     * The results of Adam.
     *
     * @param var the parameter of that name, updated
     * @param m the parameter of that name, updated
     * @param v the parameter of that name, updated
     */
    public record AdamResult(Tensor var, Tensor m, Tensor v) {}

    /**
     * Adam: m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) / (1 - β1ᵗ) · m' /
     * (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'.
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param beta1Power float, a number
     * @param beta2Power float, a number
     * @param lr float, a number
     * @param beta1 float, a number
     * @param beta2 float, a number
     * @param epsilon float, a number
     * @param grad any dtype
     * @param useNesterov see above, by default false
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, Tensor beta1Power, Tensor beta2Power, Tensor lr,
            Tensor beta1, Tensor beta2, Tensor epsilon, Tensor grad, boolean useNesterov) {
        OperandDtypes.check("adam", "FLOAT", "var:OWN", var, "m:SHARED", m, "v:SHARED", v, "beta1Power:SHARED",
                beta1Power, "beta2Power:SHARED", beta2Power, "lr:SHARED", lr, "beta1:SHARED", beta1,
                "beta2:SHARED", beta2, "epsilon:SHARED", epsilon, "grad:OWN", grad);
        Recording.refuseUpdate("adam");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideVar = Expansions.widen(var);
            Tensor wideM = Expansions.widen(m);
            Tensor wideV = Expansions.widen(v);
            Tensor wideBeta1Power = Expansions.widen(beta1Power);
            Tensor wideBeta2Power = Expansions.widen(beta2Power);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideBeta1 = Expansions.widen(beta1);
            Tensor wideBeta2 = Expansions.widen(beta2);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor converted = Expansions.as(wideGrad, wideM.dtype());
            Tensor sub = sub(converted, wideM);
            Tensor sub2 = sub(1.0, wideBeta1);
            Tensor mul = mul(sub, sub2);
            Tensor add = add(wideM, mul);
            Tensor mul2 = mul(converted, converted);
            Tensor sub3 = sub(mul2, wideV);
            Tensor sub4 = sub(1.0, wideBeta2);
            Tensor mul3 = mul(sub3, sub4);
            Tensor add2 = add(wideV, mul3);
            Tensor sub5 = sub(1.0, wideBeta2Power);
            Tensor sqrt = sqrt(sub5);
            Tensor sub6 = sub(1.0, wideBeta1Power);
            Tensor realDiv = realDiv(sqrt, sub6);
            if (useNesterov) {
                Tensor mul4 = mul(add, wideBeta1);
                Tensor sub7 = sub(1.0, wideBeta1);
                Tensor mul5 = mul(converted, sub7);
                Tensor add3 = add(mul4, mul5);
                Tensor sqrt2 = sqrt(add2);
                Tensor add4 = add(sqrt2, wideEpsilon);
                Tensor realDiv2 = realDiv(add3, add4);
                Tensor converted2 = Expansions.as(wideVar, wideM.dtype());
                Tensor mul6 = mul(wideLr, realDiv);
                Tensor mul7 = mul(realDiv2, mul6);
                Tensor sub8 = sub(converted2, mul7);
                Tensor converted3 = Expansions.as(sub8, wideVar.dtype());
                Eager.assign(var, Expansions.as(converted3, var.dtype()));
                Eager.assign(m, Expansions.as(add, m.dtype()));
                Eager.assign(v, Expansions.as(add2, v.dtype()));
                return new AdamResult(var, m, v);
            }
            Tensor sqrt2 = sqrt(add2);
            Tensor add3 = add(sqrt2, wideEpsilon);
            Tensor realDiv2 = realDiv(add, add3);
            Tensor converted2 = Expansions.as(wideVar, wideM.dtype());
            Tensor mul4 = mul(wideLr, realDiv);
            Tensor mul5 = mul(realDiv2, mul4);
            Tensor sub7 = sub(converted2, mul5);
            Tensor converted3 = Expansions.as(sub7, wideVar.dtype());
            Eager.assign(var, Expansions.as(converted3, var.dtype()));
            Eager.assign(m, Expansions.as(add, m.dtype()));
            Eager.assign(v, Expansions.as(add2, v.dtype()));
            return new AdamResult(var, m, v);
        }
    }

    /**
     * Adam: m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) / (1 - β1ᵗ) · m' /
     * (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'.
     *
     * <p>With useNesterov = false.
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param beta1Power float, a number
     * @param beta2Power float, a number
     * @param lr float, a number
     * @param beta1 float, a number
     * @param beta2 float, a number
     * @param epsilon float, a number
     * @param grad any dtype
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, Tensor beta1Power, Tensor beta2Power, Tensor lr,
            Tensor beta1, Tensor beta2, Tensor epsilon, Tensor grad) {
        return adam(var, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, grad, false);
    }

    /**
     * Adam: m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) / (1 - β1ᵗ) · m' /
     * (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'.
     *
     * <p>With useNesterov = false.
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param beta1Power a number, of the dtype of the tensor that it meets
     * @param beta2Power a number, of the dtype of the tensor that it meets
     * @param lr a number, of the dtype of the tensor that it meets
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("Adam")
    public static AdamResult adam(Tensor var, Tensor m, Tensor v, double beta1Power, double beta2Power, double lr,
            double beta1, double beta2, double epsilon, Tensor grad) {
        return adam(var, m, v, Expansions.number("adam", "beta1Power", beta1Power, m), Expansions.number("adam",
                "beta2Power", beta2Power, m), Expansions.number("adam", "lr", lr, m), Expansions.number("adam",
                "beta1", beta1, m), Expansions.number("adam", "beta2", beta2, m), Expansions.number("adam",
                "epsilon", epsilon, m), grad);
    }

    /**
     * Adam: m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) / (1 - β1ᵗ) · m' /
     * (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'.
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param beta1Power a number, of the dtype of the tensor that it meets
     * @param beta2Power a number, of the dtype of the tensor that it meets
     * @param lr a number, of the dtype of the tensor that it meets
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @param useNesterov see above, by default false
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
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
    public record AdamWeightDecayResult(Tensor var, Tensor m, Tensor v) {}

    /**
     * AdamWeightDecay: m' = β1 m + (1 - β1) g, v' = β2 v + (1 - β2) g², var' = var - lr · (m' / (√v' + ε) + decay ·
     * var).
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param lr float, a number
     * @param beta1 float, a number
     * @param beta2 float, a number
     * @param epsilon float, a number
     * @param decay float, a number
     * @param grad any dtype
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
    @GraphOp("AdamWeightDecay")
    public static AdamWeightDecayResult adamWeightDecay(Tensor var, Tensor m, Tensor v, Tensor lr, Tensor beta1,
            Tensor beta2, Tensor epsilon, Tensor decay, Tensor grad) {
        OperandDtypes.check("adamWeightDecay", "FLOAT", "var:OWN", var, "m:SHARED", m, "v:SHARED", v, "lr:SHARED",
                lr, "beta1:SHARED", beta1, "beta2:SHARED", beta2, "epsilon:SHARED", epsilon, "decay:SHARED", decay,
                "grad:OWN", grad);
        Recording.refuseUpdate("adamWeightDecay");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideVar = Expansions.widen(var);
            Tensor wideM = Expansions.widen(m);
            Tensor wideV = Expansions.widen(v);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideBeta1 = Expansions.widen(beta1);
            Tensor wideBeta2 = Expansions.widen(beta2);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor wideDecay = Expansions.widen(decay);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor converted = Expansions.as(wideGrad, wideM.dtype());
            Tensor sub = sub(1.0, wideBeta1);
            Tensor sub2 = sub(1.0, wideBeta2);
            Tensor mul = mul(wideM, wideBeta1);
            Tensor mul2 = mul(converted, sub);
            Tensor add = add(mul, mul2);
            Tensor mul3 = mul(wideV, wideBeta2);
            Tensor mul4 = mul(converted, sub2);
            Tensor mul5 = mul(converted, mul4);
            Tensor add2 = add(mul3, mul5);
            Tensor converted2 = Expansions.as(wideVar, add.dtype());
            Tensor sqrt = sqrt(add2);
            Tensor add3 = add(sqrt, wideEpsilon);
            Tensor realDiv = realDiv(add, add3);
            Tensor mul6 = mul(converted2, wideDecay);
            Tensor add4 = add(realDiv, mul6);
            Tensor mul7 = mul(add4, wideLr);
            Tensor sub3 = sub(converted2, mul7);
            Tensor converted3 = Expansions.as(sub3, wideVar.dtype());
            Eager.assign(var, Expansions.as(converted3, var.dtype()));
            Eager.assign(m, Expansions.as(add, m.dtype()));
            Eager.assign(v, Expansions.as(add2, v.dtype()));
            return new AdamWeightDecayResult(var, m, v);
        }
    }

    /**
     * AdamWeightDecay: m' = β1 m + (1 - β1) g, v' = β2 v + (1 - β2) g², var' = var - lr · (m' / (√v' + ε) + decay ·
     * var).
     *
     * @param var any dtype, updated
     * @param m float, updated
     * @param v float, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @param decay a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @return var the parameter of that name, updated, m the parameter of that name, updated, v the parameter of
     *     that name, updated; the shapes of what is updated
     */
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
    public record AdamApplyOneWithDecayResult(Tensor v, Tensor m, Tensor var) {}

    /**
     * AdamApplyOneWithDecay: the new v, m and var of AdamWeightDecay, from β1, 1 - β1, β2 and 1 - β2.
     *
     * @param grad any dtype
     * @param v float
     * @param m float
     * @param var any dtype
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
        OperandDtypes.check("adamApplyOneWithDecay", "FLOAT", "grad:OWN", grad, "v:SHARED", v, "m:SHARED", m,
                "var:OWN", var, "lr:SHARED", lr, "beta1:SHARED", beta1, "oneMinusBeta1:SHARED", oneMinusBeta1,
                "beta2:SHARED", beta2, "oneMinusBeta2:SHARED", oneMinusBeta2, "decay:SHARED", decay,
                "epsilon:SHARED", epsilon);
        try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin("AdamApplyOneWithDecay",
                grad, v, m, var, lr, beta1, oneMinusBeta1, beta2, oneMinusBeta2, decay, epsilon)) {
            DType shared = Expansions.dtype("adamApplyOneWithDecay", "v", v);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideV = Expansions.widen(v);
            Tensor wideM = Expansions.widen(m);
            Tensor wideVar = Expansions.widen(var);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideBeta1 = Expansions.widen(beta1);
            Tensor wideOneMinusBeta1 = Expansions.widen(oneMinusBeta1);
            Tensor wideBeta2 = Expansions.widen(beta2);
            Tensor wideOneMinusBeta2 = Expansions.widen(oneMinusBeta2);
            Tensor wideDecay = Expansions.widen(decay);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor converted = Expansions.as(wideGrad, wideM.dtype());
            Tensor mul = mul(wideM, wideBeta1);
            Tensor mul2 = mul(converted, wideOneMinusBeta1);
            Tensor add = add(mul, mul2);
            Tensor mul3 = mul(wideV, wideBeta2);
            Tensor mul4 = mul(converted, wideOneMinusBeta2);
            Tensor mul5 = mul(converted, mul4);
            Tensor add2 = add(mul3, mul5);
            Tensor converted2 = Expansions.as(wideVar, add.dtype());
            Tensor sqrt = sqrt(add2);
            Tensor add3 = add(sqrt, wideEpsilon);
            Tensor realDiv = realDiv(add, add3);
            Tensor mul6 = mul(converted2, wideDecay);
            Tensor add4 = add(realDiv, mul6);
            Tensor mul7 = mul(add4, wideLr);
            Tensor sub = sub(converted2, mul7);
            Tensor converted3 = Expansions.as(sub, wideVar.dtype());
            AdamApplyOneWithDecayResult all = new AdamApplyOneWithDecayResult(scope.keep(Expansions.as(add2,
                    shared)), scope.keep(Expansions.as(add, shared)), scope.keep(Expansions.as(converted3,
                    shared)));
            return recording.results(all, all.v(), all.m(), all.var());
        }
    }

    /**
     * AdamApplyOneWithDecay: the new v, m and var of AdamWeightDecay, from β1, 1 - β1, β2 and 1 - β2.
     *
     * @param grad any dtype
     * @param v float
     * @param m float
     * @param var any dtype
     * @param lr a number, of the dtype of the tensor that it meets
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta2 a number, of the dtype of the tensor that it meets
     * @param decay a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @return v float, m float, var float; the shapes of what is updated
     */
    @GraphOp("AdamApplyOneWithDecay")
    public static AdamApplyOneWithDecayResult adamApplyOneWithDecay(Tensor grad, Tensor v, Tensor m, Tensor var,
            double lr, double beta1, double oneMinusBeta1, double beta2, double oneMinusBeta2, double decay,
            double epsilon) {
        return adamApplyOneWithDecay(grad, v, m, var, Expansions.number("adamApplyOneWithDecay", "lr", lr, v),
                Expansions.number("adamApplyOneWithDecay", "beta1", beta1, v), Expansions.number(
                "adamApplyOneWithDecay", "oneMinusBeta1", oneMinusBeta1, v), Expansions.number(
                "adamApplyOneWithDecay", "beta2", beta2, v), Expansions.number("adamApplyOneWithDecay",
                "oneMinusBeta2", oneMinusBeta2, v), Expansions.number("adamApplyOneWithDecay", "decay", decay, v),
                Expansions.number("adamApplyOneWithDecay", "epsilon", epsilon, v));
    }

    /**
     * The results of AdamApplyOneWithDecayAssign.
     *
     * @param v the parameter of that name, updated
     * @param m the parameter of that name, updated
     * @param var the parameter of that name, updated
     */
    public record AdamApplyOneWithDecayAssignResult(Tensor v, Tensor m, Tensor var) {}

    /**
     * AdamApplyOneWithDecayAssign: AdamApplyOneWithDecay, in place.
     *
     * @param grad any dtype
     * @param v float, updated
     * @param m float, updated
     * @param var any dtype, updated
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
        OperandDtypes.check("adamApplyOneWithDecayAssign", "FLOAT", "grad:OWN", grad, "v:SHARED", v, "m:SHARED", m,
                "var:OWN", var, "lr:SHARED", lr, "beta1:SHARED", beta1, "oneMinusBeta1:SHARED", oneMinusBeta1,
                "beta2:SHARED", beta2, "oneMinusBeta2:SHARED", oneMinusBeta2, "decay:SHARED", decay,
                "epsilon:SHARED", epsilon);
        Recording.refuseUpdate("adamApplyOneWithDecayAssign");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideV = Expansions.widen(v);
            Tensor wideM = Expansions.widen(m);
            Tensor wideVar = Expansions.widen(var);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideBeta1 = Expansions.widen(beta1);
            Tensor wideOneMinusBeta1 = Expansions.widen(oneMinusBeta1);
            Tensor wideBeta2 = Expansions.widen(beta2);
            Tensor wideOneMinusBeta2 = Expansions.widen(oneMinusBeta2);
            Tensor wideDecay = Expansions.widen(decay);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor converted = Expansions.as(wideGrad, wideM.dtype());
            Tensor mul = mul(wideM, wideBeta1);
            Tensor mul2 = mul(converted, wideOneMinusBeta1);
            Tensor add = add(mul, mul2);
            Tensor mul3 = mul(wideV, wideBeta2);
            Tensor mul4 = mul(converted, wideOneMinusBeta2);
            Tensor mul5 = mul(converted, mul4);
            Tensor add2 = add(mul3, mul5);
            Tensor converted2 = Expansions.as(wideVar, add.dtype());
            Tensor sqrt = sqrt(add2);
            Tensor add3 = add(sqrt, wideEpsilon);
            Tensor realDiv = realDiv(add, add3);
            Tensor mul6 = mul(converted2, wideDecay);
            Tensor add4 = add(realDiv, mul6);
            Tensor mul7 = mul(add4, wideLr);
            Tensor sub = sub(converted2, mul7);
            Tensor converted3 = Expansions.as(sub, wideVar.dtype());
            Eager.assign(v, Expansions.as(add2, v.dtype()));
            Eager.assign(m, Expansions.as(add, m.dtype()));
            Eager.assign(var, Expansions.as(converted3, var.dtype()));
            return new AdamApplyOneWithDecayAssignResult(v, m, var);
        }
    }

    /**
     * AdamApplyOneWithDecayAssign: AdamApplyOneWithDecay, in place.
     *
     * @param grad any dtype
     * @param v float, updated
     * @param m float, updated
     * @param var any dtype, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta2 a number, of the dtype of the tensor that it meets
     * @param decay a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @return v the parameter of that name, updated, m the parameter of that name, updated, var the parameter of
     *     that name, updated; the shapes of what is updated
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
    public record LambApplyOptimizerAssignResult(Tensor update, Tensor v, Tensor m) {}

    /**
     * LambApplyOptimizerAssign: v' = β2 v + (1 - β2) g², m' = β1 m + (1 - β1) g, update = m' / (1 - β1ˢ) / (√(v' /
     * (1 - β2ˢ)) + ε) + param · decay · doUseWeight, with s steps.
     *
     * @param grad any dtype
     * @param v float, updated
     * @param m float, updated
     * @param param any dtype
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
        OperandDtypes.check("lambApplyOptimizerAssign", "FLOAT", "grad:OWN", grad, "v:SHARED", v, "m:SHARED", m,
                "param:OWN", param, "beta1:SHARED", beta1, "oneMinusBeta1:SHARED", oneMinusBeta1, "beta2:SHARED",
                beta2, "oneMinusBeta2:SHARED", oneMinusBeta2, "epsilon:SHARED", epsilon, "steps:SHARED", steps,
                "doUseWeight:SHARED", doUseWeight, "decay:SHARED", decay);
        Recording.refuseUpdate("lambApplyOptimizerAssign");
        try (TensorScope scope = TensorScope.open()) {
            DType shared = Expansions.dtype("lambApplyOptimizerAssign", "v", v);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideV = Expansions.widen(v);
            Tensor wideM = Expansions.widen(m);
            Tensor wideParam = Expansions.widen(param);
            Tensor wideBeta1 = Expansions.widen(beta1);
            Tensor wideOneMinusBeta1 = Expansions.widen(oneMinusBeta1);
            Tensor wideBeta2 = Expansions.widen(beta2);
            Tensor wideOneMinusBeta2 = Expansions.widen(oneMinusBeta2);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor wideSteps = Expansions.widen(steps);
            Tensor wideDoUseWeight = Expansions.widen(doUseWeight);
            Tensor wideDecay = Expansions.widen(decay);
            Tensor converted = Expansions.as(wideGrad, wideM.dtype());
            Tensor mul = mul(wideM, wideBeta1);
            Tensor mul2 = mul(converted, wideOneMinusBeta1);
            Tensor add = add(mul, mul2);
            Tensor mul3 = mul(wideV, wideBeta2);
            Tensor mul4 = mul(converted, wideOneMinusBeta2);
            Tensor mul5 = mul(converted, mul4);
            Tensor add2 = add(mul3, mul5);
            Tensor log = log(wideBeta1);
            Tensor mul6 = mul(wideSteps, log);
            Tensor expm1 = expm1(mul6);
            Tensor neg = neg(expm1);
            Tensor realDiv = realDiv(add, neg);
            Tensor log2 = log(wideBeta2);
            Tensor mul7 = mul(wideSteps, log2);
            Tensor expm12 = expm1(mul7);
            Tensor neg2 = neg(expm12);
            Tensor realDiv2 = realDiv(add2, neg2);
            Tensor sqrt = sqrt(realDiv2);
            Tensor add3 = add(sqrt, wideEpsilon);
            Tensor realDiv3 = realDiv(realDiv, add3);
            Tensor mul8 = mul(wideDecay, wideDoUseWeight);
            Tensor converted2 = Expansions.as(wideParam, add.dtype());
            Tensor mul9 = mul(converted2, mul8);
            Tensor add4 = add(realDiv3, mul9);
            Eager.assign(v, Expansions.as(add2, v.dtype()));
            Eager.assign(m, Expansions.as(add, m.dtype()));
            return new LambApplyOptimizerAssignResult(scope.keep(Expansions.as(add4, shared)), v, m);
        }
    }

    /**
     * LambApplyOptimizerAssign: v' = β2 v + (1 - β2) g², m' = β1 m + (1 - β1) g, update = m' / (1 - β1ˢ) / (√(v' /
     * (1 - β2ˢ)) + ε) + param · decay · doUseWeight, with s steps.
     *
     * @param grad any dtype
     * @param v float, updated
     * @param m float, updated
     * @param param any dtype
     * @param beta1 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta1 a number, of the dtype of the tensor that it meets
     * @param beta2 a number, of the dtype of the tensor that it meets
     * @param oneMinusBeta2 a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @param steps a number, of the dtype of the tensor that it meets
     * @param doUseWeight a number, of the dtype of the tensor that it meets
     * @param decay a number, of the dtype of the tensor that it meets
     * @return update float, v the parameter of that name, updated, m the parameter of that name, updated; the
     *     shapes of what is updated
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
     * @param param any dtype, updated
     * @return the parameter of that name, updated; the shapes of what is updated
     */
    @GraphOp("LambApplyWeightAssign")
    public static Tensor lambApplyWeightAssign(Tensor weightNorm, Tensor gradNorm, Tensor lr, Tensor update,
            Tensor param) {
        OperandDtypes.check("lambApplyWeightAssign", "FLOAT", "weightNorm:SHARED", weightNorm, "gradNorm:SHARED",
                gradNorm, "lr:SHARED", lr, "update:SHARED", update, "param:OWN", param);
        Recording.refuseUpdate("lambApplyWeightAssign");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideWeightNorm = Expansions.widen(weightNorm);
            Tensor wideGradNorm = Expansions.widen(gradNorm);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideUpdate = Expansions.widen(update);
            Tensor wideParam = Expansions.widen(param);
            Tensor greater = greater(wideWeightNorm, 0.0);
            Tensor greater2 = greater(wideGradNorm, 0.0);
            Tensor logicalAnd = logicalAnd(greater, greater2);
            Tensor select = select(logicalAnd, wideGradNorm, 1.0);
            Tensor realDiv = realDiv(wideUpdate, select);
            Tensor select2 = select(logicalAnd, wideWeightNorm, 1.0);
            Tensor mul = mul(select2, wideLr);
            Tensor mul2 = mul(realDiv, mul);
            Tensor converted = Expansions.as(wideParam, wideUpdate.dtype());
            Tensor sub = sub(converted, mul2);
            Tensor converted2 = Expansions.as(sub, wideParam.dtype());
            Eager.assign(param, Expansions.as(converted2, param.dtype()));
            return param;
        }
    }

    /**
     * LambApplyWeightAssign: param' = param - lr · r · update, r = weightNorm / gradNorm where both are &gt; 0,
     * else 1.
     *
     * @param weightNorm float
     * @param gradNorm float
     * @param lr a number, of the dtype of the tensor that it meets
     * @param update float
     * @param param any dtype, updated
     * @return the parameter of that name, updated; the shapes of what is updated
     */
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
    public record ApplyMomentumResult(Tensor weight, Tensor accumulation) {}

    /**
     * ApplyMomentum: accumulation' = accumulation · momentum + grad, weight' = weight - lr · accumulation'; with
     * Nesterov grad + momentum · accumulation' in its place.
     *
     * @param weight any dtype, updated
     * @param accumulation float, updated
     * @param lr float, a number
     * @param grad any dtype
     * @param momentum float, a number
     * @param useNesterov see above, by default false
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor momentum, boolean useNesterov) {
        OperandDtypes.check("applyMomentum", "FLOAT", "weight:OWN", weight, "accumulation:SHARED", accumulation,
                "lr:SHARED", lr, "grad:OWN", grad, "momentum:SHARED", momentum);
        Recording.refuseUpdate("applyMomentum");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideWeight = Expansions.widen(weight);
            Tensor wideAccumulation = Expansions.widen(accumulation);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideMomentum = Expansions.widen(momentum);
            Tensor converted = Expansions.as(wideGrad, wideAccumulation.dtype());
            Tensor mul = mul(wideAccumulation, wideMomentum);
            Tensor add = add(mul, converted);
            if (useNesterov) {
                Tensor mul2 = mul(add, wideMomentum);
                Tensor add2 = add(converted, mul2);
                Tensor converted2 = Expansions.as(wideWeight, add.dtype());
                Tensor mul3 = mul(add2, wideLr);
                Tensor sub = sub(converted2, mul3);
                Tensor converted3 = Expansions.as(sub, wideWeight.dtype());
                Eager.assign(weight, Expansions.as(converted3, weight.dtype()));
                Eager.assign(accumulation, Expansions.as(add, accumulation.dtype()));
                return new ApplyMomentumResult(weight, accumulation);
            }
            Tensor converted2 = Expansions.as(wideWeight, add.dtype());
            Tensor mul2 = mul(add, wideLr);
            Tensor sub = sub(converted2, mul2);
            Tensor converted3 = Expansions.as(sub, wideWeight.dtype());
            Eager.assign(weight, Expansions.as(converted3, weight.dtype()));
            Eager.assign(accumulation, Expansions.as(add, accumulation.dtype()));
            return new ApplyMomentumResult(weight, accumulation);
        }
    }

    /**
     * ApplyMomentum: accumulation' = accumulation · momentum + grad, weight' = weight - lr · accumulation'; with
     * Nesterov grad + momentum · accumulation' in its place.
     *
     * <p>With useNesterov = false.
     *
     * @param weight any dtype, updated
     * @param accumulation float, updated
     * @param lr float, a number
     * @param grad any dtype
     * @param momentum float, a number
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor momentum) {
        return applyMomentum(weight, accumulation, lr, grad, momentum, false);
    }

    /**
     * ApplyMomentum: accumulation' = accumulation · momentum + grad, weight' = weight - lr · accumulation'; with
     * Nesterov grad + momentum · accumulation' in its place.
     *
     * <p>With useNesterov = false.
     *
     * @param weight any dtype, updated
     * @param accumulation float, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @param momentum a number, of the dtype of the tensor that it meets
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("ApplyMomentum")
    public static ApplyMomentumResult applyMomentum(Tensor weight, Tensor accumulation, double lr, Tensor grad,
            double momentum) {
        return applyMomentum(weight, accumulation, Expansions.number("applyMomentum", "lr", lr, accumulation),
                grad, Expansions.number("applyMomentum", "momentum", momentum, accumulation));
    }

    /**
     * ApplyMomentum: accumulation' = accumulation · momentum + grad, weight' = weight - lr · accumulation'; with
     * Nesterov grad + momentum · accumulation' in its place.
     *
     * @param weight any dtype, updated
     * @param accumulation float, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @param momentum a number, of the dtype of the tensor that it meets
     * @param useNesterov see above, by default false
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
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
    public record SGDResult(Tensor weight, Tensor accumulation) {}

    /**
     * SGD: g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 - dampening) g, weight' =
     * weight - lr · accumulation'; with Nesterov g + momentum · accumulation' in its place.
     *
     * @param weight any dtype, updated
     * @param grad any dtype
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
        OperandDtypes.check("sgd", "FLOAT", "weight:OWN", weight, "grad:OWN", grad, "lr:SHARED", lr,
                "accumulation:SHARED", accumulation, "momentum:SHARED", momentum, "dampening:SHARED", dampening,
                "weightDecay:SHARED", weightDecay);
        Recording.refuseUpdate("sgd");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideWeight = Expansions.widen(weight);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideAccumulation = Expansions.widen(accumulation);
            Tensor wideMomentum = Expansions.widen(momentum);
            Tensor wideDampening = Expansions.widen(dampening);
            Tensor wideWeightDecay = Expansions.widen(weightDecay);
            Tensor converted = Expansions.as(wideGrad, wideAccumulation.dtype());
            Tensor converted2 = Expansions.as(wideWeight, wideAccumulation.dtype());
            Tensor mul = mul(converted2, wideWeightDecay);
            Tensor add = add(converted, mul);
            Tensor sub = sub(1.0, wideDampening);
            Tensor mul2 = mul(add, sub);
            Tensor mul3 = mul(wideAccumulation, wideMomentum);
            Tensor add2 = add(mul3, mul2);
            if (useNesterov) {
                Tensor mul4 = mul(add2, wideMomentum);
                Tensor add3 = add(add, mul4);
                Tensor converted3 = Expansions.as(wideWeight, add2.dtype());
                Tensor mul5 = mul(add3, wideLr);
                Tensor sub2 = sub(converted3, mul5);
                Tensor converted4 = Expansions.as(sub2, wideWeight.dtype());
                Eager.assign(weight, Expansions.as(converted4, weight.dtype()));
                Eager.assign(accumulation, Expansions.as(add2, accumulation.dtype()));
                return new SGDResult(weight, accumulation);
            }
            Tensor converted3 = Expansions.as(wideWeight, add2.dtype());
            Tensor mul4 = mul(add2, wideLr);
            Tensor sub2 = sub(converted3, mul4);
            Tensor converted4 = Expansions.as(sub2, wideWeight.dtype());
            Eager.assign(weight, Expansions.as(converted4, weight.dtype()));
            Eager.assign(accumulation, Expansions.as(add2, accumulation.dtype()));
            return new SGDResult(weight, accumulation);
        }
    }

    /**
     * SGD: g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 - dampening) g, weight' =
     * weight - lr · accumulation'; with Nesterov g + momentum · accumulation' in its place.
     *
     * <p>With useNesterov = false.
     *
     * @param weight any dtype, updated
     * @param grad any dtype
     * @param lr float, a number
     * @param accumulation float, updated
     * @param momentum float, a number
     * @param dampening float, a number
     * @param weightDecay float, a number
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, Tensor lr, Tensor accumulation, Tensor momentum,
            Tensor dampening, Tensor weightDecay) {
        return sgd(weight, grad, lr, accumulation, momentum, dampening, weightDecay, false);
    }

    /**
     * SGD: g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 - dampening) g, weight' =
     * weight - lr · accumulation'; with Nesterov g + momentum · accumulation' in its place.
     *
     * <p>With useNesterov = false.
     *
     * @param weight any dtype, updated
     * @param grad any dtype
     * @param lr a number, of the dtype of the tensor that it meets
     * @param accumulation float, updated
     * @param momentum a number, of the dtype of the tensor that it meets
     * @param dampening a number, of the dtype of the tensor that it meets
     * @param weightDecay a number, of the dtype of the tensor that it meets
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
    @GraphOp("SGD")
    public static SGDResult sgd(Tensor weight, Tensor grad, double lr, Tensor accumulation, double momentum,
            double dampening, double weightDecay) {
        return sgd(weight, grad, Expansions.number("sgd", "lr", lr, accumulation), accumulation, Expansions.number(
                "sgd", "momentum", momentum, accumulation), Expansions.number("sgd", "dampening", dampening,
                accumulation), Expansions.number("sgd", "weightDecay", weightDecay, accumulation));
    }

    /**
     * SGD: g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 - dampening) g, weight' =
     * weight - lr · accumulation'; with Nesterov g + momentum · accumulation' in its place.
     *
     * @param weight any dtype, updated
     * @param grad any dtype
     * @param lr a number, of the dtype of the tensor that it meets
     * @param accumulation float, updated
     * @param momentum a number, of the dtype of the tensor that it meets
     * @param dampening a number, of the dtype of the tensor that it meets
     * @param weightDecay a number, of the dtype of the tensor that it meets
     * @param useNesterov see above, by default false
     * @return weight the parameter of that name, updated, accumulation the parameter of that name, updated; the
     *     shapes of what is updated
     */
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
    public record ApplyRMSPropResult(Tensor var, Tensor meanSquare, Tensor moment) {}

    /**
     * ApplyRMSProp: meanSquare' = ρ meanSquare + (1 - ρ) g², moment' = momentum · moment + lr · g / √(meanSquare' +
     * ε), var' = var - moment'.
     *
     * @param var any dtype, updated
     * @param meanSquare float, updated
     * @param moment float, updated
     * @param lr float, a number
     * @param grad any dtype
     * @param rho float, a number
     * @param momentum float, a number
     * @param epsilon float, a number
     * @return var the parameter of that name, updated, meanSquare the parameter of that name, updated, moment the
     *     parameter of that name, updated; the shapes of what is updated
     */
    @GraphOp("ApplyRMSProp")
    public static ApplyRMSPropResult applyRMSProp(Tensor var, Tensor meanSquare, Tensor moment, Tensor lr,
            Tensor grad, Tensor rho, Tensor momentum, Tensor epsilon) {
        OperandDtypes.check("applyRMSProp", "FLOAT", "var:OWN", var, "meanSquare:SHARED", meanSquare,
                "moment:SHARED", moment, "lr:SHARED", lr, "grad:OWN", grad, "rho:SHARED", rho, "momentum:SHARED",
                momentum, "epsilon:SHARED", epsilon);
        Recording.refuseUpdate("applyRMSProp");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideVar = Expansions.widen(var);
            Tensor wideMeanSquare = Expansions.widen(meanSquare);
            Tensor wideMoment = Expansions.widen(moment);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideRho = Expansions.widen(rho);
            Tensor wideMomentum = Expansions.widen(momentum);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor converted = Expansions.as(wideGrad, wideMeanSquare.dtype());
            Tensor mul = mul(wideMeanSquare, wideRho);
            Tensor sub = sub(1.0, wideRho);
            Tensor mul2 = mul(converted, sub);
            Tensor mul3 = mul(converted, mul2);
            Tensor add = add(mul, mul3);
            Tensor add2 = add(add, wideEpsilon);
            Tensor sqrt = sqrt(add2);
            Tensor mul4 = mul(converted, wideLr);
            Tensor realDiv = realDiv(mul4, sqrt);
            Tensor mul5 = mul(wideMoment, wideMomentum);
            Tensor add3 = add(mul5, realDiv);
            Tensor converted2 = Expansions.as(wideVar, wideMeanSquare.dtype());
            Tensor sub2 = sub(converted2, add3);
            Tensor converted3 = Expansions.as(sub2, wideVar.dtype());
            Eager.assign(var, Expansions.as(converted3, var.dtype()));
            Eager.assign(meanSquare, Expansions.as(add, meanSquare.dtype()));
            Eager.assign(moment, Expansions.as(add3, moment.dtype()));
            return new ApplyRMSPropResult(var, meanSquare, moment);
        }
    }

    /**
     * ApplyRMSProp: meanSquare' = ρ meanSquare + (1 - ρ) g², moment' = momentum · moment + lr · g / √(meanSquare' +
     * ε), var' = var - moment'.
     *
     * @param var any dtype, updated
     * @param meanSquare float, updated
     * @param moment float, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @param rho a number, of the dtype of the tensor that it meets
     * @param momentum a number, of the dtype of the tensor that it meets
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @return var the parameter of that name, updated, meanSquare the parameter of that name, updated, moment the
     *     parameter of that name, updated; the shapes of what is updated
     */
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
    public record ApplyAdagradV2Result(Tensor var, Tensor accumulation) {}

    /**
     * ApplyAdagradV2: accumulation' = accumulation + g², var' = var - lr · g / (√accumulation' + ε).
     *
     * @param var any dtype, updated
     * @param accumulation float, updated
     * @param lr float, a number
     * @param grad any dtype
     * @param epsilon float, a number
     * @return var the parameter of that name, updated, accumulation the parameter of that name, updated; the shapes
     *     of what is updated
     */
    @GraphOp("ApplyAdagradV2")
    public static ApplyAdagradV2Result applyAdagradV2(Tensor var, Tensor accumulation, Tensor lr, Tensor grad,
            Tensor epsilon) {
        OperandDtypes.check("applyAdagradV2", "FLOAT", "var:OWN", var, "accumulation:SHARED", accumulation,
                "lr:SHARED", lr, "grad:OWN", grad, "epsilon:SHARED", epsilon);
        Recording.refuseUpdate("applyAdagradV2");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideVar = Expansions.widen(var);
            Tensor wideAccumulation = Expansions.widen(accumulation);
            Tensor wideLr = Expansions.widen(lr);
            Tensor wideGrad = Expansions.widen(grad);
            Tensor wideEpsilon = Expansions.widen(epsilon);
            Tensor converted = Expansions.as(wideGrad, wideAccumulation.dtype());
            Tensor mul = mul(converted, converted);
            Tensor add = add(wideAccumulation, mul);
            Tensor sqrt = sqrt(add);
            Tensor add2 = add(sqrt, wideEpsilon);
            Tensor converted2 = Expansions.as(wideVar, wideAccumulation.dtype());
            Tensor mul2 = mul(converted, wideLr);
            Tensor realDiv = realDiv(mul2, add2);
            Tensor sub = sub(converted2, realDiv);
            Tensor converted3 = Expansions.as(sub, wideVar.dtype());
            Eager.assign(var, Expansions.as(converted3, var.dtype()));
            Eager.assign(accumulation, Expansions.as(add, accumulation.dtype()));
            return new ApplyAdagradV2Result(var, accumulation);
        }
    }

    /**
     * ApplyAdagradV2: accumulation' = accumulation + g², var' = var - lr · g / (√accumulation' + ε).
     *
     * @param var any dtype, updated
     * @param accumulation float, updated
     * @param lr a number, of the dtype of the tensor that it meets
     * @param grad any dtype
     * @param epsilon a number, of the dtype of the tensor that it meets
     * @return var the parameter of that name, updated, accumulation the parameter of that name, updated; the shapes
     *     of what is updated
     */
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
     * @param value any dtype
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignAdd")
    public static Tensor assignAdd(Tensor parameter, Tensor value) {
        OperandDtypes.check("assignAdd", "NUMBER", "parameter:SHARED", parameter, "value:OWN", value);
        Recording.refuseUpdate("assignAdd");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideParameter = Expansions.widen(parameter);
            Tensor wideValue = Expansions.widen(value);
            Tensor converted = Expansions.as(wideValue, wideParameter.dtype());
            Tensor add = add(wideParameter, converted);
            Eager.assign(parameter, Expansions.as(add, parameter.dtype()));
            return parameter;
        }
    }

    /**
     * AssignAdd: parameter + value, in place.
     *
     * @param parameter number, updated
     * @param value a number, of the dtype of the tensor that it meets
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignAdd")
    public static Tensor assignAdd(Tensor parameter, double value) {
        return assignAdd(parameter, Eager.scalar(value));
    }

    /**
     * AssignSub: parameter - value, in place.
     *
     * @param parameter number, updated
     * @param value any dtype
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignSub")
    public static Tensor assignSub(Tensor parameter, Tensor value) {
        OperandDtypes.check("assignSub", "NUMBER", "parameter:SHARED", parameter, "value:OWN", value);
        Recording.refuseUpdate("assignSub");
        try (TensorScope scope = TensorScope.open()) {
            Tensor wideParameter = Expansions.widen(parameter);
            Tensor wideValue = Expansions.widen(value);
            Tensor converted = Expansions.as(wideValue, wideParameter.dtype());
            Tensor sub = sub(wideParameter, converted);
            Eager.assign(parameter, Expansions.as(sub, parameter.dtype()));
            return parameter;
        }
    }

    /**
     * AssignSub: parameter - value, in place.
     *
     * @param parameter number, updated
     * @param value a number, of the dtype of the tensor that it meets
     * @return the parameter of that name, updated; the shape of parameter
     */
    @GraphOp("AssignSub")
    public static Tensor assignSub(Tensor parameter, double value) {
        return assignSub(parameter, Eager.scalar(value));
    }
}
