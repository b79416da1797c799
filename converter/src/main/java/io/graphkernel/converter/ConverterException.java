package io.graphkernel.converter;

/** Thrown if a model cannot be converted; the message has cause and fix. */
public final class ConverterException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message message with its id in the common format; several are separated by line feeds
     */
    public ConverterException(String message) {
        super(message);
    }
}
