package io.graphkernel.processor.lower.code;

import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;

/** Statement of the loop IR, run by one thread. */
public sealed interface Statement {

    /**
     * A variable declaration.
     *
     * @param variable the variable
     * @param value the initial value
     * @param isMutable true if the variable is assigned to later
     * @param origin source position of the expression
     */
    record Declare(Variable variable, Expression value, boolean isMutable, Origin origin) implements Statement {}

    /**
     * An assignment to a variable or an array element.
     *
     * @param target a mutable variable or an array element
     * @param value the new value
     */
    record Assign(Expression target, Expression value) implements Statement {}

    /**
     * A store.
     *
     * @param address the address
     * @param value a scalar, or an accumulator value
     */
    record Store(Address address, Expression value) implements Statement {}

    /**
     * A contiguous vector store.
     *
     * @param address address of the first lane
     * @param value the vector
     * @param lanes number of stored lanes
     * @param isNonTemporal condition for a non-temporal store
     */
    record StoreVector(Address address, Expression value, Expression lanes, Expression isNonTemporal)
            implements Statement {}

    /** Address space of a local array. */
    enum AddressSpace {
        /** Registers of a thread. */
        PRIVATE,
        /** Memory shared by a thread block. */
        SHARED
    }

    /**
     * A declaration of a local array.
     *
     * @param array its name and element type
     * @param space its address space
     * @param extents extents of its axes; empty for a single element
     */
    record DeclareArray(Variable array, AddressSpace space, List<Expression> extents) implements Statement {
        public DeclareArray {
            extents = List.copyOf(extents);
        }
    }

    /** Unroll hint of a loop, so that the loads of several iterations overlap. */
    enum Unroll {
        /** Left to the compiler. */
        AUTO,
        /** By a small factor. */
        PARTIAL,
        /** Completely; the trip count is constant. */
        FULL
    }

    /**
     * A loop with ascending index.
     *
     * @param index the index, declared by the loop
     * @param from the first index
     * @param to the end of the indices
     * @param step the index increment
     * @param unroll the unroll hint
     * @param body the statements of an iteration
     */
    record Loop(Variable index, Expression from, Expression to, Expression step, Unroll unroll, List<Statement> body)
            implements Statement {
        public Loop {
            body = List.copyOf(body);
        }
    }

    /**
     * A loop that advances a variable while enough indices remain.
     *
     * @param index the variable
     * @param requiredIndices number of indices that an iteration needs
     * @param step the index increment
     * @param bound the end of the indices, or the minimum index if they descend
     * @param isDescending true if each iteration begins with a decrement
     * @param unroll the unroll hint
     * @param body the statements of an iteration
     */
    record WhileStep(
            Variable index,
            Expression requiredIndices,
            Expression step,
            Expression bound,
            boolean isDescending,
            Unroll unroll,
            List<Statement> body)
            implements Statement {
        public WhileStep {
            body = List.copyOf(body);
        }
    }

    /**
     * A loop that ends once no lane is active.
     *
     * @param active mask of the active lanes, or a condition of the only lane
     * @param head the statements before each test, which narrow the mask
     * @param body the statements of an iteration
     */
    record WhileActive(Variable active, List<Statement> head, List<Statement> body) implements Statement {
        public WhileActive {
            head = List.copyOf(head);
            body = List.copyOf(body);
        }
    }

    /**
     * A conditional statement.
     *
     * @param condition the condition
     * @param then the statements if it holds
     * @param otherwise the statements if it does not; may be empty
     */
    record If(Expression condition, List<Statement> then, List<Statement> otherwise) implements Statement {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /** A block that limits the scope of its declarations. */
    record Block(List<Statement> body) implements Statement {
        public Block {
            body = List.copyOf(body);
        }
    }

    /** A call of a prelude function without a result. */
    record ExprStatement(Call call) implements Statement {}

    /**
     * A call of another function of the kernel.
     *
     * @param function the function's name
     * @param arguments the arguments
     */
    record Invoke(String function, List<Expression> arguments) implements Statement {
        public Invoke {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A return of a value.
     *
     * @param value the value of an {@link Function.Kind#ELEMENT_FUNCTION}
     */
    record ReturnValue(Expression value) implements Statement {}

    /** A return from the function. */
    record Return() implements Statement {}

    /** A barrier for all threads of a thread block. */
    record Barrier() implements Statement {}
}
