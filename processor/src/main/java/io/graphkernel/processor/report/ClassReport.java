package io.graphkernel.processor.report;

import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.option.SkippedTarget;
import java.util.List;

/**
 * Report of one class, collected from the stages.
 *
 * @param name qualified name
 * @param source the Java file
 * @param leftOut skipped targets, and skipped chips of other targets
 * @param methods methods in source order
 */
public record ClassReport(String name, SourceLines source, List<SkippedTarget> leftOut, List<MethodReport> methods) {

    public ClassReport {
        leftOut = List.copyOf(leftOut);
        methods = List.copyOf(methods);
    }
}
