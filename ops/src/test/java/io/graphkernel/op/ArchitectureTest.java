package io.graphkernel.op;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Rules for packages of the op library: each knows only those before it. */
@AnalyzeClasses(packages = "io.graphkernel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String GRAPH = "io.graphkernel.graph";
    private static final String BUILD = "io.graphkernel.op.build";
    private static final String ROW = "io.graphkernel.op.row";
    private static final String DEFINITION = "io.graphkernel.op.definition";
    private static final String SHAPE = DEFINITION + ".shape";
    private static final String NETWORK = DEFINITION + ".network";

    @ArchTest
    static final ArchRule GRAPH_KNOWS_THE_JDK_ALONE = mayKnow(GRAPH, "io.graphkernel.common..");

    @ArchTest
    static final ArchRule BUILDERS_KNOW_THE_GRAPH = mayKnow(BUILD, GRAPH);

    @ArchTest
    static final ArchRule ROWS_KNOW_BUILDERS = mayKnow(ROW, GRAPH, BUILD);

    @ArchTest
    static final ArchRule DEFINITIONS_KNOW_ROWS =
            mayKnow(DEFINITION, GRAPH, BUILD, ROW, "io.graphkernel.common.target");

    @ArchTest
    static final ArchRule SHAPES_KNOW_DEFINITIONS = mayKnow(SHAPE, GRAPH, BUILD, ROW, DEFINITION);

    @ArchTest
    static final ArchRule NETWORKS_KNOW_SHAPES = mayKnow(NETWORK, GRAPH, BUILD, ROW, DEFINITION, SHAPE);

    @ArchTest
    static final ArchRule TABLE_KNOWS_DEFINITIONS = mayKnow("io.graphkernel.op", GRAPH, BUILD, ROW, DEFINITION + "..");

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
