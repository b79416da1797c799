package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Result record of a forward call: results and saved values. */
final class ForwardType {

    private static final TypeName TENSORS = ParameterizedTypeName.get(ClassName.get(List.class), RuntimeTypes.TENSOR);

    private final ClassName name;
    private final KernelMethod method;
    private final ClassName saved;
    private final ClassName values;
    private final GradientsType gradients;

    /**
     * Creates the record of a method, or of all its variants.
     *
     * @param method the method, or any variant of it
     * @param saved type of the saved values
     * @param values runtime class that this type extends
     */
    ForwardType(ClassName name, KernelMethod method, ClassName saved, ClassName values, GradientsType gradients) {
        this.name = name;
        this.method = method;
        this.saved = saved;
        this.values = values;
        this.gradients = gradients;
    }

    ClassName name() {
        return name;
    }

    /**
     * Returns Java text that creates the record at the end of the forward call.
     *
     * @param tensors variables of the results and of the saved values
     */
    CodeBlock create(MethodNames names, List<String> tensors) {
        List<String> results = tensors.subList(0, method.graph().outputs().size());
        CodeBlock result = method.aggregate()
                .map(aggregate -> RecordCode.create(aggregate, results))
                .orElseGet(() -> CodeBlock.of("$N", results.get(0)));
        CodeBlock parameters = method.gradient().orElseThrow().wanted().stream()
                .map(path -> CodeBlock.of("$N", names.parameter(path)))
                .collect(CodeBlock.joining(", "));
        return CodeBlock.of(
                "new $T($L, $T.withParameters($N, $L))",
                name,
                result,
                RuntimeTypes.SAVED_VALUES,
                tensors.get(results.size()),
                parameters);
    }

    TypeSpec.Builder write() {
        TypeName result = method.aggregate().map(RecordCode::resultTypeName).orElse(RuntimeTypes.TENSOR);
        List<CodeBlock> results = results();
        String call = values.equals(RuntimeTypes.SAVED_VALUES) ? method.graph().name() : method.javaName();
        return TypeSpec.recordBuilder(name.simpleName())
                .addJavadoc(
                        "Results of {@link #$N}.\n\n@param result results of {@link #$N}\n"
                                + "@param saved values that the gradient call reads\n",
                        call + "Forward",
                        call)
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameter(result, "result")
                        .addParameter(saved, "saved")
                        .build())
                .addSuperinterface(ParameterizedTypeName.get(RuntimeTypes.FORWARD_CALL, result))
                .addMethod(list("results", results))
                .addMethod(list(
                        "differentiable",
                        cotangents().stream().map(results::get).toList()))
                .addMethod(override("parameters", TENSORS)
                        .addStatement("return $T.parametersOf(saved)", values)
                        .build())
                .addMethod(override("holds", TypeName.BOOLEAN)
                        .addParameter(RuntimeTypes.TENSOR, "tensor")
                        .addStatement("return $T.holds(saved, tensor)", values)
                        .build())
                .addMethod(gradients(call + "Gradient"))
                .addMethod(override("release", TypeName.VOID)
                        .addStatement("saved.close()")
                        .build())
                .addMethod(override("close", TypeName.VOID)
                        .addStatement(
                                "$T.closeAll(saved, $L)", RuntimeTypes.SAVED_VALUES, CodeBlock.join(results, ", "))
                        .build());
    }

    /** Returns Java texts of the results in the record. */
    private List<CodeBlock> results() {
        CodeBlock whole = CodeBlock.of("result");
        return method.aggregate()
                .map(aggregate -> RecordCode.leaves(aggregate, whole))
                .orElseGet(() -> List.of(whole));
    }

    private List<Integer> cotangents() {
        return method.gradient().orElseThrow().cotangents();
    }

    private static MethodSpec list(String name, List<CodeBlock> tensors) {
        return override(name, TENSORS)
                .addStatement("return $T.of($L)", List.class, CodeBlock.join(tensors, ", "))
                .build();
    }

    private MethodSpec gradients(String call) {
        CodeBlock cotangents = IntStream.range(0, cotangents().size())
                .mapToObj(i -> CodeBlock.of("cotangents[$L]", i))
                .collect(CodeBlock.joining(", "));
        return override("gradients", TENSORS)
                .addParameter(ArrayTypeName.of(RuntimeTypes.TENSOR), "cotangents")
                .varargs()
                .addStatement("final $T gradients = $N(saved, $L)", gradients.name(), call, cotangents)
                .addStatement("return $T.of($L)", List.class, CodeBlock.join(gradients.tensors("gradients"), ", "))
                .build();
    }

    private static MethodSpec.Builder override(String name, TypeName type) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(type);
    }
}
