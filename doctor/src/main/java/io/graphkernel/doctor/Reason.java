package io.graphkernel.doctor;

import io.graphkernel.common.failure.FailureCause;
import java.io.IOException;

/** Reason of a failure in one line. */
final class Reason {
    private Reason() {}

    /** Returns the message of a failure with joined lines. */
    static String of(Throwable failure) {
        if (failure instanceof IOException || failure instanceof LinkageError) {
            return FailureCause.of(failure).cause();
        }
        String message = failure.getMessage();
        return message == null ? failure.toString() : of(message);
    }

    /** Returns a message with joined lines. */
    static String of(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
