package io.graphkernel.conformance;

import java.util.List;

/** Runs the compiled cases with the settings of its process: another instruction set, or another device. */
final class ConformanceProgram {

    private ConformanceProgram() {}

    /**
     * Prints what is wrong; exit status 1 if anything is.
     *
     * @param arguments {@code eager} or {@code compiled}, and a regular expression that selects kernels
     */
    public static void main(String[] arguments) {
        Run run = arguments[0].equals("eager") ? Run.eager() : Run.compiled();
        int failed = 0;
        int checked = 0;
        for (Case tested : Cases.all()) {
            if (Table.claims(tested) && tested.kernel().matches(arguments[1])) {
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
