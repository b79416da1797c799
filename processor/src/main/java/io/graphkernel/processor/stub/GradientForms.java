package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * The forms of a method with a gradient, of which {@code f} is the method:
 *
 * <ul>
 *   <li>{@code FForward fForward(…)}, the results and an {@code FSaved};
 *   <li>{@code FGradients fGradient(saved, cotangent)}, and the same into given tensors.
 * </ul>
 *
 * The launches are in private methods, {@code fLaunch…}, which take each saved value as an argument.
 */
final class GradientForms {

    /** What a component of a record, or a method without parameters of any class, cannot be called. */
    private static final Set<String> METHODS_OF_OBJECTS = Set.of(
            "clone",
            "close",
            "finalize",
            "getClass",
            "hashCode",
            "isClosed",
            "notify",
            "notifyAll",
            "toString",
            "wait");

    private final GradientPlans plans;
    private final GradientPair pair;
    private final WalkedPlans walked;
    private final String name;
    private final ClassName forward;
    private final ClassName saved;
    private final ClassName gradients;
    /** The sizes that the gradient call needs and no tensor gives it. */
    private final SortedSet<String> dims;

    GradientForms(ClassName stub, GradientPlans plans, WalkedPlans walked) {
        this.plans = plans;
        this.pair = plans.pair();
        this.walked = walked;
        this.name = plans.method().graph().name();
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        this.forward = stub.nestedClass(type + "Forward");
        this.saved = stub.nestedClass(type + "Saved");
        this.gradients = stub.nestedClass(type + "Gradients");
        this.dims = dims(plans.gradient().graph());
    }

    void addTo(TypeSpec.Builder type) {
        arena(type, plans.forward());
        arena(type, plans.gradient());
        TensorForms forwardForms = forms(pair.forward(), plans.forward(), "LaunchForward", new TreeSet<>());
        type.addMethod(documented(forward(forwardForms)));
        type.addMethod(hidden(forwardForms.intoResults().toBuilder()));
        TensorForms gradientForms = forms(pair.gradient(), plans.gradient(), "LaunchGradient", dims);
        MethodSpec launch = gradientForms.intoResults();
        MethodSpec allocating = gradientForms
                .allocating(
                        gradients,
                        Set.of(),
                        (names, made) -> CodeBlock.of("new $T($L)", gradients, String.join(", ", made)))
                .build();
        type.addMethod(documented(gradient(allocating, List.of())));
        type.addMethod(documented(gradient(launch, pair.wanted())));
        type.addMethod(hidden(launch.toBuilder()));
        type.addMethod(hidden(allocating.toBuilder()));
        type.addType(forwardType());
        type.addType(savedType());
        type.addType(gradientsType());
    }

    private void arena(TypeSpec.Builder type, Plan plan) {
        if (walked.of(plan).isEmpty()) {
            ArenaCode.field(plan).ifPresent(type::addField);
        }
    }

    private TensorForms forms(Graph graph, Plan plan, String form, SortedSet<String> sizes) {
        return new TensorForms(plans.method().derived(graph), plan, walked.of(plan), name + form, sizes);
    }

    /** The symbols of the gradient call that are the size of no axis of a saved value. */
    private SortedSet<String> dims(Graph gradient) {
        SortedSet<String> symbols = new TreeSet<>();
        gradient.tensorParameters().forEach(parameter -> add(parameter.shape().dims(), symbols));
        for (Node node : gradient.nodes()) {
            add(node.shape().dims(), symbols);
            node.attributes().values().values().forEach(value -> {
                if (value instanceof List<?> list) {
                    add(list, symbols);
                }
            });
        }
        for (SavedValue value : pair.saved()) {
            for (Dim dim : value.value().shape().dims()) {
                dim.multipleOf().ifPresent(symbol -> symbols.remove(symbol.name()));
            }
        }
        return symbols;
    }

    private static void add(List<?> attribute, Set<String> symbols) {
        attribute.stream().filter(Dim.class::isInstance).forEach(dim -> symbols.addAll(((Dim) dim).symbols()));
    }

    private static MethodSpec hidden(MethodSpec.Builder form) {
        return form.addModifiers(Modifier.PRIVATE).build();
    }

    private MethodSpec documented(MethodSpec.Builder form) {
        if (plans.method().isPublic()) {
            form.addModifiers(Modifier.PUBLIC);
        }
        return form.build();
    }

    /** {@code f(x)} whose launch is another method. */
    private MethodSpec.Builder forward(TensorForms forms) {
        MethodSpec.Builder form = forms.allocating(forward, dims, this::made);
        // A new name takes the type of the result away.
        return form.setName(name + "Forward")
                .returns(forward)
                .addJavadoc(
                        "{@link $N}, with what {@link #$N} needs of it: $L.\n",
                        name,
                        name + "Gradient",
                        pair.saved().stream().map(SavedValue::name).collect(Collectors.joining(", ")))
                .addJavadoc("\n@return to be closed after the last gradient call; its result is closed with it\n");
    }

    private CodeBlock made(MethodNames names, List<String> made) {
        List<String> results = made.subList(0, plans.method().graph().outputs().size());
        CodeBlock result = plans.method()
                .record()
                .map(record -> CodeBlock.of("new $T($L)", TensorForms.className(record), String.join(", ", results)))
                .orElseGet(() -> CodeBlock.of("$N", results.get(0)));
        List<CodeBlock> values = new ArrayList<>();
        for (SavedValue value : pair.saved()) {
            values.add(CodeBlock.of(
                    "$N",
                    value.kind() == SavedValue.Kind.PARAMETER
                            ? names.parameter(value.name())
                            : made.get(value.result())));
        }
        numbers().forEach(number -> values.add(CodeBlock.of("$N", names.parameter(number.name()))));
        dims.forEach(dim -> values.add(CodeBlock.of("$L", names.dim(dimension(dim)))));
        return CodeBlock.of("new $T($L, new $T($L))", forward, result, saved, CodeBlock.join(values, ", "));
    }

    private static Dim dimension(String symbol) {
        return new Dim.Symbol(symbol);
    }

    /** The numbers of the method that the gradient call reads. */
    private List<Graph.Parameter> numbers() {
        return pair.gradient().parameters().stream()
                .filter(parameter -> !parameter.isTensor())
                .toList();
    }

    /**
     * The form for users of a launch.
     *
     * @param launch takes saved values, numbers, cotangents, dims, and the tensors that get the gradients
     * @param wanted the parameters of which the caller gives a tensor for the gradient
     */
    private MethodSpec.Builder gradient(MethodSpec launch, List<String> wanted) {
        MethodNames names = new MethodNames(pair.gradient());
        String values = names.unique("saved");
        String form = name + "Gradient";
        List<ParameterSpec> given = launch.parameters();
        int cotangents = pair.saved().size() + numbers().size();
        int sizes = cotangents + pair.cotangents().size();
        int results = sizes + dims.size();
        MethodSpec.Builder spec = MethodSpec.methodBuilder(form)
                .addModifiers(Modifier.STATIC)
                .returns(launch.returnType())
                .addParameter(saved, values);
        given.subList(cotangents, sizes).forEach(spec::addParameter);
        given.subList(results, given.size()).forEach(spec::addParameter);
        spec.addStatement("$T.require($S, $N)", RuntimeTypes.SAVED_VALUES, form, values);
        List<CodeBlock> arguments = new ArrayList<>();
        pair.saved().forEach(value -> arguments.add(CodeBlock.of("$N.$N()", values, accessor(value.name()))));
        List<String> fields = fields();
        fields.subList(0, numbers().size()).forEach(field -> arguments.add(CodeBlock.of("$N.$N", values, field)));
        for (int i = cotangents; i < sizes; i++) {
            arguments.add(CodeBlock.of("$N", given.get(i)));
        }
        fields.subList(numbers().size(), fields.size())
                .forEach(field -> arguments.add(CodeBlock.of("$N.$N", values, field)));
        for (ParameterSpec result : given.subList(results, given.size())) {
            arguments.add(CodeBlock.of("$N", result));
        }
        CodeBlock call = CodeBlock.of("$N($L)", launch.name(), CodeBlock.join(arguments, ", "));
        spec.addStatement(
                launch.returnType().equals(TypeName.VOID) ? CodeBlock.of("$L", call) : CodeBlock.of("return $L", call));
        return spec;
    }

    private TypeSpec forwardType() {
        TypeName result =
                plans.method().record().<TypeName>map(TensorForms::className).orElse(RuntimeTypes.TENSOR);
        MethodSpec.Builder close = close().addStatement("saved.close()");
        if (plans.method().record().isEmpty()) {
            close.addStatement("result.close()");
        } else {
            plans.method()
                    .graph()
                    .outputs()
                    .forEach(output -> close.addStatement("result.$N().close()", output.name()));
        }
        return visible(TypeSpec.recordBuilder(forward.simpleName()))
                .addJavadoc(
                        "What {@link #$N} gives.\n\n@param result what {@link #$N} computes\n"
                                + "@param saved what the gradient call reads\n",
                        name + "Forward",
                        name)
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameter(result, "result")
                        .addParameter(saved, "saved")
                        .build())
                .addSuperinterface(AutoCloseable.class)
                .addMethod(close.build())
                .build();
    }

    private static MethodSpec.Builder close() {
        return MethodSpec.methodBuilder("close").addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
    }

    private TypeSpec.Builder visible(TypeSpec.Builder type) {
        return plans.method().isPublic() ? type.addModifiers(Modifier.PUBLIC) : type;
    }

    /** The names of the numbers, then of the dims, of the saved values. */
    private List<String> fields() {
        Set<String> taken = new HashSet<>(METHODS_OF_OBJECTS);
        pair.saved().forEach(value -> taken.add(value.name()));
        List<String> fields = new ArrayList<>();
        for (String wish : wishes()) {
            String field = wish;
            while (!taken.add(field)) {
                field += "_";
            }
            fields.add(field);
        }
        return fields;
    }

    private List<String> wishes() {
        List<String> wishes =
                new ArrayList<>(numbers().stream().map(Graph.Parameter::name).toList());
        wishes.addAll(dims);
        return wishes;
    }

    private TypeSpec savedType() {
        TypeSpec.Builder type = visible(TypeSpec.classBuilder(saved.simpleName()))
                .addModifiers(Modifier.STATIC, Modifier.FINAL)
                .superclass(RuntimeTypes.SAVED_VALUES)
                .addJavadoc("What {@link #$N} reads of {@link #$N}.\n", name + "Gradient", name + "Forward");
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE);
        List<String> tensors = new ArrayList<>();
        for (SavedValue value : pair.saved()) {
            constructor.addParameter(RuntimeTypes.TENSOR, value.name());
            tensors.add(value.name());
        }
        long borrowed = pair.saved().stream()
                .filter(value -> value.kind() != SavedValue.Kind.STORED)
                .count();
        constructor.addStatement(
                "super($S, NAMES, $L$L)",
                name + "Forward",
                borrowed,
                tensors.stream().map(tensor -> ", " + tensor).collect(Collectors.joining()));
        type.addField(FieldSpec.builder(
                        ArrayTypeName.of(String.class), "NAMES", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(
                        "{$L}",
                        CodeBlock.join(
                                tensors.stream()
                                        .map(tensor -> CodeBlock.of("$S", tensor))
                                        .toList(),
                                ", "))
                .build());
        List<String> fields = fields();
        for (int i = 0; i < fields.size(); i++) {
            TypeName number =
                    i < numbers().size() ? TensorForms.primitive(numbers().get(i)) : TypeName.LONG;
            type.addField(number, fields.get(i), Modifier.PRIVATE, Modifier.FINAL);
            constructor.addParameter(number, fields.get(i)).addStatement("this.$N = $N", fields.get(i), fields.get(i));
        }
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
        return type.build();
    }

    private static String described(SavedValue value) {
        Node node = value.value();
        return node.type()
                + switch (value.kind()) {
                    case PARAMETER -> ", the parameter itself.";
                    case RESULT -> ", a result itself.";
                    case STORED -> ", stored for the gradient.";
                };
    }

    private TypeSpec gradientsType() {
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        MethodSpec.Builder close = close();
        TypeSpec.Builder type = visible(TypeSpec.recordBuilder(gradients.simpleName()))
                .addJavadoc("The gradients by the parameters of {@link #$N}.\n", name);
        for (String parameter : pair.wanted()) {
            components.addParameter(RuntimeTypes.TENSOR, accessor(parameter));
            close.addStatement("$N.close()", accessor(parameter));
        }
        return type.recordConstructor(components.build())
                .addSuperinterface(AutoCloseable.class)
                .addMethod(close.build())
                .build();
    }

    private static String accessor(String name) {
        return METHODS_OF_OBJECTS.contains(name) ? name + "_" : name;
    }
}
