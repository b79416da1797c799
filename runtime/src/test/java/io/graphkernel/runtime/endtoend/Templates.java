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
     * Runs all cases.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        for (TemplateCase template : all()) {
            for (int[] sizes : template.sizes()) {
                template.assertAgrees(sizes, 0);
            }
        }
    }
}
