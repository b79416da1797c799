package io.graphkernel.common.safetensors;

import java.io.IOException;

/** Thrown if a file is not in the safetensors format; the message has the reason. */
public final class SafetensorsException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message reason
     */
    public SafetensorsException(String message) {
        super(message);
    }

    SafetensorsException(String message, Throwable cause) {
        super(message, cause);
    }
}
