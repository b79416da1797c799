package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.SavedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Class of a forward call's saved values: a tensor for each saved value, runtime scalars, and sizes. */
final class SavedType {

    /** Names that neither a method without parameters nor a record component may have. */
    private static final Set<String> METHODS_OF_OBJECTS =
            Set.of("clone", "close", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private final ClassName name;
    private final String method;
    private final GradientPair pair;
    private final SortedSet<String> sizes;

    /**
     * Creates the class of a method.
     *
     * @param method name of the method
     * @param sizes symbols whose sizes are saved
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

    /** Returns the numbers of the method that the gradient call reads. */
    List<Graph.Parameter> numbers() {
        return pair.gradient().parameters().stream()
                .filter(parameter -> !parameter.isTensor())
                .toList();
    }

    /**
     * Returns Java text that saves the values of a completed forward call.
     *
     * @param saved variable of the saved values
     * @param results variables of the forward call's results, including stored values
     */
    CodeBlock fill(String saved, MethodNames names, List<String> results) {
        CodeBlock.Builder code =
                CodeBlock.builder().addStatement("$T.complete($N, false)", RuntimeTypes.SAVED_VALUES, saved);
        for (int i = 0; i < pair.saved().size(); i++) {
            SavedValue value = pair.saved().get(i);
            String variable = value.kind() == SavedValue.Kind.PARAMETER
                    ? names.parameter(value.value().label())
                    : results.get(value.result());
            code.addStatement("$T.keep($N, $L, $N)", RuntimeTypes.SAVED_VALUES, saved, i, variable);
        }
        List<String> kept = new ArrayList<>();
        sizes.forEach(size -> kept.add(names.dim(new Dim.Symbol(size))));
        numbers().forEach(number -> kept.add(names.parameter(number.name())));
        for (int i = 0; i < kept.size(); i++) {
            code.addStatement("$N.$N = $L", saved, field(i), kept.get(i));
        }
        for (int i = 0; i < shapes(); i++) {
            String result = results.get(pair.cotangents().get(i));
            code.addStatement("$T.result($N, $L, $N)", RuntimeTypes.SAVED_VALUES, saved, i, result);
        }
        return code.addStatement("$T.complete($N, true)", RuntimeTypes.SAVED_VALUES, saved)
                .build();
    }

    /** Returns the number of saved shapes: missing cotangents become zeros with the shapes of the results. */
    private int shapes() {
        int cotangents = pair.cotangents().size();
        return cotangents > 1 ? cotangents : 0;
    }

    /** Returns Java texts of the saved values. */
    List<CodeBlock> tensors(String saved) {
        return pair.saved().stream()
                .map(value -> CodeBlock.of("$N.$N()", saved, accessor(value.name())))
                .toList();
    }

    /** Returns Java texts of the sizes, then of the numbers of the method. */
    List<CodeBlock> numbers(String saved) {
        return IntStream.range(0, sizes.size() + numbers().size())
                .mapToObj(i -> CodeBlock.of("$N.$N", saved, field(i)))
                .toList();
    }

    /** Returns the field of a size or a number, whose name cannot clash with the user's. */
    private static String field(int index) {
        return "number" + index;
    }

    TypeSpec.Builder write() {
        TypeSpec.Builder type = TypeSpec.classBuilder(name.simpleName())
                .addModifiers(Modifier.STATIC, Modifier.FINAL)
                .superclass(RuntimeTypes.SAVED_VALUES)
                .addJavadoc(
                        "Values of {@link #$2N} that {@link #$1N} reads.\n", method + "Gradient", method + "Forward");
        List<TypeName> types = new ArrayList<>(Collections.nCopies(sizes.size(), TypeName.LONG));
        numbers().forEach(number -> types.add(TensorOverloads.primitive(number)));
        for (int i = 0; i < types.size(); i++) {
            type.addField(types.get(i), field(i), Modifier.PRIVATE);
        }
        type.addMethod(constructor());
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
        // Messages name a record component by its path.
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

    /** Returns a valid name for a method without parameters. */
    static String accessor(String name) {
        return METHODS_OF_OBJECTS.contains(name) ? name + "_" : name;
    }
}
