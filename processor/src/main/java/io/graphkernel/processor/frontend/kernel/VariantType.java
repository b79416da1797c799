package io.graphkernel.processor.frontend.kernel;

import java.util.List;

/**
 * Java type of a parameter that chooses between variants.
 *
 * @param kind kind of the type
 * @param packageName package of an enum; empty for the unnamed package and other kinds
 * @param simpleNames names of the classes around an enum from the outermost, then its own; empty for other kinds
 */
public record VariantType(Kind kind, String packageName, List<String> simpleNames) {

    /** Kinds of types whose values choose between variants. */
    public enum Kind {
        /** {@code boolean}. */
        BOOLEAN,
        /** An enum. */
        ENUM,
        /** {@code String}. */
        STRING
    }

    public VariantType {
        simpleNames = List.copyOf(simpleNames);
    }
}
