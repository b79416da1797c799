package io.graphkernel.processor.diagnostic;

import javax.tools.Diagnostic.Kind;

/** Effect of a message on the build. */
public enum Severity {
    /** The build fails, and the class gets no kernels. */
    ERROR(Kind.ERROR),
    /** The build continues; {@code -Werror} makes it fail. */
    WARNING(Kind.WARNING),
    /** Information. */
    NOTE(Kind.NOTE);

    private final Kind kind;

    Severity(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
