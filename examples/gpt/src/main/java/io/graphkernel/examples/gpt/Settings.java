package io.graphkernel.examples.gpt;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Settings of a command line, such as {@code width=128 steps=200}. */
final class Settings {

    private final Map<String, String> unread = new LinkedHashMap<>();

    /**
     * Settings.
     *
     * @param arguments names and values, with {@code =} between them
     */
    Settings(Iterable<String> arguments) {
        for (String argument : arguments) {
            String[] setting = argument.split("=", 2);
            if (setting.length < 2 || unread.put(setting[0], setting[1]) != null) {
                throw new IllegalArgumentException(
                        argument + " is not a setting name=value, or the second one of its name");
            }
        }
    }

    int integer(String name, int otherwise) {
        return text(name)
                .map(value -> read(name, value, Integer::valueOf, "integer"))
                .orElse(otherwise);
    }

    /** A number of things. */
    int positive(String name, int otherwise) {
        int count = integer(name, otherwise);
        if (count < 1) {
            throw new IllegalArgumentException(name + "=" + count + " must be 1 or more");
        }
        return count;
    }

    boolean flag(String name) {
        String value = text(name).orElse("false");
        if (!"true".equals(value) && !"false".equals(value)) {
            throw new IllegalArgumentException(name + "=" + value + " is neither true nor false");
        }
        return Boolean.parseBoolean(value);
    }

    float number(String name, float otherwise) {
        return text(name)
                .map(value -> read(name, value, Float::valueOf, "number"))
                .orElse(otherwise);
    }

    private static <T> T read(String name, String value, Function<String, T> reader, String kind) {
        try {
            return reader.apply(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + value + " is no " + kind, e);
        }
    }

    Optional<Path> file(String name) {
        return text(name).map(Path::of);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(unread.remove(name));
    }

    /** Rejects settings that were never read. */
    void requireAllRead() {
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException("unknown settings " + unread.keySet());
        }
    }
}
