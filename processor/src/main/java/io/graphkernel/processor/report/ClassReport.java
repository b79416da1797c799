package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.SourceText;
import io.graphkernel.processor.option.LeftOut;
import java.util.List;

/**
 * What the stages record of one class.
 *
 * @param name the qualified name
 * @param source the Java file
 * @param leftOut the targets, and the chips of others, without kernels
 * @param methods in source order
 */
public record ClassReport(String name, SourceText source, List<LeftOut> leftOut, List<MethodReport> methods) {

    public ClassReport {
        leftOut = List.copyOf(leftOut);
        methods = List.copyOf(methods);
    }
}
