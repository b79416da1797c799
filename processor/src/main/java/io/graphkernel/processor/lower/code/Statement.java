package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;

/** What one thread does. */
public sealed interface Statement {

    /**
     * Declares a variable.
     *
     * @param variable what is declared
     * @param value what it holds
     * @param assigned whether it is assigned to later
     * @param origin where its expression is in the Java file
     */
    record Let(Variable variable, Expression value, boolean assigned, Origin origin) implements Statement {}

    /**
     * Changes a variable or an item of a staged buffer: an accumulator is updated.
     *
     * @param target a variable that is assigned to, or an item
     * @param value what it holds now
     */
    record Assign(Expression target, Expression value) implements Statement {}

    /**
     * Stores a value.
     *
     * @param address where
     * @param value a value, or what was accumulated
     */
    record Store(Address address, Expression value) implements Statement {}

    /**
     * Stores the lanes of a vector next to each other.
     *
     * @param address where the first lane goes
     * @param value a vector
     * @param lanes how many lanes are stored
     * @param streaming whether they go past the caches
     */
    record StoreVector(Address address, Expression value, Expression lanes, Expression streaming)
            implements Statement {}

    /** Who sees a staged buffer. */
    enum Space {
        /** The thread: registers. */
        THREAD,
        /** The threads of a group. */
        GROUP
    }

    /**
     * Declares a staged buffer.
     *
     * @param buffer its name, and what an item is
     * @param space who sees it
     * @param extents of each of its axes; empty for a single item
     */
    record Staged(Variable buffer, Space space, List<Expression> extents) implements Statement {
        public Staged {
            extents = List.copyOf(extents);
        }
    }

    /** How many iterations of a loop the compiler should have at once, whose loads do not wait for each other. */
    enum Unroll {
        /** As it likes. */
        FREE,
        /** Several. */
        SOME,
        /** All; their number is known. */
        ALL
    }

    /**
     * A loop with ascending index.
     *
     * @param index declared by the loop
     * @param from the first index
     * @param to the end of the indices
     * @param step from one index to the next
     * @param unroll how many iterations at once
     * @param body of each iteration
     */
    record Loop(Variable index, Expression from, Expression to, Expression step, Unroll unroll, List<Statement> body)
            implements Statement {
        public Loop {
            body = List.copyOf(body);
        }
    }

    /**
     * A loop that goes on with a variable as long as there is room.
     *
     * @param index the variable
     * @param room the indices that one iteration needs
     * @param step from one iteration to the next
     * @param bound the end of the indices, or the least one if they descend
     * @param descends whether each iteration begins with a step back
     * @param body of each iteration
     */
    record Advance(
            Variable index, Expression room, Expression step, Expression bound, boolean descends, List<Statement> body)
            implements Statement {
        public Advance {
            body = List.copyOf(body);
        }
    }

    /**
     * A choice.
     *
     * @param condition whether something holds
     * @param then if so
     * @param otherwise if not; may be empty
     */
    record If(Expression condition, List<Statement> then, List<Statement> otherwise) implements Statement {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /** Declarations that end with it. */
    record Block(List<Statement> body) implements Statement {
        public Block {
            body = List.copyOf(body);
        }
    }

    /** Calls a function of the prelude that gives nothing. */
    record Effect(Call call) implements Statement {}

    /**
     * Calls another function of the kernel.
     *
     * @param function its name
     * @param arguments for its parameters
     */
    record Invoke(String function, List<Expression> arguments) implements Statement {
        public Invoke {
            arguments = List.copyOf(arguments);
        }
    }

    /** Ends the function. */
    record Return() implements Statement {}

    /** The threads of a group wait for each other. */
    record Barrier() implements Statement {}
}
