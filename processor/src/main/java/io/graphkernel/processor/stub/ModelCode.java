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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
        model.results().ifPresent(results -> type.addType(record(results).build()));
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
            type.addType(record(trainable)
                    .addMethod(named(trainable))
                    .addMethod(of(trainable))
                    .build());
            type.addMethod(initial(trainable));
        });
        model.adapters().ifPresent(adapters -> {
            AdapterCode code = new AdapterCode(stub.nestedClass(adapters.name()), model.adapted());
            type.addType(record(adapters)
                    .addMethod(named(adapters))
                    .addMethod(ofAdapters(adapters))
                    .addMethod(code.scales())
                    .build());
            code.addTo(type);
        });
    }

    private TypeSpec.Builder record(ModelRecord record) {
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        StringBuilder documentation = new StringBuilder(record.documentation()).append("\n\n");
        for (Component component : record.components()) {
            components.addParameter(ParameterSpec.builder(RuntimeTypes.TENSOR, component.name())
                    .addAnnotation(AnnotationSpec.builder(TensorType.class)
                            .addMember("value", "$S", component.documentation())
                            .build())
                    .build());
            documentation
                    .append("@param ")
                    .append(component.name())
                    .append(' ')
                    .append(component.documentation())
                    .append('\n');
        }
        return TypeSpec.recordBuilder(record.name())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addJavadoc("$L", documentation)
                .recordConstructor(components.build());
    }

    private MethodSpec named(ModelRecord record) {
        MethodSpec.Builder method = MethodSpec.methodBuilder("named")
                .addModifiers(Modifier.PUBLIC)
                .returns(BY_NAME)
                .addJavadoc("The weights by the names of the model.\n")
                .addStatement("final $T byName = new $T<>()", BY_NAME, LinkedHashMap.class);
        record.components()
                .forEach(component ->
                        method.addStatement("byName.put($S, this.$N)", component.original(), component.name()));
        return method.addStatement("return byName").build();
    }

    private MethodSpec of(ModelRecord record) {
        return ofNames(record)
                .addJavadoc("Weights by the names of the model; others may be among them.\n")
                .addStatement(created(record))
                .build();
    }

    /** Returns the method that rejects matrices of other modules: a file of PEFT has no others by intention. */
    private MethodSpec ofAdapters(ModelRecord record) {
        List<CodeBlock> names = new ArrayList<>();
        record.components().forEach(component -> names.add(CodeBlock.of("$S", component.original())));
        return ofNames(record)
                .addJavadoc("Adapters by the names of their matrices, without others.\n")
                .addStatement("$T.requireOnly(byName, $L)", RuntimeTypes.MODEL_WEIGHTS, CodeBlock.join(names, ",\n"))
                .addStatement(created(record))
                .build();
    }

    private CodeBlock created(ModelRecord record) {
        List<CodeBlock> arguments = new ArrayList<>();
        record.components()
                .forEach(component -> arguments.add(
                        CodeBlock.of("$T.of(byName, $S)", RuntimeTypes.MODEL_WEIGHTS, component.original())));
        return CodeBlock.of("return new $T($L)", stub.nestedClass(record.name()), CodeBlock.join(arguments, ",\n"));
    }

    private MethodSpec.Builder ofNames(ModelRecord record) {
        return MethodSpec.methodBuilder("of")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(stub.nestedClass(record.name()))
                .addParameter(BY_NAME, "byName");
    }

    private MethodSpec initial(ModelRecord record) {
        List<CodeBlock> names = new ArrayList<>();
        record.components().forEach(component -> names.add(CodeBlock.of("$S", component.original())));
        return MethodSpec.methodBuilder("trainable")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(stub.nestedClass(record.name()))
                .addJavadoc("New tensors on the host with the values that the model has.\n")
                .addStatement(
                        "return $T.of(LIBRARY.weights($L))",
                        stub.nestedClass(record.name()),
                        CodeBlock.join(names, ",\n"))
                .build();
    }
}
