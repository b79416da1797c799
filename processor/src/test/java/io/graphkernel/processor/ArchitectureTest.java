package io.graphkernel.processor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.processor.build.Targets;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for packages: a package is a stage, and data flows one way through the stages. */
@AnalyzeClasses(packages = "io.graphkernel.processor", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String PROCESSOR = "io.graphkernel.processor.";

    private static final List<String> STAGES = List.of(
            "loop",
            "gradient",
            "frontend",
            "pass",
            "schedule",
            "launch",
            "lower",
            "emit",
            "toolchain",
            "stub",
            "report",
            "diagnostic",
            "option",
            "target",
            "incremental",
            "onnx",
            "eclipse",
            "reference",
            "processing",
            "compilation",
            "build",
            "output",
            "session");

    /** Maximum number of files of a package. */
    private static final int MAX_FILES = 40;

    /** Packages of the op library that stages know or do not know. */
    private static final List<String> LIBRARY = List.of("graph", "op");

    /** A new package is added to the stages and gets a rule. */
    @ArchTest
    static final ArchRule EVERY_PACKAGE_IS_A_STAGE = classes()
            .should()
            .resideInAnyPackage(Stream.concat(
                            Stream.of("io.graphkernel.processor"),
                            STAGES.stream().map(name -> PROCESSOR + name + ".."))
                    .toArray(String[]::new));

    /** The entry point and the pipeline know all stages, and no stage knows them. */
    @ArchTest
    static final ArchRule ROOT_HAS_THE_ENTRY_POINT_AND_THE_PIPELINE = classes()
            .that()
            .resideInAPackage("io.graphkernel.processor")
            .should()
            .haveNameMatching("io\\.graphkernel\\.processor\\.(GraphKernelProcessor|Pipeline|package-info)(\\$.*)?");

    @ArchTest
    static final ArchRule NO_STAGE_KNOWS_THE_ROOT = noClasses()
            .that()
            .resideOutsideOfPackage("io.graphkernel.processor")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.graphkernel.processor");

    @ArchTest
    static final ArchRule GRADIENTS_KNOW_GRAPH_AND_OP = mayKnow("gradient", "graph", "op");

    @ArchTest
    static final ArchRule LOOPS_KNOW_GRAPH_AND_OP = mayKnow("loop", "graph", "op");

    @ArchTest
    static final ArchRule PASSES_KNOW_GRAPH_OP_AND_FLAGS = mayKnow("pass", "graph", "op", "loop", "option");

    @ArchTest
    static final ArchRule SCHEDULE_KNOWS_NO_TARGET = mayKnow("schedule", "graph", "op", "loop");

    @ArchTest
    static final ArchRule LAUNCHES_KNOW_NO_LANGUAGE = mayKnow("launch", "graph", "op", "schedule");

    @ArchTest
    static final ArchRule LOWERING_KNOWS_NO_LANGUAGE = mayKnow("lower", "graph", "op", "schedule");

    @ArchTest
    static final ArchRule EMITTERS_TAKE_KERNELS_AND_PRINT = mayKnow("emit", "graph", "op", "schedule", "lower");

    @ArchTest
    static final ArchRule TOOLCHAIN_TAKES_TEXT = mayKnow("toolchain");

    @ArchTest
    static final ArchRule STUBS_TAKE_PLANS =
            mayKnow("stub", "graph", "op", "gradient", "schedule", "launch", "frontend", "option");

    @ArchTest
    static final ArchRule REPORT_TAKES_WHAT_STAGES_RECORD =
            mayKnow("report", "graph", "op", "gradient", "loop", "pass", "schedule", "option");

    @ArchTest
    static final ArchRule REFERENCES_COME_FROM_THE_TABLES =
            mayKnow("reference", "diagnostic", "graph", "op", "option", "pass");

    @ArchTest
    static final ArchRule WHAT_IS_KEPT_IS_ASKED_FOR_BY_WHAT_WAS_READ = mayKnow(
            "incremental", "frontend", "graph", "stub", "report", "target", "toolchain", "option", "diagnostic");

    /** {@code FileTree} reports a directory that vanishes as a checked exception. */
    @ArchTest
    static final ArchRule DIRECTORIES_ARE_READ_BY_FILE_TREE = noClasses()
            .should()
            .callMethod(Files.class, "walk", Path.class, FileVisitOption[].class)
            .orShould()
            .callMethod(Files.class, "list", Path.class);

    /** Stages query a target through its interface. */
    @ArchTest
    static final ArchRule TARGETS_PRINT_AND_COMPILE =
            mayKnow("target", "graph", "op", "schedule", "emit", "toolchain", "stub", "option");

    @ArchTest
    static final ArchRule ONE_LIST_NAMES_THE_TARGETS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Targets.class.getName())
            .and()
            .resideOutsideOfPackages(PROCESSOR + "target.*..", PROCESSOR + "emit..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    PROCESSOR + "target.*..",
                    PROCESSOR + "emit.ascend..",
                    PROCESSOR + "emit.c..",
                    PROCESSOR + "emit.gpu..",
                    PROCESSOR + "emit.jvm..");

    @ArchTest
    static final ArchRule DIAGNOSTICS_KNOW_NO_STAGE = mayKnow("diagnostic");

    @ArchTest
    static final ArchRule OPTIONS_KNOW_NO_STAGE = mayKnow("option", "diagnostic");

    @ArchTest
    static final ArchRule FRONT_END_KNOWS_NO_LATER_STAGE =
            mayKnow("frontend", "graph", "op", "gradient", "loop", "diagnostic", "option");

    @ArchTest
    static final ArchRule MODELS_ARE_ANOTHER_FRONT_END =
            mayKnow("onnx", "graph", "op", "frontend", "diagnostic", "option");

    @ArchTest
    static final ArchRule FLOORS_OF_THE_FRONT_END =
            floors("frontend", "kernel", "javac", "value", "flow", "signature", "advice", "gradient", "expression");

    /** Stages after the front end take its results. */
    @ArchTest
    static final ArchRule READING_STAYS_IN_THE_FRONT_END = noClasses()
            .that()
            .resideOutsideOfPackages("io.graphkernel.processor", PROCESSOR + "frontend..")
            .should()
            .dependOnClassesThat(resideInAPackage(PROCESSOR + "frontend..")
                    .and(not(resideInAPackage(PROCESSOR + "frontend.kernel"))));

    @ArchTest
    static final ArchRule FLOORS_OF_THE_MODEL_READER = floors("onnx", "reader", "node", "rule");

    @ArchTest
    static final ArchRule FLOORS_OF_NAMED_FUSIONS = floors("pass.pattern", "match", "(norm|matmul)");

    @ArchTest
    static final ArchRule ENVIRONMENT_KNOWS_WHAT_IS_READ =
            mayKnow("processing", "eclipse", "frontend", "graph", "diagnostic", "option");

    @ArchTest
    static final ArchRule METHODS_ARE_PLANNED_FOR_ANY_TARGET = mayKnow(
            "compilation",
            "frontend",
            "graph",
            "op",
            "gradient",
            "pass",
            "schedule",
            "stub",
            "report",
            "diagnostic",
            "option",
            "capability",
            "target",
            "toolchain");

    @ArchTest
    static final ArchRule BUILDS_TAKE_PLANNED_METHODS = mayKnow(
            "build",
            "compilation",
            "frontend",
            "graph",
            "op",
            "pass",
            "schedule",
            "launch",
            "emit",
            "stub",
            "report",
            "diagnostic",
            "option",
            "capability",
            "target",
            "toolchain");

    @ArchTest
    static final ArchRule OUTPUTS_TAKE_WHAT_WAS_BUILT = mayKnow(
            "output",
            "processing",
            "compilation",
            "incremental",
            "frontend",
            "graph",
            "schedule",
            "launch",
            "stub",
            "report",
            "option",
            "target");

    @ArchTest
    static final ArchRule SESSIONS_CALL_THE_BACK_END = mayKnow(
            "session",
            "output",
            "processing",
            "compilation",
            "build",
            "incremental",
            "frontend",
            "graph",
            "schedule",
            "report",
            "diagnostic",
            "option",
            "target");

    @ArchTest
    static final ArchRule ECLIPSE_KNOWS_NO_STAGE = mayKnow("eclipse");

    /** Types of javac occur only where methods are read and where positions are reported. */
    @ArchTest
    static final ArchRule JAVAC_TREES_STAY_IN_THE_FRONT_END = noClasses()
            .that()
            .resideOutsideOfPackages(PROCESSOR + "frontend..", PROCESSOR + "diagnostic..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.source..");

    @ArchTest
    static final ArchRule EMITTERS_DO_NOT_KNOW_EACH_OTHER =
            slices().matching(PROCESSOR + "emit.(ascend|c|gpu|jvm)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching(PROCESSOR + "(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PROCESSOR_DOES_NOT_NEED_THE_RUN_TIME = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.graphkernel.runtime..", "io.graphkernel.bridge..");

    @ArchTest
    static final ArchRule NOTHING_PRINTS_TO_THE_CONSOLE =
            noClasses().should().accessField(System.class, "out").orShould().accessField(System.class, "err");

    @Test
    void packages_haveAtMostFortyFiles() throws IOException {
        Map<Path, Long> counts = FileTree.regularFiles(Path.of("src/main/java")).stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        assertThat(counts)
                .hasSizeGreaterThan(STAGES.size())
                .allSatisfy((directory, count) ->
                        assertThat(count).as(directory.toString()).isLessThanOrEqualTo(MAX_FILES));
    }

    /**
     * Returns a rule for the subpackages of a stage, each of which knows only those before it. The package of the stage
     * itself is the last.
     *
     * @param floors names of the subpackages, or regular expressions for several on one floor, from the lowest
     */
    private static ArchRule floors(String stage, String... floors) {
        String packages = (PROCESSOR + stage).replace(".", "\\.");
        CompositeArchRule rule = null;
        for (int i = 0; i < floors.length; i++) {
            String higher = Stream.concat(
                            Stream.of(floors).skip(i + 1L).map(floor -> packages + "\\." + floor), Stream.of(packages))
                    .map(name -> name + "\\.\\w+(\\$.*)?")
                    .collect(Collectors.joining("|"));
            ArchRule floor = noClasses()
                    .that()
                    .haveNameMatching(packages + "\\." + floors[i] + "\\.\\w+(\\$.*)?")
                    .should()
                    .dependOnClassesThat()
                    .haveNameMatching(higher);
            rule = rule == null ? CompositeArchRule.of(floor) : rule.and(floor);
        }
        return rule;
    }

    /**
     * Returns a rule for a stage with its subpackages.
     *
     * @param others the stages that it may depend on
     */
    private static ArchRule mayKnow(String stage, String... others) {
        String[] allowed = Stream.concat(Stream.of(stage), Stream.of(others))
                .map(ArchitectureTest::packageOf)
                .toArray(String[]::new);
        String[] unknown = Stream.concat(LIBRARY.stream(), STAGES.stream())
                .map(ArchitectureTest::packageOf)
                .filter(name -> !Stream.of(allowed).toList().contains(name))
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(PROCESSOR + stage + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(unknown);
    }

    private static String packageOf(String stage) {
        return (LIBRARY.contains(stage) ? "io.graphkernel." : PROCESSOR) + stage + "..";
    }
}
