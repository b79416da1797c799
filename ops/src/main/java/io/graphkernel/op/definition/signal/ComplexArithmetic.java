package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Ops on complex tensors.
 *
 * @param b receives the ops
 */
record ComplexArithmetic(ExpansionBuilder b) {

    /** Complex tensor. The imaginary part is null if it is zero. */
    record Complex(Node real, Node imaginary) {}

    /** Op on one part of a complex tensor. */
    @FunctionalInterface
    interface ComponentFunction {

        Node of(Node component) throws TypeException;
    }

    /** Applies an op to both parts. */
    Complex map(Complex x, ComponentFunction function) throws TypeException {
        return new Complex(function.of(x.real()), x.imaginary() == null ? null : function.of(x.imaginary()));
    }

    Complex plus(Complex x, Complex y) throws TypeException {
        Node imaginary = x.imaginary() == null
                ? y.imaginary()
                : y.imaginary() == null ? x.imaginary() : b.add(x.imaginary(), y.imaginary());
        return new Complex(b.add(x.real(), y.real()), imaginary);
    }

    Complex minus(Complex x, Complex y) throws TypeException {
        Node imaginary = y.imaginary() == null
                ? x.imaginary()
                : x.imaginary() == null ? b.op("Neg", y.imaginary()) : b.sub(x.imaginary(), y.imaginary());
        return new Complex(b.sub(x.real(), y.real()), imaginary);
    }

    Complex conjugate(Complex x) throws TypeException {
        return new Complex(x.real(), x.imaginary() == null ? null : b.op("Neg", x.imaginary()));
    }

    /** Multiplies by a real number. */
    Complex times(Complex x, double factor) throws TypeException {
        return factor == 1 ? x : map(x, component -> factor == -1 ? b.op("Neg", component) : b.mul(component, factor));
    }

    /** Multiplies by i or, for sign -1, by -i. */
    Complex quarterTurn(Complex x, int sign) throws TypeException {
        Node real = x.imaginary() == null
                ? b.op("ZerosLike", x.real())
                : sign > 0 ? b.op("Neg", x.imaginary()) : x.imaginary();
        return new Complex(real, sign > 0 ? x.real() : b.op("Neg", x.real()));
    }

    /** Multiplies by a complex number. */
    Complex times(Complex x, double cosine, double sine) throws TypeException {
        if (sine == 0) {
            return times(x, cosine);
        }
        if (cosine == 0) {
            return times(quarterTurn(x, 1), sine);
        }
        Node real = b.mul(x.real(), cosine);
        Node imaginary = b.mul(x.real(), sine);
        return x.imaginary() == null
                ? new Complex(real, imaginary)
                : new Complex(b.sub(real, b.mul(x.imaginary(), sine)), b.add(b.mul(x.imaginary(), cosine), imaginary));
    }

    /** Multiplies by a complex tensor. */
    Complex times(Complex x, Complex factor) throws TypeException {
        if (x.imaginary() == null) {
            return map(factor, component -> b.mul(x.real(), component));
        }
        return new Complex(
                b.sub(b.mul(x.real(), factor.real()), b.mul(x.imaginary(), factor.imaginary())),
                b.add(b.mul(x.imaginary(), factor.real()), b.mul(x.real(), factor.imaginary())));
    }

    Complex reshape(Complex x, Dims dims) throws TypeException {
        return map(x, component -> b.reshape(component, dims));
    }

    Complex narrow(Complex x, int axis, int start, int length) throws TypeException {
        return map(x, component -> b.narrow(component, b.axes(axis), b.extent(start), b.extent(length)));
    }

    /** Concatenates tensors; the imaginary part of the result is not null. */
    Complex concat(int axis, List<Complex> operands) throws TypeException {
        List<Node> real = new ArrayList<>();
        List<Node> imaginary = new ArrayList<>();
        for (Complex operand : operands) {
            real.add(operand.real());
            imaginary.add(imaginary(operand));
        }
        return new Complex(
                b.concat(b.axes(axis), real.toArray(Node[]::new)),
                b.concat(b.axes(axis), imaginary.toArray(Node[]::new)));
    }

    /** Returns the imaginary part, which may be zeros. */
    Node imaginary(Complex x) throws TypeException {
        return x.imaginary() == null ? b.op("ZerosLike", x.real()) : x.imaginary();
    }
}
