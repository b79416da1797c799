package io.graphkernel.converter;

/** A model cannot be converted; the message says why, and what to do. */
public final class ConverterException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message in the form of all messages, with its id; several are separated by line feeds
     */
    public ConverterException(String message) {
        super(message);
    }
}
