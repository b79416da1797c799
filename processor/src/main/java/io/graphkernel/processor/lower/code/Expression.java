package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;

/** What one thread computes for one element, or for a loop. */
public sealed interface Expression
        permits Builtin, Expression.Address, Expression.Whole, Expression.Scalar, Expression.Call {

    /** An address. */
    sealed interface Address extends Expression permits Variable, Offset, Recast, Argument {

        /** What it is the address of. */
        Type type();
    }

    /** A whole number: of a loop, of elements, of bytes; or whether something holds. */
    sealed interface Whole extends Expression
            permits Number, Size, Binary, Conditional, Slice, Count, Distance, Bytes {}

    /** A value of some dtype, or what is accumulated. */
    sealed interface Scalar extends Expression
            permits Argument,
                    Constant,
                    Converted,
                    Cast,
                    Operation,
                    Identity,
                    Widened,
                    Combined,
                    Narrowed,
                    Load,
                    Vector,
                    LoadIf,
                    Element,
                    Reference,
                    Item {}

    /**
     * What was declared.
     *
     * @param name an identifier of C and Java
     * @param type what it holds
     */
    record Variable(String name, Type type) implements Address {}

    /**
     * An address some elements further.
     *
     * @param base the address of element 0
     * @param element the element's number
     */
    record Offset(Address base, Expression element) implements Address {
        @Override
        public Type type() {
            return base.type();
        }
    }

    /**
     * An address at which other elements lie.
     *
     * @param type of the elements there
     * @param address the address
     */
    record Recast(Type.Pointer type, Address address) implements Address {}

    /**
     * A number of the template.
     *
     * @param value small
     */
    record Number(long value) implements Whole {}

    /**
     * An extent, stride or offset.
     *
     * @param dim the dim
     */
    record Size(Dim dim) implements Whole {}

    /** An operator between two numbers. */
    record Binary(Operator operator, Expression left, Expression right) implements Whole {}

    /** One of two: where the condition does not hold, the other is not computed. */
    record Conditional(Expression condition, Expression then, Expression otherwise) implements Whole {}

    /**
     * Which slice a Gather takes; below 0 for none.
     *
     * @param gather the op
     * @param index its index operand
     * @param extent how many slices there are
     */
    record Slice(Node gather, Expression index, Expression extent) implements Whole {}

    /**
     * A number that is known to be small, of {@link Type.Whole#COUNT}.
     *
     * @param value of 64 bits
     */
    record Count(Expression value) implements Whole {}

    /** The elements from one address to another. */
    record Distance(Address from, Address to) implements Whole {}

    /**
     * The bytes of an element.
     *
     * @param pointer its address
     */
    record Bytes(Type.Pointer pointer) implements Whole {}

    /**
     * What the caller gives.
     *
     * @param type of a number, a value or an address
     * @param slot where it is in the argument block
     */
    record Argument(Type type, int slot) implements Address, Scalar {}

    /**
     * A number of the source.
     *
     * @param node a constant
     */
    record Constant(Node node) implements Scalar {}

    /**
     * A size as a value.
     *
     * @param dtype of the value
     * @param size the number
     */
    record Converted(DType dtype, Size size) implements Scalar {}

    /**
     * A value in another dtype.
     *
     * @param from the value's dtype
     * @param to another one
     * @param value the value
     */
    record Cast(DType from, DType to, Expression value) implements Scalar {}

    /**
     * What an op of the table gives.
     *
     * @param row the op
     * @param notation how it is written
     * @param from the first operand's dtype
     * @param to the result's dtype
     * @param operands as many as the notation takes
     */
    record Operation(OpRow row, ScalarNotation notation, DType from, DType to, List<Expression> operands)
            implements Scalar {
        public Operation {
            operands = List.copyOf(operands);
        }
    }

    /** What is accumulated before the first element. */
    record Identity(Node reduction) implements Scalar {}

    /** An element of a reduction's operand, as it is accumulated. */
    record Widened(Node reduction, Expression value) implements Scalar {}

    /** What is accumulated of two parts. */
    record Combined(Node reduction, Expression first, Expression second) implements Scalar {}

    /** What was accumulated, as a value of the reduction's dtype. */
    record Narrowed(Node reduction, Expression accumulated) implements Scalar {}

    /** The value at an address. */
    record Load(Address address) implements Scalar {}

    /**
     * The values of the lanes of a vector.
     *
     * @param address of the first lane's element
     * @param step elements from one lane's element to the next
     * @param lanes how many lanes are loaded
     */
    record Vector(Address address, Expression step, Expression lanes) implements Scalar {}

    /** The value at an address if a condition holds, else 0; then nothing is read. */
    record LoadIf(Expression condition, Address address) implements Scalar {}

    /** The element at an address as it lies there, to be copied. */
    record Element(Address address) implements Scalar {}

    /** Where a variable is, for a function that changes it. */
    record Reference(Variable variable) implements Scalar {}

    /** An item of a staged buffer. */
    record Item(Variable buffer, List<Expression> indices) implements Scalar {
        public Item {
            indices = List.copyOf(indices);
        }
    }

    /**
     * What a function of the target's prelude gives.
     *
     * @param function its name without the prelude's prefix
     * @param arguments what it takes
     */
    record Call(String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }
}
