package io.graphkernel.examples.benchmarks.compile;

import java.nio.file.Path;
import java.util.List;

/**
 * What is compiled.
 *
 * @param title its name
 * @param sources the Java files
 * @param kernelClass the class whose figures are reported
 * @param method its kernel that is reported
 * @param targets what it is compiled for
 * @param repetitions how often; the median is reported
 */
record Workload(String title, List<Path> sources, String kernelClass, String method, String targets, int repetitions) {

    Workload titled(String other) {
        return new Workload(other, sources, kernelClass, method, targets, repetitions);
    }
}
