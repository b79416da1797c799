package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.processor.diagnostic.SourcePosition;

/**
 * Source of a kernel method, for messages, the report and the comments of its stub.
 *
 * @param documentation documentation comment as returned by javac, or empty
 * @param firstLine first line of the declaration; 0 without a Java method
 * @param lastLine last line of the declaration; 0 without a Java method
 * @param position position for messages about the whole method
 */
public record MethodSource(String documentation, int firstLine, int lastLine, SourcePosition position) {

    /** Returns the source of a method without a declaration in Java. */
    static MethodSource at(SourcePosition position) {
        return new MethodSource("", 0, 0, position);
    }
}
