package io.graphkernel.conformance;

import io.graphkernel.runtime.Device;
import java.util.List;

/** Checks the row dims of the compiled cases, with the settings of its process: an instruction set, or a device. */
final class RowInvarianceProgram {

    private RowInvarianceProgram() {}

    /**
     * Prints the differences; exit status 1 if there are any.
     *
     * @param arguments of how many classes one is taken, and the first one
     */
    public static void main(String[] arguments) {
        int stride = Integer.parseInt(arguments[0]);
        int first = Integer.parseInt(arguments[1]);
        List<RowCase> selected = KernelSource.of(Cases.compiled()).stream()
                .filter(source -> source.number() % stride == first)
                .flatMap(source -> source.kernels().stream())
                .flatMap(tested -> RowCase.of(tested).stream())
                // On GPUs, the threads of a sum of columns depend on the number of columns.
                .filter(tested -> Device.defaultDevice().equals(Device.cpu()) || !tested.isInnermost())
                .toList();
        RowInvarianceChecker checker = new RowInvarianceChecker();
        List<String> wrong = selected.stream()
                .flatMap(tested -> checker.check(tested).stream())
                .toList();
        wrong.forEach(System.out::println);
        System.out.println(selected.size() + " cases, " + wrong.size() + " failed");
        System.exit(wrong.isEmpty() && !selected.isEmpty() ? 0 : 1);
    }
}
