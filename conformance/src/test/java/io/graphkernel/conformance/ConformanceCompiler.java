package io.graphkernel.conformance;

import java.util.List;

/** Compiles the conformance cases for one target into the directory of {@code conformance.directory}. */
final class ConformanceCompiler {

    private ConformanceCompiler() {}

    /**
     * Compiles; prints the cases that do not compile, and exits with status 1 if there are any.
     *
     * @param arguments target name
     */
    public static void main(String[] arguments) {
        List<String> rejected = KernelClasses.compileForReuse(arguments[0]);
        rejected.forEach(System.out::println);
        System.out.println(Cases.compiled().size() + " cases, " + rejected.size() + " rejected");
        System.exit(rejected.isEmpty() ? 0 : 1);
    }
}
