package io.graphkernel.processor.graph;

import java.util.Locale;

/**
 * What made a node: a Java line, and whether a gradient needs it. A pass that puts nodes in the place of others gives them the origin of
 * those, so that both are known to the end.
 *
 * @param file simple file name, no directory, so that dumps do not depend on where the project lies
 * @param line from 1; 0 if there is none
 * @param role what the node is to a gradient in the method
 */
public record Origin(String file, int line, Role role) {

    /** What a node is to a gradient that the same method computes. Of a value that is computed again, also why. */
    public enum Role {
        /** What the method says: values that a gradient may need, and all else. */
        METHOD,
        /** Computed for a gradient: adjoints, and what they are made of. */
        GRADIENT,
        /** A value of the method computed again for a gradient, since the method says so. */
        AGAIN_AS_SAID,
        /** A value of the method computed again for a gradient, since that moves fewer bytes than to read it. */
        AGAIN_FOR_BYTES,
        /** A value inside a composite op of the method, computed again for a gradient, since the op gives its result alone. */
        AGAIN_INSIDE;

        /** Whether a node is a value of the method all the same. */
        public boolean isAgain() {
            return this != METHOD && this != GRADIENT;
        }

        /** The word in the text of a graph. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A node that no Java line made; it is of no gradient. */
    public static final Origin NONE = new Origin("", 0);

    /**
     * What the method says in a line.
     *
     * @param file simple file name
     * @param line from 1
     */
    public Origin(String file, int line) {
        this(file, line, Role.METHOD);
    }

    /**
     * The same line in another role.
     *
     * @param other the role
     * @return this if there is no line
     */
    public Origin as(Role other) {
        return line == 0 || other == role ? this : new Origin(file, line, other);
    }

    /**
     * What a node that is inlined at a call has.
     *
     * @param call where it is inlined
     * @return this line, or that of the call if there is none; in a gradient all is of the gradient
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
