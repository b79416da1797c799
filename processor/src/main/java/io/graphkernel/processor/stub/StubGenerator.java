package io.graphkernel.processor.stub;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Modifier;

/** Generator of the stub class {@code <Class>Kernels}. */
public final class StubGenerator {

    private static final String SUFFIX = "Kernels";

    /** Name of the processor, which tools for generated code display. */
    private static final String GENERATOR = "io.graphkernel.processor.GraphKernelProcessor";

    private StubGenerator() {}

    /**
     * Generates the stub of a class.
     *
     * @param kernelClass the class
     * @param plans plans of its methods, in the same order, followed by derived ones
     * @param derived roles of the derived plans
     * @param interpreted plans that the runtime interprets
     * @param tag tag of the kernels' build, which the runtime compares with their manifest
     * @param manifest SHA-256 hash of that manifest, which the runtime also compares
     * @param javaKernels simple names of the Java kernel classes in the package of the stub, by target
     * @return the Java file, in the same package
     */
    public static JavaFile generate(
            KernelClass kernelClass,
            List<Plan> plans,
            DerivedPlans derived,
            InterpretedPlans interpreted,
            String tag,
            String manifest,
            SortedMap<String, String> javaKernels) {
        Map<String, Integer> numbers = InterpretedPlans.kernelNumbers(plans);
        ConstantTable constants = ConstantTable.of(plans);
        boolean hasConstants = !constants.isEmpty()
                || kernelClass
                        .model()
                        .filter(model -> !model.weights().isEmpty())
                        .isPresent();
        ClassName stub = ClassName.get(kernelClass.packageName(), stubName(kernelClass));
        TypeSpec.Builder type = TypeSpec.classBuilder(stub)
                .addModifiers(Modifier.FINAL)
                .addOriginatingElement(kernelClass.element())
                .addJavadoc("The compiled kernels of {@link $L}.\n", kernelClass.qualifiedName());
        if (kernelClass.seesGenerated()) {
            type.addAnnotation(AnnotationSpec.builder(Generated.class)
                    .addMember("value", "$S", GENERATOR)
                    .build());
        }
        if (kernelClass.isPublic()) {
            type.addModifiers(Modifier.PUBLIC);
        }
        type.addField(FieldSpec.builder(
                        RuntimeTypes.KERNEL_LIBRARY, "LIBRARY", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(library(
                        stub,
                        CodeBlock.of(
                                "$T.class, $S, $S, $L, $S",
                                stub,
                                kernelClass.qualifiedName(),
                                tag,
                                numbers.size(),
                                manifest),
                        javaKernels,
                        hasConstants ? Optional.of(kernelClass.simpleName()) : Optional.empty()))
                .build());
        plans.stream().filter(plan -> interpreted.of(plan).isEmpty()).forEach(plan -> addSteps(type, plan, numbers));
        type.addMethod(
                MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
        AggregateArgumentEmitter handOver = new AggregateArgumentEmitter();
        List<VariantOverloads> variants = new ArrayList<>();
        for (int i = 0; i < kernelClass.methods().size(); i++) {
            KernelMethod method = kernelClass.methods().get(i);
            Optional<String> model = kernelClass.model().map(present -> kernelClass.simpleName());
            List<MethodSpec> overloads =
                    addOverloads(type, method, plans.get(i), model, derived, interpreted, constants, handOver);
            method.variant()
                    .ifPresent(variant ->
                            VariantOverloads.of(variants, stub, variant).add(method, overloads));
        }
        for (GradientPlans gradient : derived.gradients()) {
            GradientOverloads overloads = new GradientOverloads(stub, gradient, interpreted, constants, handOver);
            overloads.addTo(type);
            gradient.method()
                    .variant()
                    .ifPresent(variant ->
                            VariantOverloads.of(variants, stub, variant).add(overloads));
        }
        variants.forEach(overloads -> overloads.addTo(type));
        type.addMethods(handOver.methods());
        kernelClass.model().ifPresent(model -> new ModelCode(stub, model).addTo(type));
        return JavaFile.builder(kernelClass.packageName(), type.build())
                .addFileComment("Generated from the @GraphKernel methods of $L.", kernelClass.qualifiedName())
                .indent("    ")
                .build();
    }

    /**
     * Returns the name of a class's stub.
     *
     * @param kernelClass the class
     * @return the simple name; the stub is in the same package
     */
    public static String stubName(KernelClass kernelClass) {
        return kernelClass.simpleName() + SUFFIX;
    }

    /**
     * Emits the library field. Java kernels are created by a method of the library, so that their class is loaded only
     * if used. Constants are opened through a method of the stub, since a module encapsulates the resources in its
     * packages.
     */
    private static CodeBlock library(
            ClassName stub, CodeBlock arguments, SortedMap<String, String> javaKernels, Optional<String> constants) {
        if (javaKernels.isEmpty() && constants.isEmpty()) {
            return CodeBlock.of("$T.of($L)", RuntimeTypes.KERNEL_LIBRARY, arguments);
        }
        TypeSpec.Builder library = TypeSpec.anonymousClassBuilder(arguments).superclass(RuntimeTypes.KERNEL_LIBRARY);
        if (!javaKernels.isEmpty()) {
            MethodSpec.Builder kernels = MethodSpec.methodBuilder("javaKernels")
                    .addAnnotation(Override.class)
                    .addModifiers(Modifier.PROTECTED)
                    .addParameter(String.class, "target")
                    .returns(RuntimeTypes.RANGE_FUNCTION);
            javaKernels.forEach((target, simpleName) -> kernels.beginControlFlow("if (target.equals($S))", target)
                    .addStatement("return new $T()", stub.peerClass(simpleName))
                    .endControlFlow());
            library.addMethod(kernels.addStatement("return null").build());
        }
        constants.ifPresent(simpleName -> library.addMethod(MethodSpec.methodBuilder("openConstants")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PROTECTED)
                .returns(InputStream.class)
                .addStatement("return $T.class.getResourceAsStream($S)", stub, simpleName + ConstantFormat.SUFFIX)
                .build()));
        return CodeBlock.of("$L", library.build());
    }

    /**
     * Adds the indices of the kernels, which the manifest maps to functions, and the library calls. Fields with the
     * kernels would turn a failed load into a linkage error.
     */
    private static void addSteps(TypeSpec.Builder type, Plan plan, Map<String, Integer> numbers) {
        for (Step step : plan.steps()) {
            if (step instanceof LibraryStep call) {
                type.addField(LibraryCallCode.field(call, plan.graph().name()));
                continue;
            }
            ScheduledKernel kernel = (ScheduledKernel) step;
            for (int function = 0; function < kernel.functions().size(); function++) {
                type.addField(FieldSpec.builder(
                                TypeName.INT,
                                MethodNames.constant(kernel, function),
                                Modifier.PRIVATE,
                                Modifier.STATIC,
                                Modifier.FINAL)
                        .initializer("$L", numbers.get(kernel.functions().get(function)))
                        .build());
            }
        }
    }

    /** Adds the overloads of a method, which are private for a variant, and returns them. */
    private static List<MethodSpec> addOverloads(
            TypeSpec.Builder type,
            KernelMethod method,
            Plan plan,
            Optional<String> model,
            DerivedPlans derived,
            InterpretedPlans interpreted,
            ConstantTable constants,
            AggregateArgumentEmitter handOver) {
        if (interpreted.of(plan).isEmpty()) {
            ArenaCode.field(plan).ifPresent(type::addField);
        }
        TensorOverloads tensors = new TensorOverloads(method, plan, interpreted.of(plan), constants, handOver);
        // The comment of a model already lists the types, with their original names.
        String types = model.isPresent() ? "" : StubComment.types(method);
        Optional<EqualShapesCode> equalShapes = EqualShapesCode.of(plan, derived, interpreted, constants);
        CodeBlock documentation = documentation(
                method, plan, equalShapes.map(EqualShapesCode::sentence).orElse("") + types);
        List<MethodSpec> overloads = new ArrayList<>();
        if (method.result() != ResultKind.VOID) {
            MethodSpec.Builder allocating = documented(tensors.allocating(), documentation).toBuilder();
            model.ifPresent(name -> allocating.addAnnotation(AnnotationSpec.builder(ModelKernel.class)
                    .addMember("value", "$S", name)
                    .build()));
            overloads.add(allocating.build());
        }
        overloads.add(documented(tensors.intoResults(equalShapes), documentation));
        new ArrayOverload(method, plan, constants, interpreted.of(plan).isEmpty())
                .write(equalShapes)
                .ifPresent(overload -> overloads.add(documented(overload, documentation)));
        type.addMethods(overloads);
        equalShapes.ifPresent(code -> code.addTo(type, handOver));
        tensors.nameArrays()
                .forEach((parameters, constant) -> type.addField(FieldSpec.builder(
                                ArrayTypeName.of(String.class),
                                constant,
                                Modifier.PRIVATE,
                                Modifier.STATIC,
                                Modifier.FINAL)
                        .initializer(
                                "{$L}",
                                parameters.stream()
                                        .map(name -> CodeBlock.of("$S", name).toString())
                                        .collect(Collectors.joining(", ")))
                        .build()));
        return overloads;
    }

    private static MethodSpec documented(MethodSpec overload, CodeBlock documentation) {
        return overload.toBuilder().addJavadoc(documentation).build();
    }

    private static CodeBlock documentation(KernelMethod method, Plan plan, String types) {
        int ops = plan.opCount();
        int launches = plan.launches().size();
        String summary =
                ops + (ops == 1 ? " op in " : " ops in ") + launches + (launches == 1 ? " launch." : " launches.");
        String text = method.source().documentation().strip();
        return CodeBlock.of("$L", (text.isEmpty() ? summary : text + "\n\n<p>" + summary) + types);
    }
}
