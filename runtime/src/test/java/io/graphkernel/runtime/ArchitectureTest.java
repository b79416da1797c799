package io.graphkernel.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages under the public one, which knows what they do and whose types they take and give. */
@AnalyzeClasses(packages = "io.graphkernel.runtime", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.graphkernel.runtime.internal.(*)..").should().beFreeOfCycles();

    /** What libraries compute is none of the ranks' business. */
    @ArchTest
    static final ArchRule COLLECTIVES_DO_NOT_KNOW_LIBRARIES = noClasses()
            .that()
            .resideInAPackage("io.graphkernel.runtime.internal.collective")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.graphkernel.runtime.internal.library..");

    /** B1: what loads a library through JavaCPP has brought it up in a private place first, see JavaCpp. */
    @ArchTest
    static final ArchRule JAVACPPS_LOADER_IS_ASKED_WHERE_IT_IS_READY = noClasses()
            .that()
            .resideOutsideOfPackage("io.graphkernel.runtime.internal.loading")
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
            .resideInAPackage("io.graphkernel.runtime..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.WeakHashMap");
}
