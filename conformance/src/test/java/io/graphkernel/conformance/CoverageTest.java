package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No op, alias, dtype or documented name without a case, and no case that nothing runs. */
class CoverageTest {

    /** Methods of {@link Ops} that are not ops. */
    private static final Set<String> HELPERS = Set.of("axes");

    @Test
    void rows_haveACasePerDtype() {
        List<String> missing = new ArrayList<>();
        for (OpRow row : OpTable.get().rows()) {
            Set<DType> covered = dtypesOf(row.name());
            row.aliases().forEach(alias -> covered.addAll(dtypesOf(alias)));
            Table.dtypes(row).stream()
                    .filter(dtype -> !covered.contains(dtype))
                    .forEach(dtype -> missing.add(row.name() + " " + dtype));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void aliases_haveACase() {
        List<String> missing = OpTable.get().rows().stream()
                .flatMap(row -> row.aliases().stream())
                .filter(alias -> dtypesOf(alias).isEmpty())
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void cases_areInTheTable() {
        assertThat(Cases.every().stream().filter(tested -> !Table.claims(tested)))
                .isEmpty();
    }

    @Test
    void kernels_haveDistinctNames() {
        assertThat(Cases.every().stream().map(Case::kernel)).doesNotHaveDuplicates();
    }

    /** {@code documented-ops.txt} is the list of the documents. */
    @Test
    void documentedOps_haveACase() throws IOException {
        Set<String> covered = Cases.every().stream().map(Case::op).collect(Collectors.toSet());
        assertThat(documented().stream().filter(op -> !covered.contains(op))).isEmpty();
    }

    @Test
    void opsMethods_areInTheTable() {
        Set<String> methods = Stream.of(Ops.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .filter(name -> !HELPERS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> covered = Cases.every().stream()
                .filter(Table::claims)
                .map(tested -> Table.javaName(tested.op()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(covered).isEqualTo(methods);
    }

    private static Set<DType> dtypesOf(String op) {
        return Cases.every().stream()
                .filter(tested -> tested.op().equals(op))
                .map(Case::dtype)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> documented() throws IOException {
        try (var list = CoverageTest.class.getResourceAsStream("documented-ops.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
