package io.graphkernel.processor.frontend.flow;

import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;

/** State of the reading of a body, after the statement read last. */
public final class BodyState {

    /** Way in which a statement ends. */
    public enum Completion {
        NORMAL,
        BREAK,
        CONTINUE,
        RETURN
    }

    private Completion completion = Completion.NORMAL;
    private boolean rejected;
    private SymbolicValue result;

    /** Returns the way in which the statement read last ends. */
    public Completion completion() {
        return completion;
    }

    /** Sets the way in which the statement read last ends. */
    public void complete(Completion way) {
        completion = way;
    }

    /** Continues with the next statement if the last one ended in the given way. */
    public void resume(Completion way) {
        completion = completion == way ? Completion.NORMAL : completion;
    }

    /** Returns true if the statements that follow are not executed. */
    public boolean isCompleted() {
        return completion != Completion.NORMAL;
    }

    /** Returns true if a statement was rejected. */
    public boolean isRejected() {
        return rejected;
    }

    /** Records that a statement was rejected. */
    public void reject() {
        rejected = true;
    }

    /** Throws if a statement was rejected. */
    public void requireAccepted() throws RejectedTreeException {
        if (rejected) {
            throw new RejectedTreeException();
        }
    }

    /** Returns the value that the body returns; null without one. */
    public SymbolicValue result() {
        return result;
    }

    /** Ends the body with a value. */
    public void returns(SymbolicValue value) {
        result = value;
        completion = Completion.RETURN;
    }
}
