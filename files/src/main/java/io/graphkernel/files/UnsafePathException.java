package io.graphkernel.files;

import java.io.IOException;
import java.nio.file.Path;

/** A file or directory that another user of the machine could replace. */
public final class UnsafePathException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String fix;

    UnsafePathException(Path path, String reason, String fix) {
        super(path + " " + reason);
        this.fix = fix;
    }

    /** What the user can do about it, as the end of a sentence; names no setting. */
    public String fix() {
        return fix;
    }
}
