package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.frontend.kernel.CommentText;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.kernel.VariantParameter;
import io.graphkernel.processor.frontend.kernel.VariantType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Emitter of methods that run one of a kernel's variants, chosen by the values of its parameters. */
final class VariantDispatch {

    /**
     * Parameters of a method for all variants.
     *
     * @param declared the parameters of the Java method, with those that choose, then further ones
     * @param passed arguments for the method of one variant
     * @param choice expression of the index of the variant
     */
    record Signature(List<ParameterSpec> declared, List<CodeBlock> passed, CodeBlock choice) {

        /** Returns a name that no parameter has. */
        String unique(String wish) {
            Set<String> names = declared.stream().map(ParameterSpec::name).collect(Collectors.toSet());
            String name = wish;
            while (names.contains(name)) {
                name += "_";
            }
            return name;
        }
    }

    private final String method;
    private final List<VariantParameter> parameters;
    /** Prefix of the fields with the compiled values, which {@link MethodNames} reserves. */
    private final String field;

    /**
     * Creates the emitter for a kernel.
     *
     * @param variant any of its variants
     * @param number index of the kernel among those with variants
     */
    VariantDispatch(Variant variant, int number) {
        this.method = variant.method();
        this.parameters = variant.parameters();
        this.field = "VARIANTS_" + number + "_";
    }

    private String chooser() {
        return method + "__variant";
    }

    /** Adds the method that maps the values of parameters to the index of a variant. */
    void addChooser(TypeSpec.Builder type) {
        MethodSpec.Builder spec = MethodSpec.methodBuilder(chooser())
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(TypeName.INT);
        CodeBlock index = CodeBlock.of("");
        for (int i = 0; i < parameters.size(); i++) {
            VariantParameter parameter = parameters.get(i);
            type.addField(FieldSpec.builder(
                            ArrayTypeName.of(String.class),
                            field + i,
                            Modifier.PRIVATE,
                            Modifier.STATIC,
                            Modifier.FINAL)
                    .initializer(
                            "{$L}",
                            parameter.values().stream()
                                    .map(value -> CodeBlock.of("$S", value))
                                    .collect(CodeBlock.joining(", ")))
                    .build());
            String value = "value" + i;
            spec.addParameter(typeName(parameter.type()), value);
            CodeBlock own = CodeBlock.of(
                    "$T.index($S, $S, $N, $N)",
                    RuntimeTypes.VARIANT_CHOICE,
                    method,
                    parameter.name(),
                    value,
                    field + i);
            int size = parameter.values().size();
            index = i == 0 ? own : CodeBlock.of(i == 1 ? "$L * $L + $L" : "($L) * $L + $L", index, size, own);
        }
        type.addMethod(spec.addStatement("return $L", index).build());
    }

    /**
     * Inserts the parameters that choose into those of a variant.
     *
     * @param ofVariant parameters of the method of a variant, in the order of the Java method
     */
    Signature signature(List<ParameterSpec> ofVariant) {
        List<ParameterSpec> declared = new ArrayList<>();
        List<CodeBlock> passed = new ArrayList<>();
        List<CodeBlock> values = new ArrayList<>();
        Set<String> names =
                parameters.stream().map(VariantParameter::name).collect(Collectors.toCollection(HashSet::new));
        int next = 0;
        for (VariantParameter parameter : parameters) {
            while (declared.size() < parameter.position()) {
                add(ofVariant.get(next++), names, declared, passed);
            }
            declared.add(ParameterSpec.builder(typeName(parameter.type()), parameter.name())
                    .build());
            values.add(CodeBlock.of("$N", parameter.name()));
        }
        while (next < ofVariant.size()) {
            add(ofVariant.get(next++), names, declared, passed);
        }
        return new Signature(declared, passed, CodeBlock.of("$N($L)", chooser(), CodeBlock.join(values, ", ")));
    }

    private static void add(
            ParameterSpec parameter, Set<String> names, List<ParameterSpec> declared, List<CodeBlock> passed) {
        String name = parameter.name();
        while (!names.add(name)) {
            name += "_";
        }
        declared.add(ParameterSpec.builder(parameter.type(), name).build());
        passed.add(CodeBlock.of("$N", name));
    }

    /**
     * Emits the statements that run a variant.
     *
     * @param index expression of the index of the variant
     * @param count number of variants
     * @param run statements for the variant of an index, which return from the method
     */
    static CodeBlock run(CodeBlock index, int count, IntFunction<CodeBlock> run) {
        if (count == 1) {
            return CodeBlock.builder().addStatement(index).add(run.apply(0)).build();
        }
        CodeBlock.Builder code = CodeBlock.builder().beginControlFlow("switch ($L)", index);
        for (int i = 0; i < count; i++) {
            code.add(i + 1 < count ? CodeBlock.of("case $L:\n", i) : CodeBlock.of("default:\n"))
                    .indent()
                    .add(run.apply(i))
                    .unindent();
        }
        return code.endControlFlow().build();
    }

    /**
     * Returns the method for all variants, if their methods have the same parameters and result.
     *
     * @param name name of the method
     * @param variants the method of each variant
     */
    Optional<MethodSpec.Builder> calling(String name, List<MethodSpec> variants) {
        MethodSpec first = variants.get(0);
        if (!variants.stream().allMatch(variant -> isAlike(variant, first))) {
            return Optional.empty();
        }
        Signature signature = signature(first.parameters());
        return Optional.of(MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.STATIC)
                .returns(first.returnType())
                .addParameters(signature.declared())
                .addCode(run(signature.choice(), variants.size(), i -> call(variants.get(i), signature.passed()))));
    }

    /** Emits a call of a method that ends the calling method. */
    static CodeBlock call(MethodSpec called, List<CodeBlock> arguments) {
        CodeBlock call = CodeBlock.of("$N($L)", called.name(), CodeBlock.join(arguments, ", "));
        return called.returnType().equals(TypeName.VOID)
                ? CodeBlock.builder().addStatement(call).addStatement("return").build()
                : CodeBlock.builder().addStatement("return $L", call).build();
    }

    static boolean isAlike(MethodSpec one, MethodSpec other) {
        return one.returnType().equals(other.returnType())
                && one.varargs() == other.varargs()
                && one.parameters().stream()
                        .map(ParameterSpec::type)
                        .toList()
                        .equals(other.parameters().stream()
                                .map(ParameterSpec::type)
                                .toList());
    }

    /** Returns the sentence that lists the values of the parameters, for comments. */
    String comment() {
        List<String> items = new ArrayList<>();
        for (VariantParameter parameter : parameters) {
            String quote = parameter.type().kind() == VariantType.Kind.STRING ? "\"" : "";
            String values = parameter.values().stream()
                    .map(value -> quote + value + quote)
                    .collect(Collectors.joining(", "));
            items.add(CommentText.code(parameter.name()) + ": " + CommentText.code(values));
        }
        return "<p>Runs the variant for the values of\n"
                + CommentText.list(items).stripTrailing();
    }

    private static TypeName typeName(VariantType type) {
        return switch (type.kind()) {
            case BOOLEAN -> TypeName.BOOLEAN;
            case STRING -> ClassName.get(String.class);
            case ENUM -> {
                List<String> names = type.simpleNames();
                yield ClassName.get(
                        type.packageName(),
                        names.get(0),
                        names.subList(1, names.size()).toArray(String[]::new));
            }
        };
    }
}
