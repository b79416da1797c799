package io.graphkernel.runtime;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.IndexCheck;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;
import io.graphkernel.runtime.generated.Sizes;
import io.graphkernel.runtime.generated.library.EagerLibrary;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who may call whom: users call the public packages, generated code calls {@code generated}, nobody else's is the rest. */
@AnalyzeClasses(packages = "io.graphkernel.runtime", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String RUNTIME = "io.graphkernel.runtime";
    private static final String GENERATED = RUNTIME + ".generated..";
    private static final String PURE_FUNCTIONS = RUNTIME + ".generated.jvm";
    private static final String INTERNAL = RUNTIME + ".internal..";

    /** What a user sees of a class of ours names no class that is not the user's. */
    @ArchTest
    static final ArchRule USERS_SEE_USERS_TYPES = classes()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should(showNoTypeOf(GENERATED, INTERNAL));

    /** Eager ops share their library calls with stubs, and refuse in the same words what stubs refuse. */
    @ArchTest
    static final ArchRule USERS_CLASSES_DO_NOT_NEED_WHAT_STUBS_CALL = noClasses()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should()
            .dependOnClassesThat(are(resideInAPackage(GENERATED))
                    .and(not(resideInAPackage(PURE_FUNCTIONS)))
                    .and(not(belongToAnyOf(EagerLibrary.class, Checks.class))));

    /**
     * Internals do not know stubs. They know what a stub hands to them: a function to run over a range, and the frame with
     * its arguments. Eager ops check as stubs do.
     */
    @ArchTest
    static final ArchRule INTERNALS_DO_NOT_KNOW_STUBS = noClasses()
            .that()
            .resideInAPackage(INTERNAL)
            .should()
            .dependOnClassesThat(are(resideInAPackage(GENERATED))
                    .and(not(resideInAPackage(PURE_FUNCTIONS)))
                    .and(not(belongToAnyOf(
                            RangeFunction.class, LaunchFrame.class, Checks.class, IndexCheck.class, Sizes.class))));

    /** What kernels in Java call computes and does nothing else; all others may call it. */
    @ArchTest
    static final ArchRule PURE_FUNCTIONS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage(PURE_FUNCTIONS)
            .should()
            .dependOnClassesThat(are(resideInAnyPackage("io.graphkernel..", "org.bytedeco.."))
                    .and(not(resideInAPackage(PURE_FUNCTIONS)))
                    .and(not(belongToAnyOf(Half.class))));

    /** Drivers, pools and threads serve tensors and do not know them. */
    @ArchTest
    static final ArchRule THE_LOWEST_FLOOR_KNOWS_NO_TENSOR = noClasses()
            .that()
            .resideInAnyPackage(Stream.of("collective", "device", "loading", "memory", "parallel", "profile")
                    .map(name -> RUNTIME + ".internal." + name + "..")
                    .toArray(String[]::new))
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Tensor.class, Ops.class, TensorScope.class);

    @ArchTest
    static final ArchRule INTERNAL_PACKAGES_HAVE_NO_CYCLES =
            slices().matching(RUNTIME + ".internal.(**)").should().beFreeOfCycles();

    /** A driver knows what all drivers share; it does not know another driver. */
    @ArchTest
    static final ArchRule DRIVERS_DO_NOT_KNOW_EACH_OTHER =
            slices().matching(RUNTIME + ".internal.device.(*)..").should().notDependOnEachOther();

    /** B1: what loads a library through JavaCPP has brought it up in a private place first, see JavaCpp. */
    @ArchTest
    static final ArchRule JAVACPPS_LOADER_IS_ASKED_WHERE_IT_IS_READY = noClasses()
            .that()
            .resideOutsideOfPackage(RUNTIME + ".internal.loading")
            .and()
            .doNotHaveSimpleName("NativeLibrary")
            .and()
            .doNotHaveSimpleName("OpenMp")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.bytedeco.javacpp.Loader");

    /** A call asks what it needs of the tensor: a map of all of them is one lock for all threads. */
    @ArchTest
    static final ArchRule TENSORS_ARE_IN_NO_MAP_OF_THE_PROCESS = noClasses()
            .that()
            .resideInAPackage(RUNTIME + "..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.WeakHashMap");

    /** The stubs of the tests are as those of users. */
    @ArchTest
    static void stubsCallWhatIsForThem(JavaClasses runtime) {
        JavaClasses stubs = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                .importPackages(RUNTIME + ".endtoend")
                .that(areStubs());
        noClasses().should().dependOnClassesThat().resideInAPackage(INTERNAL).check(stubs);
    }

    private static DescribedPredicate<JavaClass> areStubs() {
        return DescribedPredicate.describe(
                "are stubs, or kernels in Java",
                type -> type.getSimpleName().endsWith("KernelsKernels")
                        || type.getName().contains("KernelsKernels$")
                        || type.getSimpleName().endsWith("KernelsKernelsJvm"));
    }

    /** What users can call or extend names no type of some packages. */
    private static ArchCondition<JavaClass> showNoTypeOf(String... packages) {
        return new ArchCondition<>("show no type of " + String.join(", ", packages)) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!isShown(type)) {
                    return;
                }
                Stream<JavaClass> supertypes =
                        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
                Set<JavaClass> hidden = Stream.concat(
                                supertypes,
                                type.getMembers().stream()
                                        .filter(member -> isShown(member.getModifiers()))
                                        .flatMap(this::types))
                        .map(JavaClass::getBaseComponentType)
                        .filter(resideInAnyPackage(packages))
                        .collect(Collectors.toSet());
                hidden.forEach(shown ->
                        events.add(SimpleConditionEvent.violated(type, type.getName() + " shows " + shown.getName())));
            }

            private Stream<JavaClass> types(JavaMember member) {
                return member instanceof JavaCodeUnit unit
                        ? Stream.concat(
                                unit.getAllInvolvedRawTypes().stream(), unit.getThrowsClause().getTypes().stream())
                        : member.getAllInvolvedRawTypes().stream();
            }
        };
    }

    private static boolean isShown(JavaClass type) {
        return isShown(type.getModifiers())
                && type.getEnclosingClass().map(ArchitectureTest::isShown).orElse(true);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
