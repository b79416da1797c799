package io.graphkernel.processor.option;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Type of a flag's value. */
public enum FlagType {
    /** Boolean. */
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
    /** Nonnegative integer. */
    COUNT("an integer from 0") {
        @Override
        Optional<Object> read(String text) {
            return INTEGER.read(text).filter(number -> (Long) number >= 0);
        }
    },
    /** Integer. */
    INTEGER("an integer") {
        @Override
        Optional<Object> read(String text) {
            // Java also accepts digits of other scripts.
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
    /** Text without spaces. */
    TEXT("a text without blanks") {
        @Override
        Optional<Object> read(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
    },
    /** List of names. */
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
     * Returns the syntax of a value.
     *
     * @return syntax, for example {@code names separated by commas}
     */
    public String syntax() {
        return syntax;
    }

    /** Returns the value of a text; empty if it is not of this type. */
    abstract Optional<Object> read(String text);

    /** Returns a value in the class that {@link FlagValues} uses: Boolean, Long, String, or a List without duplicates. */
    Object checked(Object value) {
        return switch (this) {
            case SWITCH -> (Boolean) value;
            case COUNT, INTEGER -> ((Number) value).longValue();
            case TEXT -> (String) value;
            case LIST -> List.copyOf(new LinkedHashSet<>((List<?>) value));
        };
    }
}
