package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Source of a class of kernels, one line for each.
 *
 * @param name its name, in the package {@link #PACKAGE}
 * @param kernels its methods
 */
record KernelClass(String name, List<Kernel> kernels) {
    static final String PACKAGE = "generated";

    private static final int MAX_RESULTS = 5;

    /**
     * A method of the class.
     *
     * @param name its name
     * @param tested its case
     * @param dtype its dtype
     */
    record Kernel(String name, Case tested, DType dtype) {}

    /** The class without some kernels. */
    KernelClass without(List<Kernel> rejected) {
        return new KernelClass(
                name,
                kernels.stream().filter(kernel -> !rejected.contains(kernel)).toList());
    }

    String text() {
        List<String> lines = head();
        kernels.forEach(kernel -> lines.add(kernel.tested().method(kernel.name(), kernel.dtype())));
        lines.add("}");
        return String.join("\n", lines);
    }

    /** The kernel that a message at a line is about, if it is about one alone. */
    Optional<Kernel> at(long line) {
        int index = (int) line - 1 - head().size();
        return index < 0 || index >= kernels.size() ? Optional.empty() : Optional.of(kernels.get(index));
    }

    /** Two classes with a half of the kernels each; there are at least two. */
    List<KernelClass> halves() {
        int middle = kernels.size() / 2;
        return List.of(
                new KernelClass(name + "A", kernels.subList(0, middle)),
                new KernelClass(name + "B", kernels.subList(middle, kernels.size())));
    }

    private List<String> head() {
        List<String> lines = new ArrayList<>(List.of(
                "package " + PACKAGE + ";",
                "import io.graphkernel.annotations.*;",
                "import io.graphkernel.runtime.*;",
                "public final class " + name + " {"));
        for (int count = 2; count <= MAX_RESULTS; count++) {
            lines.add(Case.resultRecord(count));
        }
        return lines;
    }
}
