// Generated from the op table; change a row of io.graphkernel.processor.op, then refresh this file with
// mvn -pl processor -am test -Dgolden.update=true
package io.graphkernel.runtime;

import io.graphkernel.annotations.GraphOp;

/**
 * The ops, eagerly: each call computes its result at once. Inside a {@code @GraphKernel} method the same
 * calls are what the kernel is compiled from.
 *
 * <p>Operands of different shapes broadcast under NumPy's rules. Every op rounds its result to its dtype. A
 * number in place of a tensor is a scalar of {@code f32}. An axis may be negative: it counts from the end.
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
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, Tensor y) {
        return Eager.binary("add", x, y, (a, b) -> a + b);
    }

    /**
     * Add: x + y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(double x, Tensor y) {
        return add(Eager.scalar(x), y);
    }

    /**
     * Add: x + y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Add")
    public static Tensor add(Tensor x, double y) {
        return add(x, Eager.scalar(y));
    }

    /**
     * Sub: x - y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, Tensor y) {
        return Eager.binary("sub", x, y, (a, b) -> a - b);
    }

    /**
     * Sub: x - y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(double x, Tensor y) {
        return sub(Eager.scalar(x), y);
    }

    /**
     * Sub: x - y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Sub")
    public static Tensor sub(Tensor x, double y) {
        return sub(x, Eager.scalar(y));
    }

    /**
     * Mul: x · y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, Tensor y) {
        return Eager.binary("mul", x, y, (a, b) -> a * b);
    }

    /**
     * Mul: x · y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(double x, Tensor y) {
        return mul(Eager.scalar(x), y);
    }

    /**
     * Mul: x · y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mul")
    public static Tensor mul(Tensor x, double y) {
        return mul(x, Eager.scalar(y));
    }

    /**
     * RealDiv: x / y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, Tensor y) {
        return Eager.binary("realDiv", x, y, (a, b) -> a / b);
    }

    /**
     * RealDiv: x / y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(double x, Tensor y) {
        return realDiv(Eager.scalar(x), y);
    }

    /**
     * RealDiv: x / y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("RealDiv")
    public static Tensor realDiv(Tensor x, double y) {
        return realDiv(x, Eager.scalar(y));
    }

    /**
     * Div: x / y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, Tensor y) {
        return Eager.binary("div", x, y, (a, b) -> a / b);
    }

    /**
     * Div: x / y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(double x, Tensor y) {
        return div(Eager.scalar(x), y);
    }

    /**
     * Div: x / y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Div")
    public static Tensor div(Tensor x, double y) {
        return div(x, Eager.scalar(y));
    }

    /**
     * FloorDiv: ⌊x / y⌋.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, Tensor y) {
        return Eager.binary("floorDiv", x, y, ScalarMath::floorDiv);
    }

    /**
     * FloorDiv: ⌊x / y⌋.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(double x, Tensor y) {
        return floorDiv(Eager.scalar(x), y);
    }

    /**
     * FloorDiv: ⌊x / y⌋.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorDiv")
    public static Tensor floorDiv(Tensor x, double y) {
        return floorDiv(x, Eager.scalar(y));
    }

    /**
     * FloorMod: remainder with the sign of the divisor y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, Tensor y) {
        return Eager.binary("floorMod", x, y, ScalarMath::floorMod);
    }

    /**
     * FloorMod: remainder with the sign of the divisor y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(double x, Tensor y) {
        return floorMod(Eager.scalar(x), y);
    }

    /**
     * FloorMod: remainder with the sign of the divisor y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FloorMod")
    public static Tensor floorMod(Tensor x, double y) {
        return floorMod(x, Eager.scalar(y));
    }

    /**
     * Mod: remainder with the sign of the dividend x.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, Tensor y) {
        return Eager.binary("mod", x, y, ScalarMath::mod);
    }

    /**
     * Mod: remainder with the sign of the dividend x.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(double x, Tensor y) {
        return mod(Eager.scalar(x), y);
    }

    /**
     * Mod: remainder with the sign of the dividend x.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Mod")
    public static Tensor mod(Tensor x, double y) {
        return mod(x, Eager.scalar(y));
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, Tensor y) {
        return Eager.binary("maximum", x, y, ScalarMath::maximum);
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(double x, Tensor y) {
        return maximum(Eager.scalar(x), y);
    }

    /**
     * Maximum: the larger of x and y; NaN if either is NaN.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Maximum")
    public static Tensor maximum(Tensor x, double y) {
        return maximum(x, Eager.scalar(y));
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, Tensor y) {
        return Eager.binary("minimum", x, y, ScalarMath::minimum);
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(double x, Tensor y) {
        return minimum(Eager.scalar(x), y);
    }

    /**
     * Minimum: the smaller of x and y; NaN if either is NaN.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Minimum")
    public static Tensor minimum(Tensor x, double y) {
        return minimum(x, Eager.scalar(y));
    }

    /**
     * IdentityMath: x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("IdentityMath")
    public static Tensor identityMath(Tensor x) {
        return Eager.unary("identityMath", x, ScalarMath::identityMath);
    }

    /**
     * BroadcastTo: x, repeated along the axes that it has not and like has.
     *
     * @param x f32
     * @param like f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("BroadcastTo")
    public static Tensor broadcastTo(Tensor x, Tensor like) {
        return Eager.binary("broadcastTo", x, like, ScalarMath::broadcastTo);
    }

    /**
     * BroadcastTo: x, repeated along the axes that it has not and like has.
     *
     * @param x a number, rounded to f32
     * @param like f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("BroadcastTo")
    public static Tensor broadcastTo(double x, Tensor like) {
        return broadcastTo(Eager.scalar(x), like);
    }

    /**
     * BroadcastTo: x, repeated along the axes that it has not and like has.
     *
     * @param x f32
     * @param like a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("BroadcastTo")
    public static Tensor broadcastTo(Tensor x, double like) {
        return broadcastTo(x, Eager.scalar(like));
    }

    /**
     * Abs: |x|.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Abs")
    public static Tensor abs(Tensor x) {
        return Eager.unary("abs", x, ScalarMath::abs);
    }

    /**
     * Neg: -x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Neg")
    public static Tensor neg(Tensor x) {
        return Eager.unary("neg", x, ScalarMath::neg);
    }

    /**
     * Sign: -1, 0 or 1; NaN for NaN.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Sign")
    public static Tensor sign(Tensor x) {
        return Eager.unary("sign", x, ScalarMath::sign);
    }

    /**
     * Reciprocal: 1 / x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Reciprocal")
    public static Tensor reciprocal(Tensor x) {
        return Eager.unary("reciprocal", x, ScalarMath::reciprocal);
    }

    /**
     * Sqrt: √x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Sqrt")
    public static Tensor sqrt(Tensor x) {
        return Eager.unary("sqrt", x, ScalarMath::sqrt);
    }

    /**
     * Rsqrt: 1 / √x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Rsqrt")
    public static Tensor rsqrt(Tensor x) {
        return Eager.unary("rsqrt", x, ScalarMath::rsqrt);
    }

    /**
     * Floor: the largest integer not above x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Floor")
    public static Tensor floor(Tensor x) {
        return Eager.unary("floor", x, ScalarMath::floor);
    }

    /**
     * Ceil: the smallest integer not below x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Ceil")
    public static Tensor ceil(Tensor x) {
        return Eager.unary("ceil", x, ScalarMath::ceil);
    }

    /**
     * Trunc: x rounded towards zero.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Trunc")
    public static Tensor trunc(Tensor x) {
        return Eager.unary("trunc", x, ScalarMath::trunc);
    }

    /**
     * Round: x rounded to the nearest integer, half to even.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Round")
    public static Tensor round(Tensor x) {
        return Eager.unary("round", x, ScalarMath::round);
    }

    /**
     * Exp: eˣ.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Exp")
    public static Tensor exp(Tensor x) {
        return Eager.unary("exp", x, ScalarMath::exp);
    }

    /**
     * Expm1: eˣ - 1, precise near 0.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Expm1")
    public static Tensor expm1(Tensor x) {
        return Eager.unary("expm1", x, ScalarMath::expm1);
    }

    /**
     * Log: natural logarithm.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Log")
    public static Tensor log(Tensor x) {
        return Eager.unary("log", x, ScalarMath::log);
    }

    /**
     * Log1p: ln(1 + x), precise near 0.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Log1p")
    public static Tensor log1p(Tensor x) {
        return Eager.unary("log1p", x, ScalarMath::log1p);
    }

    /**
     * Pow: x to the power y.
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, Tensor y) {
        return Eager.binary("pow", x, y, ScalarMath::pow);
    }

    /**
     * Pow: x to the power y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(double x, Tensor y) {
        return pow(Eager.scalar(x), y);
    }

    /**
     * Pow: x to the power y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Pow")
    public static Tensor pow(Tensor x, double y) {
        return pow(x, Eager.scalar(y));
    }

    /**
     * Sin: sine of x in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Sin")
    public static Tensor sin(Tensor x) {
        return Eager.unary("sin", x, ScalarMath::sin);
    }

    /**
     * Cos: cosine of x in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Cos")
    public static Tensor cos(Tensor x) {
        return Eager.unary("cos", x, ScalarMath::cos);
    }

    /**
     * Tan: tangent of x in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Tan")
    public static Tensor tan(Tensor x) {
        return Eager.unary("tan", x, ScalarMath::tan);
    }

    /**
     * Asin: arc sine, in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Asin")
    public static Tensor asin(Tensor x) {
        return Eager.unary("asin", x, ScalarMath::asin);
    }

    /**
     * ACos: arc cosine, in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("ACos")
    public static Tensor acos(Tensor x) {
        return Eager.unary("acos", x, ScalarMath::acos);
    }

    /**
     * Atan: arc tangent, in radians.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Atan")
    public static Tensor atan(Tensor x) {
        return Eager.unary("atan", x, ScalarMath::atan);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y f32
     * @param x f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Atan2")
    public static Tensor atan2(Tensor y, Tensor x) {
        return Eager.binary("atan2", y, x, ScalarMath::atan2);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y a number, rounded to f32
     * @param x f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Atan2")
    public static Tensor atan2(double y, Tensor x) {
        return atan2(Eager.scalar(y), x);
    }

    /**
     * Atan2: angle of the point (x, y), in radians.
     *
     * @param y f32
     * @param x a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Atan2")
    public static Tensor atan2(Tensor y, double x) {
        return atan2(y, Eager.scalar(x));
    }

    /**
     * Sinh: hyperbolic sine.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Sinh")
    public static Tensor sinh(Tensor x) {
        return Eager.unary("sinh", x, ScalarMath::sinh);
    }

    /**
     * Cosh: hyperbolic cosine.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Cosh")
    public static Tensor cosh(Tensor x) {
        return Eager.unary("cosh", x, ScalarMath::cosh);
    }

    /**
     * Tanh: hyperbolic tangent.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Tanh")
    public static Tensor tanh(Tensor x) {
        return Eager.unary("tanh", x, ScalarMath::tanh);
    }

    /**
     * Asinh: inverse hyperbolic sine.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Asinh")
    public static Tensor asinh(Tensor x) {
        return Eager.unary("asinh", x, ScalarMath::asinh);
    }

    /**
     * Acosh: inverse hyperbolic cosine.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Acosh")
    public static Tensor acosh(Tensor x) {
        return Eager.unary("acosh", x, ScalarMath::acosh);
    }

    /**
     * Atanh: inverse hyperbolic tangent.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Atanh")
    public static Tensor atanh(Tensor x) {
        return Eager.unary("atanh", x, ScalarMath::atanh);
    }

    /**
     * Erf: error function.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Erf")
    public static Tensor erf(Tensor x) {
        return Eager.unary("erf", x, ScalarMath::erf);
    }

    /**
     * Erfc: 1 - erf(x), precise for large x.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Erfc")
    public static Tensor erfc(Tensor x) {
        return Eager.unary("erfc", x, ScalarMath::erfc);
    }

    /**
     * Sigmoid: 1 / (1 + e⁻ˣ).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Sigmoid")
    public static Tensor sigmoid(Tensor x) {
        return Eager.unary("sigmoid", x, ScalarMath::sigmoid);
    }

    /**
     * Equal: x = y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, Tensor y) {
        return Eager.compare("equal", x, y, (a, b) -> a == b);
    }

    /**
     * Equal: x = y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(double x, Tensor y) {
        return equal(Eager.scalar(x), y);
    }

    /**
     * Equal: x = y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Equal")
    public static Tensor equal(Tensor x, double y) {
        return equal(x, Eager.scalar(y));
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, Tensor y) {
        return Eager.compare("notEqual", x, y, (a, b) -> a != b);
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(double x, Tensor y) {
        return notEqual(Eager.scalar(x), y);
    }

    /**
     * NotEqual: x ≠ y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("NotEqual")
    public static Tensor notEqual(Tensor x, double y) {
        return notEqual(x, Eager.scalar(y));
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, Tensor y) {
        return Eager.compare("greater", x, y, (a, b) -> a > b);
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(double x, Tensor y) {
        return greater(Eager.scalar(x), y);
    }

    /**
     * Greater: x &gt; y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Greater")
    public static Tensor greater(Tensor x, double y) {
        return greater(x, Eager.scalar(y));
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, Tensor y) {
        return Eager.compare("greaterEqual", x, y, (a, b) -> a >= b);
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(double x, Tensor y) {
        return greaterEqual(Eager.scalar(x), y);
    }

    /**
     * GreaterEqual: x ≥ y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("GreaterEqual")
    public static Tensor greaterEqual(Tensor x, double y) {
        return greaterEqual(x, Eager.scalar(y));
    }

    /**
     * Less: x &lt; y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, Tensor y) {
        return Eager.compare("less", x, y, (a, b) -> a < b);
    }

    /**
     * Less: x &lt; y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(double x, Tensor y) {
        return less(Eager.scalar(x), y);
    }

    /**
     * Less: x &lt; y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("Less")
    public static Tensor less(Tensor x, double y) {
        return less(x, Eager.scalar(y));
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, Tensor y) {
        return Eager.compare("lessEqual", x, y, (a, b) -> a <= b);
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(double x, Tensor y) {
        return lessEqual(Eager.scalar(x), y);
    }

    /**
     * LessEqual: x ≤ y.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LessEqual")
    public static Tensor lessEqual(Tensor x, double y) {
        return lessEqual(x, Eager.scalar(y));
    }

    /**
     * IsNan: whether x is NaN.
     *
     * @param x f32
     * @return bool, the shape of x
     */
    @GraphOp("IsNan")
    public static Tensor isNan(Tensor x) {
        return Eager.test("isNan", x, ScalarMath::isNan);
    }

    /**
     * IsInf: whether x is infinite.
     *
     * @param x f32
     * @return bool, the shape of x
     */
    @GraphOp("IsInf")
    public static Tensor isInf(Tensor x) {
        return Eager.test("isInf", x, ScalarMath::isInf);
    }

    /**
     * IsFinite: whether x is neither infinite nor NaN.
     *
     * @param x f32
     * @return bool, the shape of x
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
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LogicalAnd")
    public static Tensor logicalAnd(Tensor x, Tensor y) {
        return Eager.logical("logicalAnd", x, y, (a, b) -> a & b);
    }

    /**
     * LogicalOr: x or y.
     *
     * @param x bool
     * @param y bool
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LogicalOr")
    public static Tensor logicalOr(Tensor x, Tensor y) {
        return Eager.logical("logicalOr", x, y, (a, b) -> a | b);
    }

    /**
     * LogicalXor: exactly one of x and y.
     *
     * @param x bool
     * @param y bool
     * @return bool, the shape to which the operands broadcast
     */
    @GraphOp("LogicalXor")
    public static Tensor logicalXor(Tensor x, Tensor y) {
        return Eager.logical("logicalXor", x, y, (a, b) -> a ^ b);
    }

    /**
     * LogicalNot: not x.
     *
     * @param x bool
     * @return bool, the shape of x
     */
    @GraphOp("LogicalNot")
    public static Tensor logicalNot(Tensor x) {
        return Eager.not(x);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        return Eager.select(condition, x, y);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, Tensor y) {
        return select(condition, Eager.scalar(x), y);
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, Tensor x, double y) {
        return select(condition, x, Eager.scalar(y));
    }

    /**
     * Select: x where the condition holds, else y.
     *
     * @param condition bool
     * @param x a number, rounded to f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("Select")
    public static Tensor select(Tensor condition, double x, double y) {
        return select(condition, Eager.scalar(x), Eager.scalar(y));
    }

    /**
     * Cast: x converted to another dtype; bool is 1 or 0 as a number, a number is true if not 0.
     *
     * @param x f32 or bool
     * @param dtype f32 or bool
     * @return the given dtype, the shape of x
     */
    @GraphOp("Cast")
    public static Tensor cast(Tensor x, DType dtype) {
        return Eager.cast(x, dtype);
    }

    /**
     * ReduceSum: sum over axes.
     *
     * @param x f32
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x) {
        return reduceSum(x, axes(), false);
    }

    /**
     * ReduceSum: sum over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis) {
        return reduceSum(x, axes(axis), false);
    }

    /**
     * ReduceSum: sum over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int axis, boolean keepDims) {
        return reduceSum(x, axes(axis), keepDims);
    }

    /**
     * ReduceSum: sum over axes.
     *
     * @param x f32
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceSum")
    public static Tensor reduceSum(Tensor x, int[] axes, boolean keepDims) {
        return Eager.reduce("reduceSum", x, axes, keepDims, 0f, Double::sum);
    }

    /**
     * ReduceProd: product over axes.
     *
     * @param x f32
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x) {
        return reduceProd(x, axes(), false);
    }

    /**
     * ReduceProd: product over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis) {
        return reduceProd(x, axes(axis), false);
    }

    /**
     * ReduceProd: product over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int axis, boolean keepDims) {
        return reduceProd(x, axes(axis), keepDims);
    }

    /**
     * ReduceProd: product over axes.
     *
     * @param x f32
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceProd")
    public static Tensor reduceProd(Tensor x, int[] axes, boolean keepDims) {
        return Eager.reduce("reduceProd", x, axes, keepDims, 1f, (a, b) -> a * b);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x) {
        return reduceMax(x, axes(), false);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis) {
        return reduceMax(x, axes(axis), false);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int axis, boolean keepDims) {
        return reduceMax(x, axes(axis), keepDims);
    }

    /**
     * ReduceMax: largest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMax")
    public static Tensor reduceMax(Tensor x, int[] axes, boolean keepDims) {
        return Eager.reduce("reduceMax", x, axes, keepDims, Float.NEGATIVE_INFINITY, Math::max);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x) {
        return reduceMin(x, axes(), false);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis) {
        return reduceMin(x, axes(axis), false);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int axis, boolean keepDims) {
        return reduceMin(x, axes(axis), keepDims);
    }

    /**
     * ReduceMin: smallest element over axes; NaN if any is NaN.
     *
     * @param x f32
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMin")
    public static Tensor reduceMin(Tensor x, int[] axes, boolean keepDims) {
        return Eager.reduce("reduceMin", x, axes, keepDims, Float.POSITIVE_INFINITY, Math::min);
    }

    /**
     * Assign: writes value into parameter, in place.
     *
     * @param parameter f32, updated
     * @param value f32
     * @return parameter
     */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, Tensor value) {
        Eager.assign(parameter, value);
        return parameter;
    }

    /**
     * Assign: writes value into parameter, in place.
     *
     * @param parameter f32, updated
     * @param value a number, rounded to f32
     * @return parameter
     */
    @GraphOp("Assign")
    public static Tensor assign(Tensor parameter, double value) {
        return assign(parameter, Eager.scalar(value));
    }

    /**
     * Square: x².
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Square")
    public static Tensor square(Tensor x) {
        return mul(x, x);
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, Tensor y) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor sub = sub(x, y);
            return scope.keep(mul(sub, sub));
        }
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(double x, Tensor y) {
        return squaredDifference(Eager.scalar(x), y);
    }

    /**
     * SquaredDifference: (x - y)².
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("SquaredDifference")
    public static Tensor squaredDifference(Tensor x, double y) {
        return squaredDifference(x, Eager.scalar(y));
    }

    /**
     * ReLU: max(x, 0).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("ReLU")
    public static Tensor reLU(Tensor x) {
        return maximum(x, 0.0);
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x f32
     * @param slope f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, Tensor slope) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor less = less(x, 0.0);
            Tensor mul = mul(slope, x);
            return scope.keep(select(less, mul, x));
        }
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x a number, rounded to f32
     * @param slope f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(double x, Tensor slope) {
        return leakyReLUExt(Eager.scalar(x), slope);
    }

    /**
     * LeakyReLUExt: x for x ≥ 0, else slope · x.
     *
     * @param x f32
     * @param slope a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("LeakyReLUExt")
    public static Tensor leakyReLUExt(Tensor x, double slope) {
        return leakyReLUExt(x, Eager.scalar(slope));
    }

    /**
     * SiLU: x · sigmoid(x).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("SiLU")
    public static Tensor siLU(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor sigmoid = sigmoid(x);
            return scope.keep(mul(x, sigmoid));
        }
    }

    /**
     * GeLU: 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 x³))), computed as x · sigmoid(2u).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("GeLU")
    public static Tensor geLU(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor mul = mul(x, x);
            Tensor mul2 = mul(mul, 0.071354814);
            Tensor add = add(mul2, 1.5957692);
            Tensor mul3 = mul(x, add);
            Tensor sigmoid = sigmoid(mul3);
            return scope.keep(mul(x, sigmoid));
        }
    }

    /**
     * FastGeLU: x · sigmoid(1.702 x).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("FastGeLU")
    public static Tensor fastGeLU(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor mul = mul(x, 1.702);
            Tensor sigmoid = sigmoid(mul);
            return scope.keep(mul(x, sigmoid));
        }
    }

    /**
     * HSigmoid: clip(x / 6 + 0.5, 0, 1).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("HSigmoid")
    public static Tensor hSigmoid(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor mul = mul(x, 0.16666667);
            Tensor add = add(mul, 0.5);
            Tensor minimum = minimum(add, 1.0);
            return scope.keep(maximum(minimum, 0.0));
        }
    }

    /**
     * HSwish: x · clip(x + 3, 0, 6) / 6.
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("HSwish")
    public static Tensor hSwish(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor add = add(x, 3.0);
            Tensor maximum = maximum(add, 0.0);
            Tensor minimum = minimum(maximum, 6.0);
            Tensor mul = mul(minimum, 0.16666667);
            return scope.keep(mul(x, mul));
        }
    }

    /**
     * Softplus: ln(1 + eˣ), computed as max(x, 0) + ln(1 + e^-|x|).
     *
     * @param x f32
     * @return f32, the shape of x
     */
    @GraphOp("Softplus")
    public static Tensor softplus(Tensor x) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor abs = abs(x);
            Tensor neg = neg(abs);
            Tensor exp = exp(neg);
            Tensor log1p = log1p(exp);
            Tensor maximum = maximum(x, 0.0);
            return scope.keep(add(maximum, log1p));
        }
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x f32
     * @param y f32
     * @param z f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, Tensor z) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor mul = mul(x, y);
            return scope.keep(add(mul, z));
        }
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @param z f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, Tensor z) {
        return fusedMulAdd(Eager.scalar(x), y, z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @param z f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, Tensor z) {
        return fusedMulAdd(x, Eager.scalar(y), z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, rounded to f32
     * @param y a number, rounded to f32
     * @param z f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, double y, Tensor z) {
        return fusedMulAdd(Eager.scalar(x), Eager.scalar(y), z);
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x f32
     * @param y f32
     * @param z a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, Tensor y, double z) {
        return fusedMulAdd(x, y, Eager.scalar(z));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x a number, rounded to f32
     * @param y f32
     * @param z a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(double x, Tensor y, double z) {
        return fusedMulAdd(Eager.scalar(x), y, Eager.scalar(z));
    }

    /**
     * FusedMulAdd: x · y + z.
     *
     * @param x f32
     * @param y a number, rounded to f32
     * @param z a number, rounded to f32
     * @return f32, the shape to which the operands broadcast
     */
    @GraphOp("FusedMulAdd")
    public static Tensor fusedMulAdd(Tensor x, double y, double z) {
        return fusedMulAdd(x, Eager.scalar(y), Eager.scalar(z));
    }

    /**
     * ReduceMean: mean over axes.
     *
     * @param x f32
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x) {
        return reduceMean(x, axes(), false);
    }

    /**
     * ReduceMean: mean over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis) {
        return reduceMean(x, axes(axis), false);
    }

    /**
     * ReduceMean: mean over axes.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int axis, boolean keepDims) {
        return reduceMean(x, axes(axis), keepDims);
    }

    /**
     * ReduceMean: mean over axes.
     *
     * @param x f32
     * @param axes the axes, none for all; a negative one counts from the end
     * @param keepDims whether the reduced axes stay with size 1
     * @return f32, the shape of x without the reduced axes, or with size 1 there
     */
    @GraphOp("ReduceMean")
    public static Tensor reduceMean(Tensor x, int[] axes, boolean keepDims) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor reduceSum = reduceSum(x, axes, keepDims);
            return scope.keep(realDiv(reduceSum, Eager.elementCount(x, axes)));
        }
    }

    /**
     * Softmax: eˣ / Σ eˣ along an axis, after subtracting the maximum.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x
     */
    @GraphOp("Softmax")
    public static Tensor softmax(Tensor x, int axis) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor reduceMax = reduceMax(x, axis, true);
            Tensor sub = sub(x, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, axis, true);
            Tensor reciprocal = reciprocal(reduceSum);
            return scope.keep(mul(exp, reciprocal));
        }
    }

    /**
     * LogSoftmax: ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x.
     *
     * @param x f32
     * @param axis the axis; a negative one counts from the end
     * @return f32, the shape of x
     */
    @GraphOp("LogSoftmax")
    public static Tensor logSoftmax(Tensor x, int axis) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor reduceMax = reduceMax(x, axis, true);
            Tensor sub = sub(x, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, axis, true);
            Tensor log = log(reduceSum);
            return scope.keep(sub(sub, log));
        }
    }
}
