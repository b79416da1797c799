package io.graphkernel.runtime.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures the log of the runtime until closed; nothing is printed on the console. */
final class LoggedMessages extends Handler implements AutoCloseable {

    private static final Logger LOGGER = Logger.getLogger("io.graphkernel");

    private final List<String> messages = new ArrayList<>();

    LoggedMessages() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord logged) {
        messages.add(logged.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
