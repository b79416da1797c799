package io.graphkernel.processor.frontend.javac;

/** Failure to access javac's trees, because the compiler is not javac. */
public final class NotJavacException extends Exception {
    private static final long serialVersionUID = 1L;

    NotJavacException(Throwable cause) {
        super(cause);
    }

    /** Returns true if a missing class is one of the module {@code jdk.compiler}, and not of this processor. */
    public static boolean isMissing(NoClassDefFoundError error) {
        return String.valueOf(error.getMessage()).startsWith("com/sun/");
    }
}
