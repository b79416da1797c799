package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/**
 * Overloads of a kernel with variants. Each variant has private overloads and types; those for all variants choose one
 * of them.
 */
final class VariantOverloads {

    /** Overloads of one variant. */
    private record Overloads(KernelMethod method, List<MethodSpec> calls) {}

    private final ClassName stub;
    private final VariantDispatch dispatch;
    private final String name;
    private final List<Overloads> variants = new ArrayList<>();
    private final List<GradientOverloads> gradients = new ArrayList<>();

    /**
     * Creates the overloads of a kernel, without variants.
     *
     * @param variant any of its variants
     * @param number index of the kernel among those with variants
     */
    VariantOverloads(ClassName stub, Variant variant, int number) {
        this.stub = stub;
        this.dispatch = new VariantDispatch(variant, number);
        this.name = variant.method();
    }

    /** Adds the next variant. */
    void add(KernelMethod method, List<MethodSpec> overloads) {
        variants.add(new Overloads(method, List.copyOf(overloads)));
    }

    /** Adds the gradient overloads of the next variant. */
    void add(GradientOverloads overloads) {
        gradients.add(overloads);
    }

    /** Adds the members for all variants. */
    void addTo(TypeSpec.Builder type) {
        dispatch.addChooser(type);
        for (MethodSpec first : variants.get(0).calls()) {
            List<MethodSpec> calls = new ArrayList<>();
            for (Overloads variant : variants) {
                variant.calls().stream()
                        .filter(call -> VariantDispatch.isAlike(call, first))
                        .findFirst()
                        .ifPresent(calls::add);
            }
            if (calls.size() == variants.size()) {
                dispatch.calling(name, calls)
                        .ifPresent(call -> type.addMethod(
                                visible(call).addJavadoc("$L", documentation()).build()));
            }
        }
        if (!gradients.isEmpty()) {
            addGradients(type);
        }
    }

    private String documentation() {
        String text = variants.get(0).method().source().documentation().strip();
        return (text.isEmpty() ? "" : text + "\n\n") + dispatch.comment();
    }

    private MethodSpec.Builder visible(MethodSpec.Builder spec) {
        return isPublic() ? spec.addModifiers(Modifier.PUBLIC) : spec;
    }

    private TypeSpec visible(TypeSpec.Builder type) {
        return (isPublic() ? type.addModifiers(Modifier.PUBLIC) : type).build();
    }

    private boolean isPublic() {
        return variants.get(0).method().signature().isPublic();
    }

    private void addGradients(TypeSpec.Builder type) {
        String prefix = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        ClassName saved = stub.nestedClass(prefix + "Saved");
        GradientOverloads first = gradients.get(0);
        ForwardType forward = new ForwardType(
                stub.nestedClass(prefix + "Forward"),
                variants.get(0).method(),
                saved,
                RuntimeTypes.VARIANT_SAVED_VALUES,
                first.gradients());
        type.addMethod(allocating(forward, saved));
        type.addMethod(intoResults(saved));
        for (int i = 0; i < first.backwardCalls().size(); i++) {
            type.addMethod(backward(i, saved));
        }
        type.addType(visible(forward.write()));
        type.addType(visible(savedType(saved)));
        type.addType(visible(first.gradients().write()));
    }

    /** Emits {@code FForward fForward(x, choice)}. */
    private MethodSpec allocating(ForwardType forward, ClassName saved) {
        MethodSpec ofFirst = gradients.get(0).allocatingForward();
        VariantDispatch.Signature signature = dispatch.signature(ofFirst.parameters());
        String call = signature.unique("forward");
        CodeBlock code = VariantDispatch.run(signature.choice(), gradients.size(), i -> {
            MethodSpec called = gradients.get(i).allocatingForward();
            return CodeBlock.builder()
                    .beginControlFlow("")
                    .addStatement(
                            "final $T $N = $N($L)",
                            called.returnType(),
                            call,
                            called.name(),
                            CodeBlock.join(signature.passed(), ", "))
                    .addStatement(
                            "return new $T($N.result(), new $T($L, $N.saved()))", forward.name(), call, saved, i, call)
                    .endControlFlow()
                    .build();
        });
        return visible(MethodSpec.methodBuilder(name + "Forward")
                        .addModifiers(Modifier.STATIC)
                        .returns(forward.name())
                        .addParameters(signature.declared())
                        .addJavadoc(
                                "{@link #$N} with the values that {@link #$N} reads.\n\n@return to be closed after the"
                                        + " last gradient call; its result is closed with it\n",
                                name,
                                name + "Gradient")
                        .addCode(code))
                .build();
    }

    /** Emits {@code fForward(x, choice, result, saved)}. */
    private MethodSpec intoResults(ClassName saved) {
        MethodSpec ofFirst = gradients.get(0).forwardIntoResults();
        int last = ofFirst.parameters().size() - 1;
        VariantDispatch.Signature signature =
                dispatch.signature(ofFirst.parameters().subList(0, last));
        String values = signature.unique("saved");
        CodeBlock code = VariantDispatch.run(signature.choice(), gradients.size(), i -> {
            MethodSpec called = gradients.get(i).forwardIntoResults();
            TypeName ofVariant = called.parameters().get(last).type();
            List<CodeBlock> arguments = new ArrayList<>(signature.passed());
            arguments.add(CodeBlock.of(
                    "$T.begin($S, $N, $L, $T.class, $T::new)",
                    RuntimeTypes.VARIANT_SAVED_VALUES,
                    name + "Forward",
                    values,
                    i,
                    ofVariant,
                    ofVariant));
            return VariantDispatch.call(called, arguments);
        });
        return visible(MethodSpec.methodBuilder(name + "Forward")
                        .addModifiers(Modifier.STATIC)
                        .addParameters(signature.declared())
                        .addParameter(saved, values)
                        .addJavadoc("As the overload without {@code $N}, into existing tensors.\n\n", values)
                        .addJavadoc("@param $N of any earlier call, or new; its values are replaced\n", values)
                        .addCode(code))
                .build();
    }

    /** Emits a gradient call, which runs that of the variant whose values are saved. */
    private MethodSpec backward(int index, ClassName saved) {
        MethodSpec first = gradients.get(0).backwardCalls().get(index);
        String call = name
                + first.name().substring(variants.get(0).method().graph().name().length());
        ParameterSpec values = first.parameters().get(0);
        List<CodeBlock> others = first.parameters().stream()
                .skip(1)
                .map(parameter -> CodeBlock.of("$N", parameter.name()))
                .toList();
        CodeBlock chosen = CodeBlock.of("$T.variant($S, $N)", RuntimeTypes.VARIANT_SAVED_VALUES, call, values.name());
        CodeBlock code = VariantDispatch.run(chosen, gradients.size(), i -> {
            MethodSpec called = gradients.get(i).backwardCalls().get(index);
            List<CodeBlock> arguments = new ArrayList<>();
            arguments.add(CodeBlock.of(
                    "($T) $T.values($N)",
                    called.parameters().get(0).type(),
                    RuntimeTypes.VARIANT_SAVED_VALUES,
                    values.name()));
            arguments.addAll(others);
            return VariantDispatch.call(called, arguments);
        });
        return visible(MethodSpec.methodBuilder(call)
                        .addModifiers(Modifier.STATIC)
                        .returns(first.returnType())
                        .addParameter(saved, values.name())
                        .addParameters(
                                first.parameters().subList(1, first.parameters().size()))
                        .addJavadoc("Runs the gradient call of the variant that {@link #$N} ran.\n", name + "Forward")
                        .addCode(code))
                .build();
    }

    private TypeSpec.Builder savedType(ClassName saved) {
        return TypeSpec.classBuilder(saved.simpleName())
                .addModifiers(Modifier.STATIC, Modifier.FINAL)
                .superclass(RuntimeTypes.VARIANT_SAVED_VALUES)
                .addJavadoc("Values of {@link #$N} that {@link #$N} reads.\n", name + "Forward", name + "Gradient")
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PUBLIC)
                        .addJavadoc(
                                "For calls of {@link #$N} into existing tensors. It holds nothing before the first one.\n",
                                name + "Forward")
                        .addStatement("super($S)", name + "Forward")
                        .build())
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(TypeName.INT, "variant")
                        .addParameter(RuntimeTypes.SAVED_VALUES, "values")
                        .addStatement("super($S, variant, values)", name + "Forward")
                        .build());
    }

    /** Returns the first overload group of a kernel, creating it if necessary. */
    static VariantOverloads of(List<VariantOverloads> groups, ClassName stub, Variant variant) {
        Optional<VariantOverloads> known = groups.stream()
                .filter(group -> group.name.equals(variant.method()))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        VariantOverloads group = new VariantOverloads(stub, variant, groups.size());
        groups.add(group);
        return group;
    }
}
