package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.SourceText;
import java.util.List;

/**
 * What the stages record of one class.
 *
 * @param name the qualified name
 * @param source the Java file
 * @param methods in source order
 */
public record ClassReport(String name, SourceText source, List<MethodReport> methods) {

    public ClassReport {
        methods = List.copyOf(methods);
    }
}
