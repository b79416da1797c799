package io.graphkernel.runtime.conformance;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** An elementwise kernel: its definition in float64, and how close a result has to be. */
final class ElementwiseCase {

    /** A function of one element of each operand; unused arguments are 0. A bool is 0 or 1. */
    @FunctionalInterface
    interface Definition {
        double apply(double x, double y, double z);
    }

    private final Class<?> fixture;
    private final String method;
    private final List<DType> operands;
    private final Definition definition;
    private String op;
    private List<String> dims = List.of();
    private DType result = DType.F32;
    private Definition tolerance = (x, y, z) -> 0.5;
    private boolean signedZero = true;

    private ElementwiseCase(Class<?> fixture, String method, List<DType> operands, Definition definition) {
        this.fixture = fixture;
        this.method = method;
        this.op = method;
        this.operands = operands;
        this.definition = definition;
    }

    static ElementwiseCase unary(Class<?> fixture, String method, DoubleUnaryOperator definition) {
        return f32(fixture, method, 1, (x, y, z) -> definition.applyAsDouble(x));
    }

    static ElementwiseCase binary(Class<?> fixture, String method, DoubleBinaryOperator definition) {
        return f32(fixture, method, 2, (x, y, z) -> definition.applyAsDouble(x, y));
    }

    /** A kernel over f32 operands; its result has to be rounded correctly. */
    static ElementwiseCase f32(Class<?> fixture, String method, int arity, Definition definition) {
        return of(fixture, method, Stream.generate(() -> DType.F32).limit(arity).toList(), definition);
    }

    static ElementwiseCase of(Class<?> fixture, String method, List<DType> operands, Definition definition) {
        return new ElementwiseCase(fixture, method, operands, definition);
    }

    /** The Java name of the op, where the kernel is named otherwise. */
    ElementwiseCase op(String name) {
        op = name;
        return this;
    }

    ElementwiseCase toBool() {
        result = DType.BOOL;
        return this;
    }

    /** Operands that the kernel declares, such as {@code "n d"}; only such operands are passed. */
    ElementwiseCase declared(String... declaredDims) {
        dims = List.of(declaredDims);
        return this;
    }

    /** Allows a result to be off by a number of units in the last place. */
    ElementwiseCase within(double ulps) {
        tolerance = (x, y, z) -> ulps;
        return this;
    }

    /** Allows a number of units in the last place that depends on the operands. */
    ElementwiseCase within(Definition ulps) {
        tolerance = ulps;
        return this;
    }

    /** Allows either zero for the other. */
    ElementwiseCase anyZero() {
        signedZero = false;
        return this;
    }

    Class<?> fixture() {
        return fixture;
    }

    String method() {
        return method;
    }

    String op() {
        return op;
    }

    List<DType> operands() {
        return operands;
    }

    DType result() {
        return result;
    }

    /** The declared dims of each operand; empty if operands may have any shape. */
    List<String> dims() {
        return dims;
    }

    double expected(double... operand) {
        return definition.apply(operand[0], operand[1], operand[2]);
    }

    /** Whether a result is close enough. */
    boolean accepts(float actual, double... operand) {
        double ulps = Accuracy.ulps(actual, expected(operand), signedZero);
        return ulps == 0 || ulps <= tolerance.apply(operand[0], operand[1], operand[2]);
    }

    @Override
    public String toString() {
        return method;
    }
}
