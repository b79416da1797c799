package io.graphkernel.processor.option;

import java.util.Optional;

/** Log levels of MindSpore, which {@code GLOG_v} selects by number. */
public enum LogLevel {
    /** Additionally each decision. */
    DEBUG,
    /** Additionally the effect of each pass. */
    INFO,
    /** Warnings and errors. */
    WARNING,
    /** Errors. */
    ERROR;

    /** Environment variable with the number. */
    public static final String VARIABLE = "GLOG_v";

    /** Returns the level for a number; empty for other text. */
    static Optional<LogLevel> byNumber(String text) {
        return text.matches("[0-3]") ? Optional.of(values()[Integer.parseInt(text)]) : Optional.empty();
    }

    /**
     * Returns true if lines of another level are written at this level.
     *
     * @param line level of the line
     * @return true for the same level and above
     */
    public boolean shows(LogLevel line) {
        return line.compareTo(this) >= 0;
    }
}
