package io.graphkernel.processor.graph;

/**
 * The Java line that made a node.
 *
 * @param file simple file name, no directory, so that dumps do not depend on where the project lies
 * @param line from 1; 0 if there is none
 */
public record Origin(String file, int line) {

    /** A node that no Java line made. */
    public static final Origin NONE = new Origin("", 0);

    @Override
    public String toString() {
        return line == 0 ? "" : file + ":" + line;
    }
}
