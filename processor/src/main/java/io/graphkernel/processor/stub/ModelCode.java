package io.graphkernel.processor.stub;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.frontend.kernel.ModelClass;
import io.graphkernel.processor.frontend.kernel.ModelClass.Component;
import io.graphkernel.processor.frontend.kernel.ModelClass.ModelRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.Modifier;

/**
 * Emitter of a model's stub besides the kernel method: records of results and of weights, and accessors of the weights.
 */
final class ModelCode {

    static final TypeName BY_NAME =
            ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(String.class), RuntimeTypes.TENSOR);

    private final ClassName stub;
    private final ModelClass model;

    /**
     * Creates the emitter of one model.
     *
     * @param stub the generated class
     * @param model members of the class
     */
    ModelCode(ClassName stub, ModelClass model) {
        this.stub = stub;
        this.model = model;
    }

    void addTo(TypeSpec.Builder type) {
        model.results()
                .ifPresent(results -> type.addType(
                        record(results, stub.nestedClass(results.name())).build()));
        if (!model.weights().isEmpty()) {
            type.addMethod(MethodSpec.methodBuilder("weights")
                    .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                    .returns(BY_NAME)
                    .addJavadoc(
                            "The weights of the model: new tensors on the host, by the names of the model and in its order.\n")
                    .addStatement("return LIBRARY.weights()")
                    .build());
        }
        model.trainable().ifPresent(trainable -> {
            ClassName name = stub.nestedClass(trainable.name());
            type.addType(weights(trainable, name).addMethod(of(trainable, name)).build());
            type.addMethod(initial(trainable));
        });
        model.adapters().ifPresent(adapters -> {
            ClassName name = stub.nestedClass(adapters.name());
            AdapterCode code = new AdapterCode(name, adapters, model.adapted());
            type.addType(weights(adapters, name)
                    .addMethod(ofAdapters(adapters, name))
                    .addMethod(code.scales())
                    .build());
            code.addTo(type);
        });
    }

    private static TypeSpec.Builder record(ModelRecord record, ClassName name) {
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        StringBuilder documentation = new StringBuilder(record.documentation()).append("\n\n");
        for (Component component : record.components()) {
            components.addParameter(component
                    .group()
                    .map(group -> ParameterSpec.builder(name.nestedClass(group.name()), component.name()))
                    .orElseGet(() -> tensor(component))
                    .build());
            documentation
                    .append("@param ")
                    .append(component.name())
                    .append(' ')
                    .append(component.documentation())
                    .append('\n');
        }
        return TypeSpec.recordBuilder(name.simpleName())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addJavadoc("$L", documentation)
                .recordConstructor(components.build());
    }

    private static ParameterSpec.Builder tensor(Component component) {
        return ParameterSpec.builder(RuntimeTypes.TENSOR, component.name())
                .addAnnotation(AnnotationSpec.builder(TensorType.class)
                        .addMember("value", "$S", component.documentation())
                        .build());
    }

    /** Returns a record of weights with the nested records of its groups. */
    private static TypeSpec.Builder weights(ModelRecord record, ClassName name) {
        TypeSpec.Builder type = record(record, name).addMethod(named(record));
        for (Component component : record.components()) {
            component.group().ifPresent(group -> {
                ClassName nested = name.nestedClass(group.name());
                type.addType(weights(group, nested).addMethod(of(group, nested)).build());
            });
        }
        return type;
    }

    private static MethodSpec named(ModelRecord record) {
        MethodSpec.Builder method = MethodSpec.methodBuilder("named")
                .addModifiers(Modifier.PUBLIC)
                .returns(BY_NAME)
                .addJavadoc("The weights by the names of the model.\n")
                .addStatement("final $T byName = new $T<>()", BY_NAME, LinkedHashMap.class);
        for (Component component : record.components()) {
            if (component.group().isPresent()) {
                method.addStatement("byName.putAll(this.$N.named())", component.name());
            } else {
                method.addStatement("byName.put($S, this.$N)", component.original(), component.name());
            }
        }
        return method.addStatement("return byName").build();
    }

    private static MethodSpec of(ModelRecord record, ClassName name) {
        return ofNames(name)
                .addJavadoc("Weights by the names of the model; others may be among them.\n")
                .addStatement(created(record, name))
                .build();
    }

    /** Returns the method that rejects matrices of other modules: a file of PEFT has no others by intention. */
    private static MethodSpec ofAdapters(ModelRecord record, ClassName name) {
        return ofNames(name)
                .addJavadoc("Adapters by the names of their matrices, without others.\n")
                .addStatement("$T.requireOnly(byName, $L)", RuntimeTypes.MODEL_WEIGHTS, originals(record))
                .addStatement(created(record, name))
                .build();
    }

    private static CodeBlock created(ModelRecord record, ClassName name) {
        CodeBlock arguments = record.components().stream()
                .map(component -> component
                        .group()
                        .map(group -> CodeBlock.of("$T.of(byName)", name.nestedClass(group.name())))
                        .orElseGet(() ->
                                CodeBlock.of("$T.of(byName, $S)", RuntimeTypes.MODEL_WEIGHTS, component.original())))
                .collect(CodeBlock.joining(",\n"));
        return CodeBlock.of("return new $T($L)", name, arguments);
    }

    private static MethodSpec.Builder ofNames(ClassName name) {
        return MethodSpec.methodBuilder("of")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(BY_NAME, "byName");
    }

    /** Returns Java texts of the names in the model. */
    private static CodeBlock originals(ModelRecord record) {
        return record.tensors().stream()
                .map(component -> CodeBlock.of("$S", component.original()))
                .collect(CodeBlock.joining(",\n"));
    }

    private MethodSpec initial(ModelRecord record) {
        return MethodSpec.methodBuilder("trainable")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(stub.nestedClass(record.name()))
                .addJavadoc("New tensors on the host with the values that the model has.\n")
                .addStatement("return $T.of(LIBRARY.weights($L))", stub.nestedClass(record.name()), originals(record))
                .build();
    }
}
