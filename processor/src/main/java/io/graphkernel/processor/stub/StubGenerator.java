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
import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.ResultKind;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Modifier;

/** Generates the stub class {@code <Class>Kernels}. */
public final class StubGenerator {

    private static final String SUFFIX = "Kernels";

    /** The name of the processor: tools that skip generated code show it. */
    private static final String GENERATOR = "io.graphkernel.processor.GraphKernelProcessor";

    private StubGenerator() {}

    /**
     * The stub of a class.
     *
     * @param kernelClass the class
     * @param plans the plans of its methods, in the same order, then those of gradients
     * @param gradients which of them are of gradients
     * @param walked the plans that the run time walks
     * @param tag the build of its kernels, which the run time compares with their manifest
     * @param javaKernels the simple names of the classes of kernels next to the stub, by the target that they are for
     * @return its Java file, in the same package
     */
    public static JavaFile generate(
            KernelClass kernelClass,
            List<Plan> plans,
            List<GradientPlans> gradients,
            WalkedPlans walked,
            String tag,
            SortedMap<String, String> javaKernels) {
        Map<String, Integer> numbers = WalkedPlans.kernelNumbers(plans);
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
                        CodeBlock.of("$T.class, $S, $S, $L", stub, kernelClass.qualifiedName(), tag, numbers.size()),
                        javaKernels,
                        hasConstants ? Optional.of(kernelClass.simpleName()) : Optional.empty()))
                .build());
        plans.stream().filter(plan -> walked.of(plan).isEmpty()).forEach(plan -> addSteps(type, plan, numbers));
        type.addMethod(
                MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
        HandOver handOver = new HandOver();
        for (int i = 0; i < kernelClass.methods().size(); i++) {
            Optional<String> model = kernelClass.model().map(any -> kernelClass.simpleName());
            addOverloads(type, kernelClass.methods().get(i), plans.get(i), model, walked, constants, handOver);
        }
        gradients.forEach(each -> new GradientOverloads(stub, each, walked, constants, handOver).addTo(type));
        type.addMethods(handOver.methods());
        kernelClass.model().ifPresent(model -> new ModelCode(stub, model).addTo(type));
        return JavaFile.builder(kernelClass.packageName(), type.build())
                .addFileComment("Generated from the @GraphKernel methods of $L.", kernelClass.qualifiedName())
                .indent("    ")
                .build();
    }

    /**
     * The name of the stub of a class.
     *
     * @param kernelClass the class
     * @return the simple name; the stub is in the same package
     */
    public static String stubName(KernelClass kernelClass) {
        return kernelClass.simpleName() + SUFFIX;
    }

    /**
     * Kernels in Java are made by a method of the library, so that their class is loaded only where they run. Constants are
     * opened by one, because in a module nobody else may read what lies in a package of it.
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
     * The numbers of the kernels, by which the manifest names what they run, and the library calls. Fields that held the
     * kernels would turn a failed load into a linkage error.
     */
    private static void addSteps(TypeSpec.Builder type, Plan plan, Map<String, Integer> numbers) {
        for (Step step : plan.steps()) {
            if (step instanceof LibraryCall call) {
                type.addField(LibraryCallCode.field(call, plan.graph().name()));
                continue;
            }
            Kernel kernel = (Kernel) step;
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

    private static void addOverloads(
            TypeSpec.Builder type,
            KernelMethod method,
            Plan plan,
            Optional<String> model,
            WalkedPlans walked,
            ConstantTable constants,
            HandOver handOver) {
        if (walked.of(plan).isEmpty()) {
            ArenaCode.field(plan).ifPresent(type::addField);
        }
        TensorOverloads tensors = new TensorOverloads(method, plan, walked.of(plan), constants, handOver);
        // What is said of a model has its types already, with the names that they have there.
        String types = model.isPresent() ? "" : StubComment.types(method);
        CodeBlock documentation = documentation(method, plan, types);
        if (method.result() != ResultKind.VOID) {
            MethodSpec.Builder allocating = documented(tensors.allocating(), documentation).toBuilder();
            model.ifPresent(name -> allocating.addAnnotation(AnnotationSpec.builder(ModelKernel.class)
                    .addMember("value", "$S", name)
                    .build()));
            type.addMethod(allocating.build());
        }
        type.addMethod(documented(tensors.intoResults(), documentation));
        new ArrayOverload(method, plan, constants, walked.of(plan).isEmpty())
                .write()
                .ifPresent(overload -> type.addMethod(documented(overload, documentation)));
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
    }

    private static MethodSpec documented(MethodSpec overload, CodeBlock documentation) {
        return overload.toBuilder().addJavadoc(documentation).build();
    }

    private static CodeBlock documentation(KernelMethod method, Plan plan, String types) {
        int ops = plan.opCount();
        int launches = plan.launches().size();
        String summary =
                ops + (ops == 1 ? " op in " : " ops in ") + launches + (launches == 1 ? " launch." : " launches.");
        String text = method.documentation().strip();
        return CodeBlock.of("$L", (text.isEmpty() ? summary : text + "\n\n<p>" + summary) + types);
    }
}
