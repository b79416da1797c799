package io.graphkernel.common.json;

import java.io.IOException;

/** Error in JSON text, whose message contains the position. */
public final class JsonException extends IOException {

    private static final long serialVersionUID = 1;

    JsonException(String message) {
        super(message);
    }
}
