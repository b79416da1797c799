package io.graphkernel.doctor;

/** Why something failed, in one line. */
final class Reason {
    private Reason() {}

    /** The message of a failure, whose lines are joined. */
    static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : of(message);
    }

    /** A message whose lines are joined. */
    static String of(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
