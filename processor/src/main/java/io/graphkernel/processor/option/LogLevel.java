package io.graphkernel.processor.option;

import java.util.Optional;

/** MindSpore's levels of the log, which {@code GLOG_v} chooses by number. */
public enum LogLevel {
    /** Also each decision. */
    DEBUG,
    /** Also what each pass did. */
    INFO,
    /** Warnings and errors. */
    WARNING,
    /** Errors. */
    ERROR;

    /** The environment variable that holds the number. */
    public static final String VARIABLE = "GLOG_v";

    /** The level of a number; empty for anything else. */
    static Optional<LogLevel> byNumber(String text) {
        return text.matches("[0-3]") ? Optional.of(values()[Integer.parseInt(text)]) : Optional.empty();
    }

    /**
     * Whether lines of another level are written at this level.
     *
     * @param line the line's level
     * @return true for the same level and above
     */
    public boolean shows(LogLevel line) {
        return line.compareTo(this) >= 0;
    }
}
