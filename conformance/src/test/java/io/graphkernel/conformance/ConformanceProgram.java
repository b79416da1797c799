package io.graphkernel.conformance;

import java.util.List;

/** Runs the compiled cases with the settings of its process: another instruction set, or another device. */
final class ConformanceProgram {

    private ConformanceProgram() {}

    /**
     * Prints what is wrong; exit status 1 if anything is.
     *
     * @param arguments {@code eager} or {@code compiled}, a regular expression that selects kernels, and of how many
     *     classes of these one is taken, by default all
     */
    public static void main(String[] arguments) {
        Run run = arguments[0].equals("eager") ? Run.eager() : Run.compiled();
        int stride = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        int selected = 0;
        int failed = 0;
        int checked = 0;
        for (Case tested : Cases.all()) {
            if (Table.claims(tested)
                    && tested.kernel().matches(arguments[1])
                    && selected++ / KernelSource.KERNELS_PER_CLASS % stride == 0) {
                checked++;
                List<String> wrong = run.check(tested);
                failed += wrong.isEmpty() ? 0 : 1;
                wrong.forEach(System.out::println);
            }
        }
        System.out.println(checked + " cases, " + failed + " failed");
        System.exit(failed == 0 && checked > 0 ? 0 : 1);
    }
}
