package io.graphkernel.processor.option;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the value of a flag is written. */
public enum FlagType {
    /** On or off. */
    SWITCH("true or false") {
        @Override
        Optional<Object> read(String text) {
            return switch (text) {
                case "", "true", "True", "on", "1" -> Optional.of(true);
                case "false", "False", "off", "0" -> Optional.of(false);
                default -> Optional.empty();
            };
        }
    },
    /** A number that is not negative. */
    COUNT("a whole number from 0") {
        @Override
        Optional<Object> read(String text) {
            return INTEGER.read(text).filter(number -> (Long) number >= 0);
        }
    },
    /** A number. */
    INTEGER("a whole number") {
        @Override
        Optional<Object> read(String text) {
            // Java reads the digits of other scripts, too, which look like none.
            if (!text.matches("[+-]?[0-9]{1,19}")) {
                return Optional.empty();
            }
            try {
                return Optional.of(Long.valueOf(text));
            } catch (NumberFormatException tooLarge) {
                return Optional.empty();
            }
        }
    },
    /** Words that no blank divides. */
    TEXT("a text without blanks") {
        @Override
        Optional<Object> read(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
    },
    /** Names. */
    LIST("names separated by commas") {
        @Override
        Optional<Object> read(String text) {
            List<String> items =
                    Stream.of(text.split(",", -1)).map(String::strip).toList();
            return items.contains("") ? Optional.empty() : Optional.of(checked(items));
        }
    };

    private final String syntax;

    FlagType(String syntax) {
        this.syntax = syntax;
    }

    /**
     * What a value looks like.
     *
     * @return for example {@code names separated by commas}
     */
    public String syntax() {
        return syntax;
    }

    /** The value of a text; empty if it is not of this type. */
    abstract Optional<Object> read(String text);

    /** A value in the class in which {@link Flags} holds it: Boolean, Long, String, or a List without repetition. */
    Object checked(Object value) {
        return switch (this) {
            case SWITCH -> (Boolean) value;
            case COUNT, INTEGER -> ((Number) value).longValue();
            case TEXT -> (String) value;
            case LIST -> List.copyOf(new LinkedHashSet<>((List<?>) value));
        };
    }
}
