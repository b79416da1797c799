package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
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
    private String label;
    private boolean rejected;
    private SymbolicValue result;

    /** Returns the way in which the statement read last ends. */
    public Completion completion() {
        return completion;
    }

    /**
     * Returns the jump with which the statement read last ends.
     *
     * @param path tree for messages
     */
    public Jump jump(TreePath path) {
        return new Jump(completion, label, path);
    }

    /** Sets the way in which the statement read last ends. */
    public void complete(Completion way) {
        complete(way, null);
    }

    /**
     * Sets the way in which the statement read last ends.
     *
     * @param of label of the loop that it ends or continues; null without one
     */
    public void complete(Completion way, String of) {
        completion = way;
        label = of;
    }

    /**
     * Continues with the next statement if the last one ended in the given way.
     *
     * @param own label of the statement that ends; null without one
     */
    public void resume(Completion way, String own) {
        boolean isOwn = completion == way && (label == null || label.equals(own));
        completion = isOwn ? Completion.NORMAL : completion;
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
        complete(Completion.RETURN);
    }
}
