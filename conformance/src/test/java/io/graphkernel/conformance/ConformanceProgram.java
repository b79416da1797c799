package io.graphkernel.conformance;

import java.util.List;

/** Runs the compiled cases, on all processors, with the settings of its process: another instruction set, or another device. */
final class ConformanceProgram {

    private ConformanceProgram() {}

    /**
     * Prints what is wrong; exit status 1 if anything is.
     *
     * @param arguments {@code eager}, {@code compiled}, or {@code sample} for those cases alone that another process has
     *     compiled; a regular expression that selects kernels, and of how many classes one is taken,
     *     by default all, from which on
     */
    public static void main(String[] arguments) {
        CaseChecker checker = arguments[0].equals("eager") ? CaseChecker.eager() : CaseChecker.compiled();
        int stride = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        int first = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0;
        List<Case> selected = KernelSource.of(arguments[0].equals("compiled") ? Cases.compiled() : Cases.all()).stream()
                .filter(source -> source.number() % stride == first)
                .flatMap(source -> source.kernels().stream())
                .filter(tested -> tested.kernel().matches(arguments[1]))
                .filter(tested -> !arguments[0].equals("sample")
                        || KernelClasses.processed().has(tested))
                .toList();
        List<List<String>> failures = selected.parallelStream()
                .map(checker::check)
                .filter(wrong -> !wrong.isEmpty())
                .toList();
        failures.forEach(wrong -> wrong.forEach(System.out::println));
        System.out.println(selected.size() + " cases, " + failures.size() + " failed");
        System.exit(failures.isEmpty() && !selected.isEmpty() ? 0 : 1);
    }
}
