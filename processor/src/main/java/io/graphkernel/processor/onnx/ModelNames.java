package io.graphkernel.processor.onnx;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Names of a model, which may be any text, as names in Java. Of two that would be the same the second gets a line after it. */
final class ModelNames {

    /** What a dim may not be called, since formulas of dims have functions with these names; and a component of a record. */
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
            OnnxImporter.TRAINABLE,
            "named");

    private final Map<String, String> chosen = new HashMap<>();
    private final Set<String> taken = new HashSet<>(TAKEN);

    /** The name of a tensor or a dim, always the same for the same text. */
    String of(String name) {
        String known = chosen.get(name);
        if (known == null) {
            known = identifier(name);
            while (!taken.add(known)) {
                known += "_";
            }
            chosen.put(name, known);
        }
        return known;
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

    /** A name for people, in texts where it need not be the only one of its kind; empty for none. */
    static String label(String name) {
        return name.isEmpty() ? "" : identifier(name);
    }
}
