package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;

/** A tape that its user opens and closes, on one thread. */
public final class OpenTape {

    private final OpTape tape;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    private OpenTape(OpTape tape) {
        this.tape = tape;
    }

    /** Begins to record on the calling thread what depends on a tensor, an array of tensors or a record of them. */
    public static OpenTape open(Object parameters) {
        return new OpenTape(OpTape.open(Parameters.of(parameters).tensors()));
    }

    /** The gradients of a recorded loss, in the form of the parameters. */
    public <G> G gradient(Tensor loss, G parameters) {
        if (closed) {
            throw new GradientException(RuntimeProblem.TAPE_CLOSED);
        }
        requireThread();
        if (tape.isInLoss()) {
            throw new GradientException(RuntimeProblem.TAPE_IN_LOSS);
        }
        Operands.present("Tape.gradient", "loss", loss);
        Parameters wanted = Parameters.of(parameters);
        for (int i = 0; i < wanted.tensors().size(); i++) {
            Tensor parameter = wanted.tensors().get(i);
            if (!tape.isTracked(parameter)) {
                throw new GradientException(
                        RuntimeProblem.NOT_ON_TAPE, wanted.names().get(i), Tensors.describe(parameter));
            }
        }
        return wanted.structure(parameters, tape.gradients(loss, wanted));
    }

    /** Ends the recording, and gives up what it has kept. Closing twice is allowed. */
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
