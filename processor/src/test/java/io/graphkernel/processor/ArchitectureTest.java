package io.graphkernel.processor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.List;
import java.util.stream.Stream;

/** A package is a stage, and data flows one way through them. */
@AnalyzeClasses(packages = "io.graphkernel.processor", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String PROCESSOR = "io.graphkernel.processor.";

    private static final List<String> STAGES = List.of(
            "graph",
            "op",
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
            "capability",
            "onnx",
            "eclipse",
            "reference");

    /** A new package gets a place among the stages and a rule. */
    @ArchTest
    static final ArchRule EVERY_PACKAGE_IS_A_STAGE = classes()
            .should()
            .resideInAnyPackage(Stream.concat(
                            Stream.of("io.graphkernel.processor"),
                            STAGES.stream().map(name -> PROCESSOR + name + ".."))
                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule GRAPH_KNOWS_THE_JDK_ALONE =
            in("graph").should().dependOnClassesThat().resideOutsideOfPackages("java..", PROCESSOR + "graph");

    @ArchTest
    static final ArchRule OP_TABLE_KNOWS_THE_GRAPH = in("op").should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("java..", PROCESSOR + "graph", PROCESSOR + "op");

    @ArchTest
    static final ArchRule GRADIENTS_KNOW_GRAPH_AND_OP = mayKnow("gradient", "graph", "op");

    @ArchTest
    static final ArchRule LOOPS_KNOW_GRAPH_AND_OP = mayKnow("loop", "graph", "op", "capability");

    @ArchTest
    static final ArchRule PASSES_KNOW_GRAPH_OP_AND_FLAGS =
            mayKnow("pass", "graph", "op", "loop", "option", "capability");

    @ArchTest
    static final ArchRule SCHEDULE_KNOWS_NO_TARGET = mayKnow("schedule", "graph", "op", "loop", "capability");

    @ArchTest
    static final ArchRule CAPABILITIES_KNOW_NO_STAGE = mayKnow("capability");

    @ArchTest
    static final ArchRule LAUNCHES_KNOW_NO_LANGUAGE = mayKnow("launch", "graph", "op", "schedule");

    @ArchTest
    static final ArchRule LOWERING_KNOWS_NO_LANGUAGE = mayKnow("lower", "graph", "op", "schedule", "capability");

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

    /** Stages that take a target ask it through its interface. */
    @ArchTest
    static final ArchRule TARGETS_PRINT_AND_COMPILE =
            mayKnow("target", "capability", "graph", "op", "schedule", "emit", "toolchain", "stub", "option");

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
    static final ArchRule ECLIPSE_KNOWS_NO_STAGE = mayKnow("eclipse");

    /** What javac gives appears where methods are read and where a position is reported. */
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

    private static GivenClassesConjunction in(String stage) {
        return noClasses().that().resideInAPackage(PROCESSOR + stage);
    }

    /** A stage with its sub-packages and the other stages that it may know. */
    private static ArchRule mayKnow(String stage, String... others) {
        String[] allowed = Stream.concat(Stream.of(stage), Stream.of(others))
                .map(name -> PROCESSOR + name + "..")
                .toArray(String[]::new);
        String[] unknown = STAGES.stream()
                .map(name -> PROCESSOR + name + "..")
                .filter(name -> !Stream.of(allowed).toList().contains(name))
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(PROCESSOR + stage + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(unknown);
    }
}
