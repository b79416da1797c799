package io.graphkernel.op;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules for packages of the op library: each knows only those before it. */
@AnalyzeClasses(packages = "io.graphkernel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String GRAPH = "io.graphkernel.graph";
    private static final String BUILD = "io.graphkernel.op.build";
    private static final String ROW = "io.graphkernel.op.row";
    private static final String DEFINITION = "io.graphkernel.op.definition";

    /** Packages of definitions from the lowest floor; the packages of one floor do not know each other. */
    private static final List<List<String>> FLOORS = List.of(
            List.of("movement"),
            List.of("element"),
            List.of("order", "random", "reduction", "shape"),
            List.of("algebra", "library", "network", "signal", "training"));

    /** Maximum number of files of a package. */
    private static final int MAX_FILES = 40;

    @ArchTest
    static final ArchRule GRAPH_KNOWS_THE_JDK_ALONE = mayKnow(GRAPH, "io.graphkernel.common..");

    @ArchTest
    static final ArchRule ITERATION_KNOWS_THE_GRAPH = mayKnow(GRAPH + ".iteration", GRAPH);

    @ArchTest
    static final ArchRule VERIFICATION_KNOWS_THE_GRAPH = mayKnow(GRAPH + ".verification", GRAPH);

    @ArchTest
    static final ArchRule BUILDERS_KNOW_THE_GRAPH = mayKnow(BUILD, GRAPH);

    @ArchTest
    static final ArchRule ROWS_KNOW_BUILDERS = mayKnow(ROW, GRAPH, BUILD);

    @ArchTest
    static final ArchRule DEFINITIONS_KNOW_ROWS =
            mayKnow(DEFINITION + "..", GRAPH, BUILD, ROW, "io.graphkernel.common.target");

    @ArchTest
    static void definitions_knowLowerFloors(JavaClasses classes) {
        List<String> lower = new ArrayList<>(List.of(GRAPH, BUILD, ROW, "io.graphkernel.common.target"));
        for (List<String> floor : FLOORS) {
            floor.forEach(name -> mayKnow(DEFINITION + "." + name, lower.toArray(String[]::new))
                    .check(classes));
            floor.forEach(name -> lower.add(DEFINITION + "." + name));
        }
    }

    @ArchTest
    static final ArchRule TABLE_KNOWS_DEFINITIONS =
            mayKnow("io.graphkernel.op", GRAPH, GRAPH + ".iteration", BUILD, ROW, DEFINITION + "..");

    @ArchTest
    static final ArchRule COUNTERPARTS_KNOW_THE_TABLE =
            mayKnow("io.graphkernel.op.counterpart", "io.graphkernel.op", ROW);

    /** A new package of definitions has a floor. */
    @Test
    void definitions_areOnAFloor() throws IOException {
        assertThat(FileTree.regularFiles(Path.of("src/main/java/io/graphkernel/op/definition")))
                .extracting(file -> file.getParent().getFileName().toString())
                .filteredOn(name -> !name.equals("definition"))
                .isNotEmpty()
                .allMatch(name -> FLOORS.stream().anyMatch(floor -> floor.contains(name)));
    }

    @Test
    void packages_haveAtMostFortyFiles() throws IOException {
        Map<Path, Long> counts = FileTree.regularFiles(Path.of("src/main/java")).stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        assertThat(counts)
                .hasSizeGreaterThan(FLOORS.size())
                .allSatisfy((directory, count) ->
                        assertThat(count).as(directory.toString()).isLessThanOrEqualTo(MAX_FILES));
    }

    private static ArchRule mayKnow(String name, String... others) {
        String[] allowed = new String[others.length + 2];
        System.arraycopy(others, 0, allowed, 0, others.length);
        allowed[others.length] = name;
        allowed[others.length + 1] = "java..";
        return noClasses()
                .that()
                .resideInAPackage(name)
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(allowed);
    }
}
