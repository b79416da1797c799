package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;

/** A tape that its user opens and closes, confined to one thread. */
public final class OpenTape {

    private final OpTape tape;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    private OpenTape(OpTape tape) {
        this.tape = tape;
    }

    /**
     * Starts a recording on the calling thread with a tensor, an array of tensors or a record of them as parameters.
     */
    public static OpenTape open(Object parameters) {
        return new OpenTape(OpTape.open(DifferentiatedTensors.of(parameters).tensors()));
    }

    /** Returns the gradients of a recorded loss, in the structure of the parameters. */
    public <G> G gradient(Tensor loss, G parameters) {
        if (closed) {
            throw new GradientException(RuntimeProblem.TAPE_CLOSED);
        }
        requireThread();
        if (tape.isInLoss()) {
            throw new GradientException(RuntimeProblem.TAPE_IN_LOSS);
        }
        Operands.present("Tape.gradient", "loss", loss);
        DifferentiatedTensors differentiated =
                DifferentiatedTensors.of(parameters).distinct();
        for (int i = 0; i < differentiated.tensors().size(); i++) {
            Tensor parameter = differentiated.tensors().get(i);
            if (!tape.isTracked(parameter)) {
                throw new GradientException(
                        RuntimeProblem.NOT_ON_TAPE, differentiated.names().get(i), Tensors.describe(parameter));
            }
        }
        return differentiated.structure(parameters, tape.gradients(loss, differentiated));
    }

    /** Ends the recording and releases its tensors. Has no effect if already closed. */
    public void close() {
        if (!closed) {
            requireThread();
            closed = true;
            tape.end();
        }
    }

    private void requireThread() {
        if (Thread.currentThread() != thread) {
            throw new GradientException(RuntimeProblem.TAPE_OF_THREAD, thread.getName());
        }
    }
}
