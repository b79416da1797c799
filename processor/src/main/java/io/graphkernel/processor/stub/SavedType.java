package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The class of what a forward call keeps: a tensor for each saved value, numbers of the call, and sizes. */
final class SavedType {

    /** What no method without parameters can be called in a class of ours, or a component in a record. */
    private static final Set<String> METHODS_OF_OBJECTS =
            Set.of("clone", "close", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private final ClassName name;
    private final String method;
    private final GradientPair pair;
    private final SortedSet<String> sizes;

    /**
     * The class of a method.
     *
     * @param method the name of the method
     * @param sizes the symbols whose sizes are kept
     */
    SavedType(ClassName name, String method, GradientPair pair, SortedSet<String> sizes) {
        this.name = name;
        this.method = method;
        this.pair = pair;
        this.sizes = sizes;
    }

    ClassName name() {
        return name;
    }

    /** The numbers of the method that the gradient call reads. */
    List<Graph.Parameter> numbers() {
        return pair.gradient().parameters().stream()
                .filter(parameter -> !parameter.isTensor())
                .toList();
    }

    /** Java text that makes one at the end of the forward call. */
    CodeBlock create(MethodNames names, List<String> made) {
        List<CodeBlock> values = new ArrayList<>();
        for (SavedValue value : pair.saved()) {
            String variable = value.kind() == SavedValue.Kind.PARAMETER
                    ? names.parameter(value.value().label())
                    : made.get(value.result());
            values.add(CodeBlock.of("$N", variable));
        }
        numbers().forEach(number -> values.add(CodeBlock.of("$N", names.parameter(number.name()))));
        sizes.forEach(size -> values.add(CodeBlock.of("$L", names.dim(new Dim.Symbol(size)))));
        if (hasShapes()) {
            pair.cotangents().forEach(result -> values.add(CodeBlock.of("$N", made.get(result))));
        }
        CodeBlock wanted = pair.wanted().stream()
                .map(path -> CodeBlock.of("$N", names.parameter(path)))
                .collect(CodeBlock.joining(", "));
        values.add(CodeBlock.of("new $T[] {$L}", RuntimeTypes.TENSOR, wanted));
        return CodeBlock.of("new $T($L)", name, CodeBlock.join(values, ", "));
    }

    /** Of several cotangents some may be missing, and zeros in their place have the shapes of the results. */
    private boolean hasShapes() {
        return pair.cotangents().size() > 1;
    }

    /** Java texts of the saved values, then of the numbers. */
    List<CodeBlock> values(String saved) {
        List<CodeBlock> values = new ArrayList<>();
        pair.saved().forEach(value -> values.add(CodeBlock.of("$N.$N()", saved, accessor(value.name()))));
        for (int i = 0; i < numbers().size(); i++) {
            values.add(CodeBlock.of("$N.$N", saved, field(i)));
        }
        return values;
    }

    /** Java texts of the sizes. */
    List<CodeBlock> sizes(String saved) {
        List<CodeBlock> values = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            values.add(CodeBlock.of("$N.$N", saved, field(numbers().size() + i)));
        }
        return values;
    }

    /** The field of a number or a size; a name of the user's could be anything. */
    private static String field(int index) {
        return "number" + index;
    }

    TypeSpec.Builder write() {
        TypeSpec.Builder type = TypeSpec.classBuilder(name.simpleName())
                .addModifiers(Modifier.STATIC, Modifier.FINAL)
                .superclass(RuntimeTypes.SAVED_VALUES)
                .addJavadoc("What {@link #$N} reads of {@link #$N}.\n", method + "Gradient", method + "Forward");
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE);
        List<String> tensors = new ArrayList<>();
        for (int i = 0; i < pair.saved().size(); i++) {
            tensors.add("tensor" + i);
            constructor.addParameter(RuntimeTypes.TENSOR, "tensor" + i);
        }
        long borrowed = pair.saved().stream()
                .filter(value -> value.kind() != SavedValue.Kind.STORED)
                .count();
        constructor.addStatement(
                "super($S, NAMES, $L$L)",
                method + "Forward",
                borrowed,
                tensors.stream().map(tensor -> ", " + tensor).collect(Collectors.joining()));
        type.addField(names());
        for (int i = 0; i < numbers().size() + sizes.size(); i++) {
            TypeName number =
                    i < numbers().size() ? TensorForms.primitive(numbers().get(i)) : TypeName.LONG;
            type.addField(number, field(i), Modifier.PRIVATE, Modifier.FINAL);
            constructor.addParameter(number, field(i)).addStatement("this.$N = $N", field(i), field(i));
        }
        if (hasShapes()) {
            List<String> results = new ArrayList<>();
            for (int i = 0; i < pair.cotangents().size(); i++) {
                results.add("result" + i);
                constructor.addParameter(RuntimeTypes.TENSOR, "result" + i);
            }
            constructor.addStatement("results($L)", String.join(", ", results));
        }
        constructor
                .addParameter(ArrayTypeName.of(RuntimeTypes.TENSOR), "parameters")
                .addStatement("parameters(parameters)");
        type.addMethod(constructor.build());
        for (int i = 0; i < pair.saved().size(); i++) {
            SavedValue value = pair.saved().get(i);
            type.addMethod(MethodSpec.methodBuilder(accessor(value.name()))
                    .addModifiers(Modifier.PUBLIC)
                    .returns(RuntimeTypes.TENSOR)
                    .addJavadoc("$L\n", described(value))
                    .addStatement("return tensor($L)", i)
                    .build());
        }
        return type;
    }

    /** For messages: a parameter that is a component of a record by its path. */
    private FieldSpec names() {
        List<CodeBlock> names = pair.saved().stream()
                .map(value -> value.kind() == SavedValue.Kind.PARAMETER
                        ? value.value().label()
                        : value.name())
                .map(shown -> CodeBlock.of("$S", shown))
                .toList();
        return FieldSpec.builder(
                        ArrayTypeName.of(String.class), "NAMES", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("{$L}", CodeBlock.join(names, ", "))
                .build();
    }

    private static String described(SavedValue value) {
        return value.value().type()
                + switch (value.kind()) {
                    case PARAMETER -> ", the parameter itself.";
                    case RESULT -> ", a result itself.";
                    case STORED -> ", stored for the gradient.";
                };
    }

    /** A name that a method without parameters can have. */
    static String accessor(String name) {
        return METHODS_OF_OBJECTS.contains(name) ? name + "_" : name;
    }
}
