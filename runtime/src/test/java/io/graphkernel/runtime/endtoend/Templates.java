package io.graphkernel.runtime.endtoend;

import java.util.List;
import java.util.stream.Stream;

/** All cases; as a program, runs them with the settings of its process. */
final class Templates {

    private Templates() {}

    static List<TemplateCase> all() {
        return Stream.of(ElementwiseCases.all(), RowCases.all(), ColumnCases.columns(), ColumnCases.full())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Runs all cases, each at every second of its sizes.
     *
     * @param arguments the index of the first size, 0 or 1
     */
    public static void main(String[] arguments) {
        int first = Integer.parseInt(arguments[0]);
        for (TemplateCase template : all()) {
            List<int[]> sizes = template.sizes();
            for (int i = first; i < sizes.size(); i += 2) {
                template.assertAgrees(sizes.get(i), 0);
            }
        }
    }
}
