package io.graphkernel.processor.frontend.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Variant of a kernel method: the method with constant values of its {@code boolean}, enum and {@code String}
 * parameters.
 *
 * @param method name of the method
 * @param parameters the parameters that choose, at least one
 * @param values text of the value of each
 */
public record Variant(String method, List<VariantParameter> parameters, List<String> values) {

    private static final String SEPARATOR = "__";

    public Variant {
        parameters = List.copyOf(parameters);
        values = List.copyOf(values);
    }

    /**
     * Returns all variants of a method.
     *
     * @param method name of the method
     * @param parameters the parameters that choose, at least one
     * @return a variant per combination of the values; those of the last parameter vary first
     */
    public static List<Variant> all(String method, List<VariantParameter> parameters) {
        List<List<String>> combinations = List.of(List.of());
        for (VariantParameter parameter : parameters) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> combination : combinations) {
                for (String value : parameter.values()) {
                    List<String> values = new ArrayList<>(combination);
                    values.add(value);
                    longer.add(values);
                }
            }
            combinations = longer;
        }
        return combinations.stream()
                .map(values -> new Variant(method, parameters, values))
                .toList();
    }

    /**
     * Returns the name of a variant's graph, a Java identifier.
     *
     * @param method name of the method
     * @param values texts of the values
     * @return the names joined, such as {@code norm__true__MEAN}
     */
    public static String graphName(String method, List<String> values) {
        StringBuilder name = new StringBuilder(method);
        for (String value : values) {
            name.append(SEPARATOR);
            value.chars().forEach(letter -> {
                boolean isWord = letter < 128 && (Character.isLetterOrDigit(letter) || letter == '_');
                name.append(isWord ? String.valueOf((char) letter) : String.format(Locale.ROOT, "_x%04x", letter));
            });
        }
        return name.toString();
    }

    /** Returns the name of its graph. */
    public String graphName() {
        return graphName(method, values);
    }

    /** Returns true if the values are compiled for the stub, and not only for the call of another kernel. */
    public boolean isListed() {
        for (int i = 0; i < values.size(); i++) {
            if (!parameters.get(i).values().contains(values.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the values with their parameters, for messages. */
    public String description() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            VariantParameter parameter = parameters.get(i);
            boolean isString = parameter.type().kind() == VariantType.Kind.STRING;
            texts.add(parameter.name() + " = " + (isString ? '"' + values.get(i) + '"' : values.get(i)));
        }
        return String.join(", ", texts);
    }
}
