package io.graphkernel.examples.gpu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings of the kit's programs, as {@code name=value} arguments with defaults. */
final class KitSettings {
    private static final List<String> NUMBERS = List.of("scale", "rounds", "slices", "steps", "width");

    private final Map<String, String> values = new LinkedHashMap<>();

    private KitSettings() {
        values.put("device", "cuda:0");
        values.put("scale", "1");
        values.put("rounds", "21");
        values.put("slices", "8");
        values.put("steps", "60");
        values.put("width", "768");
        values.put("out", "results");
        values.put("kit", ".");
    }

    /**
     * Returns the settings of arguments.
     *
     * @throws IllegalArgumentException if an argument is unknown or has an invalid value
     */
    static KitSettings of(List<String> arguments) {
        KitSettings settings = new KitSettings();
        for (String argument : arguments) {
            int end = argument.indexOf('=');
            if (end < 0 || settings.values.replace(argument.substring(0, end), argument.substring(end + 1)) == null) {
                throw new IllegalArgumentException("unknown argument '" + argument + "'; settings with their defaults: "
                        + new KitSettings().values);
            }
        }
        NUMBERS.forEach(settings::number);
        return settings;
    }

    /** Returns the text of a setting. */
    String text(String name) {
        return values.get(name);
    }

    /** Returns the value of a setting that is a positive integer. */
    int number(String name) {
        String value = values.get(name);
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(name + "=" + value + " is not a positive integer");
        }
        return Integer.parseInt(value);
    }

    /** Returns a setting as an argument of another program. */
    String argument(String name) {
        return name + "=" + values.get(name);
    }
}
