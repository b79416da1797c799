package io.graphkernel.processor.frontend.expression;

import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;

/** State of the reading of a body, after the statement read last. */
final class BodyState {

    /** Way in which a statement ends. */
    enum Completion {
        NORMAL,
        BREAK,
        CONTINUE,
        RETURN
    }

    private Completion completion = Completion.NORMAL;
    private boolean rejected;
    private SymbolicValue result;

    Completion completion() {
        return completion;
    }

    /** Sets the way in which the statement read last ends. */
    void complete(Completion way) {
        completion = way;
    }

    /** Continues with the next statement if the last one ended in the given way. */
    void resume(Completion way) {
        completion = completion == way ? Completion.NORMAL : completion;
    }

    /** Returns true if the statements that follow are not executed. */
    boolean isCompleted() {
        return completion != Completion.NORMAL;
    }

    /** Returns true if a statement was rejected. */
    boolean isRejected() {
        return rejected;
    }

    /** Records that a statement was rejected. */
    void reject() {
        rejected = true;
    }

    void requireAccepted() throws RejectedTreeException {
        if (rejected) {
            throw new RejectedTreeException();
        }
    }

    /** Returns the value that the body returns; null without one. */
    SymbolicValue result() {
        return result;
    }

    /** Ends the body with a value. */
    void returns(SymbolicValue value) {
        result = value;
        completion = Completion.RETURN;
    }
}
