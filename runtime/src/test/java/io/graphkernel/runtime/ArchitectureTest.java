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
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.generated.library.call.EagerLibrary;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules for callers: users call the public packages, generated code calls {@code generated}, and no other code calls the rest.
 */
@AnalyzeClasses(packages = "io.graphkernel.runtime", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String RUNTIME = "io.graphkernel.runtime";
    private static final String GENERATED = RUNTIME + ".generated..";
    private static final String PURE_FUNCTIONS = RUNTIME + ".generated.jvm";
    private static final String SIZES = RUNTIME + ".generated.size";
    private static final String INTERNAL = RUNTIME + ".internal..";

    /** The public API names no internal class. */
    @ArchTest
    static final ArchRule USERS_SEE_USERS_TYPES = classes()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should(showNoTypeOf(GENERATED, INTERNAL));

    /** Eager ops share library calls, sizes and scalar checks with stubs. */
    @ArchTest
    static final ArchRule USERS_CLASSES_DO_NOT_NEED_WHAT_STUBS_CALL = noClasses()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should()
            .dependOnClassesThat(are(resideInAPackage(GENERATED))
                    .and(not(resideInAnyPackage(PURE_FUNCTIONS, SIZES)))
                    .and(not(belongToAnyOf(EagerLibrary.class))));

    /** Internals do not know stubs; a stub hands them a function to run over a range. */
    @ArchTest
    static final ArchRule INTERNALS_DO_NOT_KNOW_STUBS = noClasses()
            .that()
            .resideInAPackage(INTERNAL)
            .should()
            .dependOnClassesThat(are(resideInAPackage(GENERATED)).and(not(resideInAnyPackage(PURE_FUNCTIONS, SIZES))));

    /**
     * Code that kernels in Java call only computes; all other code may call it. Buffers, which kernels do not call,
     * come from JavaCPP where a JVM has nothing else.
     */
    @ArchTest
    static final ArchRule PURE_FUNCTIONS_KNOW_NOBODY = noClasses()
            .that(are(resideInAPackage(PURE_FUNCTIONS)).and(not(belongToAnyOf(NativeBuffers.class))))
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

    /** Each package is a slice but the public one, whose tensors and devices know their implementations. */
    @ArchTest
    static final ArchRule PACKAGES_BELOW_THE_PUBLIC_ONE_HAVE_NO_CYCLES =
            slices().matching(RUNTIME + ".(**)").should().beFreeOfCycles();

    /** A driver knows what all drivers share; it does not know another driver. */
    @ArchTest
    static final ArchRule DRIVERS_DO_NOT_KNOW_EACH_OTHER =
            slices().matching(RUNTIME + ".internal.device.(*)..").should().notDependOnEachOther();

    /** Code that loads a library through JavaCPP sets it up in a private directory first, see JavaCpp. */
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

    /** Returns the condition that the public API names no type of some packages. */
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
