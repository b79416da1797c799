package io.graphkernel.processor.onnx.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Mapping from a model's arbitrary names to Java names. Clashes are resolved by appending underscores. */
public final class ModelNames {

    /** Record parameter with the trainable weights. */
    public static final String TRAINABLE = "trainable";

    /** Record parameter with the adapters of weights. */
    public static final String ADAPTERS = "adapters";

    /** Record parameter with the layout of a ragged batch. */
    public static final String BATCH = "batch";

    /** Reserved names: functions in formulas of dims, and names that a record component may not have. */
    private static final Set<String> TAKEN = Set.of(
            "floorDiv",
            "min",
            "max",
            "clone",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
            TRAINABLE,
            ADAPTERS,
            "named");

    private final Map<String, String> chosen = new HashMap<>();
    private final Set<String> taken = new HashSet<>(TAKEN);

    /** Returns the Java name of a tensor or a dim, the same for equal text. */
    public String of(String name) {
        return chosen.computeIfAbsent(name, this::unique);
    }

    /** Returns a Java name that no earlier call has returned. */
    public String unique(String name) {
        String unique = identifier(name);
        while (!taken.add(unique)) {
            unique += "_";
        }
        return unique;
    }

    private static String identifier(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            boolean plain = letter < 128 && Character.isLetterOrDigit(letter) || letter == '_';
            text.append(plain ? letter : '_');
        }
        if (text.isEmpty() || Character.isDigit(text.charAt(0))) {
            text.insert(0, '_');
        }
        return SourceVersion.isKeyword(text) || text.toString().equals("_") ? text + "_" : text.toString();
    }

    /** Returns a display name, which need not be unique; empty for none. */
    static String label(String name) {
        return name.isEmpty() ? "" : identifier(name);
    }
}
