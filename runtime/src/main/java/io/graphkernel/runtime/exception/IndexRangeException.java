package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A label or an index that is out of range. */
public final class IndexRangeException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final long position;
    private final long value;

    /**
     * With the message of a problem, its arguments filled in.
     *
     * @param parameter the tensor that holds the index
     * @param position the row-major position in it
     * @param value the index
     */
    public IndexRangeException(
            RuntimeProblem problem, String parameter, long position, long value, @Nullable Object... arguments) {
        super(problem, arguments);
        this.parameter = parameter;
        this.position = position;
        this.value = value;
    }

    /** The name of the tensor that holds the index. */
    public String parameter() {
        return parameter;
    }

    /** The row-major position of the index in its tensor: of a vector of labels, the row. */
    public long position() {
        return position;
    }

    /** The index. */
    public long value() {
        return value;
    }
}
