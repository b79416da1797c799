package io.graphkernel.graph;

import java.util.Locale;

/**
 * Origin of a node: its Java line and its role in a gradient. A pass that replaces nodes assigns the replacements the
 * origin of the replaced nodes.
 *
 * @param file simple file name without directory, so that dumps are independent of the project's location
 * @param line 1-based line; 0 if there is none
 * @param role role of the node in a gradient of the method
 */
public record Origin(String file, int line, Role role) {

    /** Role of a node in a gradient that the same method computes; for a recomputed value also the reason. */
    public enum Role {
        /** Code of the method, whether or not a gradient reads it. */
        METHOD,
        /** Code of a gradient: adjoints and their intermediate values. */
        GRADIENT,
        /** A value of the method that a gradient recomputes because the method requests it. */
        RECOMPUTED_ON_REQUEST,
        /** A value of the method that a gradient recomputes because that moves fewer bytes than reading it. */
        RECOMPUTED_FOR_TRAFFIC,
        /** A value inside a composite op that a gradient recomputes because the op returns only its result. */
        RECOMPUTED_INSIDE_COMPOSITE;

        /** Returns true if the node recomputes a value of the method. */
        public boolean isRecomputed() {
            return this != METHOD && this != GRADIENT;
        }

        /** Returns the keyword in the graph's text. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Origin of a node without a Java line or a gradient role. */
    public static final Origin NONE = new Origin("", 0);

    /**
     * Creates the origin of a node written in a line of the method.
     *
     * @param file simple file name
     * @param line 1-based line
     */
    public Origin(String file, int line) {
        this(file, line, Role.METHOD);
    }

    /**
     * Returns the same line with another role.
     *
     * @param other the role
     * @return this if the line is unknown
     */
    public Origin as(Role other) {
        return line == 0 || other == role ? this : new Origin(file, line, other);
    }

    /**
     * Returns the origin of a node that is inlined at a call.
     *
     * @param call origin of the call
     * @return this line, or the call's if there is none; in a gradient the role is the gradient's
     */
    Origin inlinedAt(Origin call) {
        if (line == 0) {
            return call;
        }
        return call.role == Role.METHOD ? this : as(call.role);
    }

    @Override
    public String toString() {
        return line == 0 ? "" : file + ":" + line;
    }
}
