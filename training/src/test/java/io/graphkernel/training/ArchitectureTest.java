package io.graphkernel.training;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Training is a user of the runtime, as an application is. */
@AnalyzeClasses(packages = "io.graphkernel.training", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** The generator of random numbers is the one that ops have. Stubs call what is there for them. */
    @ArchTest
    static final ArchRule WHAT_IS_INTERNAL_STAYS_SO = noClasses()
            .that()
            .haveNameNotMatching(".*Kernels\\w*(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.graphkernel.runtime.internal..",
                    "io.graphkernel.runtime.generated",
                    "io.graphkernel.runtime.generated.plan..",
                    "io.graphkernel.runtime.generated.library..");

    /** Each library can be exchanged: one class knows it. */
    @ArchTest
    static final ArchRule ONE_CLASS_KNOWS_CHARTS = onlyKnows("LossCurve", "org.knowm.xchart..");

    @ArchTest
    static final ArchRule ONE_CLASS_KNOWS_THE_LINE = onlyKnows("TrainingProgress", "me.tongfei.progressbar..");

    private static ArchRule onlyKnows(String name, String library) {
        return noClasses()
                .that()
                .doNotHaveSimpleName(name)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library);
    }
}
