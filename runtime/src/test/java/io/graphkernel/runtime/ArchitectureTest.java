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
import com.tngtech.archunit.core.domain.JavaConstructor;
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
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.generated.library.call.EagerCollectives;
import io.graphkernel.runtime.generated.library.call.EagerLibrary;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.tensor.AbstractTensor;
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

    /** Supertypes of public types, by which internal code knows tensors, devices and communicators. */
    private static final DescribedPredicate<JavaClass> BASES =
            elementsOf(belongToAnyOf(AbstractTensor.class, AbstractDevice.class, CollectiveBackend.class));

    /** Public values and small interfaces that internal code may name. */
    private static final DescribedPredicate<JavaClass> VALUES = elementsOf(belongToAnyOf(
            CollectiveRequest.class,
            DType.class,
            DataFormat.class,
            ElementFunctions.class,
            ForeignMemory.class,
            Float8.class,
            Half.class,
            MemoryUsage.class,
            ReduceOp.class,
            Reduction.class,
            Rounding.class,
            ScanOption.class));

    /** Public classes with the functions that are evaluated over tensors. */
    private static final DescribedPredicate<JavaClass> FUNCTIONS = belongToAnyOf(
            CustomOp.class,
            Elementwise.class,
            FlexAttention.class,
            Gradients.class,
            Ops.class,
            Parameters.class,
            Scans.class,
            Tape.class);

    /** Internal packages that evaluate functions and gradients over tensors, and are thus above them. */
    private static final DescribedPredicate<JavaClass> EVALUATION = resideInAnyPackage(
            RUNTIME + ".internal.eager", RUNTIME + ".internal.expansion", RUNTIME + ".internal.gradient");

    /** The public API names no internal class but the supertypes of its own. */
    @ArchTest
    static final ArchRule USERS_SEE_USERS_TYPES = classes()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should(showNoTypeOf(GENERATED, INTERNAL));

    /** Members of the supertypes are public API. */
    @ArchTest
    static final ArchRule USERS_SEE_USERS_TYPES_IN_SUPERTYPES =
            classes().that(BASES).should(showNoTypeOf(GENERATED, INTERNAL));

    /** Internal code below tensors knows no public class but values: public classes are shells over it. */
    @ArchTest
    static final ArchRule INTERNALS_KNOW_VALUES_ALONE = noClasses()
            .that(are(resideInAPackage(INTERNAL)).and(not(EVALUATION)))
            .should()
            .dependOnClassesThat(are(resideInAPackage(RUNTIME)).and(not(VALUES)));

    /** Values know no other class, so that internal code that names them knows nothing more. */
    @ArchTest
    static final ArchRule VALUES_KNOW_NOBODY = noClasses()
            .that(VALUES)
            .should()
            .dependOnClassesThat(are(resideInAPackage(RUNTIME + "..")).and(not(VALUES)));

    /**
     * The only code of a layer that calls a higher one. Expansions and gradient rules consist of ops, which the methods
     * of {@code Ops} record on a tape and compute by the library calls of stubs.
     */
    private static final DescribedPredicate<JavaClass> CALLERS_OF_OPS = DescribedPredicate.describe(
            "call Ops",
            type -> Set.of(
                            "eager.Expansions",
                            "eager.OpCalls",
                            "gradient.BackwardPass",
                            "gradient.ConvolutionGradient",
                            "gradient.GradientOps",
                            "gradient.OpApplication",
                            "gradient.OpTape",
                            "gradient.TapedContribution")
                    .contains(type.getName().replace(RUNTIME + ".internal.", "")));

    /** Values, internals, tensors, evaluation, generated code and functions are layers. */
    @ArchTest
    static final ArchRule LAYERS_HAVE_NO_CYCLES = slices().assignedFrom(new Layers())
            .should()
            .beFreeOfCycles()
            .ignoreDependency(CALLERS_OF_OPS, belongToAnyOf(Ops.class));

    private static final class Layers implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (VALUES.test(type)) {
                return SliceIdentifier.of("values");
            }
            if (FUNCTIONS.test(type)) {
                return SliceIdentifier.of("functions");
            }
            if (EVALUATION.test(type)) {
                return SliceIdentifier.of("evaluation");
            }
            if (resideInAnyPackage(INTERNAL, PURE_FUNCTIONS, SIZES).test(type)) {
                return SliceIdentifier.of("internal");
            }
            if (resideInAPackage(GENERATED).test(type)) {
                return SliceIdentifier.of("generated");
            }
            return SliceIdentifier.of(resideInAPackage(RUNTIME).test(type) ? "tensors" : "exceptions");
        }

        @Override
        public String getDescription() {
            return "layers";
        }
    }

    /** Eager ops share library calls, sizes and scalar checks with stubs. */
    @ArchTest
    static final ArchRule USERS_CLASSES_DO_NOT_NEED_WHAT_STUBS_CALL = noClasses()
            .that()
            .resideInAnyPackage(RUNTIME, RUNTIME + ".exception")
            .should()
            .dependOnClassesThat(are(resideInAPackage(GENERATED))
                    .and(not(resideInAnyPackage(PURE_FUNCTIONS, SIZES)))
                    .and(not(belongToAnyOf(EagerLibrary.class, EagerCollectives.class))));

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
                    .and(not(belongToAnyOf(Float8.class, Half.class))));

    /** Drivers, pools and threads serve tensors and do not know them. */
    @ArchTest
    static final ArchRule THE_LOWEST_FLOOR_KNOWS_NO_TENSOR = noClasses()
            .that()
            .resideInAnyPackage(Stream.of("collective", "device", "loading", "memory", "parallel", "profile")
                    .map(name -> RUNTIME + ".internal." + name + "..")
                    .toArray(String[]::new))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(RUNTIME + ".internal.tensor");

    /** Each package is a slice but the public one, which has classes of several layers. */
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
                boolean isBase = BASES.test(type);
                Stream<JavaClass> supertypes = Stream.concat(
                                type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                        .filter(not(BASES));
                Set<JavaClass> hidden = Stream.concat(
                                supertypes,
                                type.getMembers().stream()
                                        .filter(member -> isShown(member.getModifiers()))
                                        .filter(member -> !member.getModifiers().contains(JavaModifier.BRIDGE))
                                        .filter(member -> !(isBase && member instanceof JavaConstructor))
                                        .flatMap(this::types))
                        .map(JavaClass::getBaseComponentType)
                        .filter(resideInAnyPackage(packages))
                        .filter(shown -> !(isBase && BASES.test(shown)))
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

    /** Returns a predicate that applies another to the elements of an array, and to any other type itself. */
    private static DescribedPredicate<JavaClass> elementsOf(DescribedPredicate<JavaClass> predicate) {
        return DescribedPredicate.describe(
                predicate.getDescription(), type -> predicate.test(type.getBaseComponentType()));
    }

    private static boolean isShown(JavaClass type) {
        return isShown(type.getModifiers())
                && type.getEnclosingClass().map(ArchitectureTest::isShown).orElse(true);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
