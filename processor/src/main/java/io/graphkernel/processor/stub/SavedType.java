package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
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

    /**
     * Java text that saves the values of a forward call which has run.
     *
     * @param saved the variable of one
     * @param results the variables of the results of the forward call, with those of what is stored
     */
    CodeBlock fill(String saved, MethodNames names, List<String> results) {
        List<CodeBlock> values = new ArrayList<>();
        for (SavedValue value : pair.saved()) {
            String variable = value.kind() == SavedValue.Kind.PARAMETER
                    ? names.parameter(value.value().label())
                    : results.get(value.result());
            values.add(CodeBlock.of("$N", variable));
        }
        numbers().forEach(number -> values.add(CodeBlock.of("$N", names.parameter(number.name()))));
        sizes.forEach(size -> values.add(CodeBlock.of("$L", names.dim(new Dim.Symbol(size)))));
        if (shapes() > 0) {
            pair.cotangents().forEach(result -> values.add(CodeBlock.of("$N", results.get(result))));
        }
        return CodeBlock.builder()
                .addStatement("$N.fill($L)", saved, CodeBlock.join(values, ", "))
                .build();
    }

    /** Of several cotangents some may be missing, and zeros in their place have the shapes of the results. */
    private int shapes() {
        int cotangents = pair.cotangents().size();
        return cotangents > 1 ? cotangents : 0;
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
        MethodSpec.Builder fill = MethodSpec.methodBuilder("fill").addModifiers(Modifier.PRIVATE);
        fill.addStatement("complete(false)");
        for (int i = 0; i < pair.saved().size(); i++) {
            fill.addParameter(RuntimeTypes.TENSOR, "tensor" + i).addStatement("keep($L, tensor$L)", i, i);
        }
        for (int i = 0; i < numbers().size() + sizes.size(); i++) {
            TypeName number =
                    i < numbers().size() ? TensorForms.primitive(numbers().get(i)) : TypeName.LONG;
            type.addField(number, field(i), Modifier.PRIVATE);
            fill.addParameter(number, field(i)).addStatement("this.$N = $N", field(i), field(i));
        }
        for (int i = 0; i < shapes(); i++) {
            fill.addParameter(RuntimeTypes.TENSOR, "result" + i).addStatement("result($L, result$L)", i, i);
        }
        type.addMethod(constructor())
                .addMethod(fill.addStatement("complete(true)").build());
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

    private MethodSpec constructor() {
        List<CodeBlock> arguments = new ArrayList<>(List.of(CodeBlock.of("$S, $L", method + "Forward", shapes())));
        // A parameter that is a component of a record is called by its path in messages.
        pair.saved().forEach(value -> {
            boolean isParameter = value.kind() == SavedValue.Kind.PARAMETER;
            arguments.add(CodeBlock.of("$S", isParameter ? value.value().label() : value.name()));
        });
        return MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc(
                        "For calls of {@link #$N} into given tensors. It holds nothing before the first one.\n",
                        method + "Forward")
                .addStatement("super($L)", CodeBlock.join(arguments, ", "))
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
