package io.graphkernel.conformance;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks the row dims of the compiled cases, with the settings of its process: an instruction set, or a device. */
final class RowInvarianceProgram {

    private RowInvarianceProgram() {}

    /**
     * Prints the differences; exit status 1 if there are any.
     *
     * @param arguments the stride of the classes, or 0 for that of the columns alone, the first class, the stride of their
     *     cases, and the name of a kernel of long columns, or nothing
     */
    public static void main(String[] arguments) {
        int stride = Integer.parseInt(arguments[0]);
        int first = Integer.parseInt(arguments[1]);
        int caseStride = Integer.parseInt(arguments[2]);
        List<Case> cases = KernelSource.of(Cases.compiled()).stream()
                .filter(source -> stride > 0 && source.number() % stride == first
                        || source.kernels().stream()
                                .anyMatch(tested -> tested.kernel().equals(arguments[3])))
                .flatMap(source -> source.kernels().stream())
                .toList();
        List<RowCase> selected = IntStream.range(0, cases.size())
                .filter(i -> i % caseStride == 0 || cases.get(i).kernel().equals(arguments[3]))
                .boxed()
                .flatMap(i -> RowCase.of(cases.get(i)).stream())
                .toList();
        List<RowCase> columns = Cases.compiled().stream()
                .filter(tested -> tested.kernel().equals(arguments[3]))
                .flatMap(tested -> RowCase.of(tested).stream())
                .filter(RowCase::isColumn)
                .toList();
        RowInvarianceChecker checker = new RowInvarianceChecker();
        List<String> wrong = Stream.concat(
                        selected.stream().flatMap(tested -> checker.check(tested).stream()),
                        columns.stream().flatMap(tested -> checker.checkLongColumns(tested).stream()))
                .toList();
        wrong.forEach(System.out::println);
        System.out.println(selected.size() + " cases, " + columns.size() + " of columns, " + wrong.size() + " failed");
        boolean complete = !selected.isEmpty() && columns.isEmpty() == arguments[3].isEmpty();
        System.exit(complete && wrong.isEmpty() ? 0 : 1);
    }
}
