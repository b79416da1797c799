package io.graphkernel.examples.benchmarks.compile;

import java.nio.file.Path;
import java.util.List;

/**
 * Input of a compilation.
 *
 * @param title its name
 * @param sources the Java files
 * @param kernelClass class whose figures are reported
 * @param method reported kernel
 * @param targets targets of the compilation
 * @param repetitions number of runs, whose median is reported
 */
record Workload(String title, List<Path> sources, String kernelClass, String method, String targets, int repetitions) {

    Workload titled(String other) {
        return new Workload(other, sources, kernelClass, method, targets, repetitions);
    }
}
