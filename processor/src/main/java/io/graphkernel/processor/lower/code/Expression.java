package io.graphkernel.processor.lower.code;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ScalarNotation;
import java.util.List;

/** Expression of the loop IR: an address, an integer, a scalar, or a call of the prelude. */
public sealed interface Expression
        permits Builtin, Expression.Address, Expression.IntExpr, Expression.ScalarExpr, Expression.Call {

    /** An address. */
    sealed interface Address extends Expression permits Variable, Offset, PointerCast, Argument {

        /** Returns the type of the memory at the address. */
        Type type();
    }

    /** An integer, such as an index, an element count or a size in bytes, or a condition. */
    sealed interface IntExpr extends Expression
            permits IntConstant, Size, Binary, Select, SliceIndex, IntCast, PointerDiff, SizeOf {}

    /** A value of a dtype, or of an accumulator's type. */
    sealed interface ScalarExpr extends Expression
            permits Argument,
                    ScalarConstant,
                    IntToScalar,
                    Cast,
                    Bitcast,
                    ScalarOp,
                    IdentityElement,
                    ToAccumulator,
                    CombineAccumulators,
                    FromAccumulator,
                    Load,
                    LoadVector,
                    MaskedLoad,
                    RawLoad,
                    AddressOf,
                    ArrayElement {}

    /**
     * A declared variable.
     *
     * @param name an identifier valid in C and Java
     * @param type the variable's type
     */
    record Variable(String name, Type type) implements Address {}

    /**
     * An address, offset by some elements.
     *
     * @param base the address of element 0
     * @param element the offset in elements
     */
    record Offset(Address base, Expression element) implements Address {
        @Override
        public Type type() {
            return base.type();
        }
    }

    /**
     * A pointer cast.
     *
     * @param type the target type
     * @param address the cast address
     */
    record PointerCast(Type.PointerType type, Address address) implements Address {}

    /**
     * An integer constant.
     *
     * @param value the value
     */
    record IntConstant(long value) implements IntExpr {}

    /**
     * A symbolic extent, stride or offset.
     *
     * @param dim the dim
     */
    record Size(Dim dim) implements IntExpr {}

    /** A binary operation on integers. */
    record Binary(Operator operator, Expression left, Expression right) implements IntExpr {}

    /** One of two values, by a condition; the other one is not evaluated. */
    record Select(Expression condition, Expression then, Expression otherwise) implements IntExpr {}

    /**
     * The slice index of a Gather, negative if out of range.
     *
     * @param gather the op
     * @param index the index operand
     * @param extent number of slices
     */
    record SliceIndex(Node gather, Expression index, Expression extent) implements IntExpr {}

    /**
     * A conversion to {@link Type.IntType#INT}.
     *
     * @param value a 64-bit integer that fits
     */
    record IntCast(Expression value) implements IntExpr {}

    /** The distance between two addresses, in elements. */
    record PointerDiff(Address from, Address to) implements IntExpr {}

    /**
     * The size of an element in bytes.
     *
     * @param pointer a pointer to it
     */
    record SizeOf(Type.PointerType pointer) implements IntExpr {}

    /**
     * A kernel argument.
     *
     * @param type type of the integer, scalar or address
     * @param slot its slot in the argument block
     */
    record Argument(Type type, int slot) implements Address, ScalarExpr {}

    /**
     * A constant of the graph.
     *
     * @param node the constant
     */
    record ScalarConstant(Node node) implements ScalarExpr {}

    /**
     * A symbolic size, converted to a scalar.
     *
     * @param dtype the target dtype
     * @param size the size
     */
    record IntToScalar(DataType dtype, Size size) implements ScalarExpr {}

    /**
     * A conversion between dtypes.
     *
     * @param from the source dtype
     * @param to the target dtype
     * @param value the operand
     */
    record Cast(DataType from, DataType to, Expression value) implements ScalarExpr {}

    /**
     * A conversion to the value of another dtype with the same bits.
     *
     * @param from the source dtype
     * @param to the target dtype, of the same width
     * @param value the operand
     */
    record Bitcast(DataType from, DataType to, Expression value) implements ScalarExpr {}

    /**
     * An op of the table, applied to scalars.
     *
     * @param row the op
     * @param notation notation of the op
     * @param from dtype of the first operand
     * @param to dtype of the result
     * @param operands the operands of the notation
     */
    record ScalarOp(OpRow row, ScalarNotation notation, DataType from, DataType to, List<Expression> operands)
            implements ScalarExpr {
        public ScalarOp {
            operands = List.copyOf(operands);
        }
    }

    /** The identity element of a reduction's combiner. */
    record IdentityElement(Node reduction) implements ScalarExpr {}

    /** A conversion of an element to the accumulator's type. */
    record ToAccumulator(Node reduction, Expression value) implements ScalarExpr {}

    /** The combination of two accumulator values. */
    record CombineAccumulators(Node reduction, Expression first, Expression second) implements ScalarExpr {}

    /** A conversion of an accumulator value to the reduction's dtype. */
    record FromAccumulator(Node reduction, Expression accumulated) implements ScalarExpr {}

    /** A load. */
    record Load(Address address) implements ScalarExpr {}

    /**
     * A vector load.
     *
     * @param address address of the first lane's element
     * @param stride distance between the elements of adjacent lanes, in elements
     * @param lanes number of loaded lanes
     */
    record LoadVector(Address address, Expression stride, Expression lanes) implements ScalarExpr {}

    /** A load if a condition holds; otherwise 0, without a memory access. */
    record MaskedLoad(Expression condition, Address address) implements ScalarExpr {}

    /** An element in its memory format, to be copied. */
    record RawLoad(Address address) implements ScalarExpr {}

    /** The address of a variable, for a function that updates it. */
    record AddressOf(Variable variable) implements ScalarExpr {}

    /** An element of a local array. */
    record ArrayElement(Variable array, List<Expression> indices) implements ScalarExpr {
        public ArrayElement {
            indices = List.copyOf(indices);
        }
    }

    /**
     * A call of a prelude function.
     *
     * @param function the function's name without the prelude's prefix
     * @param arguments the arguments
     */
    record Call(String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }
}
