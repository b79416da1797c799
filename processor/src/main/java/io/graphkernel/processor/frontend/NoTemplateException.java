package io.graphkernel.processor.frontend;

/** An op has a type, but no kernel template computes it. Unchecked, as type rules have no failure of this kind. */
final class NoTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The cause for the user, the same for every op. */
    static final String CAUSE = "only leading or trailing axes can be reduced in this version";

    private final String javaName;

    /**
     * Makes the exception.
     *
     * @param javaName the method of {@code Ops}
     * @param message the axes and shape in words, after "of …"
     */
    NoTemplateException(String javaName, String message) {
        super(message, null, false, false);
        this.javaName = javaName;
    }

    String javaName() {
        return javaName;
    }
}
